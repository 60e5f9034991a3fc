"""Number theory that games and laws share: binary digits, Zeckendorf sums, Frobenius numbers, partitions, factors."""

from collections.abc import Iterable, Iterator
from functools import reduce
from heapq import heappop, heappush
from math import gcd
from operator import index

from grundy.errors import NotationError

LARGEST_TRIAL = 1_000_000  # by which a number is divided to find its factors: a tenth of a second
Factors = tuple[tuple[int, int], ...]  # prime and exponent


def whole(number: object) -> int:
    """The number as an int, of whatever type it is; what is no whole number is refused.

    >>> whole(True), whole(7)
    (1, 7)
    """
    try:
        return index(number)  # type: ignore[arg-type]  # or the error is caught
    except TypeError:
        cure = f"write {int(number)}" if isinstance(number, float) and number.is_integer() else "give one, such as 4"
        raise NotationError(f"{number!r} is not a whole number; {cure}") from None


def wholes(numbers: object, more: Iterable[object] = ()) -> list[int]:
    """Numbers that are given one by one or as one collection, as ints."""
    if isinstance(numbers, str):
        raise NotationError(f"{numbers!r} is a text; give whole numbers, such as 3, 5")
    is_one = not isinstance(numbers, Iterable) or getattr(numbers, "ndim", 1) == 0  # an array of numpy may be one
    given = (numbers, *more) if is_one else (*numbers, *more)  # type: ignore[misc]
    return [number if isinstance(number, int) else whole(number) for number in given]


def zeckendorf(n: int) -> list[int]:
    """The Fibonacci numbers 1, 2, 3, 5, 8, ..., no two of them neighbours, whose sum is n (Zeckendorf 1972).

    >>> zeckendorf(43)
    [34, 8, 1]
    """
    n = whole(n)
    if n < 0:
        raise ValueError(f"zeckendorf takes a whole number, 0 or more, not {n!r}")
    numbers = [1, 2]
    while numbers[-1] <= n:
        numbers.append(numbers[-1] + numbers[-2])
    terms = []
    for number in reversed(numbers):
        if number <= n:
            terms.append(number)
            n -= number
    return terms


def frobenius(first: int | Iterable[int], *more: int) -> int:
    """The largest number that is no sum of the given ones, -1 if there is none; they must have no common divisor.

    The least sum in each residue class modulo the smallest number is a shortest path (Nijenhuis 1979).

    >>> frobenius(3, 5), frobenius(6, 10, 15), frobenius(1, 4)
    (7, 29, -1)
    """
    numbers = wholes(first, more)
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


def partitions(total: int, largest: int) -> Iterator[tuple[int, ...]]:
    """The partitions of the total into parts up to the largest, each in falling order."""
    if total == 0:
        yield ()
    for part in range(min(total, largest), 0, -1):
        for rest in partitions(total - part, part):
            yield (part, *rest)


def factor(number: int) -> Factors | None:
    """The prime factors of a positive number with their exponents; None where trial division does not find them.

    >>> factor(360), factor(1)
    (((2, 3), (3, 2), (5, 1)), ())
    """
    factors, trial = list[tuple[int, int]](), 2
    while trial * trial <= number:
        if trial > LARGEST_TRIAL:
            return None
        if power := multiplicity(number, trial):
            factors.append((trial, power))
            number //= trial**power
        trial += 1 if trial == 2 else 2
    return (*factors, (number, 1)) if number > 1 else tuple(factors)


def multiplicity(number: int, prime: int) -> int:
    power = 0
    while number % prime == 0:
        number, power = number // prime, power + 1
    return power


def low_bit(n: int) -> int:
    """The largest power of 2 that divides n."""
    return n & -n


def trailing_ones(n: int) -> int:
    """The number of ones at the end of n in binary: the factors 2 of n + 1."""
    return low_bit(n + 1).bit_length() - 1


def odious(n: int) -> int:
    """The n-th number, from 0, with an odd number of ones in binary: 1, 2, 4, 7, 8, ..."""
    return 2 * n + 1 - n.bit_count() % 2


def gray(n: int) -> int:
    """The Gray code of n, the nim-sum of `low_bit` over 1 to n."""
    return n ^ n >> 1
