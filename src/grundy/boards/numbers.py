"""Boards whose positions are pairs of numbers: a heap with a cap, pieces in the corner of a board.

The board in the corner has no end to the right and upwards; a square is (column, row), counted from (0, 0).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, product

from grundy.boards.heaps import EDITED_STONES, Heaps
from grundy.core.board import Board, Edit, Handle, Values
from grundy.core.reader import Reader
from grundy.core.ruleset import Ruleset

Pair = tuple[int, int]
CappedHeap = tuple[int, int]  # stones, and the most that may be taken now
Square = tuple[int, int]
CounterSquares = tuple[Square, ...]
EDITED_ROWS = 24  # and columns: pieces farther out are typed


class Numbers(Board[Pair]):
    """Two numbers, separated by a comma."""

    nouns: tuple[str, str]
    noun: str = "heap"
    between: str  # where an error says that the comma belongs

    def read(self, reader: Reader) -> Pair:
        one = reader.integer(self.nouns[0])
        if not reader.at_number():
            reader.expect(",", self.between)
        return one, reader.integer(self.nouns[1])

    def of_values(self, values: Values) -> Pair:
        one, other = self.wholes(values, 2)
        return one, other

    def show(self, position: Pair) -> str:
        return f"{position[0]},{position[1]}"

    def edits(self, position: Pair) -> Iterator[Edit[Pair]]:
        """Each number larger by one, or smaller."""
        for edit in Heaps(self.noun).edits(position):
            match edit.position:
                case one, other:
                    yield Edit(edit.words, (one, other), edit.touch, edit.adds)


class Capped(Numbers):
    """A heap from which only so many stones may be taken now."""

    kind = "capped heap"
    words = "a pile of matches, sticks, beans or counters"
    family = "Heaps"
    notation = "the heap, or the heap and the most that may be taken now; without it, all but one"

    def read(self, reader: Reader) -> CappedHeap:
        """The heap and its cap, which is no more than the heap."""
        heap = reader.integer("the size of the heap")
        return self.capped(heap, *([reader.integer("the most that may be taken")] if reader.take(",") else []))

    def of_values(self, values: Values) -> CappedHeap:
        return self.capped(*self.wholes(values, 1 if len(values) < 2 else 2))

    def capped(self, heap: int, cap: int | None = None) -> CappedHeap:
        return self.line(heap) if cap is None else (heap, min(cap, heap))

    def tidy(self, position: CappedHeap) -> CappedHeap | None:
        return position if position[0] else None

    def differ(self, before: CappedHeap, after: CappedHeap) -> str:
        return f"take {before[0] - after[0]}"

    def handle(self, before: CappedHeap, after: CappedHeap) -> Handle:
        return frozenset([before[0] - after[0]])

    def edits(self, position: CappedHeap) -> Iterator[Edit[CappedHeap]]:
        """Another heap, of which all but one may be taken at first, and another cap."""
        heap, cap = position
        is_first = cap == self.line(heap)[1]
        for size in (*(range(heap) if heap <= EDITED_STONES else (heap - 1,)), heap + 1):
            touch = (f"s-0-{size}",) if size < heap <= EDITED_STONES else ()
            to = self.line(size) if is_first else (size, min(size, cap))
            yield Edit(f"leave {size}" if size < heap else "add 1", to, touch, adds=size > heap)
        yield from (
            Edit(f"let at most {most} be taken now", (heap, most)) for most in (cap - 1, cap + 1) if 0 <= most <= heap
        )

    def small(self, bound: int) -> Iterator[CappedHeap]:
        return ((heap, cap) for heap in range(bound + 1) for cap in range(heap + 1))

    def line(self, n: int) -> CappedHeap:
        """The heap of n from which all but one may be taken."""
        return n, max(0, n - 1)

    def cell(self, row: int, column: int) -> CappedHeap:
        """The heap of `row` stones, at most `column` of which may be taken."""
        return row, min(row, column)


@dataclass(frozen=True)
class Corner(Numbers):
    """One piece that moves toward the corner (0,0)."""

    piece: str = "♛"

    kind = "corner"
    words = "a chess piece in the corner"
    family = "Boards"
    notation = "column, row of the piece, from 0"
    nouns = "a column", "a row"
    between = "between column and row"

    def differ(self, before: Square, after: Square) -> str:
        left, down = before[0] - after[0], before[1] - after[1]
        if left == down:
            return f"go {left} along the diagonal"
        across = f"{left} left" if left > 0 else f"{-left} right"
        along = f"{down} down" if down > 0 else f"{-down} up"
        return "go " + " and ".join(words for words, step in ((across, left), (along, down)) if step)

    def symmetries(self, position: Square) -> tuple[Square, Square]:
        return position, (position[1], position[0])

    def edits(self, position: Square) -> Iterator[Edit[Square]]:
        """The piece on another square, also one column or row farther out than the board is drawn."""
        for (column, row), farther in drawn_squares([position]):
            if (column, row) != position:
                words = f"put the piece on column {column}, row {row}"
                yield Edit(words, (column, row), (f"q-{column}-{row}",), farther)

    def small(self, bound: int) -> Iterator[Square]:
        return ((column, row) for column in range(bound + 1) for row in range(bound + 1))

    def cell(self, row: int, column: int) -> Square:
        return column, row

    def squares(self, position: Square) -> dict[str, Square]:
        return {
            f"q-{column}-{row}": (column, row) for (column, row), farther in drawn_squares([position]) if not farther
        }


class CornerGame(Ruleset[Square]):
    """A game of one piece with the same moves on both sides of the diagonal."""

    board = Corner()

    def canonical(self, position: Square) -> Square:
        return min(position, position[::-1])

    def parts(self, position: Square) -> Iterable[Square]:
        return () if self.is_over(position) else (position,)


def rook_moves(square: Square) -> Iterator[Square]:
    """The squares left of this one, and then those below it."""
    column, row = square
    yield from ((x, row) for x in range(column))
    yield from ((column, y) for y in range(row))


def step_moves(square: Square, ways: Sequence[Square]) -> Iterator[Square]:
    """The squares of the board that these steps reach."""
    squares = ((square[0] + across, square[1] + up) for across, up in ways)
    return (to for to in squares if min(to) >= 0)


def drawn_squares(pieces: Sequence[Square]) -> Iterator[tuple[Square, bool]]:
    """The squares of the board as far as it is drawn, and one in a column and in a row farther out (True)."""
    wide, high = (max(4, *(piece[axis] + 1 for piece in pieces)) for axis in (0, 1))
    if max(wide, high) < EDITED_ROWS:
        yield from ((square, False) for square in product(range(wide), range(high)))
        yield (wide, min(high - 1, pieces[0][1])), True
        yield (min(wide - 1, pieces[0][0]), high), True


class Counters(Board[CounterSquares]):
    """Any number of counters in the corner, also several on one square."""

    kind = "counters"
    family = "Boards"
    notation = "squares (column,row) of the counters, from 0, separated by commas"

    def read(self, reader: Reader) -> CounterSquares:
        return tuple(reader.list_of(lambda: self.square(reader)))

    def of_values(self, values: Values) -> CounterSquares:
        """A pair for each counter; one pair of numbers is one counter."""
        is_square = len(values) == 2 and not any(isinstance(value, tuple) for value in values)
        pairs = (self.wholes(pair, 2) for pair in ((values,) if is_square else values))
        return tuple((column, row) for column, row in pairs)

    @staticmethod
    def square(reader: Reader) -> Square:
        reader.expect("(", "before column and row")
        square = Corner().read(reader)
        reader.expect(")", "after column and row")
        return square

    def show(self, position: CounterSquares) -> str:
        return ",".join(f"({column},{row})" for column, row in position)

    @staticmethod
    def moved_counter(before: CounterSquares, after: CounterSquares) -> int:
        return next(i for i, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1])

    def differ(self, before: CounterSquares, after: CounterSquares) -> str:
        i = self.moved_counter(before, after)
        return f"move the counter from {square_words(before[i])} to {square_words(after[i])}"

    def part_name(self, position: CounterSquares) -> str:
        return f"counter on {square_words(position[0])}" if len(position) == 1 else ""

    def handle(self, before: CounterSquares, after: CounterSquares) -> Handle:
        i = self.moved_counter(before, after)
        return frozenset([(i, after[i])])

    def edits(self, position: CounterSquares) -> Iterator[Edit[CounterSquares]]:
        """A counter more or fewer."""
        for square, farther in drawn_squares(position):
            words = f"put a counter on {self.show((square,))}"
            yield Edit(words, (*position, square), ("q-{}-{}".format(*square),), farther)
        for i in range(len(position) if len(position) > 1 else 0):
            words = f"take the counter on {self.show(position[i : i + 1])} away"
            yield Edit(words, (*position[:i], *position[i + 1 :]), (f"k-{i}",))

    def small(self, bound: int) -> Iterator[CounterSquares]:
        for total in range(bound + 1):
            squares = [(column, row) for column in range(total + 1) for row in range(total + 1 - column)]
            for counters in (1, 2):
                choice = combinations_with_replacement(squares, counters)
                yield from (position for position in choice if sum(map(sum, position)) == total)

    def cell(self, row: int, column: int) -> CounterSquares:
        return ((column, row),)


def square_words(square: Square) -> str:
    column, row = square
    return f"column {column}, row {row}"
