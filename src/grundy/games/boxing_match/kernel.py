"""Boxing Match on bit boards, compiled: the options of an area, and a search for its nimber.

An area of overlapping full blocks of two by two is one number: its blocks row by row from the lowest bit on, each at
its top left stone, in the least rectangle that holds them; then 4 bits for the height of that and 6 for the width,
which is not less. Of the rotations and reflections the least number stands for all. On a board for moves, each row has
a place more than it has blocks, as many as it has stones, so that blocks of one row never meet those of the next.

The search is over couples of an area and a nimber: (G, n) is lost exactly if n is the nimber of G (Lemoine and Viennot
2010). A table holds one number for each area: its nimber, or a negative number whose zero bits are the nimbers that
are excluded. To decide (G, n), an option of G with the nimber n is looked for; where there is none, each smaller nimber
is looked for in turn, and the first that no option has is that of G. In an option, known nimbers are added and equal
areas cancel; of the other areas the lightest are decided first, until one is left, which is one couple.
"""

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.bits import trailing_zeros
from grundy.kernels.jit import inner, jit, section, takes

Ints = NDArray[np.int64]
MOST_STONES = 64  # of the rectangle
MOST_OPTIONS = 256  # squares on a board of 8 x 8 stones number 204
OPTION_NUMBERS = 34  # that describe an option: its order, its lone stones, how many areas it has, and these
HEIGHT_AT, WIDTH_AT = 52, 56
ZERO, ONE = np.uint64(0), np.uint64(1)
UNKNOWN = -1  # no nimber is excluded
LOST, WON, OPEN = 0, 1, 2  # what is known of an option
MOST_DEPTH = 256  # couples on the path to one
FRAME = 6  # numbers of a couple on that path: area, nimber, the one looked for, the next option, the first and the last
AREA, NIMBER, ASKED, NEXT, FIRST, STOP = range(FRAME)


@section
def reversed_bits(row: np.uint64, width: int) -> np.uint64:
    found = ZERO
    for _ in range(width):
        found = found << ONE | row & ONE
        row >>= ONE
    return found


@section
def count_bits(word: np.uint64) -> int:
    count = 0
    while word:
        word &= word - ONE
        count += 1
    return count


@section
def transpose_rows(rows: NDArray[np.uint64], height: int, width: int) -> None:
    found = np.zeros(len(rows), np.uint64)
    for row in range(height):
        for column in range(width):
            found[column] |= (rows[row] >> np.uint64(column) & ONE) << np.uint64(row)
    for row in range(len(rows)):  # a slice would take two seconds more to compile
        rows[row] = found[row]


@section
def least_flip(rows: NDArray[np.uint64], height: int, width: int) -> np.uint64:
    """The least number of the rows among the rectangle and its flips."""
    shift = np.uint64(width)
    down = up = down_back = up_back = ZERO
    for row in range(height):
        first, last = rows[row], rows[height - 1 - row]
        down, up = down << shift | first, up << shift | last
        down_back = down_back << shift | reversed_bits(first, width)
        up_back = up_back << shift | reversed_bits(last, width)
    return min(min(down, up), min(down_back, up_back))


@section
def number_area(area: np.uint64, stride: int, rows: NDArray[np.uint64]) -> np.int64:
    """The number of some blocks on a board for moves; `rows` is scratch space."""
    top, bottom, used = trailing_zeros(area) // stride, 0, ZERO
    rows[:] = 0
    area >>= np.uint64(top * stride)
    full = (ONE << np.uint64(stride)) - ONE
    while area:
        rows[bottom] = area & full
        used |= rows[bottom]
        area >>= np.uint64(stride)
        bottom += 1
    left = trailing_zeros(used)
    width = 0
    while used >> np.uint64(left + width):
        width += 1
    for row in range(bottom):
        rows[row] >>= np.uint64(left)
    height = bottom
    if height > width:
        transpose_rows(rows, height, width)
        height, width = width, height
    best = least_flip(rows, height, width)
    if height == width:
        transpose_rows(rows, height, width)
        best = min(best, least_flip(rows, height, width))
    return np.int64(best) | np.int64(height) << HEIGHT_AT | np.int64(width) << WIDTH_AT


