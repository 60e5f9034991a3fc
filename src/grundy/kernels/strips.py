"""The nimbers of all parts that arise on a narrow strip, compiled: a sweep by the definition.

A strip has a few rows and any number of columns, at most 128 places. A part of it is a connected set of places: a bit
for each, column by column from the lowest on, in two words, `low` and `high`. Places of one row are joined between
neighbouring columns where the row is in `across`, rows of one column where the upper one is in `down`. A move takes a
place, two that are joined, or one with all that it is joined to; what it leaves falls into parts again. A part is moved
to the first column, and to the first row where all rows are alike; of its reflections that the joins allow, the least
stands for all.

The table of nimbers is an array of keys and one of values, 1 more than the nimber, by open addressing. The sweep goes
through the moves of a part; at the first one that leaves a part which is not in the table, it goes on with that part,
and comes back to this move.
"""

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.bits import trailing_zeros
from grundy.kernels.jit import jit, section, takes

Words = NDArray[np.uint64]
Bytes = NDArray[np.uint8]
Number = int | np.int64
Pair = tuple[np.uint64, np.uint64]
ZERO, ONE = np.uint64(0), np.uint64(1)
MOST_PLACES = 128
MOST_NIMBERS = 64  # bits of a word
MOVE_KINDS = 4  # at each place: it alone, with the one below, with the one beside, with all that it is joined to
ALONE, BELOW, BESIDE, AROUND = 1, 2, 4, 8  # as bits
# What the words of `rules` are: a number, or two words of places.
ROWS, TAKES, ALIKE, MIRRORED, ACROSS, DOWN, FIRST_ROW, RULE_WORDS = 0, 1, 2, 3, 4, 6, 8, 10
LOW, HIGH, SEEN, NEXT, FRAME_WORDS = 0, 1, 2, 3, 4  # of a part on the way: its nimbers met so far, and its next move
MOST_DEPTH = MOST_PLACES + 1
TOO_LARGE = -1  # instead of a depth: a nimber of 64 or more


@section
def up(low: np.uint64, high: np.uint64, places: Number) -> Pair:
    """The places so far up, towards later columns."""
    by = np.uint64(places)
    if places == 0:
        return low, high
    if places >= 64:
        return ZERO, low << (by - np.uint64(64))
    return low << by, high << by | low >> (np.uint64(64) - by)


@section
def back(low: np.uint64, high: np.uint64, places: Number) -> Pair:
    by = np.uint64(places)
    if places == 0:
        return low, high
    if places >= 64:
        return high >> (by - np.uint64(64)), ZERO
    return low >> by | high << (np.uint64(64) - by), high >> by


@section
def joined(low: np.uint64, high: np.uint64, rules: Words) -> Pair:
    """All places that are joined to some of these, whether they are free or not."""
    rows = np.uint64(rules[ROWS])
    rest = np.uint64(64) - rows
    last = np.uint64(63)
    a, b = low & rules[ACROSS], high & rules[ACROSS + 1]
    c, d = low & rules[DOWN], high & rules[DOWN + 1]
    near = a << rows | c << ONE | (low >> rows | high << rest) & rules[ACROSS]
    near |= (low >> ONE | high << last) & rules[DOWN]
    far = b << rows | a >> rest | d << ONE | c >> last | high >> rows & rules[ACROSS + 1]
    return near, far | high >> ONE & rules[DOWN + 1]


@section
def reversed_word(word: np.uint64) -> np.uint64:
    """The bits in the opposite order."""
    for step, mask in (
        (np.uint64(1), np.uint64(0x5555555555555555)),
        (np.uint64(2), np.uint64(0x3333333333333333)),
        (np.uint64(4), np.uint64(0x0F0F0F0F0F0F0F0F)),
        (np.uint64(8), np.uint64(0x00FF00FF00FF00FF)),
        (np.uint64(16), np.uint64(0x0000FFFF0000FFFF)),
    ):
        word = word >> step & mask | (word & mask) << step
    return word >> np.uint64(32) | word << np.uint64(32)


@section
def first_place(low: np.uint64, high: np.uint64) -> int:
    return trailing_zeros(low) if low else 64 + trailing_zeros(high)


