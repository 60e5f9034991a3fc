"""Nimstring on a board of dots, compiled: all boxes of a board at once, as bits of machine words.

With R x C boxes, box (r, c) is bit r(C + 1) + c; the same bit is the line above it in the word `across`, and the line
to its left in the word `down`. So the line below a box is C + 1 bits on, the line to its right one bit. The ends of
dropped lines are words too: `one` has the boxes with one such end, `many` those with more, which are as good as the
ground (see `kernel`). A part is two words, `across` with `one` above it, and `down` with `many`; of its images under
the symmetries of the board the least stands for all.
"""

import numpy as np

from grundy.games.nimstring.kernel_couples import (
    COUNT,
    FRAME,
    LONE,
    MORE,
    MOST_DEPTH,
    ORDER,
    PARTS,
    STOP,
    WORD,
    Ints,
    Words,
    answer_couple,
    has_room,
    number_part,
    push_frame,
)
from grundy.kernels.bits import count_ones
from grundy.kernels.jit import jit, section, takes

STRIDE, BOXES, ONE_AT, MANY_AT, TURNS, CORNERS = range(6)  # numbers of a board; four corners, two lines of each
MAPS = 3  # tables of an image: of the lines across, those down, and the boxes
TRANSPOSE = 4  # the fifth image
ZERO, ONE, BYTE, EIGHT = np.uint64(0), np.uint64(1), np.uint64(255), np.uint64(8)


@section
def degrees(board: Words, across: np.uint64, down: np.uint64, one: np.uint64) -> tuple[np.uint64, np.uint64]:
    """The boxes with one line left, and with two, where the end of a dropped line counts."""
    boxes = board[BOXES]
    above, below = across & boxes, across >> board[STRIDE] & boxes
    left, right = down & boxes, down >> ONE & boxes
    odd, other = above ^ below, left ^ right
    pair, second, third = above & below, left & right, odd & other
    odd ^= other
    fourth = odd & one
    odd ^= one
    twos, fours = pair ^ second, pair & second
    fours |= twos & third
    twos ^= third
    fours |= twos & fourth
    twos ^= fourth
    return odd & ~twos & ~fours, twos & ~odd & ~fours


@section
def beside(board: Words, across: np.uint64, down: np.uint64) -> np.uint64:
    """The boxes that these lines are beside."""
    return np.uint64((across | across >> board[STRIDE] | down | down >> ONE) & board[BOXES])


@section
def take_boxes(
    board: Words, across: np.uint64, down: np.uint64, one: np.uint64, many: np.uint64
) -> tuple[np.uint64, np.uint64, bool]:
    """The lines left after all boxes are taken that can be, and whether there is a choice: then all is loony."""
    stride = board[STRIDE]
    while True:
        single, double = degrees(board, across, down, one)
        single &= ~many & beside(board, across, down)
        if not single:
            return across, down, False
        box = single & (~single + ONE)
        level, upright = (box | box << stride) & across, (box | box << ONE) & down
        across, down = across & ~level, down & ~upright
        beyond = beside(board, level, upright) & ~box & double & ~many
        if beyond:
            level, upright = (beyond | beyond << stride) & across, (beyond | beyond << ONE) & down
            if not beside(board, level, upright) & ~beyond & single:
                return across, down, True
            across, down = across & ~level, down & ~upright


@section
def long_chains(board: Words, across: np.uint64, down: np.uint64, one: np.uint64, many: np.uint64) -> np.uint64:
    """The boxes of chains of three or more and of loops, and of those that join a dropped line."""
    stride = board[STRIDE]
    double = degrees(board, across, down, one)[1] & ~many
    above, below = double << stride & across, (double & across) >> stride
    left, right = double << ONE & down, (double & down) >> ONE
    dead = double & (one | above & below | left & right | (above | below) & (left | right))
    new = dead
    while new:
        new = (new << stride & across | (new & across) >> stride | new << ONE & down | (new & down) >> ONE) & double
        new &= ~dead
        dead |= new
    return np.uint64(dead)


@section
def image(images: Words, first: int, word: np.uint64) -> np.uint64:
    found = ZERO
    while word:
        found |= images[first, word & BYTE]
        word >>= EIGHT
        first += 1
    return found


