"""The board of blocking Wythoff: a queen, and the squares that she must not enter now."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grundy.boards.numbers import Corner, Square
from grundy.core.board import Board, Edit, Handle, Values
from grundy.core.reader import Reader
from grundy.core.ruleset import Ruleset
from grundy.games.wythoff import wythoff

if TYPE_CHECKING:
    from grundy.render.scenes.scene import Scene

Blocked = tuple[int, int, tuple[Square, ...]]  # the column and the row of the queen, and where she must not go now
CORNER = Corner()


class BlockedCorner(Board[Blocked]):
    """A queen in the corner, and squares that she must not enter with the next move."""

    kind = "blocked corner"
    family = "Boards"
    notation = "column, row of the queen, from 0; after ';' the squares (column,row) that are forbidden now"

    def read(self, reader: Reader) -> Blocked:
        column, row = CORNER.read(reader)
        return column, row, tuple(sorted(set(reader.list_of(lambda: self.square(reader))))) if reader.take(";") else ()

    def of_values(self, values: Values) -> Blocked:
        """Column and row of the queen, and a list of the squares that are forbidden now."""
        column, row = self.wholes(values[:2], 2)
        match values[2:]:
            case ():
                return column, row, ()
            case (tuple(squares),):
                return column, row, tuple(sorted(set(map(CORNER.make, squares))))
        raise self.refuse(values)

    def square(self, reader: Reader) -> Square:
        reader.expect("(", "before column and row")
        square = CORNER.read(reader)
        reader.expect(")", "after column and row")
        return square

    def show(self, position: Blocked) -> str:
        column, row, blocked = position
        return f"{column},{row}" + ("; " + ",".join(f"({c},{r})" for c, r in blocked) if blocked else "")

    def differ(self, before: Blocked, after: Blocked) -> str:
        words = CORNER.differ(before[:2], after[:2])
        blocked = " and ".join(f"column {column}, row {row}" for column, row in after[2])
        return f"{words}, then forbid {blocked}" if blocked else words

    def handle(self, before: Blocked, after: Blocked) -> Handle:
        return frozenset([after[:2], *after[2]])

    def edits(self, position: Blocked) -> Iterator[Edit[Blocked]]:
        """The queen on another square, and a square forbidden or allowed again."""
        queen, blocked = position[:2], position[2]
        for edit in CORNER.edits(queen):
            yield Edit(edit.words, (*edit.position, ()), edit.touch, edit.adds)
        for square in wythoff.moves(queen):
            words = f"{'allow' if square in blocked else 'forbid'} column {square[0]}, row {square[1]}"
            yield Edit(words, (*queen, tuple(sorted({*blocked} ^ {square}))))

    def extent(self, position: Blocked) -> int:
        return max(1, sum(position[:2]))

    def symmetries(self, position: Blocked) -> tuple[Blocked, Blocked]:
        column, row, blocked = position
        return position, (row, column, tuple(sorted((r, c) for c, r in blocked)))

    def small(self, bound: int) -> Iterator[Blocked]:
        """Squares near the corner, each also with one of its options forbidden."""
        for column, row in CORNER.small(bound // 3):
            yield column, row, ()
            yield from ((column, row, (square,)) for square in wythoff.moves((column, row)))

    def scene(
        self, position: Blocked, options: Sequence[Blocked], rules: Ruleset[Blocked], past: Sequence[Blocked]
    ) -> "Scene":
        from grundy.games.blocking_wythoff.draw import draw_blocked

        return draw_blocked(position[:2], position[2], [(to[:2], to[2]) for to in options], self.show(position))

    def lines(self, position: Blocked, width: int) -> list[str]:
        from grundy.render.text import draw_lines

        drawn, blocked = draw_lines(CORNER, position[:2], width), ", ".join(f"({c},{r})" for c, r in position[2])
        return [*drawn, f"forbidden: {blocked}"] if drawn and blocked else drawn

    def cell(self, row: int, column: int) -> Blocked:
        return column, row, ()
