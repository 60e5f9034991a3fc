"""A king that goes toward the corner of a board without end.

The nimber: 0 on even numbers, 2 on odd ones, else 1 or 3 as the lesser is even or odd (Berlekamp, Conway and Guy 1982).
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grundy.boards.numbers import Corner, CornerGame, Square, step_moves
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, cites

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block


class KingGame(CornerGame):
    """Move the king one step left, down or along the diagonal toward the corner."""

    board = Corner("♚")
    source = "Berlekamp, Conway and Guy 1982"
    example = "3,5"
    title = "king in the corner"

    def moves(self, position: Square) -> Iterator[Square]:
        return step_moves(position, ((-1, 0), (0, -1), (-1, -1)))

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


king_game = KingGame()
