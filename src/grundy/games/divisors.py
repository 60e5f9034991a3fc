"""Dim+ and Aliquot: take a divisor of the heap.

The nimber is the number of factors 2 of the heap, one more where the whole heap may be taken (Ferguson 3.5): a divisor
with fewer factors 2 than n leaves exactly that many, any other divisor leaves more of them or nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from grundy.boards.heaps import Heap, HeapGame, Position
from grundy.core.ordinals import Nimber
from grundy.core.reader import ellipsis
from grundy.core.ruleset import cites
from grundy.errors import NotDecided

__all__ = ["Aliquot", "DimPlus", "aliquot", "dim_plus"]

MOST = 1_000_000  # trial divisors: a tenth of a second


def factors(n: int) -> Iterator[tuple[int, int]]:
    """The prime factors of n with their exponents, by trial division."""
    left, prime = n, 2
    while prime * prime <= left:
        if prime > MOST:
            raise NotDecided(f"the divisors of {ellipsis(str(n))} are not known: a factor beyond {MOST**2:,} is left")
        exponent = 0
        while left % prime == 0:
            left, exponent = left // prime, exponent + 1
        if exponent:
            yield prime, exponent
        prime += 1 if prime == 2 else 2
    if left > 1:
        yield left, 1


def divisors(n: int) -> Iterator[int]:
    """The divisors of n > 0, itself and 1 first: these two cost nothing.

    >>> list(divisors(12))
    [12, 1, 3, 2, 6, 4]
    """
    yield n
    if n > 1:
        yield 1
        yield from (d for d in products(list(factors(n))) if 1 < d < n)


def products(powers: list[tuple[int, int]]) -> Iterator[int]:
    """The products of powers of these primes, each up to its exponent."""
    if not powers:
        yield 1
        return
    (prime, exponent), *rest = powers
    for power in range(exponent + 1):
        yield from (prime**power * product for product in products(rest))


def twos(n: int) -> int:
    """The number of factors 2 of n > 0."""
    return (n & -n).bit_length() - 1


@dataclass(frozen=True)
class DimPlus(HeapGame):
    """Take a divisor of the heap, perhaps the whole heap."""

    source = "Ferguson 2014, 3.5"
    example = "12"

    def options(self, heap: Heap) -> Iterator[Position]:
        """The heap less one of its divisors."""
        return ((heap - take,) for take in (divisors(heap) if heap else ()))

    @cites("Ferguson 2014, 3.5")
    def theorem(self, position: Position) -> int:
        """The nim-sum of the numbers of factors 2, each plus 1."""
        total = 0
        for heap in filter(None, position):
            total ^= twos(heap) + 1
        return total

    @cites("Ferguson 2014, 3.5")
    def reach(self, position: Position, nimber: Nimber, misere: bool = False) -> Iterator[Position] | None:
        """The whole heap taken, where it stands alone and nothing is to be left; otherwise the factors are needed."""
        alone = len(position) == 1 and not misere and nimber == 0
        return iter([(0,)] if position[0] else []) if alone else None


@dataclass(frozen=True)
class Aliquot(HeapGame):
    """Take a divisor of the heap that is smaller than the heap."""

    source = "Ferguson 2014, 3.5"
    example = "12"

    def options(self, heap: Heap) -> Iterator[Position]:
        """The heap less one of its proper divisors."""
        return ((heap - take,) for take in (divisors(heap) if heap else ()) if take < heap)

    @cites("Ferguson 2014, 3.5")
    def theorem(self, position: Position) -> int:
        """The nim-sum of the numbers of factors 2."""
        total = 0
        for heap in filter(None, position):
            total ^= twos(heap)
        return total


dim_plus = DimPlus()
aliquot = Aliquot()
