"""Two boxes of chips: a position is the pair of their contents."""

from collections.abc import Iterator
from dataclasses import dataclass

from grundy.core.board import Board
from grundy.core.reader import Reader

__all__ = ["Boxes", "Pair"]

Pair = tuple[int, int]


@dataclass(frozen=True)
class Boxes(Board[Pair]):
    """Two boxes, neither of them empty."""

    kind = "boxes"
    notation = "the contents of two boxes, separated by a comma"
    origin = (1, 1)

    def read(self, reader: Reader) -> Pair:
        """The contents of the boxes."""
        one = reader.integer("the contents of a box")
        reader.expect(",", "between the two boxes")
        return one, reader.integer("the contents of a box")

    def show(self, position: Pair) -> str:
        """The contents of the boxes."""
        return f"{position[0]},{position[1]}"

    def differ(self, before: Pair, after: Pair) -> str:
        """Which box was emptied, and how the other was divided."""
        divided = sum(after)
        emptied = before[before[0] == divided]
        return f"empty the box of {emptied}, divide {divided} into {after[0]} and {after[1]}"

    def symmetries(self, position: Pair) -> tuple[Pair, Pair]:
        """The boxes in both orders."""
        return position, (position[1], position[0])

    def small(self, bound: int) -> Iterator[Pair]:
        """Every pair up to the bound."""
        return ((one, other) for other in range(1, bound + 1) for one in range(1, other + 1))

    def cell(self, row: int, column: int) -> Pair:
        """The pair."""
        return row, column
