"""Antonim: nim in which no two heaps may be equal; empty heaps are gone.

Two or three heaps are lost exactly if their sizes, each raised by one, have the nim-sum 0, with an empty heap as the
third. For four heaps no law is known (Berlekamp, Conway and Guy 1982, chapter 15).
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grundy.boards.heaps import Position, SeveralHeapsGame, put
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, cites
from grundy.errors import PositionError
from grundy.games.antonim.board import DistinctHeaps
from grundy.games.antonim.raised import is_lost, losing_sizes

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block


class Antonim(SeveralHeapsGame):
    """Take any number of stones from one heap, but never leave two equal heaps."""

    board = DistinctHeaps()
    source = "Berlekamp, Conway and Guy 1982"
    example = "1,3,6"
    title = "Antonim"

    def check(self, position: Position) -> None:
        live = list(filter(None, position))
        if len(set(live)) < len(live):
            raise PositionError(f"two equal heaps in {self}({self.board.show(position)}); make one of them smaller")

    def moves(self, position: Position) -> Iterator[Position]:
        for i, heap in enumerate(position):
            lefts = (left for left in range(heap) if not left or left not in position)
            yield from (put(position, i, left) for left in lefts)

    @cites("Berlekamp, Conway and Guy 1982")
    def verdict(self, position: Position, misere: bool) -> Outcome | None:
        """P where up to three sizes, each raised by one, have the nim-sum 0."""
        heaps = self.canonical(position)
        return None if misere or len(heaps) > 3 else "P" if is_lost(heaps) else "N"

    @cites("Berlekamp, Conway and Guy 1982")
    def reach(self, position: Position, nimber: Nimber, misere: bool = False) -> Iterator[Position] | None:
        """For each heap the one size that makes the sum 0; a single heap is taken."""
        if misere or nimber or len(self.canonical(position)) > 3:
            return None
        return (put(position, i, left) for i, left in losing_sizes(position))

    def why(self, parts: Sequence[Position], page: "Page") -> "Iterator[Block]":
        from grundy.games.antonim.why import why

        return why(self, parts, page)


antonim = Antonim()
