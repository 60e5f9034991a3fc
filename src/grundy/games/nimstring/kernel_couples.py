"""A search over couples of a part and a nimber, compiled (Lemoine and Viennot 2010): what all kinds of boards share.

The store is a hash table with open addressing: a row has the two words of a part, a fact, and the number of strings.
The number of a part is its row. A fact is the nimber, or a negative number whose zero bits are the nimbers that are
excluded. An option is a row too: its order, its lone strings, how many parts it has, and the numbers of these.
"""

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.bits import trailing_zeros
from grundy.kernels.jit import jit, section, takes

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]
MOST_STRINGS = 62
MOST_PARTS = 32  # of an option
OPTION_NUMBERS = 3 + MOST_PARTS
ORDER, LONE, COUNT, PARTS = range(4)
MOST_DEPTH = 64
LOST, WON, OPEN = 0, 1, 2  # what is known of an option
FRAME = 6  # numbers of a couple on the path: part, nimber, the one looked for, the next option, the first and the last
PART, NIMBER, ASKED, NEXT, FIRST, STOP = range(FRAME)
ROW = 4
WORD, MORE, FACT, WEIGHT = range(ROW)
UNKNOWN = -1  # no nimber is excluded
ONE = np.uint64(1)


@section
def find_row(store: Ints, word: np.uint64, more: np.uint64) -> int:
    """The row of a part, or the free one where it is to be entered; a free row has the weight 0."""
    mask = np.uint64(len(store) - 1)
    mixed = (word ^ more * np.uint64(0xD6E8FEB86659FD93)) * np.uint64(0x9E3779B97F4A7C15)
    place = (mixed ^ mixed >> np.uint64(32)) & mask
    while store[place, WEIGHT] and (np.uint64(store[place, WORD]) != word or np.uint64(store[place, MORE]) != more):
        place = (place + ONE) & mask
    return int(place)


@section
def number_part(store: Ints, size: Ints, word: np.uint64, more: np.uint64, weight: int) -> int:
    """The number of a part, which is entered if it is new."""
    row = find_row(store, word, more)
    if not store[row, WEIGHT]:
        store[row, WORD], store[row, MORE] = np.int64(word), np.int64(more)
        store[row, FACT], store[row, WEIGHT] = UNKNOWN, weight
        size[0] += 1
    return row


@jit
@takes("int64 2d", "int64 2d", "int64", 0)
def copy_rows(old: Ints, new: Ints, size: Ints, least: int) -> None:
    """Enter in a new store what the old one knows of parts with more than `least` strings."""
    for row in range(len(old)):
        if old[row, WEIGHT] > least and old[row, FACT] != UNKNOWN:
            word, more = np.uint64(old[row, WORD]), np.uint64(old[row, MORE])
            new[number_part(new, size, word, more, old[row, WEIGHT]), FACT] = old[row, FACT]


@section
def ask_option(store: Ints, options: Ints, row: int, nimber: int, couple: Ints) -> int:
    """Whether an option has this nimber (LOST), has not (WON), or that is OPEN: then `couple` is to be decided."""
    heap, open_, lightest, least = options[row, LONE] & 1 ^ nimber, 0, 100, 0
    stop = PARTS + options[row, COUNT]
    for i in range(PARTS, stop):
        part = options[row, i]
        if store[part, FACT] >= 0:
            heap ^= store[part, FACT]
            continue
        copies = 0
        for j in range(PARTS, stop):
            copies += options[row, j] == part
        if copies % 2 == 0:
            continue
        open_ += 1
        if store[part, WEIGHT] < lightest:
            lightest, least = store[part, WEIGHT], part
    if open_ == 0:
        return WON if heap else LOST
    fact = store[least, FACT]
    couple[0] = least
    couple[1] = heap if open_ == 1 else trailing_zeros(np.uint64(fact & -fact))
    return OPEN if fact >> couple[1] & 1 else WON


@section
def sort_options(options: Ints, order: Ints, first: int, stop: int) -> None:
    """Put the options of a couple in order, by their first number."""
    for i in range(first, stop):
        place, key = i, options[i, ORDER]
        while place > first and options[order[place - 1], ORDER] > key:
            order[place] = order[place - 1]
            place -= 1
        order[place] = i


@section
def answer_frame(store: Ints, frames: Ints, depth: int, options: Ints, order: Ints, couple: Ints) -> int:
    """Whether some option has the nimber looked for, WON; none, LOST; or OPEN: then `couple` is to be decided."""
    first, stop, asked = frames[depth, FIRST], frames[depth, STOP], frames[depth, ASKED]
    if frames[depth, NEXT] == first:
        for i in range(first, stop):
            if ask_option(store, options, i, asked, couple) == LOST:
                return WON
    while frames[depth, NEXT] < stop:
        known = ask_option(store, options, order[frames[depth, NEXT]], asked, couple)
        if known != WON:
            return WON if known == LOST else OPEN
        frames[depth, NEXT] += 1
    return LOST


@section
def update_fact(frames: Ints, depth: int, fact: int, known: int) -> int:
    """The fact about a part after an answer for ASKED; the frame then has the next nimber to look for, -1 for none."""
    nimber, now = frames[depth, NIMBER], frames[depth, ASKED]
    if known == WON:
        fact &= ~(1 << now)
    elif now < nimber:
        frames[depth, ASKED] = -1
        return int(now)
    smaller = fact & ((1 << nimber) - 1)
    if known == WON and now == nimber:
        frames[depth, ASKED] = -1
        return fact
    if smaller == 0:
        frames[depth, ASKED] = -1
        return int(nimber)
    frames[depth, ASKED], frames[depth, NEXT] = trailing_zeros(np.uint64(smaller)), frames[depth, FIRST]
    return fact


@section
def has_room(store: Ints, size: Ints) -> bool:
    """Whether the parts of one more position have room in half of the store."""
    return bool(2 * (size[0] + MOST_STRINGS * MOST_PARTS) < len(store))


@section
def push_frame(frames: Ints, depth: int, couple: Ints, options: Ints, order: Ints, first: int, stop: int) -> None:
    """Put a couple with its options on the path."""
    sort_options(options, order, first, stop)
    frames[depth, PART], frames[depth, NIMBER], frames[depth, ASKED] = couple[0], couple[1], couple[1]
    frames[depth, NEXT], frames[depth, FIRST], frames[depth, STOP] = first, first, stop


@section
def answer_couple(store: Ints, frames: Ints, depth: int, options: Ints, order: Ints, couple: Ints) -> int:
    """The depth to go on at, after the couple at this depth was answered as far as it can be now.

    It is one more where another couple is to be decided first, and one less where this one is decided.
    """
    while frames[depth, ASKED] >= 0:
        known = answer_frame(store, frames, depth, options, order, couple)
        if known == OPEN:
            return depth + 1
        part = frames[depth, PART]
        store[part, FACT] = update_fact(frames, depth, store[part, FACT], known)
    return depth - 1
