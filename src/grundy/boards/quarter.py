"""A quarter-infinite board with one piece on it: a position is (column, row), counted from 0 in the corner."""

from collections.abc import Iterator
from dataclasses import dataclass

from grundy.core.board import Board, Handle
from grundy.core.reader import Reader

__all__ = ["Quarter", "Square"]

Square = tuple[int, int]


@dataclass(frozen=True)
class Quarter(Board[Square]):
    """A piece that wanders toward the corner (0,0)."""

    kind = "quarter"
    notation = "column, row of the piece, from 0"

    def read(self, reader: Reader) -> Square:
        """The square of the piece."""
        column = reader.integer("a column")
        reader.expect(",", "between column and row")
        return column, reader.integer("a row")

    def show(self, position: Square) -> str:
        """Column and row."""
        return f"{position[0]},{position[1]}"

    def differ(self, before: Square, after: Square) -> str:
        """How far the piece goes in which direction."""
        left, down = before[0] - after[0], before[1] - after[1]
        if left and down:
            return f"go {left} along the diagonal" if left == down else f"go {left} left and {down} down"
        return f"go {left} left" if left else f"go {down} down"

    def handle(self, before: Square, after: Square) -> Handle:
        """The target square."""
        return frozenset([after])

    def symmetries(self, position: Square) -> tuple[Square, Square]:
        """The square and its reflection in the diagonal."""
        return position, (position[1], position[0])

    def small(self, bound: int) -> Iterator[Square]:
        """The squares up to the bound in both directions."""
        return ((column, row) for column in range(bound + 1) for row in range(bound + 1))

    def cell(self, row: int, column: int) -> Square:
        """The piece on this square."""
        return column, row
