"""Codes whose moves may leave many heaps: the nim-sums of all partitions of m into r parts, as a row of bits.

How a row follows from smaller ones is in docs/theory/heaps.md.
"""

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.jit import jit, section, takes

Counts = NDArray[np.int64]
Rows = NDArray[np.uint64]
Row = NDArray[np.uint64]
Nimbers = NDArray[np.uint32]
SIX, LOW = 6, 63
ONE, ALL = np.uint64(1), np.uint64(0xFFFFFFFFFFFFFFFF)
# for each bit of a value the bit numbers of a word without it, which are exchanged with those that have it
HALVES = np.array([(2**64 - 1) // (2**2**bit + 1) for bit in range(SIX)], np.uint64)  # 0x5555..., 0x3333..., ...


@section
def add_moved(row: Row, other: Row, value: int, halves: Row) -> None:
    """Add the bits of another row to this one, each moved by xor with the value."""
    far = value >> SIX
    for place in range(len(row)):
        word = other[place ^ far]
        for bit in range(SIX):
            if value >> bit & 1:
                step, half = np.uint64(1 << bit), halves[bit]
                word = (word & half) << step | word >> step & half
        row[place] |= word


@section
def add_partitions(rows: Rows, values: Nimbers, n: int, is_open: bool, halves: Row) -> None:
    """Fill the rows of n stones in two parts or more; row 1 holds the values themselves."""
    last = len(rows) - 1
    for parts in range(2, last + 1):
        row = rows[parts, n]
        for part in range(1, n // parts + 1):
            add_moved(row, rows[parts - 1, n - part], values[part], halves)
            if is_open and parts == last:
                add_moved(row, rows[parts, n - part], values[part], halves)


@section
def collect_options(rows: Rows, n: int, digits: Counts, options: Row) -> None:
    """Make `options` the set of the values of all moves from heap n."""
    options[:] = 0
    for take in range(min(n + 1, len(digits))):
        for parts in range(len(rows)):
            if digits[take] >> parts & 1:
                options |= rows[parts, n - take]


@section
def first_missing(options: Row) -> int:
    """The mex of a set of values, or the size of the row when it is full."""
    place = 0
    while place < len(options) and options[place] == ALL:
        place += 1
    value = place << SIX
    while place < len(options) and options[place] >> np.uint64(value & LOW) & ONE:
        value += 1
    return value


@jit
@takes("uint32", "uint64 3d", 0, 0, "int64", True, "uint64", "uint64")
def fill_by_partitions(
    values: Nimbers, rows: Rows, start: int, stop: int, digits: Counts, is_open: bool, options: Row, halves: Row
) -> int:
    """Compute values from heap `start` on, with all rows below; return `stop`, or the first heap that does not fit."""
    width = len(options) << SIX
    for n in range(start, stop):
        rows[:, n] = 0
        rows[0, n, 0] = np.uint64(n == 0)
        add_partitions(rows, values, n, is_open, halves)
        collect_options(rows, n, digits, options)
        value = first_missing(options)
        if value == width:
            return n
        values[n] = value
        rows[1, n, value >> SIX] |= np.uint64(n > 0) << np.uint64(value & LOW)
    return stop
