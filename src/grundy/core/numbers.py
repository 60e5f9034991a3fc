"""Number theory that the games use: Zeckendorf sums and Frobenius numbers."""

from functools import reduce
from heapq import heappop, heappush
from math import gcd

__all__ = ["frobenius", "zeckendorf"]


def zeckendorf(n: int) -> list[int]:
    """The Fibonacci numbers 1, 2, 3, 5, 8, ..., no two of them neighbours, whose sum is n (Zeckendorf 1972).

    >>> zeckendorf(43)
    [34, 8, 1]
    """
    numbers = [1, 2]
    while numbers[-1] <= n:
        numbers.append(numbers[-1] + numbers[-2])
    terms = []
    for number in reversed(numbers):
        if number <= n:
            terms.append(number)
            n -= number
    return terms


def frobenius(*numbers: int) -> int:
    """The largest number that is no sum of the given ones, -1 if there is none; they must have no common divisor.

    The least sum in each residue class modulo the smallest number is a shortest path (Nijenhuis 1979).

    >>> frobenius(3, 5), frobenius(6, 10, 15), frobenius(1, 4)
    (7, 29, -1)
    """
    if not numbers or min(numbers) < 1 or reduce(gcd, numbers) != 1:
        raise ValueError("frobenius takes positive numbers without a common divisor")
    modulus = min(numbers)
    least, queue = {0: 0}, [0]
    while queue:
        total = heappop(queue)
        if least[total % modulus] < total:
            continue
        for number in numbers:
            following = total + number
            if following < least.get(following % modulus, following + 1):
                least[following % modulus] = following
                heappush(queue, following)
    return max(least.values()) - modulus
