"""Codes with digits 0 to 3, subtraction games among them: the last few values decide the next (Golomb 1966)."""

import numpy as np

from grundy.kernels.bits import trailing_zeros
from grundy.kernels.heap_rules import Offsets, Values
from grundy.kernels.jit import jit, takes


@jit
@takes("uint16", 0, 0, "int64")
def fill_few_takes(values: Values, start: int, stop: int, takes: Offsets) -> None:
    """Compute the values of heaps `start` to `stop - 1`, `start` above all of at most 62 takes: marks fit a word."""
    for n in range(start, stop):
        marks = np.uint64(0)
        for take in takes:
            marks |= np.uint64(1) << np.uint64(values[np.uintp(n - take)])
        values[n] = trailing_zeros(~marks)


@jit
@takes("uint16", 0, 0, "int64")
def fill_many_takes(values: Values, start: int, stop: int, takes: Offsets) -> None:
    """Compute the same for any number of takes: marks[v] = n says that heap n reaches value v."""
    marks = np.full(len(takes) + 2, -1, np.int64)
    for n in range(start, stop):
        for take in takes:
            marks[values[n - take]] = n
        value = 0
        while marks[value] == n:
            value += 1
        values[n] = value
