"""Splitting codes with values below 64: the sparse-space method, one heap at a time, its marks the bits of one word."""

import numpy as np

from grundy.kernels.bits import trailing_zeros
from grundy.kernels.heap_rules import Offsets, Values
from grundy.kernels.jit import jit, section, takes
from grundy.kernels.sparse_space import SPACE, SparseSpace, is_common

ONE = np.uint64(1)


@section
def mark_rares(values: Values, n: int, space: SparseSpace, rares: Offsets, count: int) -> np.uint64:
    """The marks of the moves from heap n to one heap, or to two of which one is rare."""
    marks = np.uint64(0)
    for take in space.takes:
        marks |= ONE << np.uint64(values[np.uintp(n - take)])
    for take in space.splits:
        left = n - take
        for item in range(count):
            rare = rares[item]
            if rare >= left:
                break
            if not space.distinct or 2 * rare != left:
                marks |= ONE << np.uint64(values[np.uintp(rare)] ^ values[np.uintp(left - rare)])
    return marks


@section
def remove_reached(values: Values, n: int, space: SparseSpace, needs: np.uint64) -> np.uint64:
    """The needed values that no pair reaches; pairs are tried from the middle outwards."""
    equal = 1 if space.distinct else 0
    for step in range(n // 2 + 1):
        for take in space.splits:
            part = (n - take - equal) // 2 - step
            if part > 0:
                needs &= ~(ONE << np.uint64(values[np.uintp(part)] ^ values[np.uintp(n - take - part)]))
        if not needs:
            break
    return needs


@jit
@takes("uint16", 0, 0, SPACE, "int64", 0)
def fill_by_word_marks(
    values: Values, start: int, stop: int, space: SparseSpace, rares: Offsets, count: int
) -> tuple[int, int]:
    """Compute values below 64, from heap `start` to a full list of rares; return how far, and their number."""
    common = np.zeros(2, np.uint64)
    for n in range(2):
        for value in range(64):
            common[n] |= np.uint64(is_common(value, n, space)) << np.uint64(value)
    for n in range(start, stop):
        marks = np.uint64(mark_rares(values, n, space, rares, count))
        free = ~marks & common[n & 1]
        if not free or count == len(rares):
            return n, count
        first = free & (~free + ONE)
        needs = (first - ONE) & ~common[n & 1] & ~marks
        if needs:
            needs = np.uint64(remove_reached(values, n, space, needs))
        if needs:
            rares[count] = n
            count += 1
        values[n] = trailing_zeros(needs or first)
    return stop, count
