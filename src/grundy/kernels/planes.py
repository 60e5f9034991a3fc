"""Positions that are two sets of at most 62 cells each, compiled: their moves, how they fall apart, which are alike.

The cells are as in `kernels.cells`, those of a grid or of a graph. The two sets, planes, are stones of two colours, or
where a colour may still be used. A move needs some cells in each plane and some in neither, takes cells out of
the planes and puts others in; that is all that the kernel knows of a game, with a few words about what is left:
how parts hang together, and whether the planes may change places.
"""

import numpy as np

from grundy.kernels.bits import count_ones, leading_zeros, trailing_zeros
from grundy.kernels.cells import (
    COLUMNS,
    FIRST_ROW,
    NEAR,
    ONE,
    ROW_OF,
    ROWS,
    RULE_WORDS,
    TURNS,
    ZERO,
    Words,
    flipped,
    joined,
    transposed,
)
from grundy.kernels.jit import inner, section
from grundy.kernels.strips import reversed_word

# What the words of the rules are beyond those of `kernels.cells`.
LINKS = RULE_WORDS  # how cells that are joined hang together, as below
SWAPS = RULE_WORDS + 1  # whether the planes may change places
NEEDS_BOTH = RULE_WORDS + 2  # whether a part with one plane only is over
STAYS = RULE_WORDS + 3  # whether the board stays whole, with nothing that falls off
BREATHES = RULE_WORDS + 4  # the board, if after a move each group of one plane must touch a cell in neither; else none
IS_MISERE = RULE_WORDS + 5  # whether whoever cannot move wins; then parts are not separated
IS_LONE_OVER = RULE_WORDS + 6  # whether a cell that is joined to no other does not count, though a move needs no more
UNIT, UNIT_SECOND = RULE_WORDS + 7, RULE_WORDS + 8  # a part with one move left, as misère play takes for all such
PLANE_WORDS = RULE_WORDS + 9
# Cells hang together if they are joined, in any planes; in the same plane; in different ones.
ANY, SAME, OTHER = range(3)
MOVE = 7  # words of a move: what it needs in each plane, and in neither, what it takes from each and puts in
NEED, NEED_SECOND, NEED_NONE, TAKE, TAKE_SECOND, PUT, PUT_SECOND = range(MOVE)
Planes = tuple[np.uint64, np.uint64]


@inner
def linked(cells: np.uint64, first: np.uint64, second: np.uint64, rules: Words) -> np.uint64:
    """The cells of the planes that hang together with some of these."""
    if rules[LINKS] == ANY:
        return joined(cells, rules) & (first | second)
    beside, other = joined(cells & first, rules), joined(cells & second, rules)
    if rules[LINKS] == SAME:
        return beside & first | other & second
    return beside & second | other & first


@section
def connected_cells(first: np.uint64, second: np.uint64, edge: np.uint64, rules: Words) -> np.uint64:
    """The cells of the part with the first cell of the edge; each part has a cell of the edge.

    One that has all of these is all that is left.
    """
    grown, part = edge & (~edge + ONE), ZERO
    while grown != part:
        if edge & ~grown == ZERO:
            return first | second
        part = grown
        grown |= linked(part, first, second, rules)
    return part


@section
def breathes(first: np.uint64, second: np.uint64, put: np.uint64, rules: Words) -> bool:
    """Whether each group of one plane that is at some cells or beside them touches a cell in neither plane."""
    free, near = rules[BREATHES] & ~(first | second), put | joined(put, rules)
    for turn in range(2):
        plane = second if turn else first
        left = near & plane
        while left:
            grown, group = left & (~left + ONE), ZERO
            beside = ZERO
            while grown != group:
                group, beside = grown, joined(grown, rules)
                grown |= beside & plane
            if not beside & free:
                return False
            left &= ~group
    return True


@section
def weigh(first: np.uint64, second: np.uint64, rules: Words) -> int:
    """How much is left to play in a part: the joins of a cell of one plane with one of the other, or all its cells."""
    if not rules[NEEDS_BOTH]:
        return count_ones(first) + count_ones(second)
    joins, left = 0, first
    while left:
        joins += count_ones(rules[NEAR + trailing_zeros(left)] & second)
        left &= left - ONE
    return joins


