"""Maharaja nim: a piece that goes toward the corner as queen and knight.

No formula is known (Larsson and Wästlund 2014).
"""

from collections.abc import Iterator
from itertools import chain

from grundy.boards.numbers import Corner, CornerGame, Square, step_moves
from grundy.games.wythoff import wythoff


class Maharaja(CornerGame):
    """Move the piece as a queen toward the corner, or as a knight without going away from it."""

    board = Corner("♛")
    source = "Larsson and Wästlund 2014"
    example = "4,6"
    title = "Maharaja nim"

    def moves(self, position: Square) -> Iterator[Square]:
        return chain(wythoff.moves(position), step_moves(position, ((-1, -2), (-2, -1))))


maharaja = Maharaja()
