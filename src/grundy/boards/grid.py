"""A grid of squares that are free or gone: a position is a tuple of rows, one character a square.

`GridGame` is the base of the rulesets in which a move takes a rectangular block of free squares. Its author writes
which blocks may be taken. Rows and columns count from 1.
"""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from grundy.core.board import Board, Edit, Handle, Values
from grundy.core.reader import Reader, ellipsis, spaced_row
from grundy.core.ruleset import Outcome, Ruleset
from grundy.errors import NotationError, PositionError

if TYPE_CHECKING:
    from grundy.boards.cell_set import CellSet
    from grundy.explain.page import Page
    from grundy.explain.structure import Block
    from grundy.solvers.proof.expansion import Expansion

MOST_SQUARES = 10_000  # squares; each of them belongs to many moves
Position = tuple[str, ...]
Flip = tuple[bool, bool]  # whether rows, and columns, are reversed
FLIPS: tuple[Flip, ...] = ((True, True), (False, True), (True, False))  # the half turn, then the two reflections


class Rectangle(NamedTuple):
    """A rectangle of squares, its top left one counted from 0."""

    top: int
    left: int
    height: int
    width: int

    def meets(self, other: "Rectangle") -> bool:
        down, right = other.top - self.top, other.left - self.left
        return -other.height < down < self.height and -other.width < right < self.width

    def image(self, grid: Position, flip: Flip) -> "Rectangle":
        top = len(grid) - self.top - self.height if flip[0] else self.top
        left = len(grid[0]) - self.left - self.width if flip[1] else self.left
        return Rectangle(top, left, self.height, self.width)


