"""Hexadecimal codes: a move may leave three heaps.

The values that two parts of m stones reach are kept as one row of bits for each m; whether three parts reach a value is
then one bit for each first part, and a linear search for each heap.
"""

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.jit import jit, section
from grundy.kernels.rules import Digits, Values

__all__ = ["triple"]

Rows = NDArray[np.uint64]
ONE, SIX, LOW = np.uint64(1), np.uint64(6), np.uint64(63)


@section
def in_row(rows: Rows, row: int, value: int) -> bool:
    """Whether the value belongs to the row."""
    word = np.uint64(value)
    return bool(rows[row, word >> SIX] >> (word & LOW) & ONE)


@section
def triple_hit(values: Values, pairs: Rows, left: int, value: int) -> bool:
    """Whether three parts of `left` stones have this xor."""
    part = 1
    while part < left - 1 and not in_row(pairs, left - part, value ^ values[part]):
        part += 1
    return part < left - 1


@section
def is_option(values: Values, pairs: Rows, n: int, digits: Digits, value: int) -> bool:
    """Whether some move from heap n has this value."""
    for take in range(min(n, len(digits) - 1) + 1):
        digit, left = digits[take], n - take
        if left == 0:
            if digit & 1 and value == 0:
                return True
            continue
        if digit & 2 and values[left] == value:
            return True
        if digit & 4 and in_row(pairs, left, value):
            return True
        if digit & 8 and triple_hit(values, pairs, left, value):
            return True
    return False


@jit
def triple(values: Values, start: int, stop: int, digits: Digits, size: int) -> int:
    """How far the values could be found below `size`, a power of two above every value."""
    pairs = np.zeros((stop, size >> 6), np.uint64)
    for n in range(stop):
        for part in range(1, n // 2 + 1):
            word = np.uint64(values[part] ^ values[n - part])
            pairs[n, word >> SIX] |= ONE << (word & LOW)
        if n >= start:
            value = 0
            while value < size and is_option(values, pairs, n, digits, value):
                value += 1
            if value == size:
                return n
            values[n] = value
    return stop
