"""Nim: take any number of stones from one heap.

The nimber of a position is the nim-sum of its heaps (Bouton 1902). Under misère play the same positions are lost,
except where every heap is 0 or 1: then an odd number of ones is lost (Bouton 1902). A heap may be infinite: an ordinal
may be replaced by any smaller one, so every play ends, and the same sums hold (Conway 1976).
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import add, xor
from typing import TYPE_CHECKING

from grundy.boards.heaps import HeapGame, Heaps
from grundy.boards.ordinal_heaps import OrdinalHeaps, Position, below
from grundy.core.code import Code
from grundy.core.game import Game
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, cites

if TYPE_CHECKING:
    from grundy.explain.page import Page, ValueLaw
    from grundy.explain.structure import Block

BOARD: Heaps = OrdinalHeaps()


def targets(heaps: Sequence[Nimber], nimber: Nimber, misere: bool) -> Iterator[tuple[int, Nimber]]:
    """For each heap, by its index, the one other size that gives the wanted nim-sum, or a misère P-position.

    >>> list(targets((3, 5, 7), 0, misere=False)), list(targets((1, 5), 0, misere=True))
    ([(0, 2), (1, 4), (2, 6)], [(0, 5), (1, 0)])
    """
    total = reduce(xor, heaps, nimber)
    large, ones = sum(heap > 1 for heap in heaps), sum(heap == 1 for heap in heaps)
    for i, heap in enumerate(heaps):
        among_ones = misere and large == (heap > 1)
        size = 1 ^ (ones - (heap == 1)) % 2 if among_ones else heap ^ total
        if size != heap:
            yield i, size


def finite_targets(heaps: Sequence[int], nimber: Nimber, misere: bool) -> Iterator[tuple[int, int]]:
    """The targets that are finite: an infinite nimber is out of reach for finite heaps."""
    return ((i, size) for i, size in targets(heaps, nimber, misere) if isinstance(size, int))


class Nim(HeapGame):
    """Take any number of stones from one heap."""

    board = BOARD
    source = "Bouton 1902"
    example = "3,5,7"
    keywords = "Marienbad, Bouton, infinite heaps, transfinite"
    formula = "g(n) = n"
    famous = True
    for_beginners = True

    def options(self, heap: Nimber) -> Iterator[Position]:  # type: ignore[override]  # ordinals widen `Heap`
        return ((left,) for left in below(heap))

    def has_infinite_moves(self, position: Position) -> bool:
        return not all(isinstance(heap, int) for heap in position)

    def as_code(self) -> Code:
        return Code((0,), (3,))

    @cites("Bouton 1902")
    def theorem(self, position: Position) -> Nimber:
        """The nim-sum of the heaps."""
        return reduce(xor, position, 0)

    @cites("Bouton 1902")
    def verdict(self, position: Position, misere: bool) -> Outcome:
        """P where the nim-sum is 0; misère among ones alone where it is 1."""
        odd_one_out = misere and max(position, default=0) <= 1
        return "P" if self.theorem(position) == odd_one_out else "N"

    @cites("Bouton 1902")
    def reach(self, position: Position, nimber: Nimber, misere: bool = False) -> Iterator[Position]:  # type: ignore[override]
        """For each heap the one smaller size that gives the wanted sum; misère, 0 or 1 where only ones remain."""
        for i, left in targets(position, nimber, misere):
            if left < position[i]:
                yield (*position[:i], left, *position[i + 1 :])

    def law(self, page: "Page") -> "ValueLaw":
        proof = "From n every smaller number can be left, and nothing else, so the mex is n."
        return page.law("A heap of n has the nimber n.", lambda n: (page.text("{}", page.size(n)), n), proof)

    def why(self, parts: Sequence[Position], page: "Page") -> "Iterator[Block]":
        heaps = [heap for part in parts for heap in part]
        if page.misere:
            yield from page.nim([(f"heap of {page.short(heap)}", heap) for heap in heaps], self.board.noun)
            yield page.source("Bouton 1902")
        elif self.has_infinite_moves(tuple(heaps)):
            yield page.say(
                "An infinite heap may be replaced by any smaller ordinal. Ordinals cannot fall for ever, so every play "
                "ends, and the nimber of a heap is its size, as for finite heaps."
            )
        else:
            yield from super().why(parts, page)  # type: ignore[arg-type]


nim = Nim()


def add_heaps(known: Sequence[Game | None]) -> Game | None:
    """The sum of the games that parts of a position are in disguise; None where one of them is not known."""
    return reduce(add, (game for game in known if game), nim(0)) if all(known) else None
