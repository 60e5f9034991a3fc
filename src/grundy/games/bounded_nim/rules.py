"""Bounded nim: take at least one and at most k stones from one heap.

The nimber of a heap is its remainder modulo k + 1 (Bouton 1902), so play goes as in nim with these, misère play too.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grundy.boards.heaps import FormulaGame, Heap, Position
from grundy.core.code import Code
from grundy.core.ruleset import Outcome, cites
from grundy.games.nim import nim

if TYPE_CHECKING:
    from grundy.explain.page import Page, ValueLaw

MOST_PLACES = 4_000  # of a code; the values of a larger k have their formula


@dataclass(frozen=True)
class BoundedNim(FormulaGame):
    """Take at least one and at most k stones from one heap."""

    k: int

    source = "Bachet 1612"
    example = "5,6,7"
    example_parameters = "3"
    least_parameter = 1
    well_known = ("2", "3")

    @property
    def formula(self) -> str:
        return f"g(n) = n mod {self.k + 1}"

    def options(self, heap: Heap) -> Iterator[Position]:
        return ((heap - take,) for take in range(1, min(self.k, heap) + 1))

    def as_code(self) -> Code | None:
        return Code((0, *[3] * self.k), ()) if self.k < MOST_PLACES else None

    @cites("Bouton 1902")
    def value(self, heap: Heap) -> int:
        return heap % (self.k + 1)

    def left(self, heap: Heap, nimber: int) -> Iterator[Position]:
        """The one heap of this remainder among the k below."""
        take = (heap - nimber) % (self.k + 1)
        return iter([(heap - take,)] if nimber <= self.k and 0 < take <= heap else [])

    @cites("Bouton 1902")
    def verdict(self, position: Position, misere: bool) -> Outcome:
        """That of nim with the remainders."""
        return nim.verdict(tuple(map(self.value, position)), misere)

    def law(self, page: "Page") -> "ValueLaw":
        from grundy.games.bounded_nim.why import law

        return law(self, page)