@inner
def count_blocks(area: int) -> int:
    return count_bits(np.uint64(area & ((1 << HEIGHT_AT) - 1)))


@inner
def stones_of(blocks: np.uint64, stride: int) -> np.uint64:
    pairs = blocks | blocks << ONE
    return pairs | pairs << np.uint64(stride)


@inner
def larger_squares(corners: np.uint64, stride: int) -> np.uint64:
    """The top left corners of four squares of one size that make one of the next, among the corners."""
    pairs = corners & corners >> ONE
    return pairs & pairs >> np.uint64(stride)


@section
def piece_of(blocks: np.uint64, stride: int) -> np.uint64:
    """The blocks that are connected with the first one."""
    piece, grown = ZERO, blocks & (~blocks + ONE)
    while grown != piece:
        piece = grown
        wide = piece | piece << ONE | piece >> ONE
        grown = (wide | wide << np.uint64(stride) | wide >> np.uint64(stride)) & blocks
    return piece


@section
def write_options(area: int, options: Ints, rows: NDArray[np.uint64]) -> int:
    """Write the options of an area to a row each, in no order; their number."""
    height, width = area >> HEIGHT_AT & 15, area >> WIDTH_AT
    stride, size = width + 1, 0
    own, full = ZERO, (ONE << np.uint64(width)) - ONE
    for row in range(height):
        own |= (np.uint64(area) >> np.uint64(row * width) & full) << np.uint64(row * stride)
    all_stones = stones_of(own, stride)
    corners, side, shape = all_stones, 1, ONE
    while corners:
        left = corners
        while left:
            place = np.uint64(trailing_zeros(left))
            left &= left - ONE
            kept = all_stones & ~(shape << place)
            rest = own & larger_squares(kept, stride)
            option = options[size]
            option[1] = count_bits(kept & ~stones_of(rest, stride))
            count, total = 0, 0
            while rest:
                piece = piece_of(rest, stride)
                rest &= ~piece
                option[3 + count] = number_area(piece, stride, rows)
                total += count_bits(piece)
                count += 1
            option[0], option[2] = 64 * (total + 4 * (option[1] & 1)) + count, count
            size += 1
        corners = own if side == 1 else larger_squares(corners, stride)
        side += 1
        line = (ONE << np.uint64(side)) - ONE
        shape = ZERO
        for row in range(side):
            shape |= line << np.uint64(row * stride)
    return size


@jit
@takes(0)
def list_options(area: int) -> Ints:
    options = np.zeros((MOST_OPTIONS, OPTION_NUMBERS), np.int64)
    return options[: write_options(area, options, np.zeros(MOST_STONES, np.uint64))]


@inner
def slot(keys: Ints, area: int) -> np.int64:
    """Where an area is in the table, or where it would be."""
    mask = len(keys) - 1
    mixed = np.uint64(area) * np.uint64(0x9E3779B97F4A7C15)
    found = np.int64((mixed ^ mixed >> np.uint64(32)) & np.uint64(mask))
    while keys[found] != area and keys[found] != 0:
        found = (found + 1) & mask
    return found


@inner
def fact_of(keys: Ints, facts: Ints, area: int) -> np.int64:
    place = slot(keys, area)
    return facts[place] if keys[place] else np.int64(UNKNOWN)


@section
def put(keys: Ints, facts: Ints, area: int, fact: np.int64) -> int:
    """Store a fact; whether the area is new."""
    place = slot(keys, area)
    new = keys[place] == 0
    keys[place], facts[place] = area, fact
    return int(new)


@section
def ask_option(keys: Ints, facts: Ints, option: Ints, nimber: int, couple: Ints) -> int:
    """Whether an option has this nimber (LOST), has not (WON), or that is OPEN: then `couple` is to be decided."""
    heap, open_, lightest, least = option[1] & 1 ^ nimber, 0, MOST_STONES, 0
    for i in range(3, 3 + option[2]):
        area = option[i]
        fact = fact_of(keys, facts, area)
        if fact >= 0:
            heap ^= fact
            continue
        copies = 0
        for j in range(3, 3 + option[2]):
            copies += option[j] == area
        if copies % 2 == 0:
            continue
        open_ += 1
        if count_blocks(area) < lightest:
            lightest, least = count_blocks(area), i
    if open_ == 0:
        return WON if heap else LOST
    fact = fact_of(keys, facts, option[least])
    couple[0] = option[least]
    couple[1] = heap if open_ == 1 else trailing_zeros(np.uint64(fact & -fact))
    return OPEN if fact >> couple[1] & 1 else WON


