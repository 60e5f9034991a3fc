"""Dots-and-Boxes on a board, compiled: whether the margin of points reaches a number.

Words and store are those of `kernel_grid`; a fact of a position is what is known of its margin, from LEAST to MOST. A
margin is even or odd as the number of boxes left is, so only every other number is asked for. The store has positions
in which no box can be taken; what is taken without a choice is taken at once.

Which moves matter, and why the others do not, is told in docs/theory/entailing.md: a box that can be taken is taken,
but for the double-cross; one line of each chain and loop stands for all, and none does where the chain is too long for
the number that is asked for. An option that the store already answers comes first; then those with most boxes on two
lines, where play ends soon, and of these the ones whose lines answered most questions before: with eight lines drawn on
4 x 4 boxes that takes a quarter fewer positions than the answers alone.
"""

import numpy as np

from grundy.games.nimstring.kernel_couples import FACT, UNKNOWN, WEIGHT, Ints, Words, find_row, has_room
from grundy.games.nimstring.kernel_grid import CORNERS, ONE, STRIDE, ZERO, beside, degrees, enter_part, least_image
from grundy.kernels.bits import count_ones, trailing_zeros
from grundy.kernels.jit import jit, section, takes

FALSE, TRUE, OPEN = 0, 1, 2
SHIFT, MIDDLE = 8, 100  # of a fact: 256 (LEAST + 100) + MOST + 100
MOVE = 5  # numbers of a move: its lines across and down, the mover's points, 1 if he goes on or -1, and its order
LEVEL, UPRIGHT, POINTS, AGAIN, ORDER = range(MOVE)
FRAME = 9
ACROSS, DOWN, LEAST, ROW, NEXT, STOP, FIRST, SIGN, BEGAN = range(FRAME)
WORD_BITS = 64
NARROW = 1 << 40  # in the order of moves, for each box on two lines: more than any line has answered
LAST = 1 << 60  # the order of moves that begin a long chain


@section
def write_move(moves: Ints, row: int, level: np.uint64, upright: np.uint64, points: int, again: int, order: int) -> int:
    moves[row, LEVEL], moves[row, UPRIGHT] = np.int64(level), np.int64(upright)
    moves[row, POINTS], moves[row, AGAIN], moves[row, ORDER] = points, again, order
    return row + 1


@section
def write_captures(
    board: Words, across: np.uint64, down: np.uint64, single: np.uint64, double: np.uint64, moves: Ints, first: int
) -> int:
    """Write the moves where boxes can be taken: one box, or for each what takes it and the double-cross."""
    stride, rest, row = board[STRIDE], single, first
    while rest:
        box = rest & (~rest + ONE)
        rest ^= box
        level, upright = (box | box << stride) & across, (box | box << ONE) & down
        beyond = beside(board, level, upright) & ~box
        if not beyond & double:
            return write_move(moves, first, level, upright, 1 + count_ones(beyond & single), 1, 0)
        row = write_move(moves, row, level, upright, 1, 1, 0)
        level, upright = (beyond | beyond << stride) & across & ~level, (beyond | beyond << ONE) & down & ~upright
        third = beside(board, level, upright) & ~beyond
        if third & single:
            continue
        further = (third | third << stride) & across & ~level, (third | third << ONE) & down & ~upright
        if not third & double or beside(board, further[0], further[1]) & ~third & single:
            row = write_move(moves, row, level, upright, 0, -1, 0)
    return row


@section
def take_freely(
    board: Words, across: np.uint64, down: np.uint64, moves: Ints, first: int
) -> tuple[np.uint64, np.uint64, int, int]:
    """The lines left when boxes are taken as long as there is no choice, the points, and the row after the choices."""
    points = 0
    while True:
        single, double = degrees(board, across, down, ZERO)
        if not single:
            return across, down, points, first
        stop = write_captures(board, across, down, single, double, moves, first)
        if stop > first + 1:
            return across, down, points, stop
        across, down = across ^ np.uint64(moves[first, LEVEL]), down ^ np.uint64(moves[first, UPRIGHT])
        points += moves[first, POINTS]


@section
def fit_least(board: Words, across: np.uint64, down: np.uint64, least: int) -> tuple[int, int]:
    """The number made even or odd as the margin is, and whether the boxes left answer for it."""
    boxes = count_ones(beside(board, across, down))
    least += (least - boxes) & 1
    return least, TRUE if least <= -boxes else FALSE if least > boxes else OPEN


@section
def ask_fact(fact: int, least: int) -> int:
    if fact == UNKNOWN:
        return OPEN
    if least <= (fact >> SHIFT) - MIDDLE:
        return TRUE
    return FALSE if least > (fact & 255) - MIDDLE else OPEN


