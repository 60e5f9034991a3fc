"""Chomp: bite off a square with all squares below it and to its right; nobody eats the poisoned first square.

The first player wins every full bar but the single square, by strategy stealing (Gale 1974); a bar of two rows is lost
exactly if the second is shorter by one; a hook with two arms is lost exactly if the arms are equal.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from grundy.boards.bar import Bar, Position
from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.errors import PositionError

__all__ = ["Chomp", "chomp"]


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
                left = (min(below, column) for below in position[row:])
                yield position[:row] + tuple(squares for squares in left if squares)

    def canonical(self, position: Position) -> Position:
        """The bar or its transpose."""
        return min(self.board.symmetries(position))

    @cites("Gale 1974")
    def verdict(self, position: Position, misere: bool) -> Outcome | None:
        """The outcome of full bars, of two rows, and of hooks."""
        rows, columns = len(position), position[0]
        if misere:
            return None
        if position[-1] == columns:
            return "P" if rows == columns == 1 else "N"
        if rows == 2:
            return "P" if position == (columns, columns - 1) else "N"
        return ("P" if rows == columns else "N") if position[1] == 1 else None


chomp = Chomp()
