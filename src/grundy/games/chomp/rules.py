"""Chomp: bite off a square with all squares below it and to its right; nobody eats the poisoned first square.

The first player wins every full bar but the single square, by strategy stealing (Gale 1974). Two arms that meet in the
poisoned square are two heaps of Nim. Seen so that there are at most as many rows as columns, a bar of n columns is
lost in these cases, and in no other of its kind:

- two rows: n, n - 1;
- n rows: equal arms, for elsewhere the bite at row 2, column 2 leaves such arms;
- three rows, the last of at most two squares: 3, 1, 1 and n, n - 2, 2 (Zeilberger 2001).

Three or more rows that begin with n, n - 1, or columns so, are won by the bite that leaves only these two.

In three dimensions a cube is bitten off with everything that is not nearer to the poisoned one. The first player wins
every full block but the single cube: if biting the farthest cube does not win, the answer to it would have won at once
(Gale 1974). A block that is flat in some direction is Chomp.

Divisor Chomp is Schuh's game of divisors (1952): Chomp in as many dimensions as the number has prime factors. A divisor
is the cube at its exponents, and 1 is poisoned, so the first player wins for every number but 1.
"""

from collections.abc import Iterator, Sequence
from itertools import count, islice, pairwise, product
from math import isqrt, prod
from typing import TYPE_CHECKING

from grundy.core.game import Game
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.errors import PositionError
from grundy.games.chomp.board import (
    MOST_BLOCK_ROWS,
    Bar,
    Bar3d,
    BarRows,
    Divisors,
    Exponents,
    Layers,
    NamedDivisors,
    divides,
    minimal,
)

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block
    from grundy.solvers.proof.expansion import Expansion

Shape = tuple[Exponents, tuple[Exponents, ...]]  # the largest exponents that are left, and what is named within them
MOST_TURNED_SQUARES = 10_000  # of the rectangle round a bar that is compared with its transpose


class Chomp(Ruleset[BarRows]):
    """Bite off a square together with everything below it and to its right, but never the poisoned one."""

    board = Bar()
    source = "Gale 1974"
    keywords = "chocolate bar, poisoned square"
    example = "3x7"
    formula = "(r,c) is lost if and only if (r,c) = (1, 1)"
    famous = True
    for_beginners = True

    def check(self, position: BarRows) -> None:
        if not position or min(position) < 1:
            raise PositionError("a row of chomp has at least 1 square; leave out rows of 0")
        for before, after in pairwise(position):
            if after > before:
                raise PositionError(f"the rows of chomp must not grow, but {after} follows {before}; sort them")

    def moves(self, position: BarRows) -> Iterator[BarRows]:
        for row, length in enumerate(position):
            for column in range(row == 0, length):
                yield bite(position, row, column)

    def canonical(self, position: BarRows) -> BarRows:
        """The bar or its transpose; a large bar as it stands."""
        return min(position, transpose(position)) if len(position) * position[0] <= MOST_TURNED_SQUARES else position

    @cites("Bouton 1902")
    def theorem(self, position: BarRows) -> int | None:
        return (position[0] - 1) ^ (len(position) - 1) if is_hook(position) else None

    @cites("Gale 1974, Zeilberger 2001")
    def verdict(self, position: BarRows, misere: bool) -> Outcome | None:
        """The outcome of full bars, of those as high as wide, and of few or nearly equal rows."""
        if misere:
            return None
        if position[-1] == position[0]:
            return "P" if position == (1,) else "N"
        if len(position) == position[0] or is_hook(position):
            return "P" if is_hook(position) and len(position) == position[0] else "N"
        return lost_or_won(*profile(position))

    @cites("Gale 1974, Bouton 1902")
    def reach(self, position: BarRows, nimber: Nimber, misere: bool = False) -> Iterator[BarRows] | None:
        """The bites of arms that lead to this nimber, and the winning one of two rows and of squares."""
        if misere or not isinstance(nimber, int):
            return None
        if is_hook(position):
            return arm_bites(position, nimber)
        two, is_square = min(len(position), position[0]) == 2, len(position) == position[-1] == position[0]
        if nimber or not (two or is_square):
            return None
        square = winning_bite(position)
        return iter([bite(position, *square)] if square else [])

    def expansion(self) -> "Expansion":
        from grundy.games.chomp.search import ChompExpansion

        return ChompExpansion(self)

    def why(self, parts: Sequence[BarRows], page: "Page") -> "Iterator[Block]":
        from grundy.games.chomp.why import explain_bar

        return explain_bar(self, parts[0], page)


def transpose(position: BarRows) -> BarRows:
    """The columns of a bar as rows: as many of i squares as row i is longer than the next."""
    after = (*position, 0)[1:]
    steps = [(i, length - after[i - 1]) for i, length in enumerate(position, 1)]
    return tuple(column for i, copies in reversed(steps) for column in [i] * copies)


def bite(position: BarRows, row: int, column: int) -> BarRows:
    """What the bite at this square, counted from 0, leaves."""
    return position[:row] + tuple(min(length, column) for length in position[row:] if column)


def is_hook(position: BarRows) -> bool:
    return len(position) == 1 or position[1] == 1


def profile(position: BarRows) -> tuple[int, int, int, int, int]:
    """The number of rows, and the lengths of the first two and of the last two, of the bar or of its transpose."""
    rows, columns = len(position), position[0]
    if rows <= columns:
        return rows, columns, position[1], position[-2], position[-1]
    second, before, least = (sum(row >= n for row in position) for n in (2, columns - 1, columns))
    return columns, rows, second, before, least


