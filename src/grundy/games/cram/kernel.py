"""Cram on bit boards: the options of a connected area as canonical areas.

An area is one number: its squares row by row from the lowest bit on, in the least rectangle that holds it, then 3 bits
for the height and 5 for the width, which is not less. Of the rotations and reflections the least number stands for all.
A line of squares, however it is bent, is played like a straight one, so it is stored as that.
"""

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.jit import jit, section, takes

Ints = NDArray[np.int64]
MOST_SQUARES, MOST_ROWS, MOST_COLUMNS = 54, 7, 31  # of the rectangle: the number stays below 2^62
HEIGHT_AT, WIDTH_AT = 54, 57


@section
def is_line(board: Ints, squares: Ints, count: int, stride: int) -> bool:
    """Whether a connected area has no ring and no square with three neighbours; the rim of the board is not free."""
    borders = 0
    for i in range(count):
        place = squares[i]
        around = board[place - 1] + board[place + 1] + board[place - stride] + board[place + stride]
        if around > 2:
            return False
        borders += around
    return borders == 2 * (count - 1)


@section
def number_squares(squares: Ints, count: int, stride: int) -> np.int64:
    """The number of the area with these squares, the least over its symmetries."""
    top = bottom = squares[0] // stride
    left = right = squares[0] % stride
    for i in range(count):
        row, column = squares[i] // stride, squares[i] % stride
        top, bottom = min(top, row), max(bottom, row)
        left, right = min(left, column), max(right, column)
    rows, columns = bottom - top + 1, right - left + 1
    height, width = min(rows, columns), max(rows, columns)
    best = np.int64(1) << MOST_SQUARES
    for image in range(8):
        turned = image >= 4
        if turned != (rows > columns) and rows != columns:
            continue
        value = np.int64(0)
        for i in range(count):
            row, column = squares[i] // stride - top, squares[i] % stride - left
            if image & 1:
                row = rows - 1 - row
            if image & 2:
                column = columns - 1 - column
            value |= np.int64(1) << (column * width + row if turned else row * width + column)
        best = min(best, value)
    return best | np.int64(height) << HEIGHT_AT | np.int64(width) << WIDTH_AT


@section
def gather_squares(board: Ints, start: int, stride: int, mark: int, seen: Ints, squares: Ints) -> int:
    """The number of squares connected to one of them, which are listed and marked as seen."""
    squares[0], count, done = start, 1, 0
    seen[start] = mark
    while done < count:
        place = squares[done]
        done += 1
        for step in (-stride, -1, 1, stride):
            other = place + step
            if board[other] and seen[other] != mark:
                seen[other] = mark
                squares[count] = other
                count += 1
    return count


@section
def number_area(board: Ints, squares: Ints, count: int, stride: int) -> np.int64:
    """The number of a connected area, that of a straight line if it is one."""
    if count <= MOST_COLUMNS and is_line(board, squares, count, stride):
        return (np.int64(1) << count) - 1 | np.int64(1) << HEIGHT_AT | np.int64(count) << WIDTH_AT
    return number_squares(squares, count, stride)


@jit
@takes("int64", 0, 0)
def area_of(board: Ints, stride: int, start: int) -> int:
    """The number of the area around a free square; the board is listed row by row, with a rim that is not free."""
    seen, squares = np.zeros(len(board), np.int64), np.zeros(len(board), np.int64)
    return int(number_area(board, squares, gather_squares(board, start, stride, 1, seen, squares), stride))


@jit
@takes(0)
def list_options(area: int) -> Ints:
    """The areas of at least two squares after each domino, a zero behind those of each."""
    height, width = area >> HEIGHT_AT & 7, area >> WIDTH_AT
    stride = width + 2
    board = np.zeros((height + 2) * stride, np.int64)
    for place in range(height * width):
        board[place // width * stride + stride + place % width + 1] = area >> place & 1
    seen, squares = np.zeros(len(board), np.int64), np.zeros(len(board), np.int64)
    found = np.zeros(8 * height * width, np.int64)
    size, mark = 0, 0
    for place in range(stride, len(board) - stride):
        for step in (1, stride):
            other = place + step
            if not board[place] or not board[other]:
                continue
            board[place] = board[other] = 0
            mark += 1
            for end in (place, other):
                for turn in (-stride, -1, 1, stride):
                    start = end + turn
                    if board[start] and seen[start] != mark:
                        count = gather_squares(board, start, stride, mark, seen, squares)
                        if count > 1:
                            found[size] = number_area(board, squares, count, stride)
                            size += 1
            size += 1
            board[place] = board[other] = 1
    return found[:size]
