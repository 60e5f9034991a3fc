"""Chomp in three dimensions: bite off a cube with everything that is not nearer to the poisoned one.

The first player wins every full block but the single cube, by strategy stealing (Gale 1974): if biting the farthest
cube does not win, the answer to it would have won at once. A block that is flat in some direction is Chomp.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from grundy.boards.bar3d import Bar3d, Layer, Position
from grundy.core.game import Game
from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.errors import PositionError
from grundy.games.chomp import chomp

__all__ = ["Chomp3d", "chomp_3d"]


@dataclass(frozen=True)
class Chomp3d(Ruleset[Position]):
    """Bite off a cube together with everything behind, below and to the right of it, but never the poisoned one."""

    name = "chomp_3d"
    board = Bar3d()
    source = "Gale 1974"
    example = "2x3x4"

    def check(self, position: Position) -> None:
        """Raise unless each layer is a bar and fits into the one before."""
        for layer in position or ((),):
            chomp.check(layer)
        for before, after in pairwise(position):
            if len(after) > len(before) or any(row > limit for row, limit in zip(after, before, strict=False)):
                raise PositionError("a layer of chomp_3d is larger than the one before it; sort them, largest first")

    def moves(self, position: Position) -> Iterator[Position]:
        """For each cube but the first, what is left after the bite."""
        for i, layer in enumerate(position):
            for j, length in enumerate(layer):
                for k in range(i == j == 0, length):
                    left = (bitten(behind, j, k) for behind in position[i:])
                    yield (*position[:i], *(rows for rows in left if rows))

    def canonical(self, position: Position) -> Position:
        """The least of the ways to turn the block."""
        return min(self.board.symmetries(position))

    @cites("Gale 1974")
    def verdict(self, position: Position, misere: bool) -> Outcome | None:
        """The outcome of full blocks."""
        lengths = {row for layer in position for row in layer}
        if misere or len(lengths) > 1 or len(set(map(len, position))) > 1:
            return None
        return "P" if position == ((1,),) else "N"

    @cites("Gale 1974")
    def disguise(self, position: Position) -> Game | None:
        """Chomp, where the block is flat in some direction."""
        if len(position) == 1:
            return Game.of(chomp, position[0])
        if len(position[0]) == 1:
            return Game.of(chomp, tuple(layer[0] for layer in position))
        return Game.of(chomp, tuple(map(len, position))) if position[0][0] == 1 else None


def bitten(layer: Layer, row: int, column: int) -> Layer:
    """A layer without everything from this square on."""
    return layer[:row] + tuple(min(length, column) for length in layer[row:] if column)


chomp_3d = Chomp3d()
