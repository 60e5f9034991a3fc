"""Generalised Wythoff: take from one heap, or k from one and l from the other with |k - l| < t.

The lost pairs are (floor(n r), floor(n r) + t n) with r = (2 - t + sqrt(t^2 + 4)) / 2: every positive number is in one
pair, and every difference of pairs is a multiple of t (Holladay 1968, Fraenkel 1982). Under misère play with t > 1 they
are (floor(n r + 1/r), floor(n r + 1/r) + t n + 1), and with t = 1 they are those of Wythoff's game (Fraenkel 1984).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grundy.boards.numbers import CornerGame, Square, rook_moves
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, cites
from grundy.games.generalised_wythoff.pairs import is_lost, lost_in_reach

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block


@dataclass(frozen=True)
class GeneralisedWythoff(CornerGame):
    """Take any number from one heap, or k from one and l from the other with a difference of k and l below t."""

    t: int

    source = "Holladay 1968"
    example = "5,7"
    example_parameters = "2"
    least_parameter = 1
    title = "generalised Wythoff"
    aliases = ("generalized_wythoff",)

    @property
    def formula(self) -> str:
        number = f"(2 - {self.t} + sqrt({self.t**2 + 4})) / 2"
        return f"(r,c) is lost if and only if {{r,c}} = {{floor(k a), floor(k a) + {self.t} k}}, a = {number}"

    def moves(self, position: Square) -> Iterator[Square]:
        yield from rook_moves(position)
        x, y = position
        for k in range(1, x + 1):
            yield from ((x - k, y - other) for other in range(max(1, k - self.t + 1), min(y, k + self.t - 1) + 1))

    @cites("Fraenkel 1982")
    def verdict(self, position: Square, misere: bool) -> Outcome:
        """P where the pair is one of the lost ones."""
        return "P" if is_lost(self.t, position, misere) else "N"

    @cites("Fraenkel 1982")
    def reach(self, position: Square, nimber: Nimber, misere: bool = False) -> Iterator[Square] | None:
        """The lost pairs that one move reaches; other nimbers have no formula."""
        return None if nimber else iter(lost_in_reach(self.t, position, misere))

    def why(self, parts: Sequence[Square], page: "Page") -> "Iterator[Block]":
        from grundy.games.generalised_wythoff.why import why

        return why(self, parts, page)
