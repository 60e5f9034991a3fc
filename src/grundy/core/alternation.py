"""Ultimately bipartite subtraction games: from some heap on, lost and won heaps alternate.

After Cairns and Ho, *Impartial games as acyclic digraphs*, section 8 (talks of 2009). For large heaps the winner is
known whatever is played, and yet small heaps have to be played well. From the threshold on the even heaps are the
lost ones, never the odd ones (theorem 9). Three infinite families begin with {3, 5, 9} (theorem 8).
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from math import gcd

from grundy.core.budget import Budget
from grundy.core.subtraction_theory import subtraction_set
from grundy.errors import NotDecided

__all__ = ["Alternation", "Family", "alternation", "family_a", "family_b", "family_c"]

MOST = 1_000_000  # the largest number of a set whose windows are kept, a bit for each heap


@dataclass(frozen=True)
class Alternation:
    """A set, the least heap from which on exactly the even heaps are lost, and the heaps before that are otherwise."""

    take: tuple[int, ...]
    threshold: int
    odd_lost: tuple[int, ...]
    even_won: tuple[int, ...]

    @property
    def nimbers_from(self) -> int:
        """A heap from which on the nimbers are 0 and 1 in turn, by Ferguson's pairing (remark 9)."""
        return self.threshold + self.take[0]

    def loses(self, heap: int) -> bool:
        """Whether the heap is lost."""
        return heap in self.odd_lost if heap % 2 else heap not in self.even_won


def alternation(take: Iterable[int], budget: Budget | None = None) -> Alternation | None:
    """The threshold of an ultimately bipartite game (definition 10) and what is before it; None for any other game.

    >>> alternation([3, 5, 9])
    Alternation(take=(3, 5, 9), threshold=11, odd_lost=(1,), even_won=(4, 6, 10))
    >>> alternation([3, 5, 7]) is None
    True
    """
    numbers = subtraction_set(take)
    # An even number would lead from a lost heap to a lost heap; a common divisor makes neighbouring heaps alike.
    if any(number % 2 == 0 for number in numbers) or gcd(*numbers) > 1:
        return None
    if numbers[-1] > MOST:
        raise NotDecided(f"not decided: with {numbers[-1]:,} in the set; numbers up to {MOST:,} are looked at")
    threshold = first_alternating(numbers, budget or Budget())
    if threshold is None:
        return None
    heaps = list(exceptions(numbers, threshold))
    return Alternation(numbers, threshold, tuple(n for n in heaps if n % 2), tuple(n for n in heaps if n % 2 == 0))


def first_alternating(take: tuple[int, ...], budget: Budget) -> int | None:
    """The least heap from which on the even heaps are the lost ones; None if there is none.

    A value depends on the max S heaps before it. If so many alternate, then all after them do, because S is odd; if
    the same window comes twice before that, it comes for ever.
    """
    threshold = heap = seen = 0
    for step, (wrong, window) in enumerate(blocks(take)):
        threshold = heap + wrong.bit_length() if wrong else threshold
        heap += take[0]
        if heap - threshold >= take[-1]:
            return threshold
        if step and window == seen:
            return None
        if step & (step - 1) == 0:  # the window to be met again is taken anew at powers of two (Brent 1980)
            seen = window
        budget.spend(take[0])
    return None


def blocks(take: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """For min S heaps at a time, as bits: the odd ones lost and even ones won, and the last max S heaps that are lost.

    None of min S neighbours is an option of another, so a shift for each number tells all of them at once.
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
    """The odd heaps lost and the even heaps won, up to a threshold."""
    for block, (wrong, _) in enumerate(islice(blocks(take), threshold // take[0] + 1)):
        yield from (block * take[0] + place for place in range(take[0]) if wrong >> place & 1)


@dataclass(frozen=True)
class Family:
    """A set of theorem 8, the threshold, and the rule that tells lost heaps of any size."""

    take: tuple[int, ...]
    threshold: int
    loses: Callable[[int], bool]


def family_a(k: int) -> Family:
    """The set {3, 5, 9, ..., 2^k + 1} for k >= 3: lost are 1 and the even heaps that are not one above the set.

    >>> game = family_a(4)
    >>> game.take, [heap for heap in range(24) if game.loses(heap)]
    ((3, 5, 9, 17), [0, 1, 2, 8, 12, 14, 16, 20, 22])
    """
    require(k >= 3, "k is 3 or more")
    take = tuple(2**i + 1 for i in range(1, k + 1))
    return Family(take, 2**k + 3, lambda heap: heap == 1 or (heap % 2 == 0 and heap - 1 not in take))


def family_b(k: int) -> Family:
    """The set {3, 5, 2^k + 1} for k >= 3; lost heaps are told by their remainders modulo 8.

    >>> family_b(100).loses(10**30 + 1), family_b(100).threshold == 2**101 - 5
    (True, True)
    """
    require(k >= 3, "k is 3 or more")
    top = 2**k

    def loses(heap: int) -> bool:
        if heap % 2:
            return heap % 8 == 1 and heap < top
        return not (heap % 8 in (4, 6) and heap < top) and not (heap % 8 == 2 and top < heap < 2 * top)

    return Family((3, 5, top + 1), 2 * top - 5, loses)


def family_c(k: int) -> Family:
    """The set {k, k + 2, 2k + 3} for odd k >= 3; exceptions lie in stripes that shrink by 2 each 3k + 5 heaps.

    >>> family_c(3).take, family_c(3).threshold, family_c(10**30 + 1).loses(10**40)
    ((3, 5, 9), 11, True)
    """
    require(k >= 3 and k % 2 == 1, "k is odd and 3 or more")
    half = k // 2

    def striped(heap: int, low: int, high: int, first: int, last: int) -> bool:
        """Whether low + i (3k + 5) <= heap <= high + i (3k + 3) for an i from first to last."""
        return max(first, -((high - heap) // (3 * k + 3))) <= min(last, (heap - low) // (3 * k + 5))

    def loses(heap: int) -> bool:
        if heap % 2 or heap < k:
            return heap < k or striped(heap, 1, k - 2, 1, half - 1)
        shifted = heap + 2 * k + 2
        return not striped(heap, k + 1, 2 * k, 0, half - 1) and not striped(shifted, k + 1, 2 * k, 1, half)

    return Family((k, k + 2, 2 * k + 3), half * (3 * k + 3) - 1, loses)


def require(condition: bool, what: str) -> None:
    """Raise unless the family has such a member."""
    if not condition:
        raise ValueError(f"the family begins where {what}")
