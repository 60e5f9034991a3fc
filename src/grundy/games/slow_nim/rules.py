"""Slow nim: take exactly one stone from each of at most k heaps.

With at most k heaps a position is lost exactly if all of them are even, because all odd ones can be made even at once.
With k + 1 heaps it is lost exactly if all are even or all are odd: a move changes the parity of some heaps but not of
all, and if both parities occur, either the odd heaps or the even ones can all be changed (Gurvich and Ho 2015).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from grundy.boards.heaps import Position, SeveralHeapsGame, live_heaps, lower
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, cites

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block


@dataclass(frozen=True)
class SlowNim(SeveralHeapsGame):
    """Take exactly one stone from each of at most k heaps, at least from one."""

    k: int

    source = "Gurvich and Ho 2015"
    example = "1,2,3"
    example_parameters = "2"
    least_parameter = 1

    def moves(self, position: Position) -> Iterator[Position]:
        live = live_heaps(position)
        for number in range(1, self.k + 1):
            yield from (lower(position, chosen) for chosen in combinations(live, number))

    @cites("Gurvich and Ho 2015")
    def verdict(self, position: Position, misere: bool) -> Outcome | None:
        """By the parities, with at most k + 1 heaps."""
        heaps = self.canonical(position)
        if misere or len(heaps) > self.k + 1:
            return None
        odd = sum(heap % 2 for heap in heaps)
        return "P" if not odd or odd == self.k + 1 else "N"

    @cites("Gurvich and Ho 2015")
    def reach(self, position: Position, nimber: Nimber, misere: bool = False) -> Iterator[Position] | None:
        """The moves that make all heaps even, or k + 1 of them odd."""
        live = live_heaps(position)
        if misere or nimber or len(live) > self.k + 1:
            return None
        sides = [[i for i in live if position[i] % 2 == parity] for parity in (1, 0)]
        chosen = sides if len(live) == self.k + 1 else sides[:1]
        return (lower(position, one) for one in chosen if 0 < len(one) <= self.k)

    def why(self, parts: Sequence[Position], page: "Page") -> "Iterator[Block]":
        from grundy.games.slow_nim.why import why

        return why(self, parts, page)
