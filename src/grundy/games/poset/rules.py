"""Poset games: remove an element of an ordered set and all elements above it.

A set with a greatest element is won: if removing that one alone does not win, the answer to it was there before, since
every move removes it (strategy stealing, as in Chomp, Gale 1974). A least element wins at once. Where no element has
two lower neighbours, the set is a forest that grows upwards, and its nimbers are those of Hackenbush: a tree is worth
one more than the nim-sum of what stands on its root (Berlekamp, Conway and Guy 1982). Nim is the game on chains, Chomp
the game on pairs of numbers.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grundy.boards.graph import without
from grundy.boards.graph_forms import Edges, components
from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.games.poset.board import Poset, above_of
from grundy.games.poset.forest import forest_value, has_extreme

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block


class PosetGame(Ruleset[Edges]):
    """Remove an element and every element above it."""

    name = "poset"
    board = Poset()
    source = "Gale 1974"
    example = "a<b<c, a<d, e<d"
    title = "poset game"

    def moves(self, position: Edges) -> Iterator[Edges]:
        return (without(position, {name, *over}) for name, over in above_of(position).items())

    def parts(self, position: Edges) -> Iterator[Edges]:
        return iter(components(position))

    def canonical(self, position: Edges) -> Edges:
        return tuple(sorted(position))

    @cites("Berlekamp, Conway and Guy 1982")
    def theorem(self, position: Edges) -> int | None:
        """That of a forest which grows upwards."""
        return forest_value(position)

    @cites("Gale 1974")
    def verdict(self, position: Edges, misere: bool) -> Outcome | None:
        """N where some element is above all others, or below them, unless the nimber is known."""
        if misere or not position or self.theorem(position) is not None:
            return None
        return "N" if has_extreme(position) else None

    def why(self, parts: Sequence[Edges], page: "Page") -> "Iterator[Block]":
        from grundy.games.poset.why import why

        return why(self, parts, page)


poset = PosetGame()
