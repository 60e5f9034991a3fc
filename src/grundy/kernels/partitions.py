"""Codes whose moves may leave many heaps: the nim-sums of all partitions of m into r parts, as a row of bits.

A partition of m into r parts has a least part a of at most m / r; the others are a partition of m - a into r - 1 parts.
So row (r, m) is the union over a of the rows (r - 1, m - a), each moved by the value of a: bit v goes to v ^ value.
The last row may be open: then it stands for r parts or more, and grows out of itself as well.
"""

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.jit import jit, section

__all__ = ["partitions"]

Counts = NDArray[np.int64]
Rows = NDArray[np.uint64]
Row = NDArray[np.uint64]
Nimbers = NDArray[np.uint32]
SIX, LOW = 6, 63
ONE, ALL = np.uint64(1), np.uint64(0xFFFFFFFFFFFFFFFF)
# for each bit of a value the places of a word whose number lacks it: they change places with those that have it
HALVES = np.array(
    [
        0x5555555555555555,
        0x3333333333333333,
        0x0F0F0F0F0F0F0F0F,
        0x00FF00FF00FF00FF,
        0x0000FFFF0000FFFF,
        0x00000000FFFFFFFF,
    ],
    np.uint64,
)


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
    """Find the rows of n stones in two parts or more; row 1 holds the values themselves."""
    last = len(rows) - 1
    for parts in range(2, last + 1):
        row = rows[parts, n]
        for part in range(1, n // parts + 1):
            add_moved(row, rows[parts - 1, n - part], values[part], halves)
            if is_open and parts == last:
                add_moved(row, rows[parts, n - part], values[part], halves)


@section
def gather(rows: Rows, n: int, digits: Counts, options: Row) -> None:
    """Collect the values of all moves from heap n."""
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
def partitions(
    values: Nimbers, rows: Rows, start: int, stop: int, digits: Counts, is_open: bool, options: Row, halves: Row
) -> int:
    """How far the values could be found with rows of this width; what is known fills the rows below `start`."""
    width = len(options) << SIX
    for n in range(start, stop):
        rows[:, n] = 0
        rows[0, n, 0] = np.uint64(n == 0)
        add_partitions(rows, values, n, is_open, halves)
        gather(rows, n, digits, options)
        value = first_missing(options)
        if value == width:
            return n
        values[n] = value
        rows[1, n, value >> SIX] |= np.uint64(n > 0) << np.uint64(value & LOW)
    return stop
