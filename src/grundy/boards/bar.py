"""A chocolate bar: a position is the tuple of row lengths, the longest row first.

The poisoned square is the first of the first row. Rows and columns count from 1.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from grundy.core.board import Board, Handle
from grundy.core.reader import Reader

__all__ = ["Bar"]

Position = tuple[int, ...]
MOST_ROWS = 1_000_000


@dataclass(frozen=True)
class Bar(Board[Position]):
    """A bar of squares in rows that do not grow."""

    kind = "bar"
    notation = "row lengths from the poisoned row on, or rows x columns of a full bar"
    origin = (1, 1)

    def read(self, reader: Reader) -> Position:
        """The row lengths, or a full bar such as 3x7."""
        rows = reader.integer("the length of a row")
        if not reader.take("x"):
            lengths = [rows]
            while reader.take(","):
                lengths.append(reader.integer("the length of a row"))
            return tuple(lengths)
        if rows > MOST_ROWS:
            raise reader.error(f"a bar of {rows} rows is too large; at most {MOST_ROWS:,}", 0)
        return (reader.integer("the number of columns"),) * rows

    def show(self, position: Position) -> str:
        """The row lengths."""
        return ",".join(map(str, position))

    def differ(self, before: Position, after: Position) -> str:
        """The square that was bitten."""
        row, column = self.bite(before, after)
        return f"bite at row {row}, column {column}"

    @staticmethod
    def bite(before: Position, after: Position) -> tuple[int, int]:
        """The bitten square: the first row that is shorter, at its new end."""
        row = next((i for i, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]), len(after))
        return row + 1, (after[row] if row < len(after) else 0) + 1

    def handle(self, before: Position, after: Position) -> Handle:
        """The one square to bite."""
        return frozenset([self.bite(before, after)])

    def symmetries(self, position: Position) -> tuple[Position, Position]:
        """The bar and its transpose."""
        return position, tuple(sum(length > i for length in position) for i in range(max(position, default=0)))

    def small(self, bound: int) -> Iterator[Position]:
        """Every bar of at most `bound` squares."""
        for squares in range(1, bound + 1):
            yield from partitions(squares, squares)

    def cell(self, row: int, column: int) -> Position:
        """The full bar."""
        return (column,) * row


def partitions(total: int, largest: int) -> Iterator[Position]:
    """The partitions of the total into parts up to the largest, in falling order."""
    if total == 0:
        yield ()
    for part in range(min(total, largest), 0, -1):
        for rest in partitions(total - part, part):
            yield (part, *rest)
