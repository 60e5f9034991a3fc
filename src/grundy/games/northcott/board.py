"""Rows with a white and a black checker in each: a position is (rows, the player to move)."""

from collections.abc import Iterator, Sequence
from itertools import permutations, product
from typing import TYPE_CHECKING

from grundy.core.board import Board, Edit, Handle, Values
from grundy.core.reader import Reader
from grundy.core.ruleset import Ruleset

if TYPE_CHECKING:
    from grundy.render.scenes.scene import Scene

Position = tuple[tuple[str, ...], str]
PLAYERS = {"W": "White", "B": "Black"}


class Checkers(Board[Position]):
    """Rows of squares, drawn with W, B and a point for an empty square."""

    kind = "checkers"
    family = "Strips and stairs"
    notation = "rows of W, B and '.' with / between; '; B' behind them if Black is to move"

    def read(self, reader: Reader) -> Position:
        """The rows, and the player to move: White if none is named."""
        rows = [self.row(reader)]
        while reader.take("/"):
            rows.append(self.row(reader))
        mover = reader.while_in("WBwb").upper() if reader.take(";") else "W"
        if mover not in PLAYERS:
            raise reader.error(f"expected W or B, the player to move, found {mover or reader.next_in_words()}")
        return tuple(rows), mover

    def of_values(self, values: Values) -> Position:
        """A text for each row; or a list of these, and the player to move."""
        rows, mover = values if len(values) == 2 and isinstance(values[0], tuple) else (values, "W")
        if not isinstance(rows, tuple) or not rows or mover not in PLAYERS:
            raise self.refuse(values)
        for row in rows:
            if not isinstance(row, str) or not row or not set(row) <= {*PLAYERS, "."}:
                raise self.refuse(row, "a row")
        return rows, str(mover)

    def row(self, reader: Reader) -> str:
        row = reader.while_in("WBwb.").upper()
        if not row:
            raise reader.error(f"expected {self.notation}, found {reader.next_in_words()}")
        return row

    def show(self, position: Position) -> str:
        return "/".join(position[0]) + ("; B" if position[1] == "B" else "")

    @staticmethod
    def moved_checker(before: Position, after: Position) -> tuple[int, int]:
        """The row that changed and the square where the checker now stands, counted from 1."""
        row = next(i for i, pair in enumerate(zip(before[0], after[0], strict=True)) if pair[0] != pair[1])
        return row + 1, after[0][row].index(before[1]) + 1

    def differ(self, before: Position, after: Position) -> str:
        row, square = self.moved_checker(before, after)
        return f"slide {PLAYERS[before[1]]} in row {row} to square {square}"

    def handle(self, before: Position, after: Position) -> Handle:
        return frozenset([self.moved_checker(before, after)])

    def edits(self, position: Position) -> Iterator[Edit[Position]]:
        """The nearer checker of a row on another square, rows and squares more or fewer, the other player to move."""
        rows, mover = position
        for i, row in enumerate(rows):
            for j, sign in enumerate(row):
                white, black = row.index("W"), row.index("B")
                if sign in PLAYERS:
                    to, words = draw_row(len(row), black, white), f"exchange the checkers of row {i + 1}"
                elif abs(white - j) <= abs(black - j):
                    to, words = draw_row(len(row), j, black), f"put White in row {i + 1} on square {j + 1}"
                else:
                    to, words = draw_row(len(row), white, j), f"put Black in row {i + 1} on square {j + 1}"
                yield Edit(words, ((*rows[:i], to, *rows[i + 1 :]), mover), (f"q-{i + 1}-{j + 1}",))
        yield Edit("one row more", ((*rows, rows[-1]), mover), adds=True)
        yield Edit("one square more in each row", (tuple(row + "." for row in rows), mover), adds=True)
        if len(rows) > 1:
            yield Edit("one row fewer", (rows[:-1], mover))
        yield Edit("one square fewer in each row", (tuple(row[:-1] for row in rows), mover))
        other = "B" if mover == "W" else "W"
        yield Edit(f"let {PLAYERS[other]} move", (rows, other))

    def small(self, bound: int) -> Iterator[Position]:
        for length in range(2, bound + 1):
            rows = [draw_row(length, white, black) for white, black in permutations(range(length), 2)]
            for count in (1, 2):
                yield from ((board, mover) for board in product(rows, repeat=count) for mover in PLAYERS)

    def scene(
        self, position: Position, options: Sequence[Position], rules: Ruleset[Position], past: Sequence[Position]
    ) -> "Scene":
        from grundy.games.northcott.draw import draw_checkers

        return draw_checkers(self, position, options)

    def lines(self, position: Position, width: int) -> list[str]:
        from grundy.games.northcott.draw import checker_lines

        return checker_lines(position, width)


def draw_row(length: int, white: int, black: int) -> str:
    return "".join("W" if i == white else "B" if i == black else "." for i in range(length))
