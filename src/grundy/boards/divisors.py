"""The divisors of a number, some of them named: a position is the factors of the number and the exponents of the named.

A divisor is out where it is a multiple of a named one; a named divisor that is such a multiple need not be remembered.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from math import prod

from grundy.core.board import Board, Handle
from grundy.core.reader import Reader, ellipsis

__all__ = ["Divisors", "Exponents", "Factors", "Position", "factor", "minimal", "within"]

LARGEST_TRIAL = 1_000_000  # by which a number is divided to find its factors
MOST_NAMED = 1_000
Exponents = tuple[int, ...]
Factors = tuple[tuple[int, int], ...]  # prime and exponent
Position = tuple[Factors, tuple[Exponents, ...]]


@dataclass(frozen=True)
class Divisors(Board[Position]):
    """The divisors of a number that are not multiples of a named one."""

    kind = "divisors"
    notation = "a number, and after ';' the divisors named so far"

    def read(self, reader: Reader) -> Position:
        """The number and what was named."""
        reader.skip()
        start, number = reader.place, reader.integer()
        factors = factor(number) if number else None
        if factors is None:
            raise reader.error(f"cannot factor {ellipsis(str(number))}; write a number with small prime factors", start)
        named: list[Exponents] = []
        while reader.take("," if named else ";"):
            named.append(self.read_divisor(reader, number, factors))
            if len(named) > MOST_NAMED:
                raise reader.error(f"more than {MOST_NAMED:,} named divisors; leave out multiples of others")
        return factors, minimal(named)

    @staticmethod
    def read_divisor(reader: Reader, number: int, factors: Factors) -> Exponents:
        """A named divisor."""
        reader.skip()
        start, divisor = reader.place, reader.integer("a divisor")
        if divisor < 2 or number % divisor:
            raise reader.error(f"{divisor} cannot be named; choose a divisor of {ellipsis(str(number))} above 1", start)
        return tuple(multiplicity(divisor, prime) for prime, _ in factors)

    def show(self, position: Position) -> str:
        """The number and what was named."""
        factors, named = position
        number = prod(prime**exponent for prime, exponent in factors)
        divisors = sorted(self.divisor(factors, exponents) for exponents in named)
        return f"{number}; {','.join(map(str, divisors))}" if named else str(number)

    @staticmethod
    def divisor(factors: Factors, exponents: Exponents) -> int:
        """The divisor with these exponents."""
        return prod(prime**exponent for (prime, _), exponent in zip(factors, exponents, strict=True))

    def named(self, before: Position, after: Position) -> int:
        """The divisor that was named between two positions."""
        return next(self.divisor(after[0], exponents) for exponents in after[1] if exponents not in before[1])

    def differ(self, before: Position, after: Position) -> str:
        """What was named."""
        return f"name {self.named(before, after)}"

    def handle(self, before: Position, after: Position) -> Handle:
        """The divisor to name."""
        return frozenset([self.named(before, after)])

    def small(self, bound: int) -> Iterator[Position]:
        """Every position of the numbers up to five times the bound."""
        for number in range(1, 5 * bound + 1):
            factors = factor(number) or ()
            divisors = list(product(*(range(exponent + 1) for _, exponent in factors)))[1:]
            yield from ((factors, tuple(sorted(named))) for named in antichains(divisors))


def factor(number: int) -> Factors | None:
    """The prime factors of a positive number, or None where dividing by small numbers does not find them."""
    factors, trial = [], 2
    while trial * trial <= number and trial <= LARGEST_TRIAL:
        if power := multiplicity(number, trial):
            factors.append((trial, power))
            number //= trial**power
        trial += 1 if trial == 2 else 2
    if number > LARGEST_TRIAL**2:
        return None
    return tuple(factors + [(number, 1)] * (number > 1))


def multiplicity(number: int, prime: int) -> int:
    """How often the prime divides the number."""
    power = 0
    while number % prime == 0:
        number, power = number // prime, power + 1
    return power


def within(divisor: Exponents, multiple: Exponents) -> bool:
    """Whether the first divides the second."""
    return all(a <= b for a, b in zip(divisor, multiple, strict=True))


def minimal(named: Iterable[Exponents]) -> tuple[Exponents, ...]:
    """The divisors that are multiples of no other, sorted."""
    least: list[Exponents] = []
    for exponents in sorted(set(named)):  # a divisor sorts before its multiples
        if not any(within(other, exponents) for other in least):
            least.append(exponents)
    return tuple(least)


def antichains(divisors: list[Exponents]) -> Iterator[tuple[Exponents, ...]]:
    """The sets of divisors none of which divides another."""
    if not divisors:
        yield ()
        return
    first, *rest = divisors
    yield from antichains(rest)
    others = [other for other in rest if not within(first, other) and not within(other, first)]
    yield from ((first, *named) for named in antichains(others))
