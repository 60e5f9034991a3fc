"""Divisor Chomp: name a divisor of a number that is no multiple of one named before; whoever must name 1 loses.

Schuh's game of divisors (1952). It is Chomp in as many dimensions as the number has prime factors: a divisor is the
cube at its exponents, and 1 is poisoned. So the first player wins for every number but 1, by strategy stealing: if
naming the number itself does not win, the answer to it would have won at once.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice, product
from math import isqrt, prod

from grundy.boards.bar3d import MOST_ROWS
from grundy.boards.divisors import Divisors, Exponents, Position, minimal, within
from grundy.core.game import Game
from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.games.chomp_3d import chomp_3d

__all__ = ["DivisorChomp", "divisor_chomp"]

Shape = tuple[Exponents, tuple[Exponents, ...]]  # the largest exponents that are left, and what is named within them


@dataclass(frozen=True)
class DivisorChomp(Ruleset[Position]):
    """Name a divisor above 1 that is no multiple of a named one; who finds only 1 left loses."""

    board = Divisors()
    source = "Schuh 1952"
    example = "144"

    def moves(self, position: Position) -> Iterator[Position]:
        """One more divisor named."""
        factors, named = position
        for exponents in islice(product(*(range(limit + 1) for limit in limits(position))), 1, None):
            if not any(within(other, exponents) for other in named):
                yield factors, minimal((*named, exponents))

    def canonical(self, position: Position) -> Position:
        """The same exponents on the least primes."""
        most, named = shape(position)
        return tuple(zip(islice(primes(), len(most)), most, strict=True)), named

    @cites("Schuh 1952")
    def verdict(self, position: Position, misere: bool) -> Outcome | None:
        """The outcome where the divisors left are those of one number."""
        most, named = shape(position)
        return None if misere or named else "N" if most else "P"

    @cites("Gale 1974")
    def disguise(self, position: Position) -> Game | None:
        """Chomp where at most two primes are left, and Chomp in three dimensions where three are."""
        most, named = shape(position)
        if len(most) > 3 or prod(limit + 1 for limit in most[:-1]) > MOST_ROWS:
            return None
        pad = (0,) * (3 - len(most))
        block = cubes((*pad, *most), [(*pad, *exponents) for exponents in named])
        return chomp_3d.disguise(block) or Game.of(chomp_3d, block)


def limits(position: Position) -> Exponents:
    """The largest exponent of each prime of which the power is left."""
    factors, named = position
    pure = {(i, e - 1) for stop in named if stop.count(0) == len(stop) - 1 for i, e in enumerate(stop) if e}
    return tuple(min([most, *(e for j, e in pure if j == i)]) for i, (_, most) in enumerate(factors))


def shape(position: Position) -> Shape:
    """The exponents without names of primes: primes that are used up are dropped, the others sorted."""
    most, named = limits(position), [stop for stop in position[1] if stop.count(0) < len(stop) - 1]
    columns = [(limit, [stop[i] for stop in named]) for i, limit in enumerate(most) if limit]
    columns.sort(key=lambda column: (column[0], sorted(column[1])))
    rows = zip(*(entries for _, entries in columns), strict=True)
    return tuple(limit for limit, _ in columns), tuple(sorted(rows))


def cubes(most: Exponents, named: list[Exponents]) -> tuple[tuple[int, ...], ...]:
    """The block of the exponents that are left, in three dimensions."""

    def length(i: int, j: int) -> int:
        return min([most[2] + 1, *(c for a, b, c in named if a <= i and b <= j)])

    layers = ([length(i, j) for j in range(most[1] + 1)] for i in range(most[0] + 1))
    bars = (tuple(row for row in layer if row) for layer in layers)
    return tuple(bar for bar in bars if bar)


def primes() -> Iterator[int]:
    """The primes."""
    return (n for n in count(2) if all(n % divisor for divisor in range(2, isqrt(n) + 1)))


divisor_chomp = DivisorChomp()
