"""Hexadecimal codes, whose moves may leave three heaps: rows of pairs, searched for triples (docs/theory/heaps.md)."""

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.heap_rules import Digits, Values
from grundy.kernels.jit import jit, section, takes

Rows = NDArray[np.uint64]
ONE, SIX, LOW = np.uint64(1), np.uint64(6), np.uint64(63)


@section
def in_row(rows: Rows, row: int, value: int) -> bool:
    word = np.uint64(value)
    return bool(rows[row, word >> SIX] >> (word & LOW) & ONE)


@section
def is_triple(values: Values, pairs: Rows, left: int, value: int) -> bool:
    """Whether three parts of `left` stones have this nim-sum."""
    part = 1
    while part < left - 1 and not in_row(pairs, left - part, value ^ values[part]):
        part += 1
    return part < left - 1


@section
def is_option(values: Values, pairs: Rows, n: int, digits: Digits, value: int) -> bool:
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
        if digit & 8 and is_triple(values, pairs, left, value):
            return True
    return False


@jit
@takes("uint16", 0, 0, "uint8", 0)
def fill_hexadecimal(values: Values, start: int, stop: int, digits: Digits, size: int) -> int:
    """Compute values from heap `start` on; return `stop`, or the first heap whose value is not below `size`."""
    pairs = np.zeros((stop, size >> 6), np.uint64)  # the size is a power of two above every value before `start`
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
