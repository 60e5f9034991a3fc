"""Subtraction games S(n, S) as digraphs, and when they are simple or bipartite (Cairns and Ho, section 8)."""

from collections.abc import Iterable, Sequence
from math import gcd

from grundy.core.numbers import frobenius
from grundy.digraphs.digraph import AcyclicDigraph

__all__ = [
    "brauer_bound",
    "coprime_form",
    "is_always_bipartite",
    "is_always_simple",
    "is_lost_for_one",
    "is_lost_for_two",
    "least_heap_reaching",
    "pairing_exceptions",
    "subtraction_digraph",
    "subtraction_set",
]


def subtraction_set(numbers: Iterable[int]) -> tuple[int, ...]:
    """The numbers in order, without repetition."""
    take = tuple(sorted(set(numbers)))
    if not take or take[0] < 1:
        raise ValueError("a subtraction set holds one or more positive numbers")
    return take


def subtraction_digraph(heap: int, take: Iterable[int]) -> AcyclicDigraph[int]:
    """The game S(heap, take): the heaps that can be reached, those below min S as one sink named 0."""
    numbers = subtraction_set(take)
    moves: dict[int, list[int]] = {0: []}
    stack = [heap]
    while stack:
        here = stack.pop()
        if here not in moves and here >= numbers[0]:
            moves[here] = [here - number if here - number >= numbers[0] else 0 for number in numbers if number <= here]
            stack += moves[here]
    return AcyclicDigraph(moves)


def coprime_form(heap: int, take: Iterable[int]) -> tuple[int, tuple[int, ...]]:
    """The heap and the set, divided by the greatest common divisor of the set: the same digraph (proposition 2).

    >>> coprime_form(17, [4, 6])
    (8, (2, 3))
    """
    numbers = subtraction_set(take)
    divisor = gcd(*numbers)
    return heap // divisor, tuple(number // divisor for number in numbers)


def brauer_bound(take: Iterable[int]) -> int:
    """A number from which every number is a sum of members of a set without common divisor (Brauer 1942, theorem 6).

    For two numbers it is the least such (Sylvester 1884); in general that is the Frobenius number plus 1.

    >>> brauer_bound([4, 7, 9]), frobenius(4, 7, 9) + 1
    (24, 11)
    """
    numbers = subtraction_set(take)
    return (numbers[0] - 1) * (numbers[-1] - 1)


def least_heap_reaching(heap: int, take: Iterable[int]) -> int:
    """The least n from which on the heap is a position of S(n, S); at most heap + Brauer's bound (proposition 3).

    >>> least_heap_reaching(10, [4, 7, 9])
    21
    """
    numbers = subtraction_set(take)
    return heap + frobenius(*numbers) + 1 if heap >= numbers[0] else 0


def is_always_simple(take: Iterable[int]) -> bool:
    """Whether S(n, S) is simple for every n, in either sense: min S divides all of S.

    Theorem 7a says it for sets without common divisor, where it means that 1 belongs to S.
    """
    numbers = subtraction_set(take)
    return gcd(*numbers) == numbers[0]


def is_always_bipartite(take: Iterable[int]) -> bool:
    """Whether S(n, S) is bipartite for every n: all of S are odd multiples of min S (theorem 7b).

    Then n is lost exactly if n // min S is even.
    """
    numbers = subtraction_set(take)
    return all(number % (2 * numbers[0]) == numbers[0] for number in numbers)


def is_lost_for_one(heap: int, number: int) -> bool:
    """Whether the heap is lost where only one number may be taken (corollary 4)."""
    return heap // number % 2 == 0


def is_lost_for_two(heap: int, small: int, large: int) -> bool:
    """Whether the heap is lost where either of two numbers may be taken (proposition 4; Winning Ways 1982).

    >>> [heap for heap in range(20) if is_lost_for_two(heap, 5, 8)]
    [0, 1, 2, 3, 4, 13, 14, 15, 16, 17]
    """
    rest = heap % (small + large)
    return is_lost_for_one(rest, small) and is_lost_for_one(rest, large)


def pairing_exceptions(nimbers: Sequence[int], least: int) -> list[int]:
    """The heaps that break Ferguson's pairing, g(n) = 1 exactly if g(n - min S) = 0: none in a subtraction game.

    >>> pairing_exceptions([0, 0, 0, 1, 1, 1, 2, 2, 0, 3, 3, 1, 0, 2, 0, 1], least=3)
    []
    """
    return [n for n in range(least, len(nimbers)) if (nimbers[n] == 1) != (nimbers[n - least] == 0)]
