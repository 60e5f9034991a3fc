"""Toppling dominoes, the impartial form: topple any domino of a row to either side, and all beyond it fall too.

What is left of a row is a shorter row, of any length: so a row of n is a heap of n stones in nim (Fink, Nowakowski,
Siegel and Wolfe 2015, where dominoes also have colours).
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grundy.boards.heaps import FormulaGame, Heap, Heaps, Position
from grundy.core.ruleset import Outcome, cites
from grundy.games.nim import nim

if TYPE_CHECKING:
    from grundy.explain.page import Page, ValueLaw


class ToppledRows(Heaps):
    """Rows of dominoes."""

    def differ(self, before: Position, after: Position) -> str:
        _, row, left = self.change(before, after)
        return f"topple the row of {row} down to {sum(left)}"


class TopplingDominoes(FormulaGame):
    """Topple a domino of one row to the left or to the right; all dominoes on that side fall with it."""

    board = ToppledRows("row", ".", "-")
    source = "Fink, Nowakowski, Siegel and Wolfe 2015"
    example = "3,5,7"
    formula = "g(n) = n"

    def options(self, heap: Heap) -> Iterator[Position]:
        """Each length twice: by a domino from the left and by one from the right."""
        return ((left,) for _ in ("right", "left") for left in range(heap))

    @cites("Fink, Nowakowski, Siegel and Wolfe 2015")
    def value(self, heap: Heap) -> int:
        return heap

    def left(self, heap: Heap, nimber: int) -> Iterator[Position]:
        return iter([(nimber,)] * 2 if nimber < heap else [])

    @cites("Fink, Nowakowski, Siegel and Wolfe 2015")
    def verdict(self, position: Position, misere: bool) -> Outcome:
        """That of nim."""
        return nim.verdict(position, misere)

    def law(self, page: "Page") -> "ValueLaw":
        proof = "A row of any smaller length can be left, and nothing else, so the mex is n."
        return page.law("A row of n is a heap of n in nim.", lambda n: (page.text("{}", page.size(n)), n), proof)


toppling_dominoes = TopplingDominoes()
