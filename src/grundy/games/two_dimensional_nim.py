"""Nim with counters in the plane: every move of a counter is a move of one nim heap.

Rook nim: a counter on (x, y) is a heap of x and a heap of y. Two-dimensional nim: a counter on (x, y) is an infinite
heap, w*y + x, since any square of a lower row comes before it (Ferguson 3.5.6).

Two-dimensional nim always ends, but nobody can say beforehand when: `length` is an ordinal. It still ends if a counter
may be exchanged for any finite number of counters, all to its left or in lower rows: in the ordinal sum of the powers
w^(w*y + x), the largest first, one term makes place for finitely many smaller ones, so the sum falls.
"""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from itertools import chain, count
from typing import TYPE_CHECKING

from grundy.boards.numbers import Counters, Square
from grundy.boards.numbers import CounterSquares as Position
from grundy.boards.ordinal_heaps import Position as Heaps
from grundy.core.ordinals import Nimber, Ordinal, omega
from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.games.nim import nim

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.prose import Text
    from grundy.explain.structure import Block


class CounterGame(Ruleset[Position]):
    """A ruleset of counters that move one at a time, each worth its nim heaps."""

    board = Counters()

    @abstractmethod
    def destinations(self, square: Square) -> Iterator[Square]:
        """The squares that a counter may go to."""

    @abstractmethod
    def heaps(self, position: Position) -> Heaps:
        """The nim heaps, equally many for each counter."""

    @abstractmethod
    def squares(self, heaps: Heaps) -> Position:
        """The counters that have these heaps."""

    def moves(self, position: Position) -> Iterator[Position]:
        for i, square in enumerate(position):
            yield from ((*position[:i], to, *position[i + 1 :]) for to in self.destinations(square))

    def parts(self, position: Position) -> Iterator[Position]:
        return ((square,) for square in position if any(square))

    def canonical(self, position: Position) -> Position:
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


class RookNim(CounterGame):
    """Move one counter any distance to the left or any distance down."""

    source = "MIT SP.268 2010"
    example = "(1,2),(2,3)"
    formula = "g(r,c) = r xor c"

    def destinations(self, square: Square) -> Iterator[Square]:
        column, row = square
        return chain(((x, row) for x in range(column)), ((column, y) for y in range(row)))

    def heaps(self, position: Position) -> Heaps:
        return tuple(chain.from_iterable(position))

    def squares(self, heaps: Heaps) -> Position:
        return tuple(zip(heaps[::2], heaps[1::2], strict=True))  # type: ignore[arg-type]

    def why(self, parts: Sequence[Position], page: "Page") -> "Iterator[Block]":
        places = list(dict.fromkeys(square for part in parts for square in part))
        yield page.say(
            "A counter on (x,y) is a heap of x and a heap of y, since it moves in one direction at a time: x ⊕ y."
        )
        if page.misere:
            heaps = [(f"{name} of ({x},{y})", n) for x, y in places for name, n in (("x", x), ("y", y))]
            yield from page.nim(heaps)
        else:
            sums = [(x, y, page.step(f"{x} ⊕ {y} = {x ^ y}")) for x, y in places]
            rows = [(place(x, y, page), nim, page.claim(page.at(self, ((x, y),)), x ^ y)) for x, y, nim in sums]
            yield page.table(["counter", "worked out", "nimber"], rows)
        yield page.source(self.citation("theorem"))


class TwoDimensionalNim(CounterGame):
    """Move one counter to the left in its row, or to any square of any lower row."""

    title = "two-dimensional nim"
    source = "Ferguson 2014, 3.5"
    example = "(1,2),(4,1)"
    formula = "g(r,c) = w*r + c"
    finite = False

    def destinations(self, square: Square) -> Iterator[Square]:
        """The squares to the left, then those of the lower rows, column by column."""
        column, row = square
        lower = ((x, y) for x in count() for y in range(row)) if row else iter(())
        return chain(((x, row) for x in range(column)), lower)

    def has_infinite_moves(self, position: Position) -> bool:
        return any(row for _, row in position)

    def heaps(self, position: Position) -> Heaps:
        """One infinite heap for each counter above the lowest row."""
        return tuple(omega * row + column for column, row in position)

    def squares(self, heaps: Heaps) -> Position:
        return tuple(map(square_of, heaps))

    def why(self, parts: Sequence[Position], page: "Page") -> "Iterator[Block]":
        places = tuple(square for part in parts for square in part)
        yield page.say(
            "A counter on (x,y) can reach all of the lower rows, however far right: it is the infinite heap w*y + x."
        )
        values = list(zip(places, self.heaps(places), strict=True))
        if page.misere:
            yield from page.nim([(f"({x},{y})", value) for (x, y), value in values])
        else:
            rows = [(place(x, y, page), page.claim(page.at(self, ((x, y),)), value)) for (x, y), value in values]
            yield page.table(["counter", "nimber"], rows)
        if page.full:
            longest = page.fact("length", str(page.at(self, places)), str(length(places)))
            yield page.say("Every play ends, although nobody can say when: its length is the ordinal {}.", longest)
        yield page.source(self.citation("theorem"))


def square_of(heap: Nimber) -> Square:
    """The square (x, y) whose heap is w*y + x."""
    terms = dict(heap.terms) if isinstance(heap, Ordinal) else {0: heap}
    return terms.get(0, 0), terms.get(1, 0)


def length(position: Position) -> Nimber:
    """The length of two-dimensional nim: the most moves that it can last, an ordinal where it has no bound.

    With w*y + x somebody may y times name the number of the moves to come, however large; x moves are there besides.

    >>> length(((3, 0), (4, 0))), length(((2, 1), (3, 1), (5, 0)))
    (7, w*2 + 10)
    """
    return omega * sum(row for _, row in position) + sum(column for column, _ in position)


def place(x: int, y: int, page: "Page") -> "Text":
    return page.text("column {}, row {}", page.size(x), page.size(y))


rook_nim = RookNim()
two_dimensional_nim = TwoDimensionalNim()
