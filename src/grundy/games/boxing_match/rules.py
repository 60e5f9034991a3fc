"""Boxing Match: take all stones of a square block that is full; whoever takes the last stone wins.

On a full board whose sides are both even or both odd the first player takes a square in the middle, of any size, and
then copies each move half a turn round the centre: a full square that overlaps its image contains the centre.

A stone that lies in no full block of two by two can only be taken by itself. Any larger full square is a union of full
blocks of two by two that overlap, so areas whose blocks do not overlap are independent, and so is each lone stone.

A strip of two full rows and n columns is a row of n pins that is bowled like Kayles, but for one thing: whoever takes a
single stone leaves the other of its column as a lone stone, a nim heap of one. So its nimber g(n) is the least that is
neither g(i) + g(n - 2 - i) nor 1 + g(i) + g(n - 1 - i), in nim-sums. As moves take at most two columns and leave at
most two strips, the theorem of Guy and Smith 1956 holds with its proof: of n + p columns, some strip may lose p without
a change of value, and the lone stone is the same. The values repeat after 12 from n = 71 on.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from grundy.boards.grid import Grid, GridGame, Position, Rectangle, connected_pieces
from grundy.core.nimbers import mex
from grundy.core.period import Period, count_to_prove, find_period
from grundy.core.ruleset import Outcome, cites

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block
    from grundy.solvers.proof.expansion import Expansion


def corners_of_fours(free: int, stride: int) -> int:
    """The squares that are the top left of four of the set; applied again, the corners of ever larger full blocks."""
    pairs = free & free << 1
    return pairs & pairs << stride


def strip_nimbers(columns: int) -> list[int]:
    """The nimbers of strips of two full rows with 0 to `columns` - 1 columns."""
    nimbers: list[int] = []
    for n in range(columns):
        single = {1 ^ nimbers[i] ^ nimbers[n - 1 - i] for i in range(n)}
        nimbers.append(mex(single | {nimbers[i] ^ nimbers[n - 2 - i] for i in range(n - 1)}))
    return nimbers


@cache
def strip_period() -> tuple[list[int], Period]:
    """As many nimbers of strips as prove their period, and the period."""
    columns, found = 64, None
    while not found or count_to_prove(found[0], found[1], 2, 2) > columns:
        columns *= 2
        found = find_period(strip_nimbers(columns))
    start, length, _ = found
    return strip_nimbers(columns), Period(start, length, True, theorem="Guy and Smith 1956")


def strip_nimber(columns: int) -> int:
    nimbers, period = strip_period()
    return nimbers[period.index(columns)]


class BoxingMatch(GridGame):
    """Take all stones of a square block of any size that is completely full."""

    board = Grid("1", "0", "take", sized=False)
    source = "Programmer of the Month contest 1994"
    example = "1101/1111/0110"

    def blocks(self, position: Position) -> Iterator[Rectangle]:
        """The full square blocks, small ones first."""
        corners, side = self.board.bits(position), 1
        while corners:
            yield from self.board.blocks(corners, position, side, side)
            corners, side = corners_of_fours(corners, len(position[0]) + 1), side + 1

    def pieces(self, free: int, stride: int) -> Iterator[int]:
        """The areas of overlapping blocks of two by two, and the lone stones."""
        for corners in connected_pieces(corners_of_fours(free, stride), (1, stride - 1, stride, stride + 1)):
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
        return None if corners_of_fours(stones, len(position[0]) + 1) else stones.bit_count() % 2

    @cites("the symmetric strategy")
    def verdict(self, position: Position, misere: bool) -> Outcome | None:
        """The outcome of lone stones, and of boards on which a player can copy."""
        odd = self.theorem(position)
        if odd is None:
            return None if misere else self.mirror(position)
        return "N" if odd != misere else "P"

    def expansion(self) -> "Expansion | None":
        from grundy.games.boxing_match.search import BoxingExpansion
        from grundy.system import has_arrays

        return BoxingExpansion(self) if has_arrays() else None

    def why(self, parts: Sequence[Position], page: "Page") -> "Iterator[Block]":
        from grundy.explain.copying import board_of

        position = board_of(self, parts, page)
        odd = self.theorem(position) if len(page.game.summands) == 1 else None
        if odd is None:
            yield from super().why(parts, page)
            return
        stones, game = self.board.bits(position).bit_count(), page.at(self, position)
        yield page.say(
            "No block of two by two is full in {}, so every move takes one stone: there will be {} more move{}, an {} "
            "number, however they are made.",
            game,
            page.fact("stones", str(game), stones),
            "s" * (stones != 1),
            "odd" if odd else "even",
            claims=[] if page.misere else [page.claim(game, odd)],
        )


boxing_match = BoxingMatch()
