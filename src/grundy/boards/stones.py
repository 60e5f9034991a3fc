"""A grid with stones of two colours: a position is a tuple of rows, x and o for stones, _ for empty squares."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from grundy.boards.grid import Grid, Position
from grundy.core.board import Edit, Handle
from grundy.core.reader import Reader
from grundy.core.ruleset import Ruleset
from grundy.errors import PositionError

Square = tuple[int, int]  # row and column, from 0
STEPS = (0, 1), (1, 0), (0, -1), (-1, 0)
SWAP = str.maketrans("xo", "ox")


@dataclass(frozen=True)
class Stones(Grid):
    """A grid whose squares are empty or hold a stone of one of two colours."""

    alternating: bool = False  # whether rows x columns is the full board, its colours alternating

    @property
    def notation(self) -> str:
        size = "the full board with alternating colours" if self.alternating else "an empty board"
        return f"rows of x, o and _ with '/' between, or rows x columns: {size}"

    @property
    def signs(self) -> str:
        return "xo_"

    def full(self, rows: int, columns: int) -> Position:
        empty = super().full(rows, columns)
        if not self.alternating:
            return empty
        width = len(empty[0]) if empty else 0
        return tuple(("xo" * (width + 1))[row % 2 :][:width] for row in range(len(empty)))

    def show(self, position: Position) -> str:
        is_empty = not self.alternating and not any(row.strip("_") for row in position)
        return f"{len(position)}x{len(position[0])}" if is_empty else "/".join(position)

    def tidy(self, position: Position) -> Position | None:
        return position

    def differ(self, before: Position, after: Position) -> str:
        (row, column), sign = self.placed_stone(before, after)
        return f"put {sign} in row {row + 1}, column {column + 1}"

    def handle(self, before: Position, after: Position) -> Handle:
        return frozenset([self.placed_stone(before, after)])

    @staticmethod
    def placed_stone(before: Position, after: Position) -> tuple[Square, str]:
        squares = product(range(len(before)), range(len(before[0])))
        row, column = next((i, j) for i, j in squares if before[i][j] != after[i][j])
        return (row, column), after[row][column]

    def square_edits(self, position: Position) -> Iterator[Edit[Position]]:
        """A square with the next of its three contents: nothing, x, o."""
        for i, j in squares_with(position, "_xo"):
            new = {"_": "x", "x": "o", "o": "_"}[position[i][j]]
            content = "nothing" if new == "_" else new
            to = place(position, (i, j), new)
            yield Edit(f"{content} in row {i + 1}, column {j + 1}", to, (f"q-{i + 1}-{j + 1}",))

    def extent(self, position: Position) -> int:
        return sum(map(len, position))

    def images(self, position: Position) -> Iterator[Position]:
        """The images under rotations, reflections and the exchange of the colours."""
        for image in self.symmetries(position):
            yield image
            yield tuple(row.translate(SWAP) for row in image)

    def trim(self, position: Position) -> Position:
        """The least rectangle with all stones; one empty square where there is none."""
        rows = [i for i, row in enumerate(position) if row.strip("_")]
        if not rows:
            return ("_",)
        used = position[rows[0] : rows[-1] + 1]
        columns = [j for j in range(len(used[0])) if any(row[j] != "_" for row in used)]
        return tuple(row[columns[0] : columns[-1] + 1] for row in used)

    def small(self, bound: int) -> Iterator[Position]:
        for squares in range(1, bound + 1):
            for columns in (n for n in range(1, squares + 1) if squares % n == 0):
                for signs in product("_xo", repeat=squares):
                    text = "".join(signs)
                    yield tuple(text[i : i + columns] for i in range(0, squares, columns))

    def cell(self, row: int, column: int) -> Position:
        return self.read_size(Reader(f"{row}x{column}"))


def check_rows(rules: Ruleset[Position], position: Position) -> None:
    if not position or not position[0] or len(set(map(len, position))) > 1:
        raise PositionError(f"the rows of {rules} have one length, at least 1; write {rules}({rules.example})")


def place(position: Position, square: Square, sign: str) -> Position:
    row, column = square
    changed = position[row][:column] + sign + position[row][column + 1 :]
    return (*position[:row], changed, *position[row + 1 :])


def squares_with(position: Position, signs: str) -> Iterator[Square]:
    return ((i, j) for i, row in enumerate(position) for j, sign in enumerate(row) if sign in signs)


def squares_beside(position: Position, square: Square) -> Iterator[Square]:
    for down, right in STEPS:
        row, column = square[0] + down, square[1] + right
        if 0 <= row < len(position) and 0 <= column < len(position[0]):
            yield row, column


def connected(position: Position, start: Square, signs: str) -> set[Square]:
    """The squares that are connected to one by squares with these signs."""
    found = {start}
    for square in (todo := [start]):
        new = [s for s in squares_beside(position, square) if position[s[0]][s[1]] in signs and s not in found]
        found.update(new)
        todo += new
    return found
