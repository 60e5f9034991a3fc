"""Chomp on all bars of some rows and columns: the lost ones, found by marking forwards.

The *tail* of a bar are its rows after the first. Bars are visited by the length of the first row, then by tail, so that
options come first: one that is not marked is lost, and marks the bars that have it as an option. A bite in the first
row alone shortens that row, so a tail is lost with one first row at most, and a set of tails that are done stands for
all longer ones. Every other bar that has a lost one as an option is longer than it in a run of rows of one length: in
the first row too, if that belongs to the run, and then its tail is done; otherwise it has the same first row, and its
tail is marked until the next first row comes.

Row r of k rows in a tail, a squares long, adds C(a + k - r, k - r + 1) to the place of the tail (the combinatorial
number system), so tails in fewer columns come first, and those that differ in their last row stand side by side.
"""

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.bits import trailing_zeros
from grundy.kernels.jit import inner, jit, section, takes

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]
ONE, ALL = np.uint64(1), np.uint64(0xFFFF_FFFF_FFFF_FFFF)


def places(rows: int, columns: int) -> Ints:
    """What each row of a tail, counted from 1, of so many squares adds to its place; row 0 stands before the tail."""
    table = np.zeros((rows + 1, columns + 1), np.int64)
    table[rows] = np.arange(columns + 1)
    for row in range(rows - 1, 0, -1):
        table[row] = np.cumsum(table[row + 1])
    return table


@inner
def mark(words: Words, place: int) -> None:
    words[place >> 6] |= ONE << np.uint64(place & 63)


@section
def mark_all(words: Words, start: int, stop: int) -> None:
    first, last = start >> 6, (stop - 1) >> 6
    head, tail = ALL << np.uint64(start & 63), ALL >> np.uint64(63 - ((stop - 1) & 63))
    if first == last:
        words[first] |= head & tail
        return
    words[first] |= head
    words[last] |= tail
    for word in range(first + 1, last):
        words[word] = ALL


@section
def mark_run(words: Words, table: Ints, bar: Ints, first: int, last: int, limit: int, place: int) -> None:
    """Mark the tails that are longer in some rows of one length, up to a limit; the bar is left as it was."""
    least, row = bar[first], last
    base = place - table[last, least]
    while row >= first:
        low, high = least + (row == last), limit if first == last else bar[last - 1]
        if last == len(bar) - 1:
            if low <= high:
                mark_all(words, base + low, base + high + 1)
        else:
            for length in range(low, high + 1):
                mark(words, base + table[last, length])
        row = last - 1
        while row >= first and bar[row] == (limit if row == first else bar[row - 1]):
            base -= table[row, bar[row]] - table[row, least]
            bar[row] = least
            row -= 1
        if row >= first:
            base += table[row, bar[row] + 1] - table[row, bar[row]]
            bar[row] += 1


@section
def mark_before(done: Words, marks: Words, table: Ints, bar: Ints, place: int) -> None:
    """Mark the bars that have this lost one as an option, but those that differ in the first row alone."""
    first, widest = 0 * place, len(table[0]) - 1  # a literal would compile what is called with it once more
    while first < len(bar):
        last = first
        while last + 1 < len(bar) and bar[last + 1] == bar[first]:
            last += 1
        if first:
            mark_run(marks, table, bar, first, last, min(bar[first - 1], widest), place)
        elif last:
            mark_run(done, table, bar, first + 1, last, widest, place)
        first = last + 1


@section
def next_free(done: Words, marks: Words, place: int, stop: int) -> int:
    """The first place in neither set; `stop` or more where there is none before it."""
    while place < stop:
        free = ~(done[place >> 6] | marks[place >> 6]) >> np.uint64(place & 63)
        if free:
            return place + trailing_zeros(free)
        place = ((place >> 6) + 1) << 6
    return place


@section
def read_tail(table: Ints, bar: Ints, place: int) -> None:
    """Put the tail at a place into the bar."""
    for row in range(1, len(bar)):
        length = min(bar[row - 1], len(table[0]) - 1)
        while table[row, length] > place:
            length -= 1
        bar[row] = length
        place -= table[row, length]


@jit
@takes("uint64", "uint64", "int64 2d", "int64", 0, 0, "int64")
def lost_tails(
    done: Words, marks: Words, table: Ints, bar: Ints, start: int, stop: int, found: Ints
) -> tuple[int, int]:
    """Find tails that are lost with the first row of the bar; where the search stands, and how many were found.

    It goes on from `start`, and ends at `stop` or when there is no room for more.
    """
    place, size = next_free(done, marks, start, stop), 0
    while place < stop and size < len(found):
        found[size] = place
        size += 1
        read_tail(table, bar, place)
        mark_before(done, marks, table, bar, place)
        mark(done, place)
        place = next_free(done, marks, place, stop)
    return place, size