def lost_or_won(rows: int, longest: int, second: int, before: int, least: int) -> Outcome | None:
    """The outcome of a bar with fewer rows than columns that is neither full nor two arms."""
    if rows == 2 or (rows == 3 and least == 2):
        return "P" if longest - second == rows - 1 else "N"
    begins_so = second == longest - 1 or before > least == 1  # the second column has one square less
    return "N" if begins_so or (rows == 3 and least == 1) else None


def arm_bites(position: BarRows, nimber: int) -> Iterator[BarRows]:
    """The bites that change the nim-sum of two arms to this nimber."""
    columns, rows = position[0] - 1, len(position) - 1
    if nimber ^ rows < columns:
        yield bite(position[:1], 0, (nimber ^ rows) + 1) + position[1:]
    if nimber ^ columns < rows:
        yield position[: (nimber ^ columns) + 1]


def winning_bite(position: BarRows) -> tuple[int, int] | None:
    """The one winning bite of two rows or columns, or of a square, counted from 0."""
    rows, columns = len(position), position[0]
    if rows == columns:
        return (1, 1) if position[1] > 1 else None
    if rows == 2:
        lost = columns - position[1] == 1
        return None if lost else (1, columns - 1) if columns == position[1] else (0, position[1] + 1)
    twos = position.count(2)
    lost = rows - twos == 1
    return None if lost else (rows - 1, 1) if rows == twos else (twos + 1, 0)


class Chomp3d(Ruleset[Layers]):
    """Bite off a cube together with everything behind, below and to the right of it, but never the poisoned one."""

    name = "chomp_3d"
    board = Bar3d()
    title = "Chomp in 3D"
    source = "Gale 1974"
    example = "2x3x4"

    def check(self, position: Layers) -> None:
        for layer in position or ((),):
            chomp.check(layer)
        for before, after in pairwise(position):
            if len(after) > len(before) or any(row > limit for row, limit in zip(after, before, strict=False)):
                raise PositionError("a layer of chomp_3d is larger than the one before it; sort them, largest first")

    def moves(self, position: Layers) -> Iterator[Layers]:
        for i, layer in enumerate(position):
            for j, length in enumerate(layer):
                for k in range(i == j == 0, length):
                    left = (bite(behind, j, k) for behind in position[i:])
                    yield (*position[:i], *(rows for rows in left if rows))

    def canonical(self, position: Layers) -> Layers:
        return min(self.board.symmetries(position))

    @cites("Gale 1974")
    def verdict(self, position: Layers, misere: bool) -> Outcome | None:
        lengths = {row for layer in position for row in layer}
        if misere or len(lengths) > 1 or len(set(map(len, position))) > 1:
            return None
        return "P" if position == ((1,),) else "N"

    @cites("Gale 1974")
    def disguise(self, position: Layers) -> Game | None:
        """Chomp, where the block is flat in some direction."""
        if len(position) == 1:
            return Game.of(chomp, position[0])
        if len(position[0]) == 1:
            return Game.of(chomp, tuple(layer[0] for layer in position))
        return Game.of(chomp, tuple(map(len, position))) if position[0][0] == 1 else None

    def expansion(self) -> "Expansion":
        from grundy.games.chomp.search import Chomp3dExpansion

        return Chomp3dExpansion(self)

    def why(self, parts: Sequence[Layers], page: "Page") -> "Iterator[Block]":
        from grundy.games.chomp.why import explain_block

        return explain_block(self, parts[0], page)


class DivisorChomp(Ruleset[NamedDivisors]):
    """Name a divisor above 1 that is no multiple of a named one; who finds only 1 left loses."""

    board = Divisors()
    source = "Schuh 1952"
    example = "144"
    formula = "n is lost if and only if n = 1"
    card = "36"

    def moves(self, position: NamedDivisors) -> Iterator[NamedDivisors]:
        factors, named = position
        for exponents in islice(product(*(range(limit + 1) for limit in limits(position))), 1, None):
            if not any(divides(other, exponents) for other in named):
                yield factors, minimal((*named, exponents))

    def canonical(self, position: NamedDivisors) -> NamedDivisors:
        """The same exponents on the least primes."""
        most, named = shape(position)
        return tuple(zip(islice(primes(), len(most)), most, strict=True)), named

    @cites("Schuh 1952")
    def verdict(self, position: NamedDivisors, misere: bool) -> Outcome | None:
        """The outcome where the divisors left are those of one number."""
        most, named = shape(position)
        return None if misere or named else "N" if most else "P"

    @cites("Gale 1974")
    def disguise(self, position: NamedDivisors) -> Game | None:
        """Chomp where at most two primes are left, and Chomp in three dimensions where three are."""
        most, named = shape(position)
        if len(most) > 3 or prod(limit + 1 for limit in most[:-1]) > MOST_BLOCK_ROWS:
            return None
        pad = (0,) * (3 - len(most))
        block = cubes((*pad, *most), [(*pad, *exponents) for exponents in named])
        return chomp_3d.disguise(block) or Game.of(chomp_3d, block)

    def why(self, parts: Sequence[NamedDivisors], page: "Page") -> "Iterator[Block]":
        from grundy.games.chomp.why import explain_divisors

        return explain_divisors(self, parts[0], page)


def limits(position: NamedDivisors) -> Exponents:
    """The largest exponent of each prime of which the power is left."""
    factors, named = position
    pure = {(i, e - 1) for stop in named if stop.count(0) == len(stop) - 1 for i, e in enumerate(stop) if e}
    return tuple(min([most, *(e for j, e in pure if j == i)]) for i, (_, most) in enumerate(factors))


def shape(position: NamedDivisors) -> Shape:
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
    return (n for n in count(2) if all(n % divisor for divisor in range(2, isqrt(n) + 1)))


chomp = Chomp()
chomp_3d = Chomp3d()
divisor_chomp = DivisorChomp()