@section
def look_up(board: Words, images: Words, store: Ints, across: np.uint64, down: np.uint64, least: int) -> int:
    """Whether the margin of a position without boxes to take is `least` or more, if that is known."""
    least, known = fit_least(board, across, down, least)
    if known != OPEN:
        return known
    word, more = least_image(board, images, across, down, ZERO, ZERO)
    row = find_row(store, word, more)
    return ask_fact(store[row, FACT], least) if store[row, WEIGHT] else OPEN


@section
def place_of(level: np.uint64, upright: np.uint64) -> int:
    """The place of a line in the table of how often each answered a question."""
    return trailing_zeros(level) if level else WORD_BITS + trailing_zeros(upright)


@section
def add_quiet_move(
    graph: tuple[Words, Words],
    store: Ints,
    frames: Ints,
    depth: int,
    level: np.uint64,
    upright: np.uint64,
    answers: Ints,
    moves: Ints,
    row: int,
) -> int:
    """Write a move with what the opponent then takes; the row after it, or -1 where it is known to be good enough."""
    board, images = graph
    left, left_down = np.uint64(frames[depth, ACROSS]) ^ level, np.uint64(frames[depth, DOWN]) ^ upright
    left, left_down, points, stop = take_freely(board, left, left_down, moves, row)
    if stop == row:
        known = look_up(board, images, store, left, left_down, 1 - frames[depth, LEAST] - points)
        if known != OPEN:
            return -1 if known == FALSE else row
    lines = np.uint64(frames[depth, ACROSS]) ^ left, np.uint64(frames[depth, DOWN]) ^ left_down
    narrow = count_ones(degrees(board, left, left_down, ZERO)[1])
    order = -(narrow * NARROW + answers[place_of(level, upright)])
    return write_move(moves, row, lines[0], lines[1], -points, -1, order)


@section
def write_chain_moves(
    graph: tuple[Words, Words],
    store: Ints,
    frames: Ints,
    depth: int,
    double: np.uint64,
    answers: Ints,
    moves: Ints,
    row: int,
) -> int:
    """Write a line of each chain and loop that is not too long; the row after them, or -1 if one is good enough."""
    stride, rest = graph[0][STRIDE], double
    across, down = np.uint64(frames[depth, ACROSS]), np.uint64(frames[depth, DOWN])
    while rest:
        chain, new = ZERO, rest & (~rest + ONE)
        while new:
            chain |= new
            new = new << stride & across | (new & across) >> stride | new << ONE & down | (new & down) >> ONE
            new &= double & ~chain
        rest &= ~chain
        level, upright = (chain | chain << stride) & across, (chain | chain << ONE) & down
        size = count_ones(chain)
        if size == 2:
            level, upright = level & chain & chain << stride, upright & chain & chain << ONE
        line = level & (~level + ONE)
        other = ZERO if line else upright & (~upright + ONE)
        if size <= 2:
            row = add_quiet_move(graph, store, frames, depth, line, other, answers, moves, row)
            if row < 0:
                return -1
        elif frames[depth, LEAST] <= (4 if count_ones(level) + count_ones(upright) == size else 2) - size:
            row = write_move(moves, row, line, other, 0, -1, LAST + size)
    return row


@section
def write_quiet_moves(
    graph: tuple[Words, Words], store: Ints, frames: Ints, depth: int, answers: Ints, moves: Ints, first: int
) -> int:
    """Write the moves where no box can be taken, in order; the row after them, or -1 if one is good enough."""
    board = graph[0]
    across, down = np.uint64(frames[depth, ACROSS]), np.uint64(frames[depth, DOWN])
    double = degrees(board, across, down, ZERO)[1]
    level, upright = across & ~(double | double << board[STRIDE]), down & ~(double | double << ONE)
    for corner in range(CORNERS, CORNERS + 8, 2):
        if level & board[corner]:
            upright &= ~board[corner + 1]
    row = first
    while level | upright:
        line = level & (~level + ONE)
        other = ZERO if line else upright & (~upright + ONE)
        level, upright = level ^ line, upright ^ other
        row = add_quiet_move(graph, store, frames, depth, line, other, answers, moves, row)
        if row < 0:
            return -1
    row = write_chain_moves(graph, store, frames, depth, double, answers, moves, row)
    for last in range(first + 1, row):
        place = last
        while place > first and moves[place - 1, ORDER] > moves[place, ORDER]:
            for number in range(MOVE):
                moves[place - 1, number], moves[place, number] = moves[place, number], moves[place - 1, number]
            place -= 1
    return row


