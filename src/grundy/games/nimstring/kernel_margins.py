"""Dots-and-Boxes on a board, compiled: whether the margin of points reaches a number.

Words and store are those of `kernel_grid`; a fact of a position is what is known of its margin, from LEAST to MOST. A
margin is even or odd as the number of boxes left is, so only every other number is asked for.

Which moves matter, and why the others do not, is told in docs/theory/entailing.md: a box that can be taken is taken,
but for the double-cross; and one line of each chain and loop stands for all.
"""

import numpy as np

from grundy.games.nimstring.kernel_couples import FACT, UNKNOWN, Ints, Words, has_room
from grundy.games.nimstring.kernel_grid import CORNERS, ONE, STRIDE, ZERO, beside, degrees, enter_part
from grundy.kernels.bits import count_ones
from grundy.kernels.jit import jit, section

FALSE, TRUE, OPEN = 0, 1, 2
SHIFT, MIDDLE = 8, 100  # of a fact: 256 (LEAST + 100) + MOST + 100
MOVE = 3  # numbers of a move: its line across, its line down, and the boxes taken
FRAME = 8
ACROSS, DOWN, LEAST, ROW, NEXT, STOP, FIRST, SIGN = range(FRAME)


@section
def write_move(moves: Ints, row: int, level: np.uint64, upright: np.uint64, taken: int) -> int:
    moves[row, 0], moves[row, 1], moves[row, 2] = np.int64(level), np.int64(upright), taken
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
            return write_move(moves, first, level, upright, 1 + count_ones(beyond & single))
        row = write_move(moves, row, level, upright, 1)
        level, upright = (beyond | beyond << stride) & across & ~level, (beyond | beyond << ONE) & down & ~upright
        third = beside(board, level, upright) & ~beyond
        if third & single:
            continue
        further = (third | third << stride) & across & ~level, (third | third << ONE) & down & ~upright
        if not third & double or beside(board, further[0], further[1]) & ~third & single:
            row = write_move(moves, row, level, upright, 0)
    return row


@section
def write_quiet_moves(
    board: Words, across: np.uint64, down: np.uint64, double: np.uint64, moves: Ints, first: int
) -> int:
    """Write the moves where no box can be taken: lines beside no chain, then one of each chain, short ones first."""
    stride, rest, row = board[STRIDE], double, first
    level, upright = across & ~(double | double << stride), down & ~(double | double << ONE)
    for corner in range(CORNERS, CORNERS + 8, 2):
        if level & board[corner]:
            upright &= ~board[corner + 1]
    while level | upright:
        line = level & (~level + ONE)
        other = ZERO if line else upright & (~upright + ONE)
        level, upright = level ^ line, upright ^ other
        row = write_move(moves, row, line, other, 0)
    chains = row
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
        place = row
        while place > chains and moves[place - 1, 2] > size:
            for number in range(MOVE):
                moves[place, number] = moves[place - 1, number]
            place -= 1
        write_move(moves, place, line, other, size)
        row += 1
    for place in range(chains, row):
        moves[place, 2] = 0
    return row


@section
def write_moves(board: Words, across: np.uint64, down: np.uint64, moves: Ints, first: int) -> int:
    """Write the moves that matter to a row each, from the first on; the row after the last."""
    single, double = degrees(board, across, down, ZERO)
    if single:
        return write_captures(board, across, down, single, double, moves, first)
    return write_quiet_moves(board, across, down, double, moves, first)


@section
def recall_margin(board: Words, images: Words, store: Ints, size: Ints, frames: Ints, depth: int) -> int:
    """Whether the margin at this depth is LEAST or more, if that is known; LEAST is made even or odd as it must be."""
    across, down = np.uint64(frames[depth, ACROSS]), np.uint64(frames[depth, DOWN])
    boxes = count_ones(beside(board, across, down))
    least = frames[depth, LEAST]
    least += (least - boxes) & 1
    frames[depth, LEAST] = least
    if least <= -boxes:
        return TRUE
    if least > boxes:
        return FALSE
    row = enter_part(board, images, store, size, across, down, ZERO, ZERO)
    frames[depth, ROW] = row
    if store[row, FACT] == UNKNOWN:
        store[row, FACT] = (MIDDLE - boxes << SHIFT) + MIDDLE + boxes
    if least <= (store[row, FACT] >> SHIFT) - MIDDLE:
        return TRUE
    return FALSE if least > (store[row, FACT] & 255) - MIDDLE else OPEN


@section
def note_margin(store: Ints, row: int, least: int, known: int) -> None:
    """Write down that the margin of a position is `least` or more, or that it is not."""
    low, high = store[row, FACT] >> SHIFT, store[row, FACT] & 255
    if known == TRUE:
        low = least + MIDDLE
    else:
        high = least - 2 + MIDDLE
    store[row, FACT] = (low << SHIFT) + high


@section
def push_move(frames: Ints, depth: int, moves: Ints) -> None:
    """Put the position after the next move on the path, with the question for the player who moves there."""
    move = frames[depth, NEXT]
    frames[depth, NEXT] += 1
    for number in (ACROSS, DOWN):
        frames[depth + 1, number] = frames[depth, number] ^ moves[move, number]
    taken = moves[move, 2]
    frames[depth + 1, SIGN] = 1 if taken else -1
    frames[depth + 1, LEAST] = frames[depth, LEAST] - taken if taken else 1 - frames[depth, LEAST]
    frames[depth + 1, STOP] = -1
    frames[depth + 1, FIRST] = frames[depth, STOP]


@jit
def test_margin(
    graph: tuple[Words, Words], store: Ints, size: Ints, frames: Ints, moves: Ints, nodes: int
) -> tuple[int, int]:
    """Whether the margin of the position in the first frame is LEAST or more, and how many positions were searched.

    It is OPEN when `nodes` were searched, or the store has no room.
    """
    board, images = graph
    depth, looked = 0, 0
    frames[0, STOP], frames[0, FIRST], frames[0, SIGN] = -1, 0, 1
    while looked < nodes and has_room(store, size):
        known = OPEN
        if frames[depth, STOP] < 0:
            known = recall_margin(board, images, store, size, frames, depth)
            if known == OPEN:
                across, down, first = frames[depth, ACROSS], frames[depth, DOWN], frames[depth, FIRST]
                frames[depth, NEXT] = first
                frames[depth, STOP] = write_moves(board, np.uint64(across), np.uint64(down), moves, first)
                looked += 1
        elif frames[depth, NEXT] == frames[depth, STOP]:
            known = FALSE
            note_margin(store, frames[depth, ROW], frames[depth, LEAST], FALSE)
        if known == OPEN:
            push_move(frames, depth, moves)
            depth += 1
            continue
        while depth and (known == TRUE) == (frames[depth, SIGN] > 0):
            depth -= 1
            note_margin(store, frames[depth, ROW], frames[depth, LEAST], TRUE)
            known = TRUE
        if depth == 0:
            return known, looked
        depth -= 1
    return OPEN, looked
