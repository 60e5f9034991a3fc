"""Boxing Match on bit boards: the options of an area of overlapping full blocks of two by two.

An area is one number: its blocks row by row from the lowest bit on, each at its top left stone, in the least rectangle
that holds them; then 4 bits for the height of that and 6 for the width, which is not less. Of the rotations and
reflections the least number stands for all. On a board for moves, each row has a place more than it has blocks, as many
as it has stones, so that blocks of one row never meet those of the next.
"""

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.bits import trailing_zeros
from grundy.kernels.jit import inner, jit, section

__all__ = ["HEIGHT_AT", "MOST", "MOST_OPTIONS", "ROOM", "WIDTH_AT", "expand", "weight", "written"]

Ints = NDArray[np.int64]
MOST = 64  # stones of the rectangle
MOST_OPTIONS = 256  # squares on a board of 8 x 8 stones number 204
ROOM = 34  # numbers that tell an option: its order, its lone stones, how many areas it has, and these
HEIGHT_AT, WIDTH_AT = 52, 56
ZERO, ONE = np.uint64(0), np.uint64(1)


@section
def reversed_bits(row: np.uint64, width: int) -> np.uint64:
    """The lowest bits of a word in the opposite order."""
    found = ZERO
    for _ in range(width):
        found = found << ONE | row & ONE
        row >>= ONE
    return found


@section
def count_bits(word: np.uint64) -> int:
    """The number of bits that are set."""
    count = 0
    while word:
        word &= word - ONE
        count += 1
    return count


@section
def turned(rows: NDArray[np.uint64], height: int, width: int) -> None:
    """Exchange rows and columns."""
    found = np.zeros(len(rows), np.uint64)
    for row in range(height):
        for column in range(width):
            found[column] |= (rows[row] >> np.uint64(column) & ONE) << np.uint64(row)
    rows[:] = found


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
def numbered(area: np.uint64, stride: int, rows: NDArray[np.uint64]) -> np.int64:
    """The number of some blocks on a board for moves; `rows` is room to work in."""
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
        turned(rows, height, width)
        height, width = width, height
    best = least_flip(rows, height, width)
    if height == width:
        turned(rows, height, width)
        best = min(best, least_flip(rows, height, width))
    return np.int64(best) | np.int64(height) << HEIGHT_AT | np.int64(width) << WIDTH_AT


@inner
def weight(area: int) -> int:
    """The number of blocks of an area."""
    return count_bits(np.uint64(area & ((1 << HEIGHT_AT) - 1)))


@inner
def stones(blocks: np.uint64, stride: int) -> np.uint64:
    """The stones of some blocks."""
    pairs = blocks | blocks << ONE
    return pairs | pairs << np.uint64(stride)


@inner
def squares(corners: np.uint64, stride: int) -> np.uint64:
    """The top left corners of four squares of one size that make one of the next, among the corners."""
    pairs = corners & corners >> ONE
    return pairs & pairs >> np.uint64(stride)


@section
def piece_of(blocks: np.uint64, stride: int) -> np.uint64:
    """The blocks that hang together with the first one."""
    piece, grown = ZERO, blocks & (~blocks + ONE)
    while grown != piece:
        piece = grown
        wide = piece | piece << ONE | piece >> ONE
        grown = (wide | wide << np.uint64(stride) | wide >> np.uint64(stride)) & blocks
    return piece


@section
def expand(area: int, options: Ints, rows: NDArray[np.uint64]) -> int:
    """The number of options of an area, which are written in a row each, in no order."""
    height, width = area >> HEIGHT_AT & 15, area >> WIDTH_AT
    stride, size = width + 1, 0
    own, full = ZERO, (ONE << np.uint64(width)) - ONE
    for row in range(height):
        own |= (np.uint64(area) >> np.uint64(row * width) & full) << np.uint64(row * stride)
    all_stones = stones(own, stride)
    corners, side, shape = all_stones, 1, ONE
    while corners:
        left = corners
        while left:
            place = np.uint64(trailing_zeros(left))
            left &= left - ONE
            kept = all_stones & ~(shape << place)
            rest = own & squares(kept, stride)
            option = options[size]
            option[1] = count_bits(kept & ~stones(rest, stride))
            count, total = 0, 0
            while rest:
                piece = piece_of(rest, stride)
                rest &= ~piece
                option[3 + count] = numbered(piece, stride, rows)
                total += count_bits(piece)
                count += 1
            option[0], option[2] = 64 * (total + 4 * (option[1] & 1)) + count, count
            size += 1
        corners = own if side == 1 else squares(corners, stride)
        side += 1
        line = (ONE << np.uint64(side)) - ONE
        shape = ZERO
        for row in range(side):
            shape |= line << np.uint64(row * stride)
    return size


@jit
def written(area: int) -> Ints:
    """The options of an area, one in a row, as `expand` writes them."""
    options = np.zeros((MOST_OPTIONS, ROOM), np.int64)
    return options[: expand(area, options, np.zeros(MOST, np.uint64))]
