"""Rims and Rayles: dots in the plane, and closed loops drawn through them (Berlekamp, Conway and Guy 1982, chapter 17).

A loop through k of the n dots of a region leaves two regions whose dots together number n - k. In Rims k is any
positive number: a region has the nimber of a nim heap, because (a xor b) <= a + b < n, and loops with nothing inside
are the moves of nim. In Rayles k is 1 or 2, and a region is a row of Kayles.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from grundy.boards.formula import FormulaGame, xor_pairs
from grundy.boards.heaps import Heap, Heaps, Position
from grundy.core.code import Code
from grundy.games.octal import Octal

__all__ = ["Rims", "rayles", "rims"]


@dataclass(frozen=True)
class Rims(FormulaGame):
    """Draw a closed loop through at least one dot of a region, touching no other loop."""

    board = Heaps("region")
    source = "Berlekamp, Conway and Guy 1982"
    example = "3,5,7"

    def as_code(self) -> Code:
        """Digit 7 for ever."""
        return Code((0,), (7,))

    def options(self, heap: Heap) -> Iterator[Position]:
        """The dots inside the loop and those outside."""
        return self.as_code().options(heap)

    def value(self, heap: Heap) -> int:
        """The number of dots, as in nim."""
        return heap

    def left(self, heap: Heap, nimber: int) -> Iterator[Position]:
        """Two regions with this nim-sum; the first may be empty."""
        return (pair for pair in xor_pairs(nimber, heap - 1))


rims = Rims()
rayles = Octal("0.77").named(
    "rayles",
    "Draw a closed loop through one or two dots of a region, touching no other loop.",
    "Berlekamp, Conway and Guy 1982",
    "3,4,5",
    Heaps("region"),
)
