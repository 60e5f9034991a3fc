"""The search for ultimately bipartite subtraction games (Cairns and Ho, section 8, talks of 2009).

Such a set has no common divisor and odd numbers only. With 1 in it the heaps alternate from the start. Without 1, one
or two numbers give purely periodic games that begin with three lost heaps (corollary 4 and proposition 4), so they
never alternate. What is left are three or more odd numbers from 3 on, and each set is decided with a proof.
"""

from collections.abc import Iterator
from itertools import combinations
from math import comb, gcd

from grundy.core.alternation import Alternation, alternation
from grundy.core.budget import Budget
from grundy.errors import PositionError

__all__ = ["candidates", "ultimately_bipartite"]

MOST = 50_000_000  # sets that are looked at; small ones are decided at some thousands a second


def candidates(most: int, up_to: int) -> Iterator[tuple[int, ...]]:
    """The sets of three to `most` odd numbers between 3 and `up_to` without a common divisor, smaller ones first."""
    odd = range(3, up_to + 1, 2)
    sizes, total = range(3, min(most, len(odd)) + 1), 0
    for size in sizes:
        total += comb(len(odd), size)
        if total > MOST:
            raise PositionError(
                f"over {MOST:,} sets of {size} odd numbers up to {up_to:,}; ask for fewer or smaller ones"
            )
    return (take for size in sizes for take in combinations(odd, size) if gcd(*take) == 1)


def ultimately_bipartite(most: int, up_to: int, budget: Budget | None = None) -> Iterator[Alternation]:
    """All ultimately bipartite sets without 1 of at most so many numbers up to a bound.

    >>> [found.take for found in ultimately_bipartite(3, 12)]
    [(3, 5, 9), (3, 7, 9)]
    """
    spent = budget or Budget()
    return (found for take in candidates(most, up_to) if (found := alternation(take, spent)))
