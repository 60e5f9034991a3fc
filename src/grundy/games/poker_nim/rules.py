"""Poker nim: take stones from a heap, or add some to it from a reserve.

What is added can be taken away at once, so the reserve changes nothing: the nimber is that of nim, and under misère
play the same positions are lost (Berlekamp, Conway and Guy 1982). Stones that were taken do not come back, so play
ends.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.games.nim import finite_targets, nim
from grundy.games.poker_nim.board import Reserve
from grundy.games.poker_nim.board import ReservedHeaps as Position

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block


def resize(position: Position, index: int, size: int) -> Position:
    """The position with one heap of another size; what is added comes from the reserve."""
    heaps, reserve = position
    added = max(0, size - heaps[index])
    return (*heaps[:index], size, *heaps[index + 1 :]), reserve - added


class PokerNim(Ruleset[Position]):
    """Take any number of stones from one heap, or add some to one from the reserve; what is taken is gone."""

    board = Reserve()
    source = "Berlekamp, Conway and Guy 1982"
    example = "3,5; 2"
    formula = "g(n) = n"

    def moves(self, position: Position) -> Iterator[Position]:
        heaps, reserve = position
        for i, heap in enumerate(heaps):
            if heap:
                yield from (resize(position, i, size) for size in range(heap + reserve + 1) if size != heap)

    def canonical(self, position: Position) -> Position:
        """The heaps in order, empty ones dropped; without heaps the reserve is of no use."""
        heaps = tuple(sorted(filter(None, position[0])))
        return heaps, position[1] if heaps else 0

    def parts(self, position: Position) -> tuple[Position, ...]:
        return (self.canonical(position),)

    @cites("Berlekamp, Conway and Guy 1982")
    def theorem(self, position: Position) -> Nimber:
        """The nim-sum of the heaps."""
        return nim.theorem(position[0])

    @cites("Berlekamp, Conway and Guy 1982")
    def verdict(self, position: Position, misere: bool) -> Outcome:
        """That of nim."""
        return nim.verdict(position[0], misere)

    @cites("Berlekamp, Conway and Guy 1982")
    def reach(self, position: Position, nimber: Nimber, misere: bool = False) -> Iterator[Position]:
        """For each heap the one other size that gives the wanted sum, if the reserve allows it."""
        heaps, reserve = position
        for i, size in finite_targets(heaps, nimber, misere):
            if heaps[i] and size <= heaps[i] + reserve:
                yield resize(position, i, size)

    def why(self, parts: Sequence[Position], page: "Page") -> "Iterator[Block]":
        for heaps, reserve in parts[:1]:
            rows = [(f"heap of {page.short(heap)}", heap) for heap in heaps]
            yield from page.nim(rows, "heap", *page.theorem_claims(self, (heaps, reserve)))
            yield page.say(
                "The reserve of {} changes nothing. Whoever adds stones can be answered by taking away just as many: "
                "the move is reversible, and the reserve is then smaller, so this comes to an end.",
                page.size(reserve),
            )
            yield page.source(self.citation("theorem"))


poker_nim = PokerNim()