@dataclass(frozen=True)
class Grid(Board[Position]):
    """A grid with a sign for free squares and one for those that are gone."""

    free: str = "_"
    gone: str = "x"
    verb: str = "cover"
    sized: bool = True  # whether a board without gone squares prints as its size

    kind = "grid"
    family = "Boards"
    origin = (1, 1)

    @property
    def notation(self) -> str:
        return f"rows x columns, or rows of '{self.free}' (free) and '{self.gone}' (gone) with '/' between"

    def read(self, reader: Reader) -> Position:
        start = reader.place
        size = reader.while_in("0123456789") != "" and reader.next == "x"
        reader.place = start
        return self.read_size(reader) if size else self.read_rows(reader)

    def of_values(self, values: Values) -> Position:
        """Rows and columns for two numbers; else a text, or a list of signs or of truths, for each row."""
        if len(values) == 2 and not any(isinstance(value, str | tuple) for value in values):
            return self.full(*self.wholes(values))
        return tuple(map(self.row_of, values))

    def row_of(self, row: object) -> str:
        """A row that is given as a text, or as a list of signs, or of truths for free squares."""
        given = row if isinstance(row, str | tuple) else ()
        if any(not isinstance(sign, str) and sign not in (0, 1) for sign in given):
            raise self.refuse(row, "a row of signs, or of 1 (free) and 0 (gone)")
        text = "".join(sign if isinstance(sign, str) else self.free if sign else self.gone for sign in given)
        signs = "".join(text.lower().split())
        if not signs or not set(signs) <= set(self.signs):
            raise self.refuse(row, "a row")
        return signs

    @property
    def signs(self) -> str:
        """The characters of which rows are drawn."""
        return self.free + self.gone

    def read_size(self, reader: Reader) -> Position:
        rows = reader.integer("the number of rows")
        reader.expect("x")
        return self.full(rows, reader.integer("the number of columns"))

    def full(self, rows: int, columns: int) -> Position:
        """The board of this size at the start."""
        if rows > MOST_SQUARES or rows * columns > MOST_SQUARES:
            size = f"{ellipsis(str(rows))}x{ellipsis(str(columns))}"
            raise NotationError(f"a board of {size} squares is too large; at most {MOST_SQUARES:,} squares")
        return (self.free * columns,) * rows

    def read_rows(self, reader: Reader) -> Position:
        signs = self.signs + self.signs.upper()
        rows = [self.read_row(reader)]
        while reader.take("/") or reader.next in {*signs}:  # or on the next line
            rows.append(self.read_row(reader))
        if reader.next:
            raise reader.error(f"expected {self.notation}, found {reader.next_in_words()}")
        return tuple(rows)

    def read_row(self, reader: Reader) -> str:
        row = spaced_row(reader, self.signs + self.signs.upper())
        if not row:
            raise reader.error(f"expected {self.notation}, found {reader.next_in_words()}")
        return row.lower()

    def show(self, position: Position) -> str:
        if self.sized and not any(self.gone in row for row in position):
            return f"{len(position)}x{len(position[0])}"
        return "/".join(position)

    def tidy(self, position: Position) -> Position | None:
        return position if any(self.free in row for row in position) else None

    def differ(self, before: Position, after: Position) -> str:
        squares = changed_squares(before, after)
        covered = [(i, j) for i, j in squares if after[i][j] != self.free]
        freed = [square for square in squares if square not in covered]
        return " and ".join(f"{verb} {where(some)}" for verb, some in ((self.verb, covered), ("free", freed)) if some)

    def handle(self, before: Position, after: Position) -> Handle:
        """Two opposite corners of a block; every square of what is none."""
        squares = changed_squares(before, after)
        top, left, height, width = enclose(squares)
        if len(squares) == height * width:
            return frozenset([(top + 1, left + 1), (top + height, left + width)])
        return frozenset((i + 1, j + 1) for i, j in squares)

    def edits(self, position: Position) -> Iterator[Edit[Position]]:
        """A square changed, a row or a column more, or one fewer."""
        yield from self.square_edits(position)
        yield Edit("one row more", (*position, self.free * len(position[0])), adds=True)
        yield Edit("one column more", tuple(row + self.free for row in position), adds=True)
        if len(position) > 1:
            yield Edit("one row fewer", position[:-1])
        if len(position[0]) > 1:
            yield Edit("one column fewer", tuple(row[:-1] for row in position))

    def square_edits(self, position: Position) -> Iterator[Edit[Position]]:
        """A square taken away or put back."""
        for i, row in enumerate(position):
            for j, sign in enumerate(row):
                new = self.gone if sign == self.free else self.free
                to = (*position[:i], row[:j] + new + row[j + 1 :], *position[i + 1 :])
                words = f"{'put back' if new == self.free else 'take away'} the square in row {i + 1}, column {j + 1}"
                yield Edit(words, to, (f"q-{i + 1}-{j + 1}",), adds=new == self.free)

    def extent(self, position: Position) -> int:
        return sum(row.count(self.free) for row in position)

    def symmetries(self, position: Position) -> Iterator[Position]:
        for image in (position, tuple(map("".join, zip(*position, strict=True)))):
            yield from (image, image[::-1])
            mirror = tuple(row[::-1] for row in image)
            yield from (mirror, mirror[::-1])

    def trim(self, position: Position) -> Position:
        """The least rectangle with all free squares; one gone square where none is free."""
        rows = [i for i, row in enumerate(position) if self.free in row]
        if not rows:
            return (self.gone,)
        used = position[rows[0] : rows[-1] + 1]
        left = min(row.index(self.free) for row in used if self.free in row)
        right = max(row.rindex(self.free) for row in used if self.free in row) + 1
        return tuple(row[left:right] for row in used)

    def without(self, position: Position, block: Rectangle) -> Position:
        top, left, height, width = block
        gone, right, bottom = self.gone * width, left + width, top + height
        changed = (row[:left] + gone + row[right:] for row in position[top:bottom])
        return (*position[:top], *changed, *position[bottom:])

    def bits(self, position: Position) -> int:
        """The free squares as bits, the last square the lowest; a gone column behind each row keeps rows apart."""
        return int(self.gone.join(position).replace(self.gone, "0").replace(self.free, "1"), 2)

    def from_bits(self, bits: int, like: Position) -> Position:
        text = ones(bits, like).replace("1", self.free).replace("0", self.gone)
        return tuple(text[i : i + len(like[0])] for i in range(0, len(text), len(like[0]) + 1))

    def blocks(self, corners: int, like: Position, height: int, width: int) -> Iterator[Rectangle]:
        """The blocks of this size whose top left squares are given as bits."""
        stride = len(like[0]) + 1
        for place, bit in enumerate(ones(corners, like)):
            if bit == "1":
                yield Rectangle(*divmod(place, stride), height, width)

    def free_blocks(self, position: Position, height: int, width: int) -> Iterator[Rectangle]:
        """The blocks of this size all of whose squares are free."""
        free, stride = self.bits(position), len(position[0]) + 1
        corners = free
        for down, right in product(range(height), range(width)):
            corners &= free << down * stride + right
        return self.blocks(corners, position, height, width)

    def small(self, bound: int) -> Iterator[Position]:
        marks = str.maketrans("01", self.free + self.gone)
        for squares in range(1, bound + 1):
            signs = list(range(1 << squares))
            for columns in (n for n in range(1, squares + 1) if squares % n == 0):
                texts = (format(n, f"0{squares}b").translate(marks) for n in signs)
                yield from (tuple(text[i : i + columns] for i in range(0, squares, columns)) for text in texts)

    def cell(self, row: int, column: int) -> Position:
        return (self.free * column,) * row


def ones(bits: int, like: Position) -> str:
    """The bits of a board of this shape from the first square on."""
    return format(bits, f"0{len(like) * (len(like[0]) + 1) - 1}b")


def changed_squares(before: Position, after: Position) -> list[tuple[int, int]]:
    rows = enumerate(zip(before, after, strict=True))
    return [(i, j) for i, (old, new) in rows if old != new for j in range(len(old)) if old[j] != new[j]]


def enclose(squares: Sequence[tuple[int, int]]) -> Rectangle:
    """The least rectangle that holds all squares."""
    rows, columns = zip(*squares, strict=True)
    top, left = min(rows), min(columns)
    return Rectangle(top, left, max(rows) - top + 1, max(columns) - left + 1)


