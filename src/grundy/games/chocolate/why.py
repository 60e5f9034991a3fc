"""The bitter square: four heaps of nim around it."""

from collections.abc import Iterator, Sequence

from grundy.explain.page import Page
from grundy.explain.structure import Block
from grundy.games.chocolate.board import SIDES, Margins
from grundy.games.chocolate.rules import Chocolate


def why(rules: Chocolate, parts: Sequence[Margins], page: Page) -> Iterator[Block]:
    for position in parts[:1]:
        above, below, left, right = position
        yield page.say(
            "Each side of the bitter square is a heap of nim, since a break makes it shorter: {} and {} rows, {} "
            "and {} columns.",
            page.step(f"{above + 1} - 1 = {above}"),
            page.step(f"{above + below + 1} - {above + 1} = {below}"),
            page.step(f"{left + 1} - 1 = {left}"),
            page.step(f"{left + right + 1} - {left + 1} = {right}"),
        )
        rows = [(f"{'rows' if i < 2 else 'columns'} {SIDES[i]} it", lines) for i, lines in enumerate(position)]
        yield from page.nim(rows, "side", *page.theorem_claims(rules, position))
        yield page.source(rules.citation("theorem"))
