"""Heaps with a reserve of stones beside them: a position is (sizes, reserve)."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement

from grundy.boards.heaps import Heaps
from grundy.core.board import Board, Handle
from grundy.core.reader import Reader

__all__ = ["Position", "Reserve"]

Position = tuple[tuple[int, ...], int]
HEAPS = Heaps()


@dataclass(frozen=True)
class Reserve(Board[Position]):
    """Heaps and a reserve."""

    kind = "reserve"
    notation = "sizes of heaps, separated by commas; then a semicolon and the stones in reserve"

    def read(self, reader: Reader) -> Position:
        """The sizes and the reserve; none if it is left out."""
        heaps = [reader.integer("the size of a heap")]
        while reader.take(","):
            heaps.append(reader.integer("the size of a heap"))
        return tuple(heaps), reader.integer("the stones in reserve") if reader.take(";") else 0

    def show(self, position: Position) -> str:
        """The sizes without empty heaps, and the reserve."""
        return f"{HEAPS.show(position[0])}; {position[1]}"

    def tidy(self, position: Position) -> Position | None:
        """The heaps that are not empty, with the reserve."""
        heaps = HEAPS.tidy(position[0])
        return (heaps, position[1]) if heaps else None

    def differ(self, before: Position, after: Position) -> str:
        """What was taken from a heap or added to it."""
        return HEAPS.differ(before[0], after[0])

    def handle(self, before: Position, after: Position) -> Handle:
        """The heap, and its new size."""
        return HEAPS.handle(before[0], after[0])

    def small(self, bound: int) -> Iterator[Position]:
        """Up to three heaps with a reserve, few stones first."""
        for stones in range(1, bound + 1):
            for reserve in range(stones):
                for count in range(1, 4):
                    heaps = combinations_with_replacement(range(1, stones + 1), count)
                    yield from ((sizes, reserve) for sizes in heaps if sum(sizes) + reserve == stones)