def where(squares: Sequence[tuple[int, int]]) -> str:
    """A block by its rows and columns; squares that are none one by one."""
    block = enclose(squares)
    if len(squares) == block.height * block.width:
        return f"{span('row', block.top, block.height)}, {span('column', block.left, block.width)}"
    return ", ".join(f"row {i + 1} column {j + 1}" for i, j in squares)


def span(noun: str, start: int, length: int) -> str:
    return f"{noun} {start + 1}" if length == 1 else f"{noun}s {start + 1}-{start + length}"


def connected_pieces(bits: int, steps: tuple[int, ...]) -> Iterator[int]:
    """The pieces into which the bits fall, where those at one of these distances are connected."""
    while bits:
        piece, grown = 0, bits & -bits
        while grown != piece:
            piece = grown
            for step in steps:
                grown |= piece << step | piece >> step
            grown &= bits
        yield piece
        bits ^= piece


class GridGame(Ruleset[Position]):
    """A ruleset on a grid: its `blocks` say which rectangles of free squares one move may take.

    Whether a block may be taken depends on its own squares alone; `pieces` and `mirror` rest on that.
    """

    board: Grid = Grid()

    @abstractmethod
    def blocks(self, position: Position) -> Iterator[Rectangle]:
        """The blocks that one move may take."""

    def pieces(self, free: int, stride: int) -> Iterator[int]:
        """The sets of squares, as bits, such that no block has squares of two of them; by default connected squares.

        A square is `stride` places from the one below it. Squares that no move takes may be left out.
        """
        return connected_pieces(free, (1, stride))

    def check(self, position: Position) -> None:
        if not position or not position[0]:
            raise PositionError(f"a board of {self} has at least 1 square; write {self}({self.example})")
        if (squares := sum(map(len, position))) > MOST_SQUARES:
            raise PositionError(f"a board of {squares:,} squares is too large for {self}; at most {MOST_SQUARES:,}")
        row = next((row for row in position if len(row) != len(position[0])), None)
        if row is not None:
            raise PositionError(f"the rows of {self} have one length, but {row} has not {len(position[0])}; fill it up")

    def moves(self, position: Position) -> Iterator[Position]:
        return (self.board.without(position, block) for block in self.blocks(position))

    def parts(self, position: Position) -> Iterator[Position]:
        pieces = self.pieces(self.board.bits(position), len(position[0]) + 1)
        return (self.board.from_bits(piece, position) for piece in pieces)

    def canonical(self, position: Position) -> Position:
        """The least of the rotations and reflections, without rows and columns that are gone."""
        return min(self.board.symmetries(self.board.trim(position)))

    def cell_set(self, position: Position) -> "CellSet | None":
        """The free squares, where blocks of the same sizes, turned too, may be taken anywhere on a board."""
        from grundy.boards.cell_set import CellSet

        mine, its = type(self), GridGame
        if (mine.moves, mine.parts, mine.pieces, mine.canonical) != (its.moves, its.parts, its.pieces, its.canonical):
            return None
        position = self.board.trim(position)
        full = self.board.cell(len(position), len(position[0]))
        sizes = {block[2:] for block in self.blocks(full)}
        sizes |= {size[::-1] for size in sizes}
        for board in {full, position}:
            blocks = {block for size in sizes for block in self.board.free_blocks(board, *size)}
            if blocks != {*self.blocks(board)}:
                return None
        return CellSet.of_rows(position, self.board.free, 0, sizes)

    def expansion(self) -> "Expansion | None":
        from grundy.solvers.proof.expansion import CellExpansion
        from grundy.system import has_arrays

        return CellExpansion(self) if has_arrays() else None

    def mirror(self, position: Position) -> Outcome | None:
        """The outcome where one of the players wins by copying."""
        strategy = self.copying(position)
        return strategy and ("N" if strategy[1] else "P")

    def copying(self, position: Position) -> "tuple[Flip, list[Rectangle]] | None":
        """A symmetry of the board by which a player answers each move with its image, and how that player begins.

        If no block meets its image, the second player can always answer. If one is its own image and meets all others
        that do, the first player takes it: all such blocks are listed.
        """
        for flip in flips(position):
            if flip_board(position, flip) == position:
                crossing = [block for block in self.blocks(position) if block.meets(block.image(position, flip))]
                own = (block for block in crossing if block == block.image(position, flip))
                middle = [block for block in own if all(map(block.meets, crossing))]
                if middle or not crossing:
                    return flip, middle
        return None

    def why(self, parts: Sequence[Position], page: "Page") -> "Iterator[Block]":
        from grundy.explain.copying import why

        return why(self, parts, page)


def flips(position: Position) -> list[Flip]:
    """The half turn and the two reflections, without those that change no board of this shape."""
    return [(up, over) for up, over in FLIPS if up <= (len(position) > 1) and over <= (len(position[0]) > 1)]


def flip_board(position: Position, flip: Flip) -> Position:
    rows = position[::-1] if flip[0] else position
    return tuple(row[::-1] for row in rows) if flip[1] else rows
