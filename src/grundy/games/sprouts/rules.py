"""Sprouts: join two spots, or a spot with itself, by a curve that crosses nothing, and put a new spot on it.

No spot has more than three ends of curves. A play from n spots takes 2n to 3n - 1 moves: each uses up one of the 3n
lives, and one is left at the end (Conway and Paterson 1967, in Gardner 1967). Who wins is known by search alone: under
normal play the first player exactly for n = 3, 4, 5 modulo 6, as far as anyone has computed (Applegate, Jacobson and
Sleator 1991; Lemoine and Viennot 2010).
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grundy.core.ruleset import Ruleset
from grundy.games.sprouts.board import Lands
from grundy.games.sprouts.curves import options
from grundy.games.sprouts.form import Position

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block
    from grundy.solvers.proof.expansion import Expansion


class Sprouts(Ruleset[Position]):
    """Join two spots, or one to itself, by a curve that crosses nothing, with a new spot on it; three curves a spot."""

    board = Lands()
    source = "Conway and Paterson 1967, in Gardner 1967"
    keywords = "pencil and paper"
    example = "5"
    card = "0*2.AB./0.AB."
    famous = True
    for_beginners = True

    def moves(self, position: Position) -> Iterator[Position]:
        for place, land in enumerate(position):
            if land not in position[:place]:
                for new in options(land):
                    yield tuple(sorted((*position[:place], *new, *position[place + 1 :])))

    def parts(self, position: Position) -> Iterator[Position]:
        return ((land,) for land in position)

    def is_over(self, position: Position) -> bool:
        """Whether nothing is left: every region of a position has two lives, and so a move."""
        return not position

    def expansion(self) -> "Expansion":
        from grundy.games.sprouts.search import SproutsExpansion

        return SproutsExpansion(self)

    def why(self, parts: Sequence[Position], page: "Page") -> "Iterator[Block]":
        from grundy.games.sprouts.why import explain_lands

        return explain_lands(self, parts, page)


sprouts = Sprouts()
