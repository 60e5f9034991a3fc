"""Notakto: tic-tac-toe on several boards where both players write X; a board with three in line is dead.

Whoever kills the last board loses, so it is played under misère play alone. Its misère quotient has 18 elements
(Plambeck and Whitehead 2013), which `grundy` finds anew from the rules when several boards are asked for.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from grundy.core.board import Board, Edit, Handle, Values
from grundy.core.reader import Reader, ellipsis
from grundy.core.ruleset import Ruleset
from grundy.errors import NotationError

if TYPE_CHECKING:
    from grundy.render.scenes.scene import Scene

Position = tuple[str, ...]  # for each live board nine signs, row by row
MOST_BOARDS = 1_000
EMPTY = "." * 9
LINES = (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)
TURN, MIRROR = (6, 3, 0, 7, 4, 1, 8, 5, 2), (2, 1, 0, 5, 4, 3, 8, 7, 6)


class CrossBoards(Board[Position]):
    """Boards of three by three squares."""

    kind = "boards"
    family = "Boards"
    notation = "a number of empty boards, or boards such as X../.../... with ',' between"

    def read(self, reader: Reader) -> Position:
        if reader.at_number():
            return self.empty(reader.integer("a number of boards"))
        return tuple(board for board in reader.list_of(lambda: self.read_board(reader)) if not is_dead(board))

    @staticmethod
    def empty(count: int) -> Position:
        """So many empty boards."""
        if count > MOST_BOARDS:
            raise NotationError(f"{ellipsis(str(count))} boards are too many; at most {MOST_BOARDS:,}")
        return (EMPTY,) * count

    def of_values(self, values: Values) -> Position:
        """A number of empty boards; three rows; or a list of boards, each of three rows or of nine signs."""
        if len(values) == 1 and not isinstance(values[0], str | tuple):
            return self.empty(self.whole(values[0]))
        is_board = len(values) == 3 and all(isinstance(row, str) and len(row) == 3 for row in values)
        return tuple(board for board in map(self.board_of, [values] if is_board else values) if not is_dead(board))

    def board_of(self, value: object) -> str:
        rows = value if isinstance(value, tuple) else (value,)
        signs = "".join(map(str, rows)).replace("/", "").upper()
        if len(signs) != 9 or not set(signs) <= {"X", "."}:
            raise self.refuse(value, "a board")
        return signs

    def read_board(self, reader: Reader) -> str:
        start = reader.place
        rows = [reader.while_in("Xx.")]
        while reader.take("/"):
            rows.append(reader.while_in("Xx."))
        if len(rows) != 3 or any(len(row) != 3 for row in rows):
            raise reader.error("expected a board of three rows of X and '.', such as X../.../...", start)
        return "".join(rows).upper()

    def show(self, position: Position) -> str:
        if all(board == EMPTY for board in position):
            return str(len(position))
        return ", ".join("/".join(board[i : i + 3] for i in (0, 3, 6)) for board in position)

    def tidy(self, position: Position) -> Position | None:
        return position or None

    def change(self, before: Position, after: Position) -> tuple[int, int]:
        """The board that was written on, and the square."""
        for number, board in enumerate(before):
            for square, sign in enumerate(board):
                if sign == "." and write(before, number, square) == after:
                    return number, square
        raise ValueError("not a move")

    def differ(self, before: Position, after: Position) -> str:
        number, square = self.change(before, after)
        where = f"row {square // 3 + 1}, column {square % 3 + 1}"
        on = f" of board {number + 1}" if len(before) > 1 else ""
        kills = ", which kills the board" if len(after) < len(before) else ""
        return f"write X in {where}{on}{kills}"

    def handle(self, before: Position, after: Position) -> Handle:
        return frozenset([self.change(before, after)])

    def edits(self, position: Position) -> Iterator[Edit[Position]]:
        """An X written or rubbed out, a board more, or one fewer."""
        for number, board in enumerate(position):
            for square, sign in enumerate(board):
                new = board[:square] + (".X"[sign == "."]) + board[square + 1 :]
                if not is_dead(new):
                    words = f"{'X' if sign == '.' else 'nothing'} in row {square // 3 + 1}, column {square % 3 + 1}"
                    to = (*position[:number], new, *position[number + 1 :])
                    yield Edit(f"{words} of board {number + 1}", to, (f"b-{number}-{square}",))
        yield Edit("one board more", (*position, EMPTY), adds=True)
        if len(position) > 1:
            yield Edit("one board fewer", position[:-1])

    def extent(self, position: Position) -> int:
        return 9 * len(position)

    def small(self, bound: int) -> Iterator[Position]:
        live = [board for signs in product(".X", repeat=9) if not is_dead(board := "".join(signs))]
        full = sorted(live, key=lambda board: board.count("."))
        yield from ((board,) for board in full[:120])
        yield from ((one, other) for one in full[:6] for other in full[:6])

    def scene(
        self, position: Position, options: Sequence[Position], rules: Ruleset[Any], past: Sequence[Position]
    ) -> "Scene":
        from grundy.render.scenes.squares import draw_cross_boards

        ways = [
            [
                (n, s)
                for n, board in enumerate(position)
                for s in range(9)
                if board[s] == "." and write(position, n, s) == to
            ]
            for to in options
        ]
        return draw_cross_boards(position, ways)

    def lines(self, position: Position, width: int) -> list[str]:
        from grundy.render.text import flow

        return flow(map(rows_of, position), width)


def rows_of(board: str) -> list[str]:
    return [" ".join(board[i : i + 3]) for i in (0, 3, 6)]


def is_dead(board: str) -> bool:
    return any(all(board[square] == "X" for square in line) for line in LINES)


def write(position: Position, number: int, square: int) -> Position:
    """The boards after an X in a square of one of them, without the board if that kills it."""
    board = position[number][:square] + "X" + position[number][square + 1 :]
    return (*position[:number], *(() if is_dead(board) else (board,)), *position[number + 1 :])


def symmetries(board: str) -> Iterator[str]:
    for image in (board, "".join(board[square] for square in MIRROR)):
        for _ in range(4):
            image = "".join(image[square] for square in TURN)
            yield image


class Notakto(Ruleset[Position]):
    """Write an X on a live board; three in line kill it, and whoever kills the last board loses."""

    board = CrossBoards()
    source = "Plambeck and Whitehead 2013"
    example = "2"
    keywords = "misère tic-tac-toe, impartial tic-tac-toe, tic-tac-toe, noughts and crosses"
    has_normal = False

    def moves(self, position: Position) -> Iterator[Position]:
        for number, board in enumerate(position):
            yield from (write(position, number, square) for square in range(9) if board[square] == ".")

    def parts(self, position: Position) -> Iterator[Position]:
        return ((board,) for board in position)

    def canonical(self, position: Position) -> Position:
        return tuple(sorted(min(symmetries(board)) for board in position))

    def is_over(self, position: Position) -> bool:
        return not position


notakto = Notakto()
