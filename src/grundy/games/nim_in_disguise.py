"""Games that are nim under another look: every move is a move of one nim heap.

Nimble: a coin on square n is a heap of n (Ferguson 2.6.3). Rook nim: a counter on (x, y) is a heap of x and a heap of
y. Two-dimensional nim: a counter on (x, y) is an infinite heap, w*y + x, since any square of a lower row comes
before it (Ferguson 3.5.6). The choice of a heap: w itself (Ferguson 3.4).

Two-dimensional nim always ends, but nobody can say beforehand when: `length` is an ordinal. It still ends if a counter
may be exchanged for any finite number of counters, all to its left or in lower rows: in the ordinal sum of the powers
w^(w*y + x), the largest first, one term makes place for finitely many smaller ones, so the sum falls.
"""

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, count

from grundy.boards.counters import Counters, Position
from grundy.boards.ordinal_heaps import Chosen
from grundy.boards.ordinal_heaps import Position as Heaps
from grundy.boards.quarter import Square
from grundy.boards.squares import Squares
from grundy.core.ordinals import Nimber, Ordinal, omega
from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.games.nim import Nim, nim

__all__ = [
    "ChooseHeap",
    "Nimble",
    "RookNim",
    "TwoDimensionalNim",
    "choose_heap",
    "length",
    "nimble",
    "rook_nim",
    "two_dimensional_nim",
]


@dataclass(frozen=True)
class Nimble(Nim):
    """Move one coin to any square on its left; a square holds any number of coins."""

    board = Squares()
    source = "Ferguson 2014, 2.6"
    example = "1,2,4,7,9"


@dataclass(frozen=True)
class ChooseHeap(Nim):
    """Name a heap of any finite size, 0 too; from then on take any number of stones from it."""

    board = Chosen()
    source = "Ferguson 2014, 3.4"
    example = ""
    finite = False


class Counted(Ruleset[Position]):
    """A ruleset of counters that move one at a time, each worth its nim heaps."""

    board = Counters()

    @abstractmethod
    def goes(self, square: Square) -> Iterator[Square]:
        """The squares that a counter may go to."""

    @abstractmethod
    def heaps(self, position: Position) -> Heaps:
        """The nim heaps, equally many for each counter."""

    @abstractmethod
    def squares(self, heaps: Heaps) -> Position:
        """The counters that have these heaps."""

    def moves(self, position: Position) -> Iterator[Position]:
        """One counter on another square."""
        for i, square in enumerate(position):
            yield from ((*position[:i], to, *position[i + 1 :]) for to in self.goes(square))

    def parts(self, position: Position) -> Iterator[Position]:
        """Each counter by itself; in the corner it is used up."""
        return ((square,) for square in position if any(square))

    def canonical(self, position: Position) -> Position:
        """The counters in order, without those in the corner."""
        return tuple(sorted(filter(any, position)))

    @cites("Bouton 1902")
    def theorem(self, position: Position) -> Nimber:
        """The nim-sum of the heaps."""
        return nim.theorem(self.heaps(position))

    @cites("Bouton 1902")
    def verdict(self, position: Position, misere: bool) -> Outcome:
        """That of nim."""
        return nim.verdict(self.heaps(position), misere)

    @cites("Bouton 1902")
    def reach(self, position: Position, nimber: Nimber, misere: bool = False) -> Iterator[Position]:
        """The moves of nim, on the board."""
        return map(self.squares, nim.reach(self.heaps(position), nimber, misere))


@dataclass(frozen=True)
class RookNim(Counted):
    """Move one counter any distance to the left or any distance down."""

    source = "MIT SP.268 2010"
    example = "(1,2),(2,3)"

    def goes(self, square: Square) -> Iterator[Square]:
        """The squares to the left, and those below."""
        column, row = square
        return chain(((x, row) for x in range(column)), ((column, y) for y in range(row)))

    def heaps(self, position: Position) -> Heaps:
        """Column and row of each counter."""
        return tuple(chain.from_iterable(position))

    def squares(self, heaps: Heaps) -> Position:
        """The counters whose columns and rows alternate."""
        return tuple(zip(heaps[::2], heaps[1::2], strict=True))  # type: ignore[arg-type]


@dataclass(frozen=True)
class TwoDimensionalNim(Counted):
    """Move one counter to the left in its row, or to any square of any lower row."""

    source = "Ferguson 2014, 3.5"
    example = "(1,2),(4,1)"
    finite = False

    def goes(self, square: Square) -> Iterator[Square]:
        """The squares to the left, then those of the lower rows, column by column."""
        column, row = square
        lower = ((x, y) for x in count() for y in range(row)) if row else iter(())
        return chain(((x, row) for x in range(column)), lower)

    def endless(self, position: Position) -> bool:
        """Whether some counter stands above the lowest row."""
        return any(row for _, row in position)

    def heaps(self, position: Position) -> Heaps:
        """One infinite heap for each counter above the lowest row."""
        return tuple(omega * row + column for column, row in position)

    def squares(self, heaps: Heaps) -> Position:
        """The counters that have these heaps."""
        return tuple(map(square_of, heaps))


def square_of(heap: Nimber) -> Square:
    """The square (x, y) whose heap is w*y + x."""
    terms = dict(heap.terms) if isinstance(heap, Ordinal) else {0: heap}
    return terms.get(0, 0), terms.get(1, 0)


def length(position: Position) -> Nimber:
    """The length of two-dimensional nim: the most moves that it can last, an ordinal where nobody can say beforehand.

    With w*y + x somebody may y times name the number of the moves to come, however large; x moves are there besides.

    >>> length(((3, 0), (4, 0))), length(((2, 1), (3, 1), (5, 0)))
    (7, w*2 + 10)
    """
    return omega * sum(row for _, row in position) + sum(column for column, _ in position)


nimble = Nimble()
choose_heap = ChooseHeap()
rook_nim = RookNim()
two_dimensional_nim = TwoDimensionalNim()
