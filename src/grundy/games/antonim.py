"""Antonim: nim in which no two heaps may be equal; empty heaps are gone.

Three heaps at most are lost exactly if their sizes, each raised by one, have the nim-sum 0, where with fewer heaps
empty ones are added: of two heaps those with sizes 2k - 1 and 2k are lost, and of one heap none but the empty. For four
heaps no law is known (Berlekamp, Conway and Guy 1982, chapter 15).
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from grundy.boards.heaps import Position, SeveralHeaps, SeveralHeapsGame, put
from grundy.core.nimbers import nim_sum
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, cites
from grundy.errors import PositionError

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block


class DistinctHeaps(SeveralHeaps):
    """Heaps of different sizes."""

    def small(self, bound: int) -> Iterator[Position]:
        for count in range(1, 5):
            yield from combinations(range(1, bound // count + 4), count)


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
        if misere or len(heaps) > 3:
            return None
        return "P" if not heaps or (len(heaps) > 1 and not raised_sum(heaps)) else "N"

    @cites("Berlekamp, Conway and Guy 1982")
    def reach(self, position: Position, nimber: Nimber, misere: bool = False) -> Iterator[Position] | None:
        """For each heap the one size that makes the sum 0; a single heap is taken."""
        live = [heap for heap in position if heap]
        if misere or nimber or len(live) > 3:
            return None
        wanted = (
            (i, (raised_sum(live) ^ heap + 1) - 1 if len(live) > 1 else 0) for i, heap in enumerate(position) if heap
        )
        return (put(position, i, left) for i, left in wanted if left < position[i])

    def why(self, parts: Sequence[Position], page: "Page") -> "Iterator[Block]":
        for heaps in parts[:1]:
            if not page.misere and 1 < len(heaps) <= 3:
                padded = [*heaps, *[0] * (3 - len(heaps))]
                terms = " ⊕ ".join(f"({heap} + 1)" for heap in padded)
                yield page.say(
                    "Two or three heaps are lost exactly if the sizes, each raised by one, have the nim-sum 0, with an "
                    "empty heap as the third: {}.",
                    page.step(f"{terms} = {raised_sum(heaps)}"),
                )
                yield page.source(self.citation("verdict"))
            yield from page.options_reason(self, heaps)


def raised_sum(heaps: Sequence[int]) -> int:
    """The nim-sum of three sizes, each raised by one; heaps that are missing are empty."""
    return nim_sum(heap + 1 for heap in (*heaps, *[0] * (3 - len(heaps))))


antonim = Antonim()
