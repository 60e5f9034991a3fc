"""Chess pieces that go toward the corner of a board without end: king, knight, and the maharaja, queen and knight.

King: on two even numbers the nimber is 0, on two odd ones 2, and otherwise 1 or 3, as the lesser number is even or odd.
Knight, whose moves lead two steps left or down and one aside: the values repeat in blocks of four by four, one table
on the diagonal and one beside it, except next to the diagonal (Berlekamp, Conway and Guy 1982, White Knight). A move
is short, so that a table which repeats is right everywhere if it is right in its first blocks. No formula is known for
the maharaja (Larsson and Wästlund 2014).
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from grundy.boards.numbers import Corner, CornerGame, Square
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, cites
from grundy.games.wythoff import wythoff

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block

ON_THE_DIAGONAL = (0, 0, 1, 1), (0, 0, 2, 1), (1, 2, 2, 2), (1, 1, 2, 1)  # by the lesser and the greater number, mod 4
BESIDE_IT = (0, 0, 1, 1), (0, 0, 1, 1), (3, 2, 2, 2), (3, 3, 2, 3)


class PieceGame(CornerGame):
    """A game whose piece may be stuck away from the corner."""

    def parts(self, position: Square) -> Iterator[Square]:
        return iter([] if self.is_over(position) else [position])


class Maharaja(PieceGame):
    """Move the piece as a queen toward the corner, or as a knight without going away from it."""

    board = Corner("♛")
    source = "Larsson and Wästlund 2014"
    example = "4,6"
    title = "Maharaja nim"

    def moves(self, position: Square) -> Iterator[Square]:
        return chain(wythoff.moves(position), steps(position, ((-1, -2), (-2, -1))))


class KingGame(PieceGame):
    """Move the king one step left, down or along the diagonal toward the corner."""

    board = Corner("♚")
    source = "Berlekamp, Conway and Guy 1982"
    example = "3,5"
    title = "king in the corner"

    def moves(self, position: Square) -> Iterator[Square]:
        return steps(position, ((-1, 0), (0, -1), (-1, -1)))

    @cites("Berlekamp, Conway and Guy 1982")
    def theorem(self, position: Square) -> int:
        """By the parities of both numbers and of the lesser one."""
        one, other = position[0] % 2, position[1] % 2
        return 2 * (one & other) if one == other else 1 + 2 * (min(position) % 2)

    @cites("Berlekamp, Conway and Guy 1982")
    def verdict(self, position: Square, misere: bool) -> Outcome:
        """P on two even numbers; misère not at the edge, where the distance to the corner is odd."""
        even = not any(number % 2 for number in position)
        return "P" if (max(position) % 2 == 1 if misere and not min(position) else even) else "N"

    @cites("Berlekamp, Conway and Guy 1982")
    def reach(self, position: Square, nimber: Nimber, misere: bool = False) -> Iterator[Square]:
        """Those of the three steps that lead there."""
        if misere:
            return (to for to in self.moves(position) if self.verdict(to, misere) == "P")
        return (to for to in self.moves(position) if self.theorem(to) == nimber)

    def why(self, parts: Sequence[Square], page: "Page") -> "Iterator[Block]":
        for x, y in parts[:1]:
            yield page.say(
                "A square with two even numbers is lost, since every step makes one of them odd, and from any other "
                "square the odd ones can be made even at once{}: {} and {}.",
                "; at the edge, misère play counts the steps to the corner" if page.misere else "",
                page.step(f"{x} mod 2 = {x % 2}"),
                page.step(f"{y} mod 2 = {y % 2}"),
            )
            yield from page.reason(self, (x, y))


class KnightGame(PieceGame):
    """Move the knight two steps left and one aside, or two steps down and one aside."""

    board = Corner("♞")
    source = "Berlekamp, Conway and Guy 1982"
    example = "6,3"
    title = "White Knight"

    def moves(self, position: Square) -> Iterator[Square]:
        return steps(position, ((-2, -1), (-2, 1), (-1, -2), (1, -2)))

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


def steps(square: Square, ways: Sequence[Square]) -> Iterator[Square]:
    """The squares of the board that these steps reach."""
    squares = ((square[0] + across, square[1] + up) for across, up in ways)
    return (to for to in squares if min(to) >= 0)


king_game = KingGame()
knight_game = KnightGame()
maharaja = Maharaja()