@inner
def edge_of_change(before: Planes, first: np.uint64, second: np.uint64, rules: Words) -> np.uint64:
    """Cells of which each part that a move leaves has one."""
    if rules[LINKS] == ANY:
        gone = (before[0] | before[1]) & ~(first | second)
        return joined(gone, rules) & (first | second) if gone else first | second
    changed = before[0] ^ first | before[1] ^ second
    return (changed | joined(changed, rules)) & (first | second)


@inner
def lesser(found: Planes, first: np.uint64, second: np.uint64, swaps: bool) -> Planes:
    """The lesser of two positions, one of them perhaps with its planes in the other order."""
    if swaps and second < first:
        first, second = second, first
    if first < found[0] or (first == found[0] and second < found[1]):
        return first, second
    return found


@section
def least_flip(found: Planes, planes: Planes, height: int, width: int, swaps: bool, rules: Words) -> Planes:
    """The least of a position and the four flips of another that stands in the corner."""
    away = np.uint64(64 - width) - np.uint64(height - 1) * rules[COLUMNS]
    first, second = planes
    for turn in range(2):
        found = lesser(found, first, second, swaps)
        found = lesser(found, flipped(first, height, rules), flipped(second, height, rules), swaps)
        if turn == 0:
            first, second = reversed_word(first) >> away, reversed_word(second) >> away
    return found


@section
def canonical(first: np.uint64, second: np.uint64, rules: Words) -> Planes:
    """The planes that stand for these and their images; if they may change places, the larger one is the second."""
    ones, others = count_ones(first), count_ones(second)
    swaps = bool(rules[SWAPS])
    if swaps and ones > others:
        first, second = second, first
    swaps = swaps and ones == others
    if not rules[ROWS]:
        return lesser((~ZERO, ~ZERO), first, second, swaps)
    planes, height, width = (first, second), int(np.int64(rules[ROWS])), int(np.int64(rules[COLUMNS]))
    if not rules[STAYS]:
        planes, height, width = in_corner(first, second, rules)
    best = least_flip((~ZERO, ~ZERO), planes, height, width, swaps, rules)
    if height == width and rules[TURNS]:
        turned = transposed(planes[0], rules), transposed(planes[1], rules)
        best = least_flip(best, turned, height, width, swaps, rules)
    return best


@section
def columns_of(cells: np.uint64, rules: Words) -> np.uint64:
    """The columns that have some of these cells, as cells of the first row."""
    step = rules[COLUMNS]
    while step < rules[ROWS] * rules[COLUMNS]:
        cells |= cells >> step
        step += step
    found: np.uint64 = cells & rules[FIRST_ROW]
    return found


@section
def in_corner(first: np.uint64, second: np.uint64, rules: Words) -> tuple[Planes, int, int]:
    """Planes moved to the first corner, turned if they are higher than wide, with their height and width."""
    both = first | second
    up = rules[ROW_OF + trailing_zeros(both)] * rules[COLUMNS]
    both >>= up
    across = columns_of(both, rules)
    left = trailing_zeros(across)
    width = 64 - leading_zeros(across) - left
    shift = up + np.uint64(left)
    height = int(np.int64(rules[ROW_OF + 63 - leading_zeros(both >> np.uint64(left))])) + 1
    planes = first >> shift, second >> shift
    if height > width and rules[TURNS]:
        planes = transposed(planes[0], rules), transposed(planes[1], rules)
        height, width = width, height
    return planes, height, width


@section
def free_place(cells: np.uint64, taken: np.uint64, rules: Words) -> int:
    """How far cells in the first corner are to be moved to touch none that are taken; below zero without room."""
    blocked = taken | joined(taken, rules)
    rows, columns = int(np.int64(rules[ROWS])), int(np.int64(rules[COLUMNS]))
    height = int(np.int64(rules[ROW_OF + 63 - leading_zeros(cells)])) + 1
    width = 64 - leading_zeros(columns_of(cells, rules))
    for row in range(rows - height + 1):
        for column in range(columns - width + 1):
            shift = row * columns + column
            if not cells << np.uint64(shift) & blocked:
                return shift
    return -1
