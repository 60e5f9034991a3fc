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
from grundy.games.subtraction.rules import primes

if TYPE_CHECKING:
    from grundy.explain.page import Page, ValueLaw, WorkedValue

LARGEST_TRIAL = 100_000  # a least prime factor beyond it is found by no formula here


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
        def work_out(n: int) -> "WorkedValue":
            prime = least_prime(n) if n > 1 else None
            words = (
                page.text("{}", page.step(f"{n} = {prime}*{n // prime}")) if prime else page.text("{}", page.size(n))
            )
            return words, nimber_of(n) or 0

        words = (
            "An even heap is worth 0 and a heap of 1 is worth 1; any other is worth the place of its least prime "
            "factor among 2, 3, 5, 7 and so on."
        )
        proof = "What is left has no common divisor with n, so it has another least prime; all smaller ones can be had."
        return page.law(words, work_out, proof)


def least_prime(n: int) -> int | None:
    return next((prime for prime in primes(LARGEST_TRIAL) if n % prime == 0), None)


def nimber_of(heap: Heap) -> int | None:
    """The nimber of a heap; None where it has no small prime factor."""
    if heap < 2 or heap % 2 == 0:
        return heap % 2
    return next((place for place, prime in enumerate(primes(LARGEST_TRIAL), 1) if heap % prime == 0), None)


prim = Prim()
