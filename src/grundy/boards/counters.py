"""Counters on a quarter-infinite board: a position is the tuple of their squares (column, row), from (0, 0)."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement

from grundy.boards.quarter import Square
from grundy.core.board import Board, Handle
from grundy.core.reader import Reader

__all__ = ["Counters", "Position"]

Position = tuple[Square, ...]


@dataclass(frozen=True)
class Counters(Board[Position]):
    """Any number of counters, also on one square."""

    kind = "counters"
    notation = "squares (column,row) of the counters, from 0, separated by commas"

    def read(self, reader: Reader) -> Position:
        """The squares."""
        return tuple(reader.list_of(lambda: self.square(reader)))

    @staticmethod
    def square(reader: Reader) -> Square:
        """One square."""
        reader.expect("(", "before column and row")
        column = reader.integer("a column")
        reader.expect(",", "between column and row")
        row = reader.integer("a row")
        reader.expect(")", "after column and row")
        return column, row

    def show(self, position: Position) -> str:
        """The squares."""
        return ",".join(f"({column},{row})" for column, row in position)

    @staticmethod
    def moved(before: Position, after: Position) -> int:
        """The index of the counter that moved."""
        return next(i for i, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1])

    def differ(self, before: Position, after: Position) -> str:
        """The counter that moved, and where to."""
        i = self.moved(before, after)
        return f"move the counter on {self.show(before[i : i + 1])} to {self.show(after[i : i + 1])}"

    def handle(self, before: Position, after: Position) -> Handle:
        """The counter and the square that it goes to."""
        i = self.moved(before, after)
        return frozenset([(i, after[i])])

    def small(self, bound: int) -> Iterator[Position]:
        """One and two counters, near the corner first."""
        for total in range(bound + 1):
            squares = [(column, row) for column in range(total + 1) for row in range(total + 1 - column)]
            for counters in (1, 2):
                choice = combinations_with_replacement(squares, counters)
                yield from (position for position in choice if sum(map(sum, position)) == total)

    def cell(self, row: int, column: int) -> Position:
        """One counter on this square."""
        return ((column, row),)
