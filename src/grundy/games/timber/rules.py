"""Timber: dominoes in a row, each of which topples to one side and takes all dominoes on that side with it.

Read an L as a step up and an R as a step down: a row is lost exactly if it is a mountain that ends on the ground and
never goes below it, so there are Catalan numbers of them. From a mountain, what stands left of an R ends above the
ground, and what stands right of an L begins above it. From any other row a mountain can be left: before the first R
that goes below the ground, or, if there is none, behind the last L that is not answered (Nowakowski and others 2013).
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.games.timber.board import Dominoes

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
        return min(position, position[::-1].translate(str.maketrans("LR", "RL")))

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
        back = heights(position[::-1].translate(str.maketrans("LR", "RL")))
        return (to for path, to in mountains(position, heights(position), back) if path)

    def why(self, parts: Sequence[str], page: "Page") -> "Iterator[Block]":
        for row in parts[:1]:
            if page.misere:
                yield from page.options_reason(self, row)
                return
            path = heights(row)
            reason = (
                "ends on the ground and never goes below it, so the row is lost"
                if min(path) == path[-1] == 0
                else "goes below the ground, so the row is won: the first R that does so leaves a lost row"
                if min(path) < 0
                else "ends above the ground, so the row is won: the last L that is never answered leaves a lost row"
            )
            yield page.say("Read L as a step up and R as a step down. The path {}.", reason)
            yield page.source(self.citation("verdict"))
            yield from page.options_reason(self, row)


def heights(row: str) -> list[int]:
    """The heights of the path after each step, the ground first."""
    return list(accumulate((1 if sign == "L" else -1 for sign in row), initial=0))


def mountains(row: str, path: Sequence[int], back: Sequence[int]) -> Iterator[tuple[bool, str]]:
    """For each domino what it leaves, and whether that is a mountain; `back` is the path from the right end."""
    lows, back_lows = list(accumulate(path, min)), list(accumulate(back, min))
    for i, sign in enumerate(row):
        behind = len(row) - i - 1
        if sign == "R":
            yield path[i] == lows[i] == 0, row[:i]
        else:
            yield back[behind] == back_lows[behind] == 0, row[i + 1 :]


timber = Timber()
