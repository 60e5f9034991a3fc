"""Chomp: bite off a square with all squares below it and to its right; nobody eats the poisoned first square.

The first player wins every full bar but the single square, by strategy stealing (Gale 1974). Two arms that meet in the
poisoned square are two heaps of Nim. Seen so that there are at most as many rows as columns, a bar of n columns is
lost in these cases, and in no other of its kind:

- two rows: n, n - 1;
- n rows: equal arms, for elsewhere the bite at row 2, column 2 leaves such arms;
- three rows, the last of at most two squares: 3, 1, 1 and n, n - 2, 2 (Zeilberger 2001).

Three or more rows that begin with n, n - 1, or columns so, are won by the bite that leaves only these two.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from grundy.boards.bar import Bar, Position
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.errors import PositionError

__all__ = ["Chomp", "chomp", "transposed"]

MOST_TURNED = 10_000  # squares of the rectangle round a bar that is compared with its transpose


@dataclass(frozen=True)
class Chomp(Ruleset[Position]):
    """Bite off a square together with everything below it and to its right, but never the poisoned one."""

    board = Bar()
    source = "Gale 1974"
    example = "3x7"

    def check(self, position: Position) -> None:
        """Raise unless the rows are positive and do not grow."""
        if not position or min(position) < 1:
            raise PositionError("a row of chomp has at least 1 square; leave out rows of 0")
        for before, after in pairwise(position):
            if after > before:
                raise PositionError(f"the rows of chomp must not grow, but {after} follows {before}; sort them")

    def moves(self, position: Position) -> Iterator[Position]:
        """For each square but the first, what is left after the bite."""
        for row, length in enumerate(position):
            for column in range(row == 0, length):
                yield bitten(position, row, column)

    def canonical(self, position: Position) -> Position:
        """The bar or its transpose; a large bar as it stands."""
        return min(position, transposed(position)) if len(position) * position[0] <= MOST_TURNED else position

    @cites("Bouton 1902")
    def theorem(self, position: Position) -> int | None:
        """The nim-sum of two arms."""
        return (position[0] - 1) ^ (len(position) - 1) if is_hook(position) else None

    @cites("Gale 1974, Zeilberger 2001")
    def verdict(self, position: Position, misere: bool) -> Outcome | None:
        """The outcome of full bars, of those as high as wide, and of few or nearly equal rows."""
        if misere:
            return None
        if position[-1] == position[0]:
            return "P" if position == (1,) else "N"
        if len(position) == position[0] or is_hook(position):
            return "P" if is_hook(position) and len(position) == position[0] else "N"
        return lost_or_won(*profile(position))

    @cites("Gale 1974, Bouton 1902")
    def reach(self, position: Position, nimber: Nimber, misere: bool = False) -> Iterator[Position] | None:
        """The bites of arms that lead to this nimber, and the winning one of two rows and of squares."""
        if misere or not isinstance(nimber, int):
            return None
        if is_hook(position):
            return bites_of_arms(position, nimber)
        two, square = min(len(position), position[0]) == 2, len(position) == position[-1] == position[0]
        if nimber or not (two or square):
            return None
        bite = the_bite(position)
        return iter([bitten(position, *bite)] if bite else [])


def transposed(position: Position) -> Position:
    """The columns of a bar as rows: as many of i squares as row i is longer than the next."""
    after = (*position, 0)[1:]
    steps = [(i, length - after[i - 1]) for i, length in enumerate(position, 1)]
    return tuple(column for i, copies in reversed(steps) for column in [i] * copies)


def bitten(position: Position, row: int, column: int) -> Position:
    """What the bite at this square, counted from 0, leaves."""
    return position[:row] + tuple(min(length, column) for length in position[row:] if column)


def is_hook(position: Position) -> bool:
    """Whether only the first row and the first column are left."""
    return len(position) == 1 or position[1] == 1


def profile(position: Position) -> tuple[int, int, int, int, int]:
    """The number of rows, and the lengths of the first two and of the last two, of the bar or of its transpose."""
    rows, columns = len(position), position[0]
    if rows <= columns:
        return rows, columns, position[1], position[-2], position[-1]
    second, before, least = (sum(row >= n for row in position) for n in (2, columns - 1, columns))
    return columns, rows, second, before, least


def lost_or_won(rows: int, longest: int, second: int, before: int, least: int) -> Outcome | None:
    """The outcome of a bar with fewer rows than columns that is neither full nor two arms."""
    if rows == 2 or (rows == 3 and least == 2):
        return "P" if longest - second == rows - 1 else "N"
    begins_so = second == longest - 1 or before > least == 1  # the second column has one square less
    return "N" if begins_so or (rows == 3 and least == 1) else None


def bites_of_arms(position: Position, nimber: int) -> Iterator[Position]:
    """The bites that change the nim-sum of two arms to this nimber."""
    columns, rows = position[0] - 1, len(position) - 1
    if nimber ^ rows < columns:
        yield bitten(position[:1], 0, (nimber ^ rows) + 1) + position[1:]
    if nimber ^ columns < rows:
        yield position[: (nimber ^ columns) + 1]


def the_bite(position: Position) -> tuple[int, int] | None:
    """The one winning bite of two rows or columns, or of a square, counted from 0."""
    rows, columns = len(position), position[0]
    if rows == columns:
        return (1, 1) if position[1] > 1 else None
    if rows == 2:
        lost = columns - position[1] == 1
        return None if lost else (1, columns - 1) if columns == position[1] else (0, position[1] + 1)
    twos = position.count(2)
    lost = rows - twos == 1
    return None if lost else (rows - 1, 1) if rows == twos else (twos + 1, 0)


chomp = Chomp()
