"""Prim: take a number of stones without a common divisor with the heap.

The nimber of n > 1 is 0 if n is even, and otherwise the place of its least prime factor among 2, 3, 5, 7, ...; that of
1 is 1. To take a number coprime to n leaves one coprime to n, so no heap with the same least prime, and each smaller
prime can be left as a least one (Berlekamp, Conway and Guy 1982, chapter 4, where a heap of 1 is dead instead, which
exchanges 0 and 1).
"""

from collections.abc import Iterator
from math import gcd
from typing import TYPE_CHECKING

from grundy.boards.heaps import Heap, HeapGame, Position
from grundy.core.nimbers import nim_sum
from grundy.core.ruleset import cites
from grundy.games.prim.factors import nimber_of

if TYPE_CHECKING:
    from grundy.explain.page import Page, ValueLaw


class Prim(HeapGame):
    """Take a number of stones that has no common divisor with the size of the heap."""

    source = "Berlekamp, Conway and Guy 1982"
    example = "9,10"
    title = "Prim"

    def options(self, heap: Heap) -> Iterator[Position]:
        return ((heap - take,) for take in range(1, heap + 1) if gcd(take, heap) == 1)

    @cites("Berlekamp, Conway and Guy 1982")
    def theorem(self, position: Position) -> int | None:
        """The nim-sum of the places of the least prime factors, where these are found."""
        values = [nimber_of(heap) for heap in position]
        return nim_sum(value for value in values if value is not None) if None not in values else None

    def law(self, page: "Page") -> "ValueLaw":
        from grundy.games.prim.why import law

        return law(page)


prim = Prim()
