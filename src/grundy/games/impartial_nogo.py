"""Impartial NoGo: put a stone of either colour so that every group on the board still touches an empty square.

After NoGo, in which each player has one colour and nothing is ever captured. Groups are orthogonally connected stones
of one colour.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from grundy.boards.grid import Position
from grundy.boards.plane_set import PlaneKind, PlaneMove, PlaneSet
from grundy.boards.stones import Square, Stones, check_rows, connected, place, squares_beside, squares_with
from grundy.core.ruleset import Ruleset
from grundy.errors import PositionError
from grundy.system import has_arrays

if TYPE_CHECKING:
    from grundy.render.scenes.scene import Scene
    from grundy.solvers.proof.expansion import Expansion


class NogoBoard(Stones):
    """A board on which every empty square offers both colours."""

    def scene(
        self, position: Position, options: Sequence[Position], rules: Ruleset[Any], past: Sequence[Position]
    ) -> "Scene":
        from grundy.render.scenes.squares import draw_offers

        return draw_offers(position, [self.placed_stone(position, option) for option in options])


def nogo_moves(near: Sequence[int]) -> Iterator[PlaneMove]:
    """A stone of the first colour in each square."""
    return (PlaneMove(needs_none=1 << n, puts=1 << n) for n in range(len(near)))


NOGO = PlaneKind(nogo_moves, breathes=True)


class ImpartialNogo(Ruleset[Position]):
    """Put a stone of either colour so that every group of one colour still touches an empty square."""

    board = NogoBoard()
    source = "after NoGo (Chou, Teytaud and Yen 2011)"
    example = "3x3"
    title = "impartial NoGo"

    def moves(self, position: Position) -> Iterator[Position]:
        for square in squares_with(position, "_"):
            for sign in "xo":
                after = place(position, square, sign)
                around = (s for s in squares_beside(after, square) if after[s[0]][s[1]] != "_")
                if all(is_alive(after, stone) for stone in (square, *around)):
                    yield after

    def parts(self, position: Position) -> tuple[Position, ...]:
        return () if self.is_over(position) else (position,)

    def canonical(self, position: Position) -> Position:
        return min(self.board.images(position))

    def plane_set(self, position: Position) -> PlaneSet | None:
        return PlaneSet.of_rows(NOGO, position, "xo")

    def expansion(self) -> "Expansion | None":
        from grundy.solvers.proof.expansion import PlaneExpansion

        return PlaneExpansion(self) if has_arrays() else None

    def check(self, position: Position) -> None:
        check_rows(self, position)
        dead = next((stone for stone in squares_with(position, "xo") if not is_alive(position, stone)), None)
        if dead:
            raise PositionError(f"the group at row {dead[0] + 1}, column {dead[1] + 1} touches no empty square")


def is_alive(position: Position, stone: Square) -> bool:
    """Whether the group of a stone touches an empty square."""
    group = connected(position, stone, position[stone[0]][stone[1]])
    return any(position[i][j] == "_" for member in group for i, j in squares_beside(position, member))


impartial_nogo = ImpartialNogo()
