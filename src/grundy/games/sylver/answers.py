"""What is known of the first numbers in Sylver coinage: their outcomes, and the answers to them.

A prime of 5 or more is a winning first number, and a number with such a prime as a proper divisor a losing one; 2 and 3
answer each other. Of the others 4, 6, 8, 9 and 12 are known to lose: 4 and 6, 6 and 9, 8 and 12 are answers
(Berlekamp, Conway and Guy 1982).
"""

from collections.abc import Iterable
from math import gcd

from grundy.core.numbers import factor
from grundy.core.ruleset import Outcome
from grundy.games.subtraction.rules import primes
from grundy.games.sylver.board import Coins, generators

ANSWERS = {2: (3,), 3: (2,), 4: (6,), 6: (4, 9), 8: (12,), 9: (6,), 12: (8,)}
LARGEST_PRIME = 1_000_000  # that is listed as a first number
LOST_PAIRS = {generators((first, other)) for first, others in ANSWERS.items() for other in others}


def large_factors(number: int) -> list[int]:
    """The prime factors of 5 or more, as far as they are found."""
    return [prime for prime, _ in factor(number) or () if prime >= 5]


def known_outcome(position: Coins) -> Outcome | None:
    """N where two coprime numbers are named; for single numbers by their prime factors."""
    if position in LOST_PAIRS:
        return "P"
    if not position or (len(position) == 2 and gcd(*position) == 1):
        return "N"
    if len(position) > 1:
        return None
    number, large = position[0], large_factors(position[0])
    return "P" if large == [number] else "N" if large or number in ANSWERS else None


def known_answers(position: Coins) -> Iterable[int]:
    """The numbers that are known to win after nothing or a single number."""
    if not position:
        return (prime for prime in primes(LARGEST_PRIME) if prime >= 5)
    number = position[0]
    return (*(prime for prime in large_factors(number) if prime < number), *ANSWERS.get(number, ()))
