"""Boxing Match: take all stones of a square block that is full; whoever takes the last stone wins.

On a full board whose sides are both even or both odd the first player takes a square in the middle, of any size, and
then copies each move half a turn round the centre: a full square that met its image would hold the centre.

A stone that lies in no full block of two by two can only be taken by itself. Any larger full square is a union of full
blocks of two by two that overlap, so areas whose blocks do not overlap are independent, and so is each lone stone.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from grundy.boards.grid import Block, Grid, GridGame, Position, connected
from grundy.core.ruleset import Outcome, cites

__all__ = ["BoxingMatch", "boxing_match"]


def full_fours(free: int, stride: int) -> int:
    """The squares that are the top left of four, all in the set: applied to such squares, of ever larger blocks."""
    pairs = free & free << 1
    return pairs & pairs << stride


@dataclass(frozen=True)
class BoxingMatch(GridGame):
    """Take all stones of a square block of any size that is completely full."""

    board = Grid("1", "0", "take", sized=False)
    source = "Programmer of the Month contest 1994"
    example = "1101/1111/0110"

    def blocks(self, position: Position) -> Iterator[Block]:
        """The full square blocks, small ones first."""
        corners, side = self.board.bits(position), 1
        while corners:
            yield from self.board.blocks(corners, position, side, side)
            corners, side = full_fours(corners, len(position[0]) + 1), side + 1

    def pieces(self, free: int, stride: int) -> Iterator[int]:
        """The areas of overlapping blocks of two by two, and the lone stones."""
        for corners in connected(full_fours(free, stride), (1, stride - 1, stride, stride + 1)):
            pairs = corners | corners >> 1
            area = pairs | pairs >> stride
            free &= ~area
            yield area
        while free:
            yield free & -free
            free &= free - 1

    @cites("every move takes one stone")
    def theorem(self, position: Position) -> int | None:
        """Whether the number of stones is odd, where no block of two by two is full."""
        stones = self.board.bits(position)
        return None if full_fours(stones, len(position[0]) + 1) else stones.bit_count() % 2

    @cites("the symmetric strategy")
    def verdict(self, position: Position, misere: bool) -> Outcome | None:
        """The outcome of lone stones, and of boards on which a player can copy."""
        odd = self.theorem(position)
        if odd is None:
            return None if misere else self.mirror(position)
        return "N" if odd != misere else "P"


boxing_match = BoxingMatch()
