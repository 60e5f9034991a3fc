"""Positions that are sets of at most 64 cells, compiled: how they fall apart, and which stand for those that are alike.

The cells are those of a grid, row by row from the lowest bit on, or the vertices of a graph. A move needs some cells,
all of them free, and takes those of a set that are free: a domino needs and takes two neighbours; a vertex that goes
with its neighbours needs itself. What a move leaves falls apart into parts, connected sets of cells.

On a grid a part is moved to the first corner, and of its reflections and rotations the least number stands for all.
Where moves depend only on what is connected, a part that is a path is known by its length.
"""

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.bits import count_ones, leading_zeros, trailing_zeros
from grundy.kernels.jit import section
from grundy.kernels.strips import reversed_word

Words = NDArray[np.uint64]
Ints = NDArray[np.int64]
ZERO, ONE = np.uint64(0), np.uint64(1)
# What the words of `rules` are.
ROWS, COLUMNS = 0, 1  # of the grid; no rows for a graph
TURNS = 2  # whether the rows may become the columns
PATHS = 3  # whether paths are known by their lengths
FIRST_ROW, NOT_FIRST = 4, 5  # sets of cells: the first row, all but the first column
ROW_OF = 6  # from here on, the row of each cell
NEAR = ROW_OF + 64  # from here on, the neighbours of each cell
TRANSPOSED = NEAR + 64  # from here on, for each byte and each of its values, the cells with rows and columns changed
PATH_NIMBERS = TRANSPOSED + 8 * 256  # from here on, the nimbers of paths of 0 to 64 cells; of one cell in any case
RULE_WORDS = PATH_NIMBERS + 65
ROUNDS = 4  # of colouring
FACTOR, OTHER_FACTOR = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9)
NEED, TAKE, BORDER, MOVE = range(4)  # of a move; the border is what is next to the cells that it takes


@section
def joined(cells: np.uint64, rules: Words) -> np.uint64:
    """All cells next to some of these, and others that are not on the board."""
    columns = rules[COLUMNS]
    if rules[ROWS]:
        beside: np.uint64 = cells << ONE & rules[NOT_FIRST] | (cells & rules[NOT_FIRST]) >> ONE
        beside |= cells << columns | cells >> columns
        return beside
    found = ZERO
    while cells:
        found |= rules[NEAR + trailing_zeros(cells)]
        cells &= cells - ONE
    return found


@section
def count_joins(part: np.uint64, rules: Words) -> int:
    """The number of pairs of neighbours in a part; below zero where no cell has three neighbours and there is no ring.

    Then the part is a path.
    """
    if rules[ROWS]:
        columns = rules[COLUMNS]
        right, below = part << ONE & rules[NOT_FIRST] & part, part << columns & part
        left, above = (part & rules[NOT_FIRST]) >> ONE & part, part >> columns & part
        joins = count_ones(right) + count_ones(below)
        forks = (right & left & (below | above)) | (below & above & (right | left))
    else:
        joins, forks, left = 0, ZERO, part
        while left:
            degree = count_ones(rules[NEAR + trailing_zeros(left)] & part)
            joins += degree
            forks |= np.uint64(degree > 2)
            left &= left - ONE
        joins >>= 1
    return -joins if not forks and joins == count_ones(part) - 1 else joins


@section
def flipped(part: np.uint64, height: int, rules: Words) -> np.uint64:
    """A part in so many rows with its rows in the opposite order."""
    found = ZERO
    for _ in range(height):
        found = found << rules[COLUMNS] | part & rules[FIRST_ROW]
        part >>= rules[COLUMNS]
    return found


@section
def transposed(part: np.uint64, rules: Words) -> np.uint64:
    found, place = ZERO, TRANSPOSED
    while part:
        found |= rules[place + np.int64(part & np.uint64(255))]
        part >>= np.uint64(8)
        place += 256
    return found


