"""Fair shares: split a heap into two or more equal heaps.

The nimber of n > 1 is its number of odd prime factors, counted with multiplicity, and one more if n is even: an even
number of equal heaps is worth 0, and an odd number k of them as much as one heap of n/k, which has fewer odd factors.
"""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from grundy.boards.heaps import Heap, HeapGame, Position
from grundy.core.nimbers import nim_sum
from grundy.core.ruleset import cites
from grundy.games.fair_shares.board import SharedHeaps
from grundy.games.fair_shares.shares import count_factors, equal_shares

if TYPE_CHECKING:
    from grundy.explain.page import Page, ValueLaw


class FairShares(HeapGame):
    """Split a heap into two or more heaps of equal size."""

    board = SharedHeaps()
    source = "after Berlekamp, Conway and Guy 1982"
    example = "12,18"
    card = "12,9"

    def options(self, heap: Heap) -> Iterator[Position]:
        return equal_shares(heap)

    def parts(self, position: Position) -> Iterator[Position]:
        return ((heap,) for heap in position if heap > 1)

    def canonical(self, position: Position) -> Position:
        return tuple(sorted(heap for heap in position if heap > 1))

    @cites("by induction over the divisors")
    def theorem(self, position: Position) -> int:
        """The nim-sum of the numbers of odd prime factors, each one more where the heap is even."""
        return nim_sum(count_factors(heap) for heap, copies in Counter(position).items() if copies % 2)

    def law(self, page: "Page") -> "ValueLaw":
        from grundy.games.fair_shares.why import law

        return law(page)


fair_shares = FairShares()
