"""End nim: heaps in a row; take any number of stones from the leftmost or from the rightmost heap.

Whatever stands between, one size of an end heap at most makes a row lost: see `partners` (Albert and Nowakowski 2001).
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grundy.boards.heaps import Position, live_heaps, put
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.games.end_nim.board import RowOfHeaps
from grundy.games.end_nim.partners import is_lost, partners

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block


class EndNim(Ruleset[Position]):
    """Take any number of stones from the leftmost or from the rightmost heap."""

    board = RowOfHeaps()
    source = "Albert and Nowakowski 2001"
    example = "2,1,3"
    title = "End-Nim"

    def moves(self, position: Position) -> Iterator[Position]:
        live = live_heaps(position)
        for i in dict.fromkeys(live[:1] + live[-1:]):
            yield from (put(position, i, left) for left in range(position[i]))

    def canonical(self, position: Position) -> Position:
        row = tuple(filter(None, position))
        return min(row, row[::-1])

    def parts(self, position: Position) -> Iterator[Position]:
        return iter(filter(None, [tuple(filter(None, position))]))

    @cites("Albert and Nowakowski 2001")
    def verdict(self, position: Position, misere: bool) -> Outcome:
        """P where the right end is what the rest of the row asks for."""
        return "P" if is_lost(tuple(filter(None, position)), misere) else "N"

    @cites("Albert and Nowakowski 2001")
    def reach(self, position: Position, nimber: Nimber, misere: bool = False) -> Iterator[Position] | None:
        """The one lost position at most for each end; other nimbers have no formula."""
        if nimber:
            return None
        live = live_heaps(position)
        wanted = dict(zip(live[:1] + live[-1:], partners([position[i] for i in live], misere), strict=False))
        return (put(position, i, size) for i, size in wanted.items() if size < position[i])

    def why(self, parts: Sequence[Position], page: "Page") -> "Iterator[Block]":
        from grundy.games.end_nim.why import why

        return why(self, parts, page)


end_nim = EndNim()