@section
def canonical(part: np.uint64, rules: Words) -> np.uint64:
    """The part that stands for this one and its images."""
    if not rules[ROWS]:
        return part
    columns = rules[COLUMNS]
    part >>= rules[ROW_OF + trailing_zeros(part)] * columns
    fold, step = part, columns
    while step < rules[ROWS] * columns:
        fold |= fold >> step
        step += step
    fold &= rules[FIRST_ROW]
    left = trailing_zeros(fold)
    width = 64 - leading_zeros(fold) - left
    part >>= np.uint64(left)
    height = int(np.int64(rules[ROW_OF + 63 - leading_zeros(part)])) + 1
    if height > width and rules[TURNS]:
        part = transposed(part, rules)
        height, width = width, height
    best = least_flip(part, height, width, rules)
    if height == width and rules[TURNS]:
        best = min(best, least_flip(transposed(part, rules), height, width, rules))
    return best


@section
def least_flip(part: np.uint64, height: int, width: int, rules: Words) -> np.uint64:
    """The least of a part in the corner, of which these are the height and the width, and its three flips."""
    turned = reversed_word(part) >> (np.uint64(64 - width) - np.uint64(height - 1) * rules[COLUMNS])
    best = min(part, turned)
    return min(best, min(flipped(part, height, rules), flipped(turned, height, rules)))


@section
def first_part(rest: np.uint64, edge: np.uint64, rules: Words) -> np.uint64:
    """The part of the rest with the first cell of the edge; each part of the rest has a cell of the edge.

    One that has all of these is all that is left: most moves leave a part whole, and that is found after a few steps.
    """
    grown, part = edge & (~edge + ONE), ZERO
    while grown != part:
        if edge & ~grown == ZERO:
            return rest
        part = grown
        grown = (joined(part, rules) | part) & rest
    return part


@section
def colour_cells(part: np.uint64, rules: Words, colours: Words, others: Words) -> np.uint64:
    """Give each cell of a part a number that depends on what is connected round it; a number for the whole."""
    left = part
    while left:
        cell = trailing_zeros(left)
        left &= left - ONE
        colours[cell] = np.uint64(count_ones(rules[NEAR + cell] & part)) * FACTOR
    total = ZERO
    for turn in range(ROUNDS):
        before, after = (others, colours) if turn & 1 else (colours, others)
        left, total = part, ZERO
        while left:
            cell = trailing_zeros(left)
            left &= left - ONE
            near, mixed = rules[NEAR + cell] & part, before[cell] * OTHER_FACTOR
            while near:
                mixed += before[trailing_zeros(near)]
                near &= near - ONE
            mixed = (mixed ^ mixed >> np.uint64(29)) * FACTOR
            after[cell] = mixed ^ mixed >> np.uint64(32)
            total += after[cell]
    return total


@section
def is_alike(part: np.uint64, other: np.uint64, rules: Words, mine: Words, its: Words, images: Ints) -> bool:
    """Whether a way was found to map a part to another with the same joins; their cells have been coloured."""
    first = trailing_zeros(part)
    starts = other
    while starts:
        start = trailing_zeros(starts)
        starts &= starts - ONE
        if its[start] != mine[first]:
            continue
        images[first] = start
        done, taken, edge = ONE << np.uint64(first), ONE << np.uint64(start), rules[NEAR + first] & part
        while edge:
            cell = trailing_zeros(edge)
            near, choice, known = rules[NEAR + cell] & done, other & ~taken, ZERO
            while near:
                choice &= rules[NEAR + images[trailing_zeros(near)]]
                known |= ONE << np.uint64(images[trailing_zeros(near)])
                near &= near - ONE
            found = -1
            while choice:
                image = trailing_zeros(choice)
                choice &= choice - ONE
                if its[image] == mine[cell] and rules[NEAR + image] & taken == known:
                    found = image
                    break
            if found < 0:
                break
            images[cell] = found
            done |= ONE << np.uint64(cell)
            taken |= ONE << np.uint64(found)
            edge = (edge | rules[NEAR + cell]) & part & ~done
        if done == part and taken == other:
            return True
    return False
