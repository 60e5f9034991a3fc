"""Poset games: forests, and sets with a greatest or a least element."""

from collections.abc import Iterator, Sequence

from grundy.boards.graph_forms import Edges
from grundy.explain.page import Page
from grundy.explain.structure import Block
from grundy.games.poset.rules import PosetGame


def why(rules: PosetGame, parts: Sequence[Edges], page: Page) -> Iterator[Block]:
    if not page.misere and all(rules.theorem(part) is not None for part in parts):
        yield page.say(
            "No element has two lower neighbours, so the set is a forest: a tree is worth one more than the "
            "nim-sum of the trees that stand on its root."
        )
    elif not page.misere and any(rules.verdict(part, False) for part in parts):
        yield page.say(
            "A set with an element above all others is won, and one with an element below all others too: the "
            "lowest takes everything, and the highest goes with every move, so taking it first loses nothing."
        )
    yield from page.parts_reason(rules, parts)