@section
def join_corners(board: Words, across: np.uint64, down: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Of the two lines of a corner box at the rim, which are alike, the one across is kept."""
    for corner in range(CORNERS, CORNERS + 8, 2):
        if down & board[corner + 1] and not across & board[corner]:
            across, down = across | board[corner], down & ~board[corner + 1]
    return across, down


@section
def least_image(
    board: Words, images: Words, across: np.uint64, down: np.uint64, one: np.uint64, many: np.uint64
) -> tuple[np.uint64, np.uint64]:
    """The two words of a part, the least of its images."""
    bytes_ = len(images) // (5 * MAPS)
    across, down = join_corners(board, across, down)
    word, more = ~ZERO, ~ZERO
    for turn in range(int(board[TURNS])):
        if turn == TRANSPOSE:
            at = TRANSPOSE * MAPS * bytes_
            across, down = image(images, at + bytes_, down), image(images, at, across)
            one, many = image(images, at + 2 * bytes_, one), image(images, at + 2 * bytes_, many)
            across, down = join_corners(board, across, down)
        at = turn % TRANSPOSE * MAPS * bytes_
        first = image(images, at, across) | image(images, at + 2 * bytes_, one) << board[ONE_AT]
        if first > word:
            continue
        second = image(images, at + bytes_, down) | image(images, at + 2 * bytes_, many) << board[MANY_AT]
        if first < word or second < more:
            word, more = first, second
    return word, more


@section
def enter_part(
    board: Words,
    images: Words,
    store: Ints,
    size: Ints,
    across: np.uint64,
    down: np.uint64,
    one: np.uint64,
    many: np.uint64,
) -> int:
    """The number of a part, for which the least of its images stands."""
    word, more = least_image(board, images, across, down, one, many)
    return number_part(store, size, word, more, count_ones(across) + count_ones(down))


@section
def write_parts(
    board: Words,
    images: Words,
    store: Ints,
    size: Ints,
    across: np.uint64,
    down: np.uint64,
    one: np.uint64,
    many: np.uint64,
    options: Ints,
    row: int,
) -> None:
    """Write the parts of a position without boxes to take as an option.

    First come options that leave little, and of these the ones with many boxes on two lines: the next line there makes
    a chain, which takes a third of the couples (3 x 4 boxes).
    """
    stride, boxes = board[STRIDE], board[BOXES]
    dead = long_chains(board, across, down, one, many)
    if dead:
        level, upright = (dead | dead << stride) & across, (dead | dead << ONE) & down
        across, down = across & ~level, down & ~upright
        above, below = level & boxes, level >> stride & boxes
        left, right = upright & boxes, upright >> ONE & boxes
        ends = above | below | left | right
        many |= ends & one | above & below | left & right | (above | below) & (left | right)
        live = beside(board, across, down)
        one, many = (one | ends) & ~many & live, many & live
    narrow = count_ones(degrees(board, across, down, one)[1] & ~many)
    count = lone = heaviest = total = 0
    while across | down:
        level = across & (~across + ONE)
        upright = ZERO if level else down & (~down + ONE)
        grows = True
        while grows:
            near = beside(board, level, upright) & ~many
            more, further = level | (near | near << stride) & across, upright | (near | near << ONE) & down
            grows = more != level or further != upright
            level, upright = more, further
        across, down = across & ~level, down & ~upright
        weight = count_ones(level) + count_ones(upright)
        if weight == 1:
            lone += 1
            continue
        near = beside(board, level, upright)
        part = enter_part(board, images, store, size, level, upright, one & near, many & near)
        options[row, PARTS + count] = part
        count += 1
        total += weight
        heaviest = max(heaviest, weight)
    options[row, ORDER] = 64 * (64 * heaviest + total) - narrow
    options[row, LONE], options[row, COUNT] = lone, count


@section
def write_options(board: Words, images: Words, store: Ints, size: Ints, part: int, options: Ints, first: int) -> int:
    """Write the options of a part to a row each, from the first on; the row after the last."""
    word, more = np.uint64(store[part, WORD]), np.uint64(store[part, MORE])
    one, many = word >> board[ONE_AT], more >> board[MANY_AT]
    across, down = word ^ one << board[ONE_AT], more ^ many << board[MANY_AT]
    rest, further = across, down
    for corner in range(CORNERS, CORNERS + 8, 2):
        if across & board[corner]:
            further &= ~board[corner + 1]
    while rest | further:
        level = rest & (~rest + ONE)
        upright = ZERO if level else further & (~further + ONE)
        rest, further = rest ^ level, further ^ upright
        left, left_down, has_choice = take_boxes(board, across ^ level, down ^ upright, one, many)
        if not has_choice:
            write_parts(board, images, store, size, left, left_down, one, many, options, first)
            first += 1
    return first


@jit
@takes(("uint64", "uint64 2d"), "int64 2d", "int64", 0, 0, "int64 2d")
def list_parts(graph: tuple[Words, Words], store: Ints, size: Ints, across: int, down: int, options: Ints) -> None:
    """Write the parts of a position without boxes to take to the first row."""
    board, images = graph
    write_parts(board, images, store, size, np.uint64(across), np.uint64(down), ZERO, ZERO, options, 0)


@jit
@takes(("uint64", "uint64 2d"), "int64 2d", "int64", 0, 0, "int64 2d", 0)
def decide(
    graph: tuple[Words, Words], store: Ints, size: Ints, part: int, nimber: int, options: Ints, nodes: int
) -> int:
    """The number of couples searched, until this one is decided, `nodes` were searched, or the store has no room."""
    board, images = graph
    frames, order = np.zeros((MOST_DEPTH, FRAME), np.int64), np.zeros(len(options), np.int64)
    couple, depth, deepest, looked = np.array([part, nimber]), 0 * nodes, -1, 0  # a literal compiles all twice
    while depth >= 0 and looked < nodes and has_room(store, size):
        if depth > deepest:
            first = frames[deepest, STOP] if depth else 0
            stop = write_options(board, images, store, size, couple[0], options, first)
            push_frame(frames, depth, couple, options, order, first, stop)
            looked += 1
        deepest = depth
        depth = answer_couple(store, frames, depth, options, order, couple)
    return looked
