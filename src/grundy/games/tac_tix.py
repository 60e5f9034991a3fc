"""Tac Tix: take neighbouring counters that stand in one row or in one column of a board.

Under normal play one of the players can copy each move half a turn round the centre: the second if no line goes through
it, and otherwise the first, who takes the centre before (Gardner 1958). So it is mostly played under misère play.
"""

from collections.abc import Iterator

from grundy.boards.grid import Grid, GridGame, Position, Rectangle
from grundy.core.ruleset import Outcome, cites


class TacTix(GridGame):
    """Take any number of neighbouring counters that stand in one row or in one column."""

    board = Grid(verb="take")
    source = "Hein, in Gardner 1958"
    example = "3x4"
    title = "Tac Tix"
    aliases = ("tactix", "bulo")

    def blocks(self, position: Position) -> Iterator[Rectangle]:
        for width in range(1, len(position[0]) + 1):
            yield from self.board.free_blocks(position, 1, width)
        for height in range(2, len(position) + 1):
            yield from self.board.free_blocks(position, height, 1)

    @cites("Gardner 1958")
    def verdict(self, position: Position, misere: bool) -> Outcome | None:
        """The outcome of boards on which a player can copy."""
        return None if misere else self.mirror(position)


tac_tix = TacTix()
