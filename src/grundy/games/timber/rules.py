"""Timber: dominoes in a row, each of which topples to one side and takes all dominoes on that side with it.

Read an L as a step up and an R as a step down: a row is lost exactly if it is a mountain that ends on the ground and
never goes below it, so there are Catalan numbers of them. From a mountain, what stands left of an R ends above the
ground, and what stands right of an L begins above it. From any other row a mountain can be left: before the first R
that goes below the ground, or, if there is none, behind the last L that is not answered (Nowakowski and others 2013).
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.games.timber.board import Dominoes
from grundy.games.timber.path import heights, mountains, turn_round

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block


class Timber(Ruleset[str]):
    """Topple a domino to its side; all dominoes on that side fall with it."""

    board = Dominoes()
    source = "Nowakowski, Renault, Lamoureux, Mellon and Miller 2013"
    example = "RLRLRR"
    title = "Timber"

    def moves(self, position: str) -> Iterator[str]:
        return (position[:i] if sign == "R" else position[i + 1 :] for i, sign in enumerate(position))

    def canonical(self, position: str) -> str:
        return min(position, turn_round(position))

    def parts(self, position: str) -> Iterator[str]:
        return iter([position] if position else [])

    @cites("Nowakowski, Renault, Lamoureux, Mellon and Miller 2013")
    def verdict(self, position: str, misere: bool) -> Outcome | None:
        """P where the row is a mountain."""
        path = heights(position)
        return None if misere else "P" if min(path) == path[-1] == 0 else "N"

    @cites("Nowakowski, Renault, Lamoureux, Mellon and Miller 2013")
    def reach(self, position: str, nimber: Nimber, misere: bool = False) -> Iterator[str] | None:
        """The mountains that are left of an R or right of an L; other nimbers have no formula."""
        if misere or nimber:
            return None
        back = heights(turn_round(position))
        return (to for path, to in mountains(position, heights(position), back) if path)

    def why(self, parts: Sequence[str], page: "Page") -> "Iterator[Block]":
        from grundy.games.timber.why import why

        return why(self, parts, page)


timber = Timber()
