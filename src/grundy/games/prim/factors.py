"""The least prime factor of a heap, and its place among the primes."""

from grundy.boards.heaps import Heap
from grundy.games.subtraction.rules import primes

LARGEST_TRIAL = 100_000  # a least prime factor beyond it is found by no formula here


def least_prime(n: int) -> int | None:
    return next((prime for prime in primes(LARGEST_TRIAL) if n % prime == 0), None)


def nimber_of(heap: Heap) -> int | None:
    """The nimber of a heap; None where it has no small prime factor."""
    if heap < 2 or heap % 2 == 0:
        return heap % 2
    return next((place for place, prime in enumerate(primes(LARGEST_TRIAL), 1) if heap % prime == 0), None)
