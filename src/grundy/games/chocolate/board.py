"""A bar with a bitter square: a position is the numbers of rows above and below it, and of columns left and right."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING

from grundy.core.board import Board, Edit, Handle, Values
from grundy.core.reader import Reader
from grundy.core.ruleset import Ruleset

if TYPE_CHECKING:
    from grundy.render.scenes.scene import Scene

Margins = tuple[int, int, int, int]  # above, below, left, right
SIDES = "above", "below", "left of", "right of"
EDITED_SQUARES = 400  # of a bar on which the bitter square is put by hand


class BitterBar(Board[Margins]):
    """A bar of rows and columns with one bitter square."""

    kind = "bitter bar"
    family = "Boards"
    notation = "rows x columns; then a semicolon and the bitter square, such as 5x7; r2c3"

    def read(self, reader: Reader) -> Margins:
        rows = reader.integer("the number of rows")
        reader.expect("x", "between rows and columns")
        columns = reader.integer("the number of columns")
        reader.expect(";", "before the bitter square")
        start = reader.place
        reader.expect("r", "before the row of the bitter square")
        row = reader.integer("a row")
        reader.expect("c", "before the column of the bitter square")
        column = reader.integer("a column")
        if not (1 <= row <= rows and 1 <= column <= columns):
            raise reader.error(f"r{row}c{column} is no square of a bar of {rows}x{columns}", start)
        return row - 1, rows - row, column - 1, columns - column

    def of_values(self, values: Values) -> Margins:
        """Rows, columns and the bitter square (row, column); or the lines above, below, left and right of it."""
        if len(values) != 3:
            above, below, left, right = self.wholes(values, 4)
            return above, below, left, right
        (rows, columns), (row, column) = self.wholes(values[:2]), self.wholes(values[2], 2)
        if not (1 <= row <= rows and 1 <= column <= columns):
            raise self.refuse(values[2], f"a square of a bar of {rows}x{columns}")
        return row - 1, rows - row, column - 1, columns - column

    def show(self, position: Margins) -> str:
        above, below, left, right = position
        return f"{above + below + 1}x{left + right + 1}; r{above + 1}c{left + 1}"

    @staticmethod
    def broken_side(before: Margins, after: Margins) -> int:
        return next(i for i, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1])

    def differ(self, before: Margins, after: Margins) -> str:
        i = self.broken_side(before, after)
        eaten, noun = before[i] - after[i], "row" if i < 2 else "column"
        return f"eat {eaten} {noun}{'s' * (eaten != 1)} {SIDES[i]} the bitter square"

    def handle(self, before: Margins, after: Margins) -> Handle:
        i = self.broken_side(before, after)
        return frozenset([(i, after[i])])

    def edits(self, position: Margins) -> Iterator[Edit[Margins]]:
        """Another bitter square, and a row or column more or fewer."""
        above, below, left, right = position
        rows, columns = above + below + 1, left + right + 1
        if rows * columns <= EDITED_SQUARES:
            for i, j in product(range(rows), range(columns)):
                if (i, j) != (above, left):
                    margins = i, rows - 1 - i, j, columns - 1 - j
                    yield Edit(f"put the bitter square on row {i + 1}, column {j + 1}", margins, (f"q-{i}-{j}",))
        yield Edit("add a row", (above, below + 1, left, right), adds=True)
        yield Edit("add a column", (above, below, left, right + 1), adds=True)
        if rows > 1:
            fewer = (above, below - 1, left, right) if below else (above - 1, below, left, right)
            yield Edit("remove a row", fewer)
        if columns > 1:
            fewer = (above, below, left, right - 1) if right else (above, below, left - 1, right)
            yield Edit("remove a column", fewer)

    def small(self, bound: int) -> Iterator[Margins]:
        """Bars of few lines, with the bitter square anywhere."""
        for total in range(bound):
            for a, b, c in product(range(total + 1), repeat=3):
                if a + b + c <= total:
                    yield a, b, c, total - a - b - c

    def scene(
        self, position: Margins, options: Sequence[Margins], rules: Ruleset[Margins], past: Sequence[Margins]
    ) -> "Scene":
        from grundy.games.chocolate.draw import draw_bar

        return draw_bar(self, position, options)

    def lines(self, position: Margins, width: int) -> list[str]:
        from grundy.games.chocolate.draw import bar_lines

        return bar_lines(position, width)


def margins(numbers: Iterable[int]) -> Margins:
    above, below, left, right = numbers
    return above, below, left, right


def put(position: Margins, side: int, lines: int) -> Margins:
    """The position with another number of lines on one side."""
    return margins(lines if i == side else old for i, old in enumerate(position))
