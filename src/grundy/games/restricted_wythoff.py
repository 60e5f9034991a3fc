"""Restricted Wythoff: as Wythoff's game, but from the smaller of two unequal heaps nothing is taken alone.

The lost pairs are those of Wythoff's game (Ho 2012).
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grundy.boards.numbers import CornerGame, Square
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, cites
from grundy.games.wythoff import Wythoff, wythoff

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block


class RestrictedWythoff(CornerGame):
    """Take any number from the larger heap, or the same number from both; from either if both are equal."""

    source = "Ho 2012"
    example = "5,8"
    title = "restricted Wythoff"
    card = "4,5"
    formula = Wythoff.formula

    def moves(self, position: Square) -> Iterator[Square]:
        column, row = position
        yield from ((x, row) for x in range(column if column >= row else 0))
        yield from ((column, y) for y in range(row if row >= column else 0))
        yield from ((column - step, row - step) for step in range(1, min(position) + 1))

    @staticmethod
    def is_allowed(position: Square, to: Square) -> bool:
        return position[0] == position[1] or max(to) < max(position)

    @cites("Ho 2012")
    def verdict(self, position: Square, misere: bool) -> Outcome | None:
        """That of Wythoff's game."""
        return None if misere else wythoff.verdict(position, False)

    @cites("Ho 2012")
    def reach(self, position: Square, nimber: Nimber, misere: bool = False) -> Iterator[Square] | None:
        """The lost pairs that are still reached; other nimbers have no formula."""
        seen = None if misere else wythoff.reach(position, nimber)
        return None if seen is None else (to for to in seen if self.is_allowed(position, to))

    def why(self, parts: Sequence[Square], page: "Page") -> "Iterator[Block]":
        if page.misere:
            yield from page.parts_reason(self, parts)
            return
        yield page.say("The lost pairs are those of Wythoff's game, though it has more moves.")
        yield from wythoff.why(parts, page)
        yield page.source(self.citation("verdict"))


restricted_wythoff = RestrictedWythoff()
