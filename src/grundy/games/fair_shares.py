"""Fair shares: split a heap into two or more equal heaps.

The nimber of n > 1 is its number of odd prime factors, counted with multiplicity, and one more if n is even: an even
number of equal heaps is worth 0, and an odd number k of them as much as one heap of n/k, which has fewer odd factors.
"""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from grundy.boards.heaps import Heap, HeapGame, Heaps, Position
from grundy.core.nimbers import nim_sum
from grundy.core.numbers import factor
from grundy.core.reader import ellipsis
from grundy.core.ruleset import cites
from grundy.errors import NotDecided
from grundy.games.take_a_divisor import divisors

if TYPE_CHECKING:
    from grundy.explain.page import Page, ValueLaw, WorkedValue

MOST_SHARES = 100_000  # that are written out as an option


class SharedHeaps(Heaps):
    """Heaps of which those of one stone are dead and dropped."""

    def show(self, position: Position) -> str:
        return ",".join(str(heap) for heap in position if heap > 1) or "1"

    def tidy(self, position: Position) -> Position | None:
        return tuple(heap for heap in position if heap > 1) or None

    def differ(self, before: Position, after: Position) -> str:
        _, heap, left = self.change(before, after)
        size = left[0] if left else 1
        return f"split the heap of {heap} into {heap // size} heaps of {size}"


class FairShares(HeapGame):
    """Split a heap into two or more heaps of equal size."""

    board = SharedHeaps()
    source = "after Berlekamp, Conway and Guy 1982"
    example = "12,18"
    card = "12,9"

    def options(self, heap: Heap) -> Iterator[Position]:
        """The shares, the largest first; heaps of one stone are dropped."""
        for size in sorted(divisors(heap) if heap > 1 else (), reverse=True):
            if 1 < size < heap:
                if heap // size > MOST_SHARES:
                    raise NotDecided(f"a heap of {ellipsis(str(heap))} has shares of more than {MOST_SHARES:,} heaps")
                yield (size,) * (heap // size)
        if heap > 1:
            yield ()

    def parts(self, position: Position) -> Iterator[Position]:
        return ((heap,) for heap in position if heap > 1)

    def canonical(self, position: Position) -> Position:
        return tuple(sorted(heap for heap in position if heap > 1))

    @cites("by induction over the divisors")
    def theorem(self, position: Position) -> int:
        """The nim-sum of the numbers of odd prime factors, each one more where the heap is even."""
        return nim_sum(count_factors(heap) for heap, copies in Counter(position).items() if copies % 2)

    def law(self, page: "Page") -> "ValueLaw":
        def work_out(n: int) -> "WorkedValue":
            powers = " * ".join(f"{prime}^{power}" for prime, power in factor(n) or ())
            return page.text("{}", page.step(f"{n} = {powers}")) if powers else page.text("dead"), count_factors(n)

        words = "The nimber is the number of odd prime factors, each as often as it divides, and one more if n is even."
        proof = (
            "An even number of equal heaps is worth 0. An odd number k of them is worth one heap of n/k, which has "
            "fewer odd factors and is as even as n; every smaller number of odd factors is reached."
        )
        return page.law(words, work_out, proof)


def count_factors(heap: Heap) -> int:
    factors = factor(heap) if heap > 1 else ()
    if factors is None:
        raise NotDecided(f"the factors of {ellipsis(str(heap))} are not known")
    return sum(power if prime > 2 else 1 for prime, power in factors)


fair_shares = FairShares()
