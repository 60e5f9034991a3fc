"""Cram: cover two neighbouring free squares with a domino; whoever cannot loses.

On a full board with two even sides the second player wins by copying each move half a turn round the centre; with one
even and one odd side the first player covers the two central squares and then copies (Gardner 1974). The same holds for
every board with such a symmetry. Squares that form a line, bent or straight, are Dawson's Kayles.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grundy.boards.cell_set import CellSet
from grundy.boards.grid import GridGame, Position, Rectangle, connected_pieces
from grundy.boards.narrow_strip import PAIRS, NarrowStrip
from grundy.core.game import Game
from grundy.core.ruleset import Outcome, cites
from grundy.games.dawson import dawsons_kayles

if TYPE_CHECKING:
    from grundy.solvers.proof.expansion import Expansion


class Cram(GridGame):
    """Cover two neighbouring free squares with a domino."""

    source = "Gardner 1974"
    example = "3x4"
    keywords = "impartial Domineering, domineering, plugg"

    def blocks(self, position: Position) -> Iterator[Rectangle]:
        yield from self.board.free_blocks(position, 1, 2)
        yield from self.board.free_blocks(position, 2, 1)

    def pieces(self, free: int, stride: int) -> Iterator[int]:
        """The areas of at least two free squares."""
        return (piece for piece in super().pieces(free, stride) if piece & (piece - 1))

    def canonical(self, position: Position) -> Position:
        """A straight line where the free squares form a line, which is played alike; otherwise as on every grid."""
        free, stride = self.board.bits(position), len(position[0]) + 1
        line = free & (free - 1) and next(connected_pieces(free, (1, stride))) == free and is_line(free, stride)
        return (self.board.free * free.bit_count(),) if line else super().canonical(position)

    @cites("Gardner 1974")
    def verdict(self, position: Position, misere: bool) -> Outcome | None:
        """The outcome of boards on which a player can copy."""
        return None if misere else self.mirror(position)

    @cites("Dawson 1935")
    def disguise(self, position: Position) -> Game | None:
        """Dawson's Kayles where every area is a line."""
        stride = len(position[0]) + 1
        areas = list(self.pieces(self.board.bits(position), stride))
        if not all(is_line(area, stride) for area in areas):
            return None
        return Game.of(dawsons_kayles, tuple(area.bit_count() for area in areas))

    def narrow_strip(self, position: Position) -> NarrowStrip | None:
        return NarrowStrip.of_rows(position, self.board.free, PAIRS)

    def cell_set(self, position: Position) -> CellSet | None:
        return CellSet.of_rows(position, self.board.free, PAIRS)

    def expansion(self) -> "Expansion | None":
        from grundy.games.cram.search import CramExpansion
        from grundy.system import has_arrays

        return CramExpansion(self) if has_arrays() else None


def is_line(area: int, stride: int) -> bool:
    """Whether a connected area has no ring and no square with three neighbours."""
    right, left, below, above = area << 1, area >> 1, area << stride, area >> stride
    borders = (area & right).bit_count() + (area & below).bit_count()
    forks = area & (right & left & (below | above) | below & above & (right | left))
    return not forks and borders == area.bit_count() - 1


cram = Cram()
