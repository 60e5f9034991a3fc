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
from grundy.kernels.pair import Helper, answered, ask, asked, done, share, task
from grundy.kernels.rules import Offsets, Values

__all__ = ["WIDTH", "assist_wide", "wide"]

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


@section
def mark_rares(
    values: Values, n0: int, space: Space, rares: Offsets, low: int, high: int, marks: Bytes, size: int
) -> None:
    """Marks for the rares `low` to `high - 1` in the eight heaps from `n0` on."""
    for take in space.splits:
        first, last = np.searchsorted(rares[:high], np.array([WIDTH, n0 - take]))
        mark_eight(values, n0 - take, rares, max(low, first), last, marks, size)


@jit
def assist_wide(helper: Helper, values: Values, space: Space, size: int, rares: Offsets) -> None:
    """The helper's work, until there is no more."""
    while asked(helper.words):
        job = task(helper.words)
        helper.marks[:] = 0
        mark_rares(values, job.base, space, rares, job.low, job.high, helper.marks, size)
        done(helper.words)


@section
def mark_together(
    values: Values, n0: int, space: Space, rares: Offsets, count: int, marks: Bytes, size: int, helper: Helper
) -> None:
    """Marks for all rares, some of them by the helper, who is then asked for the eight heaps that follow."""
    job = share(helper.words, n0)
    mark_rares(values, n0, space, rares, 0, job.low, marks, size)
    mark_rares(values, n0, space, rares, job.high, count, marks, size)
    if job.low < job.high:
        if answered(helper.words):
            marks |= helper.marks
        else:
            mark_rares(values, n0, space, rares, job.low, job.high, marks, size)
    ask(helper.words, n0 + WIDTH, int(np.searchsorted(rares[:count], 2 * WIDTH)), count, 1)


@jit
def wide(
    values: Values,
    start: int,
    stop: int,
    space: Space,
    size: int,
    rares: Offsets,
    count: int,
    probes: Offsets,
    helper: Helper | None,
) -> tuple[int, int]:
    """How far the values could be found below `size`, a power of two above every value, and the number of rares."""
    marks = np.zeros(WIDTH * size, np.uint8)
    cursor = 0
    for n0 in range(start, stop, WIDTH):
        marks[:] = 0
        for take in space.splits:
            mark_eight(values, n0 - take, probes, 0, len(probes), marks, size)
        if helper is None:
            mark_rares(values, n0, space, rares, 0, count, marks, size)
        else:
            mark_together(values, n0, space, rares, count, marks, size, helper)
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
