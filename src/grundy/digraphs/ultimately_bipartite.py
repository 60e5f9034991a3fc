"""Subtraction games in which from some heap on exactly the even heaps are lost (docs/theory/digraphs.md)."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, islice
from math import comb, gcd

from grundy.core.budget import Budget
from grundy.digraphs.subtraction import subtraction_set
from grundy.errors import NotDecided, PositionError

__all__ = [
    "Alternation",
    "FamilyMember",
    "alternation",
    "candidate_sets",
    "family_a",
    "family_b",
    "family_c",
    "ultimately_bipartite_sets",
]

LARGEST_NUMBER = 1_000_000  # of a set that is decided: a window of so many heaps is kept, a bit for each
MOST_SETS = 50_000_000  # that a search looks at; small ones are decided at some thousands a second


@dataclass(frozen=True)
class Alternation:
    """A set, the least heap from which on exactly the even heaps are lost, and the exceptions below it."""

    take: tuple[int, ...]
    threshold: int
    odd_lost: tuple[int, ...]
    even_won: tuple[int, ...]

    def is_lost(self, heap: int) -> bool:
        return heap in self.odd_lost if heap % 2 else heap not in self.even_won


def alternation(take: Iterable[int], budget: Budget | None = None) -> Alternation | None:
    """The threshold and the exceptions below it, or None if the game is not ultimately bipartite (definition 10)."""
    numbers = subtraction_set(take)
    # An even number would lead from a lost heap to a lost heap; a common divisor makes neighbouring heaps alike.
    if any(number % 2 == 0 for number in numbers) or gcd(*numbers) > 1:
        return None
    if numbers[-1] > LARGEST_NUMBER:
        raise NotDecided(
            f"not decided: with {numbers[-1]:,} in the set; numbers up to {LARGEST_NUMBER:,} are looked at"
        )
    threshold = alternation_threshold(numbers, budget or Budget())
    if threshold is None:
        return None
    heaps = list(exceptions(numbers, threshold))
    return Alternation(numbers, threshold, tuple(n for n in heaps if n % 2), tuple(n for n in heaps if n % 2 == 0))


def alternation_threshold(take: tuple[int, ...], budget: Budget) -> int | None:
    """The least heap from which on the even heaps are the lost ones; None if there is none.

    A value depends on the max S heaps before it. If so many alternate, then all after them do, because all numbers of S
    are odd; if the same window occurs twice before that, the sequence is periodic and never alternates.
    """
    threshold = heap = seen = 0
    for step, (wrong, window) in enumerate(blocks(take)):
        threshold = heap + wrong.bit_length() if wrong else threshold
        heap += take[0]
        if heap - threshold >= take[-1]:
            return threshold
        if step and window == seen:
            return None
        if step & (step - 1) == 0:  # the window to compare with is renewed at powers of two (Brent 1980)
            seen = window
        budget.spend(take[0])
    return None


def blocks(take: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """For min S heaps at a time, as bits: the exceptions among them, and which of the last max S heaps are lost.

    An exception is a lost odd heap or a won even heap. None of min S neighbouring heaps is an option of another, so
    one shift for each number of S decides all of them at once.
    """
    least, last, window = take[0], take[-1], 0
    full = (1 << least) - 1
    even = int("01" * least, 2) & full
    while True:
        won = 0
        for number in take:
            won |= window >> last - number
        lost = ~won & full
        window = (window | lost << last) >> least
        yield lost ^ even, window
        even ^= full


def exceptions(take: tuple[int, ...], threshold: int) -> Iterator[int]:
    """The lost odd heaps and the won even heaps, up to a threshold."""
    for block, (wrong, _) in enumerate(islice(blocks(take), threshold // take[0] + 1)):
        yield from (block * take[0] + place for place in range(take[0]) if wrong >> place & 1)


@dataclass(frozen=True)
class FamilyMember:
    """A set of theorem 8, the threshold, and the rule that decides heaps of any size."""

    take: tuple[int, ...]
    threshold: int
    is_lost: Callable[[int], bool]


def family_a(k: int) -> FamilyMember:
    """The set {3, 5, 9, ..., 2^k + 1} for k >= 3: lost are 1 and the even heaps that are not one above the set.

    >>> game = family_a(4)
    >>> game.take, [heap for heap in range(24) if game.is_lost(heap)]
    ((3, 5, 9, 17), [0, 1, 2, 8, 12, 14, 16, 20, 22])
    """
    require(k >= 3, "k is 3 or more")
    take = tuple(2**i + 1 for i in range(1, k + 1))
    return FamilyMember(take, 2**k + 3, lambda heap: heap == 1 or (heap % 2 == 0 and heap - 1 not in take))


def family_b(k: int) -> FamilyMember:
    """The set {3, 5, 2^k + 1} for k >= 3; the remainder modulo 8 decides whether a heap is lost.

    >>> family_b(100).is_lost(10**30 + 1), family_b(100).threshold == 2**101 - 5
    (True, True)
    """
    require(k >= 3, "k is 3 or more")
    top = 2**k

    def is_lost(heap: int) -> bool:
        if heap % 2:
            return heap % 8 == 1 and heap < top
        return not (heap % 8 in (4, 6) and heap < top) and not (heap % 8 == 2 and top < heap < 2 * top)

    return FamilyMember((3, 5, top + 1), 2 * top - 5, is_lost)


def family_c(k: int) -> FamilyMember:
    """The set {k, k + 2, 2k + 3} for odd k >= 3; exceptions lie in stripes that shrink by 2 each 3k + 5 heaps.

    >>> family_c(3).take, family_c(3).threshold, family_c(10**30 + 1).is_lost(10**40)
    ((3, 5, 9), 11, True)
    """
    require(k >= 3 and k % 2 == 1, "k is odd and 3 or more")
    half = k // 2

    def in_stripes(heap: int, low: int, high: int, first: int, last: int) -> bool:
        """Whether low + i (3k + 5) <= heap <= high + i (3k + 3) for an i from first to last."""
        return max(first, -((high - heap) // (3 * k + 3))) <= min(last, (heap - low) // (3 * k + 5))

    def is_lost(heap: int) -> bool:
        if heap % 2 or heap < k:
            return heap < k or in_stripes(heap, 1, k - 2, 1, half - 1)
        shifted = heap + 2 * k + 2
        return not in_stripes(heap, k + 1, 2 * k, 0, half - 1) and not in_stripes(shifted, k + 1, 2 * k, 1, half)

    return FamilyMember((k, k + 2, 2 * k + 3), half * (3 * k + 3) - 1, is_lost)


def require(condition: bool, what: str) -> None:
    if not condition:
        raise ValueError(f"the family begins where {what}")


def candidate_sets(most: int, up_to: int) -> Iterator[tuple[int, ...]]:
    """The sets of three to `most` odd numbers between 3 and `up_to` without a common divisor, smaller ones first.

    No other set without 1 is ultimately bipartite: it needs odd numbers without a common divisor, and one or two of
    them give purely periodic games that begin with three lost heaps (corollary 4 and proposition 4).
    """
    odd, count = range(3, up_to + 1, 2), max(0, (up_to - 1) // 2)  # which may be more than `len` can return
    sizes, total = range(3, min(most, count) + 1), 0
    for size in sizes:
        total += comb(count, size)
        if total > MOST_SETS:
            raise PositionError(
                f"over {MOST_SETS:,} sets of {size} odd numbers up to {up_to:,}; ask for fewer or smaller ones"
            )
    return (take for size in sizes for take in combinations(odd, size) if gcd(*take) == 1)


def ultimately_bipartite_sets(most: int, up_to: int, budget: Budget | None = None) -> Iterator[Alternation]:
    """All ultimately bipartite sets without 1 of at most so many numbers up to a bound, each with a proof.

    With 1 in the set the heaps alternate from the start if all numbers are odd, and never otherwise.

    >>> [found.take for found in ultimately_bipartite_sets(3, 12)]
    [(3, 5, 9), (3, 7, 9)]
    """
    spent = budget or Budget()
    return (found for take in candidate_sets(most, up_to) if (found := alternation(take, spent)))
