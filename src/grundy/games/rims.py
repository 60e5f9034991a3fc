"""Rims and Rayles: dots in the plane, and closed loops drawn through them (Berlekamp, Conway and Guy 1982, chapter 17).

A loop through k of the n dots of a region leaves two regions whose dots together number n - k. In Rims k is any
positive number: a region has the nimber of a nim heap, because (a xor b) <= a + b < n, and loops with nothing inside
are the moves of nim. In Rayles k is 1 or 2, and a region is a row of Kayles.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grundy.boards.heaps import FormulaGame, Heap, HeapGame, Heaps, Position
from grundy.core.code import Code
from grundy.core.nimbers import xor_pairs
from grundy.games.kayles import kayles

if TYPE_CHECKING:
    from grundy.explain.page import Page, ValueLaw
    from grundy.explain.structure import Block


class Rims(FormulaGame):
    """Draw a closed loop through at least one dot of a region, touching no other loop."""

    board = Heaps("region")
    source = "Berlekamp, Conway and Guy 1982"
    example = "3,5,7"
    formula = "g(n) = n"

    def as_code(self) -> Code:
        return Code((0,), (7,))

    def options(self, heap: Heap) -> Iterator[Position]:
        return self.as_code().options(heap)

    def value(self, heap: Heap) -> int:
        return heap

    def left(self, heap: Heap, nimber: int) -> Iterator[Position]:
        """Two regions with this nim-sum; the first may be empty."""
        return (pair for pair in xor_pairs(nimber, heap - 1))

    def law(self, page: "Page") -> "ValueLaw":
        proof = (
            "A loop with nothing inside takes dots as in nim. A loop that leaves a dots inside and b outside leaves "
            "a + b < n, and a ⊕ b is at most a + b, so n itself is never reached."
        )
        words = "A region with n dots has the nimber n: it is a heap of nim."
        return page.law(words, lambda n: (page.text("{}", page.size(n)), n), proof)


class Rayles(HeapGame):
    """Draw a closed loop through one or two dots of a region, touching no other loop."""

    board = Heaps("region")
    source = "Berlekamp, Conway and Guy 1982"
    example = "3,4,5"

    def as_code(self) -> Code:
        return kayles.code

    def options(self, heap: Heap) -> Iterator[Position]:
        return kayles.options(heap)

    def why(self, parts: Sequence[Position], page: "Page") -> "Iterator[Block]":
        words = "A loop takes one or two dots and parts the others, as a ball does: {} is {} in disguise."
        yield page.say(words, self, kayles)
        yield from super().why(parts, page)


rims = Rims()
rayles = Rayles()
