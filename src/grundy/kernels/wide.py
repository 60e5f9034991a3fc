"""Splitting codes with large values or many rares: eight heaps at a time, one byte for each mark.

The sparse-space method (see `mask`) for values of up to sixteen bits. Every pair with a rare part is marked, so the
first unmarked value c of class C is exact. Common pairs are probed; a value of class R below c that is still unmarked
is sought among all pairs, and whatever part reveals it becomes a probe for the heaps that follow.
"""

import numpy as np

from grundy.kernels.block import seek
from grundy.kernels.jit import jit, section
from grundy.kernels.lanes import Bytes
from grundy.kernels.mask import Space, in_class
from grundy.kernels.rules import Offsets, Values

__all__ = ["WIDTH", "wide"]

WIDTH = 8


@section
def mark_eight(values: Values, base: int, heaps: Offsets, start: int, stop: int, marks: Bytes, size: int) -> None:
    """Marks, in eight rows of `size` bytes, for each heap paired with those that are `base` to `base + 7` less it."""
    row = np.uintp(size)
    for item in range(start, stop):
        heap = heaps[item]
        value = values[np.uintp(heap)]
        source = np.uintp(base - heap)
        for lane in range(np.uintp(WIDTH)):
            marks[lane * row + np.uintp(values[source + lane] ^ value)] = 1


@section
def mark_few(values: Values, n: int, space: Space, row: Bytes) -> None:
    """Marks for the moves from heap n to one heap, and to two of which one is small."""
    if space.distinct:
        row[0] = 0  # a rare heap may have met itself
    for take in space.takes:
        row[values[n - take]] = 1
    for take in space.splits:
        left = n - take
        for part in range(1, min(WIDTH + take, (left - 1) // 2 if space.distinct else left // 2) + 1):
            row[values[part] ^ values[left - part]] = 1


@jit
def wide(
    values: Values, start: int, stop: int, space: Space, size: int, rares: Offsets, count: int, probes: Offsets
) -> tuple[int, int]:
    """How far the values could be found below `size`, a power of two above every value, and the number of rares."""
    marks = np.zeros(WIDTH * size, np.uint8)
    cursor = 0
    for n0 in range(start, stop, WIDTH):
        marks[:] = 0
        for take in space.splits:
            first, last = np.searchsorted(rares[:count], np.array([WIDTH, n0 - take]))
            mark_eight(values, n0 - take, rares, first, last, marks, size)
            mark_eight(values, n0 - take, probes, 0, len(probes), marks, size)
        for n in range(n0, min(n0 + WIDTH, stop)):
            row = marks[(n - n0) * size : (n - n0 + 1) * size]
            mark_few(values, n, space, row)
            value, rare = 0, False
            while value < size and not rare:
                if not row[value]:
                    if in_class(value, n, space):
                        break
                    _, part = seek(values, n, value, space)
                    rare = part == 0
                    if part >= WIDTH:
                        probes[cursor] = part
                        cursor = (cursor + 1) % len(probes)
                value += not rare
            if value == size or count == len(rares):
                return n, count
            values[n] = value
            if rare:
                rares[count] = n
                count += 1
    return stop, count
