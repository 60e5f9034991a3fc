"""Cookie Cutter: press a cutter on a sheet of cookies, where it may stick out; all cookies under it are removed.

The cutter is never turned. In one row with a cutter of odd width it is much like Kayles (Burke 2009, after Ottaway).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Self

from grundy.boards.grid import Grid, GridGame, Position, Rectangle, connected_pieces, flip_board, span
from grundy.core.board import Handle
from grundy.core.reader import Reader
from grundy.core.ruleset import Ruleset
from grundy.errors import PositionError

if TYPE_CHECKING:
    from grundy.render.scenes.scene import Scene

FLIPS = (False, False), (False, True), (True, False), (True, True)


class Cookies(Grid):
    """A sheet of squares from which a move takes those under a cutter, some of which may have gone before."""

    def lost(self, before: Position, after: Position) -> list[tuple[int, int]]:
        """The rows and columns of the squares that have gone, from 1."""
        squares = product(range(len(before)), range(len(before[0])))
        return [(i + 1, j + 1) for i, j in squares if before[i][j] != after[i][j]]

    def differ(self, before: Position, after: Position) -> str:
        rows, columns = zip(*self.lost(before, after), strict=True)
        spans = (
            span(noun, min(line) - 1, max(line) - min(line) + 1) for noun, line in (("row", rows), ("column", columns))
        )
        return f"take {', '.join(spans)}"

    def handle(self, before: Position, after: Position) -> Handle:
        return frozenset(self.lost(before, after))

    def scene(
        self, position: Position, options: Sequence[Position], rules: Ruleset[Position], past: Sequence[Position]
    ) -> "Scene":
        from grundy.render.scenes.squares import draw_sheet

        return draw_sheet(self, position, [self.lost(position, option) for option in options])


@dataclass(frozen=True)
class CookieCutter(GridGame):
    """Press the cutter on the sheet, where it may stick out; all cookies under it are removed, at least one."""

    height: int
    width: int

    board = Cookies()
    source = "Ottaway, as Burke 2009 tells it"
    example = "3x4"
    example_parameters = "2x2"
    title = "Cookie Cutter"

    def __post_init__(self) -> None:
        if min(self.height, self.width) < 1:
            raise PositionError(f"{self.name} needs a cutter of at least 1 x 1")

    @classmethod
    def read(cls, reader: Reader) -> Self:
        height = reader.integer("the height of the cutter")
        reader.expect("x", "between height and width, as in 2x3")
        return cls(height, reader.integer("the width of the cutter"))

    def parameters(self) -> str:
        return f"{self.height}x{self.width}"

    def filled_rules(self) -> str:
        size = f"{self.height} x {self.width}"
        return f"Press the cutter of {size} on the sheet, where it may stick out; all cookies under it are removed."

    def blocks(self, position: Position) -> Iterator[Rectangle]:
        """One block for each set of cookies that the cutter can cover; what sticks out is cut off."""
        seen = set[Position]()
        rows, columns = len(position), len(position[0])
        for top, left in product(range(1 - self.height, rows), range(1 - self.width, columns)):
            low, right = min(rows, top + self.height), min(columns, left + self.width)
            block = Rectangle(max(0, top), max(0, left), low - max(0, top), right - max(0, left))
            to = self.board.without(position, block)
            if to != position and to not in seen:
                seen.add(to)
                yield block

    def pieces(self, free: int, stride: int) -> Iterator[int]:
        """Areas so far apart that the cutter never covers cookies of two; a step past the end of a row joins more."""
        steps = product(range(self.height), range(1 - self.width, self.width))
        return connected_pieces(free, tuple(sorted({abs(down * stride + right) for down, right in steps} - {0})))

    def canonical(self, position: Position) -> Position:
        trimmed = self.board.trim(position)
        same = self.board.symmetries(trimmed) if self.height == self.width else ()
        return min(*same, *(flip_board(trimmed, flip) for flip in FLIPS))
