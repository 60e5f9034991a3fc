"""Dim+ and Aliquot: take a divisor of the heap.

The nimber is the number of factors 2 of the heap, one more where the whole heap may be taken (Ferguson 3.5): a divisor
with fewer factors 2 than n leaves exactly that many, any other divisor leaves more of them or nothing.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grundy.boards.heaps import Heap, HeapGame, Position
from grundy.core.nimbers import nim_sum
from grundy.core.numbers import LARGEST_TRIAL, Factors, factor
from grundy.core.ordinals import Nimber
from grundy.core.reader import ellipsis
from grundy.core.ruleset import cites
from grundy.errors import NotDecided

if TYPE_CHECKING:
    from grundy.explain.page import Page, ValueLaw, WorkedValue


def divisors(n: int) -> Iterator[int]:
    """The divisors of n > 0, itself and 1 first: these two cost nothing.

    >>> list(divisors(12))
    [12, 1, 3, 2, 6, 4]
    """
    yield n
    if n > 1:
        yield 1
        factors = factor(n)
        if factors is None:
            raise NotDecided(
                f"the divisors of {ellipsis(str(n))} are not known: a factor beyond {LARGEST_TRIAL**2:,} is left"
            )
        yield from (d for d in products(factors) if 1 < d < n)


def products(powers: Factors) -> Iterator[int]:
    """The products of powers of these primes, each up to its exponent."""
    if not powers:
        yield 1
        return
    prime, exponent = powers[0]
    for power in range(exponent + 1):
        yield from (prime**power * product for product in products(powers[1:]))


def twos(n: int) -> int:
    return (n & -n).bit_length() - 1


class DimPlus(HeapGame):
    """Take a divisor of the heap, perhaps the whole heap."""

    title = "take a divisor"
    source = "Ferguson 2014, 3.5"
    example = "12"
    formula = "g(n) = v(n) + 1 for n >= 1"

    def options(self, heap: Heap) -> Iterator[Position]:
        return ((heap - take,) for take in (divisors(heap) if heap else ()))

    @cites("Ferguson 2014, 3.5")
    def theorem(self, position: Position) -> int:
        """The nim-sum of the numbers of factors 2, each plus 1."""
        return nim_sum(twos(heap) + 1 for heap in filter(None, position))

    @cites("Ferguson 2014, 3.5")
    def reach(self, position: Position, nimber: Nimber, misere: bool = False) -> Iterator[Position] | None:
        """The whole heap taken, where it stands alone and nothing is to be left; otherwise the factors are needed."""
        alone = len(position) == 1 and not misere and nimber == 0
        return iter([(0,)] if position[0] else []) if alone else None

    def law(self, page: "Page") -> "ValueLaw":
        words = "The nimber is the number of factors 2 of the heap, plus 1."
        proof = (
            "Taking a divisor with fewer factors 2 than n leaves exactly as many factors 2 as the divisor has; any "
            "other divisor leaves more of them than n has, or nothing."
        )
        return page.law(words, lambda n: count_twos(n, 1, page), proof)


class Aliquot(HeapGame):
    """Take a divisor of the heap that is smaller than the heap."""

    title = "take a proper divisor"
    source = "Ferguson 2014, 3.5"
    example = "12"
    formula = "g(n) = v(n) for n >= 1"

    def options(self, heap: Heap) -> Iterator[Position]:
        return ((heap - take,) for take in (divisors(heap) if heap else ()) if take < heap)

    @cites("Ferguson 2014, 3.5")
    def theorem(self, position: Position) -> int:
        """The nim-sum of the numbers of factors 2."""
        return nim_sum(map(twos, filter(None, position)))

    def law(self, page: "Page") -> "ValueLaw":
        proof = (
            "Taking a divisor with fewer factors 2 than n leaves exactly as many factors 2 as the divisor has; "
            "any other divisor leaves more of them than n has."
        )
        words = "The nimber is the number of factors 2 of the heap."
        return page.law(words, lambda n: count_twos(n, 0, page), proof)


def count_twos(n: int, plus: int, page: "Page") -> "WorkedValue":
    """The factors 2 of a heap, and the nimber that is so many plus this."""
    if not n:
        return page.text("empty"), 0
    product = page.step(f"{n} = 2^{twos(n)} * {n >> twos(n)}")
    more = page.text(", and {}", page.step(f"{twos(n)} + 1 = {twos(n) + 1}")) if plus else ""
    return page.text("{}{}", product, more), twos(n) + plus


dim_plus = DimPlus()
aliquot = Aliquot()
