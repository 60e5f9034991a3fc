"""Codes with digits 0 to 3, subtraction games among them: the last few values decide the next.

Once a heap is larger than every take, G(n) is the mex of G(n - s) over the set S of takes that leave a heap; so at
most |S| + 1 values occur and the sequence is periodic (Golomb 1966).
"""

import numpy as np

from grundy.kernels.bits import trailing_zeros
from grundy.kernels.jit import jit
from grundy.kernels.rules import Offsets, Values

__all__ = ["window", "window_wide"]


@jit
def window(values: Values, start: int, stop: int, takes: Offsets) -> None:
    """The values of heaps `start` to `stop - 1`, `start` above every take, for at most 62 takes."""
    for n in range(start, stop):
        marks = np.uint64(0)
        for take in takes:
            marks |= np.uint64(1) << np.uint64(values[np.uintp(n - take)])
        values[n] = trailing_zeros(~marks)


@jit
def window_wide(values: Values, start: int, stop: int, takes: Offsets) -> None:
    """The same for any number of takes."""
    seen = np.full(len(takes) + 2, -1, np.int64)
    for n in range(start, stop):
        for take in takes:
            seen[values[n - take]] = n
        value = 0
        while seen[value] == n:
            value += 1
        values[n] = value
