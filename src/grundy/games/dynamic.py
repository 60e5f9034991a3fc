"""Dynamic subtraction: take at most a multiple of what the opponent took just before.

With multiplier c let H(1) = 1 and H(k+1) = H(k) + H(j), where j is the least with c H(j) >= H(k): the powers of 2 for
c = 1, the Fibonacci numbers for c = 2. Every number is in one way a sum of these in which each is more than c times
the next: take the largest that fits, again and again (for c = 2, Zeckendorf 1972). A position is lost if the smallest
term exceeds the cap, and a take wins if it is the sum of the last terms and, times c, is less than the term before
them (Whinihan 1963 for c = 2, Schwenk 1970). Under misère play nobody wants the last stone: play is for the others.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from grundy.boards.capped import Capped, CappedHeap
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.errors import PositionError

__all__ = ["DynamicSubtraction", "fibonacci_nim"]

MOST_TERMS = 1_000_000  # of the sequence H up to the heap


def sequence(multiplier: int, most: int) -> list[int]:
    """The numbers H(1), H(2), ... up to a bound."""
    terms, j = [1], 0
    while terms[-1] <= most:
        while multiplier * terms[j] < terms[-1]:
            j += 1
        terms.append(terms[-1] + terms[j])
        if len(terms) > MOST_TERMS:
            raise PositionError(
                f"a heap of {most.bit_length()} binary digits is too large for multiplier {multiplier}; "
                "make one of them smaller"
            )
    return terms[:-1]


def expansion(multiplier: int, heap: int) -> list[int]:
    """The terms H whose sum is the heap, each more than `multiplier` times the next.

    >>> expansion(2, 43), expansion(1, 44), expansion(3, 7)
    ([34, 8, 1], [32, 8, 4], [6, 1])
    """
    terms = []
    for term in reversed(sequence(multiplier, heap)):
        if term <= heap:
            terms.append(term)
            heap -= term
    return terms


@dataclass(frozen=True)
class DynamicSubtraction(Ruleset[CappedHeap]):
    """Take at most so many times what the opponent took just before; the first move takes any part of the heap."""

    multiplier: int

    board = Capped()
    source = "Schwenk 1970"
    example = "44"
    example_parameters = "1"

    def __post_init__(self) -> None:
        if self.multiplier < 1:
            raise PositionError("dynamic_subtraction needs a multiplier of at least 1")

    def check(self, position: CappedHeap) -> None:
        """Raise if the sequence H up to the heap is too long."""
        sequence(self.multiplier, position[0])

    def moves(self, position: CappedHeap) -> Iterator[CappedHeap]:
        """From one stone to the cap."""
        heap, cap = position
        return (self.after(heap, take) for take in range(1, cap + 1))

    def after(self, heap: int, take: int) -> CappedHeap:
        """The position when so many were taken."""
        return heap - take, min(self.multiplier * take, heap - take)

    @cites("Schwenk 1970")
    def verdict(self, position: CappedHeap, misere: bool) -> Outcome:
        """P where the smallest term exceeds the cap."""
        heap, cap = position
        if misere:
            return self.verdict((heap - 1, min(cap, heap - 1)), False) if cap else "N"
        return "P" if not heap or cap < expansion(self.multiplier, heap)[-1] else "N"

    @cites("Schwenk 1970")
    def reach(self, position: CappedHeap, nimber: Nimber, misere: bool = False) -> Iterator[CappedHeap] | None:
        """The lost positions, by the sums of last terms; other nimbers have no formula."""
        if nimber:
            return None
        heap, cap = position
        return (self.after(heap, take) for take in self.takes(heap - misere) if take <= cap)

    def takes(self, heap: int) -> Iterator[int]:
        """The sums of last terms that are, times the multiplier, less than the term before them."""
        terms, take = expansion(self.multiplier, heap), 0
        while terms:
            take += terms.pop()
            if not terms or self.multiplier * take < terms[-1]:
                yield take


fibonacci_nim = DynamicSubtraction(2).named(
    "fibonacci_nim",
    "Take at most twice what the opponent took just before; the first move takes any part of the heap.",
    "Whinihan 1963",
    "43",
)