@section
def open_frame(
    graph: tuple[Words, Words], store: Ints, size: Ints, frames: Ints, depth: int, answers: Ints, moves: Ints
) -> int:
    """Whether the margin at this depth is LEAST or more, if that is known; otherwise its moves are written."""
    board, images = graph
    across, down = np.uint64(frames[depth, ACROSS]), np.uint64(frames[depth, DOWN])
    first = frames[depth, FIRST]
    across, down, points, stop = take_freely(board, across, down, moves, first)
    frames[depth, ACROSS], frames[depth, DOWN], frames[depth, ROW] = np.int64(across), np.int64(down), -1
    least, known = fit_least(board, across, down, frames[depth, LEAST] - points)
    frames[depth, LEAST] = least
    if known != OPEN:
        return known
    if stop == first:
        row = enter_part(board, images, store, size, across, down, ZERO, ZERO)
        known = ask_fact(store[row, FACT], least)
        if known != OPEN:
            return known
        frames[depth, ROW] = row
        stop = write_quiet_moves(graph, store, frames, depth, answers, moves, first)
        if stop < 0:
            note_margin(board, store, frames, depth, TRUE)
            return TRUE
    frames[depth, NEXT], frames[depth, STOP] = first, stop
    return OPEN


@section
def note_margin(board: Words, store: Ints, frames: Ints, depth: int, known: int) -> None:
    """Write down that the margin of a position without boxes to take is LEAST or more, or that it is not."""
    row, least = frames[depth, ROW], frames[depth, LEAST]
    if row < 0:
        return
    boxes = count_ones(beside(board, np.uint64(frames[depth, ACROSS]), np.uint64(frames[depth, DOWN])))
    fact = store[row, FACT] if store[row, FACT] != UNKNOWN else (MIDDLE - boxes << SHIFT) + MIDDLE + boxes
    if known == TRUE:
        store[row, FACT] = (least + MIDDLE << SHIFT) + (fact & 255)
    else:
        store[row, FACT] = (fact >> SHIFT << SHIFT) + least - 2 + MIDDLE


@section
def push_move(frames: Ints, depth: int, moves: Ints, looked: int) -> None:
    """Put the position after the next move on the path, with the question for the player who moves there."""
    move = frames[depth, NEXT]
    frames[depth, NEXT] += 1
    frames[depth + 1, ACROSS] = frames[depth, ACROSS] ^ moves[move, LEVEL]
    frames[depth + 1, DOWN] = frames[depth, DOWN] ^ moves[move, UPRIGHT]
    sign, least = moves[move, AGAIN], frames[depth, LEAST] - moves[move, POINTS]
    frames[depth + 1, SIGN], frames[depth + 1, LEAST] = sign, least if sign > 0 else 1 - least
    frames[depth + 1, STOP], frames[depth + 1, BEGAN] = -1, looked
    frames[depth + 1, FIRST] = frames[depth, STOP]


@section
def note_answer(frames: Ints, depth: int, moves: Ints, answers: Ints, looked: int) -> None:
    """Count for the line of the last move at this depth how many positions were searched until it answered."""
    move = frames[depth, NEXT] - 1
    place = place_of(np.uint64(moves[move, LEVEL]), np.uint64(moves[move, UPRIGHT]))
    answers[place] += 1 + looked - frames[depth, BEGAN]


@jit
@takes(("uint64", "uint64 2d"), "int64 2d", "int64", "int64 2d", "int64 2d", "int64", 0)
def test_margin(
    graph: tuple[Words, Words], store: Ints, size: Ints, frames: Ints, moves: Ints, answers: Ints, nodes: int
) -> tuple[int, int]:
    """Whether the margin of the position in the first frame is LEAST or more, and how many positions were searched.

    It is OPEN when `nodes` were searched, or the store has no room.
    """
    depth, looked = 0 * nodes, 0  # a literal compiles all twice
    frames[0, STOP], frames[0, FIRST], frames[0, SIGN], frames[0, BEGAN] = -1, 0, 1, 0
    while looked < nodes and has_room(store, size):
        known = OPEN
        if frames[depth, STOP] < 0:
            known = open_frame(graph, store, size, frames, depth, answers, moves)
            looked += 1
        if known == OPEN and frames[depth, NEXT] == frames[depth, STOP]:
            known = FALSE
            note_margin(graph[0], store, frames, depth, FALSE)
        if known == OPEN:
            push_move(frames, depth, moves, looked)
            depth += 1
            continue
        while depth and (known == TRUE) == (frames[depth, SIGN] > 0):
            depth -= 1
            note_answer(frames, depth, moves, answers, looked)
            note_margin(graph[0], store, frames, depth, TRUE)
            known = TRUE
        if depth == 0:
            return known, looked
        depth -= 1
    return OPEN, looked
