"""Bounded nim: take at least one and at most k stones from one heap.

The nimber of a heap is its remainder modulo k + 1 (Bouton 1902 for one heap): from n the remainders below it are
reached, and larger ones can be taken back. So play goes as in nim with the remainders, under misère play too.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grundy.boards.heaps import FormulaGame, Heap, Position
from grundy.core.code import Code
from grundy.core.ruleset import Outcome, cites
from grundy.errors import PositionError
from grundy.games.nim import nim

if TYPE_CHECKING:
    from grundy.explain.page import Page, ValueLaw, WorkedValue

MOST_PLACES = 4_000  # of a code; the values of a larger k have their formula


@dataclass(frozen=True)
class BoundedNim(FormulaGame):
    """Take at least one and at most k stones from one heap."""

    k: int

    source = "Bachet 1612"
    example = "5,6,7"
    example_parameters = "3"
    well_known = ("2", "3")

    def __post_init__(self) -> None:
        if self.k < 1:
            raise PositionError(f"{self.name} takes up to k stones, k at least 1")

    @property
    def formula(self) -> str:
        return f"g(n) = n mod {self.k + 1}"

    def options(self, heap: Heap) -> Iterator[Position]:
        return ((heap - take,) for take in range(1, min(self.k, heap) + 1))

    def as_code(self) -> Code | None:
        return Code((0, *[3] * self.k), ()) if self.k < MOST_PLACES else None

    def value(self, heap: Heap) -> int:
        return heap % (self.k + 1)

    def left(self, heap: Heap, nimber: int) -> Iterator[Position]:
        """The one heap of this remainder among the k below."""
        take = (heap - nimber) % (self.k + 1)
        if nimber <= self.k and 0 < take <= heap:
            yield (heap - take,)

    @cites("Bouton 1902")
    def theorem(self, position: Position) -> int:
        """The nim-sum of the remainders."""
        return super().theorem(position)

    @cites("Bouton 1902")
    def verdict(self, position: Position, misere: bool) -> Outcome:
        """That of nim with the remainders."""
        return nim.verdict(tuple(map(self.value, position)), misere)

    def law(self, page: "Page") -> "ValueLaw":
        def work_out(n: int) -> "WorkedValue":
            return page.text("{}", page.step(f"{n} mod ({self.k} + 1) = {self.value(n)}")), self.value(n)

        proof = "The k heaps below n have all the other remainders modulo k + 1, so the mex is that of n."
        return page.law("The nimber of a heap is its remainder modulo k + 1.", work_out, proof)
