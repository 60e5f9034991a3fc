"""Acrostic twins: turn two coins of one row or of one column, the lower or right one from heads to tails.

The nimber of a head at (x, y) is the nim-sum of x and y (Ferguson 5.2): its row and its column are two heaps of nim.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from grundy.boards.coin_grid import CoinGridGame, Place, Sheet
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import cites

__all__ = ["AcrosticTwins", "acrostic_twins"]


@dataclass(frozen=True)
class AcrosticTwins(CoinGridGame):
    """Turn two coins of one row or of one column, the lower or right one from heads to tails."""

    source = "Berlekamp, Conway and Guy 1982"
    example = "TTTTT/TTTHT/TTTTT/TTHTT/TTTTH"

    def turns(self, place: Place) -> Iterator[tuple[Place, Place]]:
        """The head and a coin above it or to its left."""
        row, column = place
        yield from (((other, column), place) for other in range(row))
        yield from (((row, other), place) for other in range(column))

    def value(self, place: Place) -> int:
        """The nim-sum of row and column."""
        return place[0] ^ place[1]

    @cites("Ferguson 2014, 5.2")
    def theorem(self, position: Sheet) -> int:
        """The nim-sum of all rows and columns of heads."""
        return super().theorem(position)

    @cites("Ferguson 2014, 5.2")
    def reach(self, position: Sheet, nimber: Nimber, misere: bool = False) -> Iterator[Sheet] | None:
        """The moves that change a row or a column by what is missing: at most two for each head."""
        if misere or not isinstance(nimber, int):
            return None
        return self._reach(position, nimber ^ self.theorem(position))

    def _reach(self, position: Sheet, gap: int) -> Iterator[Sheet]:
        for row, column in sorted(position.heads):
            if row ^ gap < row:
                yield position.turn([(row ^ gap, column), (row, column)])
            if column ^ gap < column:
                yield position.turn([(row, column ^ gap), (row, column)])


acrostic_twins = AcrosticTwins()