@section
def flipped(low: np.uint64, high: np.uint64, rules: Words) -> Pair:
    """The places with the rows in the opposite order."""
    rows = np.int64(rules[ROWS])
    near = far = ZERO
    for row in range(rows):
        a, b = back(low, high, row)
        c, d = up(a & rules[FIRST_ROW], b & rules[FIRST_ROW + 1], rows - 1 - row)
        near |= c
        far |= d
    return near, far


@section
def placed_first(low: np.uint64, high: np.uint64, rules: Words) -> Pair:
    """The places moved to the first column, and to the first row where all rows are alike."""
    rows = np.int64(rules[ROWS])
    low, high = back(low, high, first_place(low, high) // rows * rows)
    if rules[ALIKE]:
        while not low & rules[FIRST_ROW] and not high & rules[FIRST_ROW + 1]:
            low, high = back(low, high, 1)
    return low, high


@section
def canonical(low: np.uint64, high: np.uint64, rules: Words) -> Pair:
    """The part that stands for this one and its reflections."""
    low, high = placed_first(low, high, rules)
    other, far = flipped(low, high, rules)
    # The bits in the opposite order are the strip turned by half; its flip is the strip with the columns in the
    # opposite order. Columns of 3 rows do not fill the words, so that it is moved by what is left first.
    spare = MOST_PLACES % np.int64(rules[ROWS])
    shifted, shifted_far = up(low, high, spare)
    turned, turned_far = placed_first(reversed_word(shifted_far), reversed_word(shifted), rules)
    shifted, shifted_far = up(other, far, spare)
    swapped, swapped_far = placed_first(reversed_word(shifted_far), reversed_word(shifted), rules)
    if swapped_far < high or (swapped_far == high and swapped < low):
        low, high = swapped, swapped_far
    if rules[MIRRORED]:
        other, far = placed_first(other, far, rules)
        if far < high or (far == high and other < low):
            low, high = other, far
        if turned_far < high or (turned_far == high and turned < low):
            low, high = turned, turned_far
    return low, high


@section
def taken_by(low: np.uint64, high: np.uint64, place: Number, kind: Number, rules: Words) -> Pair:
    """The places that a move of this kind takes from a part; none where there is no such move."""
    near, far = up(ONE, ZERO, place)
    if not rules[TAKES] >> np.uint64(kind) & ONE or not (low & near | high & far):
        return ZERO, ZERO
    if 1 << kind == ALONE:
        return near, far
    if 1 << kind == AROUND:
        beside, beyond = joined(near, far, rules)
        return low & (near | beside), high & (far | beyond)
    joins, step = (DOWN, 1) if 1 << kind == BELOW else (ACROSS, np.int64(rules[ROWS]))
    second, beyond = up(near & rules[joins], far & rules[joins + 1], step)
    second &= low
    beyond &= high
    return (near | second, far | beyond) if second | beyond else (ZERO, ZERO)


@section
def slot(keys: Words, values: Bytes, low: np.uint64, high: np.uint64) -> int:
    """Where a part is in the table, or where it would be."""
    mask = len(values) - 1
    mixed = (low ^ high * np.uint64(0x9E3779B97F4A7C15)) * np.uint64(0xC2B2AE3D27D4EB4F)
    mixed = (mixed ^ mixed >> np.uint64(29)) * np.uint64(0xBF58476D1CE4E5B9)
    found = np.int64((mixed ^ mixed >> np.uint64(32)) & np.uint64(mask))
    while values[found] and (keys[found, 0] != low or keys[found, 1] != high):
        found = (found + 1) & mask
    return int(found)


@section
def option_value(
    low: np.uint64,
    high: np.uint64,
    near: np.uint64,
    far: np.uint64,
    rules: Words,
    keys: Words,
    values: Bytes,
    new: Words,
) -> int:
    """The nimber of what is left of a part without some places; -1 and the part in `new` where a part is not known.

    Each part that is left has a place next to those taken. One that has all of these is all that is left: most moves
    leave a part whole, and that is found after a few steps.
    """
    total = np.int64(0)
    edge, edge_far = joined(near, far, rules)
    low, high = low & ~near, high & ~far
    edge, edge_far = edge & low, edge_far & high
    while low | high:
        seed = edge & (~edge + ONE)
        seed_far = ZERO if edge else edge_far & (~edge_far + ONE)
        piece, piece_far = ZERO, ZERO
        while (seed != piece or seed_far != piece_far) and (edge & ~seed or edge_far & ~seed_far):
            piece, piece_far = seed, seed_far
            seed, seed_far = joined(piece, piece_far, rules)
            seed, seed_far = (seed | piece) & low, (seed_far | piece_far) & high
        if edge & ~seed or edge_far & ~seed_far:
            edge, edge_far = edge & ~seed, edge_far & ~seed_far
        else:
            seed, seed_far = low, high
        low, high = low & ~seed, high & ~seed_far
        seed, seed_far = canonical(seed, seed_far, rules)
        place = slot(keys, values, seed, seed_far)
        if not values[place]:
            new[0], new[1] = seed, seed_far
            return -1
        total ^= np.int64(values[place]) - 1
    return int(total)


@jit
@takes("uint64", "uint64 2d", "uint8", "uint64 2d", "uint64", 0, 0)
def sweep(
    rules: Words, keys: Words, values: Bytes, frames: Words, new: Words, depth: int, most: int
) -> tuple[int, int]:
    """Find the nimbers of the parts on the way, of which there are `depth`, and of all that they leave.

    Return how many parts are still on the way once `most` were found, and how many were found.
    """
    found = 0
    while depth and found < most:
        frame = frames[depth - 1]
        low, high, seen, move = frame[LOW], frame[HIGH], frame[SEEN], np.int64(frame[NEXT])
        value = 0
        while value >= 0 and move < MOVE_KINDS * MOST_PLACES:
            place = move // MOVE_KINDS
            rest, rest_far = back(low, high, place)
            if not rest | rest_far:
                break
            if not rest & ONE:
                move = MOVE_KINDS * (place + first_place(rest, rest_far))
                continue
            near, far = taken_by(low, high, place, move % MOVE_KINDS, rules)
            if near | far:
                value = option_value(low, high, near, far, rules, keys, values, new)
                if value >= 0:
                    seen |= ONE << np.uint64(value)
            if value >= 0:
                move += 1
        if value < 0:
            frame[SEEN], frame[NEXT] = seen, np.uint64(move)
            following = frames[depth]
            following[LOW], following[HIGH], following[SEEN], following[NEXT] = new[0], new[1], ZERO, ZERO
            depth += 1
            continue
        if ~seen == ZERO:
            return TOO_LARGE, found
        at = slot(keys, values, low, high)
        keys[at, 0], keys[at, 1], values[at] = low, high, np.uint8(1 + trailing_zeros(~seen))
        found += 1
        depth -= 1
    return depth, found


@jit
@takes("uint64", "uint64 2d", "uint8", "uint64", "uint64")
def ask(rules: Words, keys: Words, values: Bytes, whole: Words, new: Words) -> int:
    """The nimber of any set of places; -1 and a part in `new` that is not known yet."""
    low, high, total = whole[0], whole[1], np.int64(0)
    while low | high:
        seed, seed_far = low & (~low + ONE), ZERO if low else high & (~high + ONE)
        piece, piece_far = ZERO, ZERO
        while seed != piece or seed_far != piece_far:
            piece, piece_far = seed, seed_far
            seed, seed_far = joined(piece, piece_far, rules)
            seed, seed_far = (seed | piece) & low, (seed_far | piece_far) & high
        low, high = low & ~seed, high & ~seed_far
        seed, seed_far = canonical(seed, seed_far, rules)
        place = slot(keys, values, seed, seed_far)
        if not values[place]:
            new[0], new[1] = seed, seed_far
            return -1
        total ^= np.int64(values[place]) - 1
    return int(total)


@jit
@takes("uint64 2d", "uint8", "uint64 2d", "uint8")
def copy_table(keys: Words, values: Bytes, larger: Words, places: Bytes) -> None:
    for i in range(len(values)):
        if values[i]:
            at = slot(larger, places, keys[i, 0], keys[i, 1])
            larger[at, 0], larger[at, 1], places[at] = keys[i, 0], keys[i, 1], values[i]
