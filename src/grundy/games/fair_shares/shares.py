"""The equal shares of a heap, and how many prime factors it has."""

from collections.abc import Iterator

from grundy.boards.heaps import Heap, Position
from grundy.core.numbers import factor
from grundy.core.reader import ellipsis
from grundy.errors import NotDecided
from grundy.games.take_a_divisor import divisors

MOST_SHARES = 100_000  # that are written out as an option


def equal_shares(heap: Heap) -> Iterator[Position]:
    """The shares, the largest first; heaps of one stone are dropped."""
    for size in sorted(divisors(heap) if heap > 1 else (), reverse=True):
        if 1 < size < heap:
            if heap // size > MOST_SHARES:
                raise NotDecided(f"a heap of {ellipsis(str(heap))} has shares of more than {MOST_SHARES:,} heaps")
            yield (size,) * (heap // size)
    if heap > 1:
        yield ()


def count_factors(heap: Heap) -> int:
    """The number of odd prime factors, as often as they divide, and one more if the heap is even."""
    factors = factor(heap) if heap > 1 else ()
    if factors is None:
        raise NotDecided(f"the factors of {ellipsis(str(heap))} are not known")
    return sum(power if prime > 2 else 1 for prime, power in factors)
