"""White Knight: a knight that goes toward the corner of a board without end, two steps left or down and one aside.

The values repeat in blocks of four by four, one table on the diagonal and one beside it, except next to the diagonal
(Berlekamp, Conway and Guy 1982). A move is short, so that a table which repeats is right everywhere if it is right in
its first blocks.
"""

from collections.abc import Iterator

from grundy.boards.numbers import Corner, CornerGame, Square, step_moves
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import cites

ON_THE_DIAGONAL = (0, 0, 1, 1), (0, 0, 2, 1), (1, 2, 2, 2), (1, 1, 2, 1)  # by the lesser and the greater number, mod 4
BESIDE_IT = (0, 0, 1, 1), (0, 0, 1, 1), (3, 2, 2, 2), (3, 3, 2, 3)


class KnightGame(CornerGame):
    """Move the knight two steps left and one aside, or two steps down and one aside."""

    board = Corner("♞")
    source = "Berlekamp, Conway and Guy 1982"
    example = "6,3"
    title = "White Knight"

    def moves(self, position: Square) -> Iterator[Square]:
        return step_moves(position, ((-2, -1), (-2, 1), (-1, -2), (1, -2)))

    @cites("Berlekamp, Conway and Guy 1982")
    def theorem(self, position: Square) -> int:
        """The entry of the table for the blocks of four."""
        low, high = sorted(position)
        if low // 4 == high // 4:
            return ON_THE_DIAGONAL[low % 4][high % 4]
        return 4 if low % 4 == 3 and high == low + 1 else BESIDE_IT[low % 4][high % 4]

    @cites("Berlekamp, Conway and Guy 1982")
    def reach(self, position: Square, nimber: Nimber, misere: bool = False) -> Iterator[Square] | None:
        """Those of the four moves that lead there."""
        return None if misere else (to for to in self.moves(position) if self.theorem(to) == nimber)


knight_game = KnightGame()
