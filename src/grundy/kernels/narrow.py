"""Splitting codes with values below 64: the marks of a heap are one machine word.

The sparse-space method (see `mask`) in its plainest form, one heap after the other.
"""

import numpy as np

from grundy.kernels.bits import trailing_zeros
from grundy.kernels.jit import jit
from grundy.kernels.mask import in_class
from grundy.kernels.rules import Offsets, Values

__all__ = ["narrow"]

ONE = np.uint64(1)


@jit
def narrow(
    values: Values,
    start: int,
    stop: int,
    splits: Offsets,
    takes: Offsets,
    distinct: bool,
    mask: int,
    shift: int,
    rares: Offsets,
    count: int,
) -> tuple[int, int]:
    """How far the values could be found below 64, and the number of rares."""
    common = np.zeros(2, np.uint64)
    for n in range(2):
        for value in range(64):
            common[n] |= np.uint64(in_class(value, n, mask, shift)) << np.uint64(value)
    for n in range(start, stop):
        if count == len(rares):
            return n, count
        marks = np.uint64(0)
        for take in takes:
            marks |= ONE << np.uint64(values[np.uintp(n - take)])
        for take in splits:
            left = n - take
            for item in range(count):
                rare = rares[item]
                if rare >= left:
                    break
                if not distinct or 2 * rare != left:
                    marks |= ONE << np.uint64(values[np.uintp(rare)] ^ values[np.uintp(left - rare)])
        free = ~marks & common[n & 1]
        if not free:
            return n, count
        first = free & (~free + ONE)
        needs = (first - ONE) & ~common[n & 1] & ~marks
        most = (n - 1) // 2 if distinct else n // 2
        step = 0
        while needs and step < most:
            for take in splits:
                part = (n - take - 1) // 2 - step
                if part > 0:
                    needs &= ~(ONE << np.uint64(values[np.uintp(part)] ^ values[np.uintp(n - take - part)]))
            step += 1
        for take in splits:
            if not distinct and not (n - take) & 1 and n > take:
                needs &= ~ONE
        if needs:
            values[n] = trailing_zeros(needs)
            rares[count] = n
            count += 1
        else:
            values[n] = trailing_zeros(first)
    return stop, count
