"""Impartial Clobber: move a stone onto a neighbouring stone of the other colour, which is removed.

Either player moves stones of either colour. After Clobber, where each player has one colour (Albert, Grossman,
Nowakowski and Wolfe 2005). A group of one colour can never move again and is taken off the board.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from grundy.boards.grid import Position
from grundy.boards.plane_set import PlaneKind, PlaneMove, PlaneSet
from grundy.boards.stones import Square, Stones, check_rows, connected, place, squares_beside, squares_with
from grundy.core.board import Handle
from grundy.core.ruleset import Ruleset
from grundy.system import has_arrays

if TYPE_CHECKING:
    from grundy.render.scenes.scene import Scene
    from grundy.solvers.proof.expansion import Expansion

Step = tuple[Square, Square]  # from a square to one beside it


class ClobberBoard(Stones):
    """A board of stones, of which one moves onto another."""

    def steps(self, before: Position, after: Position) -> Iterator[Step]:
        """The steps that lead from one position to the other."""
        return (step for step in all_steps(before) if after_step(before, step) == after)

    def differ(self, before: Position, after: Position) -> str:
        (row, column), to = next(self.steps(before, after))
        where = f"row {to[0] + 1}, column {to[1] + 1}"
        return f"move {before[row][column]} from row {row + 1}, column {column + 1} to {where}"

    def handle(self, before: Position, after: Position) -> Handle:
        return frozenset([next(self.steps(before, after))])

    def scene(
        self, position: Position, options: Sequence[Position], rules: Ruleset[Any], past: Sequence[Position]
    ) -> "Scene":
        from grundy.render.scenes.squares import draw_steps

        return draw_steps(position, [list(self.steps(position, option)) for option in options])


def all_steps(position: Position) -> Iterator[Step]:
    for square in squares_with(position, "xo"):
        mine = position[square[0]][square[1]]
        for to in squares_beside(position, square):
            if position[to[0]][to[1]] not in ("_", mine):
                yield square, to


def after_step(position: Position, step: Step) -> Position:
    """The position after a step, without the groups of one colour that it leaves."""
    (row, column), to = step
    moved = place(place(position, to, position[row][column]), (row, column), "_")
    for square in (to, *squares_beside(position, (row, column)), *squares_beside(position, to)):
        if moved[square[0]][square[1]] != "_":
            group = connected(moved, square, "xo")
            if len({moved[i][j] for i, j in group}) == 1:
                for dead in group:
                    moved = place(moved, dead, "_")
    return moved


def clobber_moves(near: Sequence[int]) -> Iterator[PlaneMove]:
    """Each step of a stone of the first colour, on a board with these neighbours."""
    for n, around in enumerate(near):
        for to in range(len(near)):
            if around >> to & 1:
                yield PlaneMove(needs=1 << n, needs_second=1 << to, takes=1 << n, takes_second=1 << to, puts=1 << to)


CLOBBER = PlaneKind(clobber_moves, needs_both=True)


class ImpartialClobber(Ruleset[Position]):
    """Move a stone onto a neighbouring stone of the other colour, which is removed."""

    board = ClobberBoard(alternating=True)
    source = "after Clobber (Albert, Grossman, Nowakowski and Wolfe 2005)"
    example = "3x3"
    title = "impartial Clobber"

    def moves(self, position: Position) -> Iterator[Position]:
        return (after_step(position, step) for step in all_steps(position))

    def parts(self, position: Position) -> Iterator[Position]:
        """The groups of connected stones that have both colours."""
        seen = set[Square]()
        for square in squares_with(position, "xo"):
            if square not in seen:
                group = connected(position, square, "xo")
                seen |= group
                if len({position[i][j] for i, j in group}) == 2:
                    yield tuple(
                        "".join(sign if (i, j) in group else "_" for j, sign in enumerate(row))
                        for i, row in enumerate(position)
                    )

    def canonical(self, position: Position) -> Position:
        return min(self.board.images(self.board.trim(position)))

    def plane_set(self, position: Position) -> PlaneSet | None:
        return PlaneSet.of_rows(CLOBBER, position, "xo")

    def expansion(self) -> "Expansion | None":
        from grundy.solvers.proof.expansion import PlaneExpansion

        return PlaneExpansion(self) if has_arrays() else None

    def check(self, position: Position) -> None:
        check_rows(self, position)

    def is_over(self, position: Position) -> bool:
        return next(all_steps(position), None) is None


impartial_clobber = ImpartialClobber()
