"""Euclid: subtract a positive multiple of one number from the other.

With a <= b = q a + r the nimber of (a, b) is q, or q - 1 if q is not above the nimber of (r, a): it follows down
Euclid's algorithm. The player to move loses exactly if a < b and b/a is below the golden ratio (Cole and Davie 1969;
the nimbers: Cairns, Ho and Lengyel 2011). Misère play ends one move earlier, at equal numbers, which are then lost.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grundy.boards.heaps import Position
from grundy.core.ruleset import Outcome, cites
from grundy.games.euclid.game import EuclidGame
from grundy.games.euclid.quotients import nimber_of, quotients

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block


class Euclid(EuclidGame):
    """Subtract a positive multiple of one number from the other, leaving 0 or more; a player who faces a 0 loses."""

    source = "Cole and Davie 1969"
    keywords = "gcd, greatest common divisor, golden ratio"
    title = "Euclid"
    card = "3,7"

    def least(self, position: Position) -> int:
        return position[1] % position[0]

    def value(self, a: int, b: int) -> int:
        return nimber_of(quotients(a, b), 0)

    @cites("Cairns, Ho and Lengyel 2011")
    def theorem(self, position: Position) -> int:
        """Down Euclid's algorithm: q, or q - 1 if that of the remainder is not below q."""
        return super().theorem(position)

    @cites("Cole and Davie 1969")
    def verdict(self, position: Position, misere: bool) -> Outcome:
        """P where the ratio is below the golden one; misère also where the numbers are equal."""
        a, b = sorted(position)
        if misere:
            return "P" if a and b * b < a * b + a * a else "N"
        return "P" if not a or (a != b and b * b < a * b + a * a) else "N"

    def why(self, parts: Sequence[Position], page: "Page") -> "Iterator[Block]":
        from grundy.games.euclid.why import why

        return why(self, parts, page)


euclid = Euclid()
