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
        below = {v: u for u, v in position if u != v}
        if len(below) < sum(u != v for u, v in position):
            return None
        above = above_of(position)
        on_top = dict.fromkeys(above, 0)
        total = 0
        for name in sorted(above, key=lambda name: len(above[name])):
            value = on_top[name] + 1
            if name in below:
                on_top[below[name]] ^= value
            else:
                total ^= value
        return total

    @cites("Gale 1974")
    def verdict(self, position: Edges, misere: bool) -> Outcome | None:
        """N where some element is above all others, or below them, unless the nimber is known."""
        if misere or not position or self.theorem(position) is not None:
            return None
        above = above_of(position)
        greatest = any(all(name in above[other] or name == other for other in above) for name in above)
        least = any(len(over) == len(above) - 1 for over in above.values())
        return "N" if greatest or least else None

    def why(self, parts: Sequence[Edges], page: "Page") -> "Iterator[Block]":
        if not page.misere and all(self.theorem(part) is not None for part in parts):
            yield page.say(
                "No element has two lower neighbours, so the set is a forest: a tree is worth one more than the "
                "nim-sum of the trees that stand on its root."
            )
        elif not page.misere and any(self.verdict(part, False) for part in parts):
            yield page.say(
                "A set with an element above all others is won, and one with an element below all others too: the "
                "lowest takes everything, and the highest goes with every move, so taking it first loses nothing."
            )
        yield from page.parts_reason(self, parts)


poset = PosetGame()
