"""Splitting codes with large values or many rares: eight heaps at a time, a byte a mark (docs/theory/heaps.md)."""

import numpy as np

from grundy.kernels.byte_lanes import Ahead, Bytes
from grundy.kernels.heap_rules import Offsets, Values
from grundy.kernels.jit import jit, section, takes
from grundy.kernels.sparse_space import SPACE, SparseSpace, find_split, is_common

WIDTH = 8


@section
def mark_eight(values: Values, base: int, heaps: Offsets, start: int, stop: int, marks: Bytes, size: int) -> None:
    """Mark, in eight rows of `size` bytes, the pairs of each listed heap with totals `base` to `base + 7`."""
    row = np.uintp(size)
    for item in range(start, stop):
        heap = heaps[item]
        value = values[np.uintp(heap)]
        source = np.uintp(base - heap)
        for lane in range(np.uintp(WIDTH)):
            marks[lane * row + np.uintp(values[source + lane] ^ value)] = 1


@section
def mark_small_parts(values: Values, n: int, space: SparseSpace, row: Bytes) -> None:
    """Mark the moves from heap n to one heap, and to two of which one is small, which `mark_eight` leaves out."""
    if space.distinct:
        row[0] = 0  # a rare heap may have been paired with itself
    for take in space.takes:
        row[values[n - take]] = 1
    for take in space.splits:
        left = n - take
        for part in range(1, min(WIDTH + take, (left - 1) // 2 if space.distinct else left // 2) + 1):
            row[values[part] ^ values[left - part]] = 1


@jit
@takes("uint16", 0, 0, SPACE, 0, "int64", 0, "int64", (Ahead, 0, 0, 0, "uint8"))
def fill_by_byte_marks(
    values: Values,
    start: int,
    stop: int,
    space: SparseSpace,
    size: int,
    rares: Offsets,
    count: int,
    probes: Offsets,
    ahead: Ahead,
) -> tuple[int, int]:
    """Compute values below `size`, from heap `start` to a full list of rares; return how far, and their number."""
    marks = np.empty(WIDTH * size, np.uint8)  # the size is a power of two above all values so far
    cursor = 0
    for n0 in range(start, stop, WIDTH):
        if ahead.first < ahead.last:
            marks = ahead.marks[(n0 - ahead.start) * size : (n0 - ahead.start + WIDTH) * size]
        else:
            marks[:] = 0
        for take in space.splits:
            mark_eight(values, n0 - take, probes, 0, len(probes), marks, size)
            first, last = np.searchsorted(rares[:count], np.array([WIDTH, n0 - take]))
            mark_eight(values, n0 - take, rares, first, max(first, ahead.first), marks, size)
            mark_eight(values, n0 - take, rares, max(first, ahead.last), last, marks, size)
        for n in range(n0, min(n0 + WIDTH, stop)):
            row = marks[(n - n0) * size : (n - n0 + 1) * size]
            mark_small_parts(values, n, space, row)
            value, rare = 0, False
            while value < size and not rare:
                if not row[value]:
                    if is_common(value, n, space):
                        break
                    _, part = find_split(values, n, value, space)
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


@jit
@takes("uint16", 0, 0, SPACE, 0, "int64", (Ahead, 0, 0, 0, "uint8"))
def mark_bytes_ahead(
    values: Values, start: int, stop: int, space: SparseSpace, size: int, rares: Offsets, ahead: Ahead
) -> None:
    """Make the marks ahead for heaps `start` to `stop - 1`; each partner lies below the heaps computed meanwhile."""
    for n0 in range(start, stop, WIDTH):
        marks = ahead.marks[(n0 - start) * size : (n0 - start + WIDTH) * size]
        marks[:] = 0
        for take in space.splits:
            mark_eight(values, n0 - take, rares, ahead.first, ahead.last, marks, size)
