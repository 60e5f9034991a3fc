"""Boxing Match: take all stones of a square block that is full; whoever takes the last stone wins.

On a full board whose sides are both even or both odd the first player takes a square in the middle, of any size, and
then copies each move half a turn round the centre: a full square that met its image would hold the centre.

A stone that lies in no full block of two by two can only be taken by itself. Any larger full square is a union of full
blocks of two by two that overlap, so areas whose blocks do not overlap are independent, and so is each lone stone.

A strip of two full rows and n columns is a row of n pins that is bowled like Kayles, but for one thing: whoever takes a
single stone leaves the other of its column as a lone stone, a nim heap of one. So its nimber g(n) is the least that is
neither g(i) + g(n - 2 - i) nor 1 + g(i) + g(n - 1 - i), in nim-sums. As moves take at most two columns and leave at
most two strips, the theorem of Guy and Smith 1956 holds with its proof: of n + p columns, some strip may lose p without
a change of value, and the lone stone is the same. The values repeat after 12 from n = 71 on.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from grundy.boards.grid import Block, Grid, GridGame, Position, connected
from grundy.core.nimbers import mex
from grundy.core.period import Period, enough, find_period
from grundy.core.ruleset import Outcome, cites

__all__ = ["BoxingMatch", "boxing_match", "strip_nimber", "strip_period"]


def full_fours(free: int, stride: int) -> int:
    """The squares that are the top left of four, all in the set: applied to such squares, of ever larger blocks."""
    pairs = free & free << 1
    return pairs & pairs << stride


def strip_nimbers(columns: int) -> list[int]:
    """The nimbers of strips of two full rows with 0, 1, ... columns, fewer than so many."""
    known: list[int] = []
    for n in range(columns):
        single = {1 ^ known[i] ^ known[n - 1 - i] for i in range(n)}
        known.append(mex(single | {known[i] ^ known[n - 2 - i] for i in range(n - 1)}))
    return known


@cache
def strip_period() -> tuple[list[int], Period]:
    """The nimbers of strips as far as it takes to prove their period, and this."""
    columns, found = 64, None
    while not found or enough(found[0], found[1], 2, 2) > columns:
        columns *= 2
        found = find_period(strip_nimbers(columns))
    start, length, _ = found
    return strip_nimbers(columns), Period(start, length, True, theorem="Guy and Smith 1956")


def strip_nimber(columns: int) -> int:
    """The nimber of two full rows of so many columns."""
    known, period = strip_period()
    return known[period.index(columns)]


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