@section
def sort_options(options: Ints, order: Ints, first: int, stop: int) -> None:
    """Put the options of a couple in order, by their first number."""
    for i in range(first, stop):
        place, key = i, options[i, 0]
        while place > first and options[order[place - 1], 0] > key:
            order[place] = order[place - 1]
            place -= 1
        order[place] = i


@section
def begin_frame(frame: Ints, options: Ints, order: Ints, rows: NDArray[np.uint64], couple: Ints, first: int) -> None:
    frame[AREA], frame[NIMBER], frame[ASKED] = couple[0], couple[1], couple[1]
    frame[NEXT] = frame[FIRST] = first
    frame[STOP] = first + write_options(couple[0], options[first:], rows)
    sort_options(options, order, first, frame[STOP])


@section
def answer_frame(keys: Ints, facts: Ints, frame: Ints, options: Ints, order: Ints, couple: Ints) -> int:
    """Whether some option has the nimber looked for, WON; none, LOST; or OPEN: then `couple` is to be decided."""
    if frame[NEXT] == frame[FIRST]:
        for i in range(frame[FIRST], frame[STOP]):
            if ask_option(keys, facts, options[i], frame[ASKED], couple) == LOST:
                return WON
    while frame[NEXT] < frame[STOP]:
        known = ask_option(keys, facts, options[order[frame[NEXT]]], frame[ASKED], couple)
        if known != WON:
            return WON if known == LOST else OPEN
        frame[NEXT] += 1
    return LOST


@section
def update_fact(frame: Ints, fact: np.int64, known: int) -> np.int64:
    """The fact about an area after an answer for ASKED; the frame then has the next nimber to look for, -1 for none."""
    nimber, now = frame[NIMBER], frame[ASKED]
    if known == WON:
        fact &= ~(np.int64(1) << now)
    elif now < nimber:
        frame[ASKED] = -1
        return np.int64(now)
    smaller = fact & ((np.int64(1) << nimber) - 1)
    if known == WON and now == nimber:
        frame[ASKED] = -1
        return fact
    if smaller == 0:
        frame[ASKED] = -1
        return np.int64(nimber)
    frame[ASKED], frame[NEXT] = trailing_zeros(np.uint64(smaller)), frame[FIRST]
    return fact


@jit
@takes("int64", "int64", "int64", "int64 2d", 0)
def decide(keys: Ints, facts: Ints, start: Ints, options: Ints, nodes: int) -> tuple[int, int]:
    """The numbers of couples searched and of new areas, until `start` is decided or `nodes` couples were searched.

    It also ends where the table has little room left.
    """
    frames, order = np.zeros((MOST_DEPTH, FRAME), np.int64), np.zeros(len(options), np.int64)
    rows, couple = np.zeros(MOST_STONES, np.uint64), start.copy()
    room, depth, looked, new = len(keys) // 8, 0, 1, 0
    begin_frame(frames[0], options, order, rows, couple, 0)
    while depth >= 0 and looked < nodes and new < room:
        frame = frames[depth]
        known = answer_frame(keys, facts, frame, options, order, couple)
        if known == OPEN:
            depth += 1
            looked += 1
            begin_frame(frames[depth], options, order, rows, couple, frame[STOP])
            continue
        area = frame[AREA]
        new += put(keys, facts, area, update_fact(frame, fact_of(keys, facts, area), known))
        if frame[ASKED] < 0:
            depth -= 1
    return looked, new


@jit
@takes("int64", "int64", 0)
def recall_fact(keys: Ints, facts: Ints, area: int) -> int:
    return int(fact_of(keys, facts, area))


@jit
@takes("int64", "int64", "int64", "int64")
def copy_table(keys: Ints, facts: Ints, more_keys: Ints, more_facts: Ints) -> None:
    for place in range(len(keys)):
        if keys[place]:
            put(more_keys, more_facts, keys[place], facts[place])
