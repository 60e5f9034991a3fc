"""One heap with a cap: a position is (stones, most that may be taken now)."""

from collections.abc import Iterator
from dataclasses import dataclass

from grundy.core.board import Board, Handle
from grundy.core.reader import Reader

__all__ = ["Capped", "CappedHeap"]

CappedHeap = tuple[int, int]


@dataclass(frozen=True)
class Capped(Board[CappedHeap]):
    """A heap from which only so many stones may be taken now."""

    kind = "capped heap"
    notation = "the heap, or the heap and the most that may be taken now; without it, all but one"

    def read(self, reader: Reader) -> CappedHeap:
        """The heap and its cap, which is no more than the heap."""
        heap = reader.integer("the size of the heap")
        cap = reader.integer("the most that may be taken") if reader.take(",") else max(0, heap - 1)
        return heap, min(cap, heap)

    def show(self, position: CappedHeap) -> str:
        """The heap and its cap."""
        return f"{position[0]},{position[1]}"

    def tidy(self, position: CappedHeap) -> CappedHeap | None:
        """The heap, or None when it is empty."""
        return position if position[0] else None

    def differ(self, before: CappedHeap, after: CappedHeap) -> str:
        """How many stones were taken."""
        return f"take {before[0] - after[0]}"

    def handle(self, before: CappedHeap, after: CappedHeap) -> Handle:
        """The number of stones to take."""
        return frozenset([before[0] - after[0]])

    def small(self, bound: int) -> Iterator[CappedHeap]:
        """Every heap up to the bound with every cap."""
        return ((heap, cap) for heap in range(bound + 1) for cap in range(heap + 1))

    def line(self, n: int) -> CappedHeap:
        """The heap of n from which all but one may be taken."""
        return n, max(0, n - 1)

    def cell(self, row: int, column: int) -> CappedHeap:
        """The heap of so many rows, capped by the column."""
        return row, min(row, column)
