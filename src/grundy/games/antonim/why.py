"""Antonim: sizes raised by one, as heaps of nim."""

from collections.abc import Iterator, Sequence

from grundy.boards.heaps import Position
from grundy.explain.page import Page
from grundy.explain.structure import Block
from grundy.games.antonim.raised import raised_sum
from grundy.games.antonim.rules import Antonim


def why(rules: Antonim, parts: Sequence[Position], page: Page) -> Iterator[Block]:
    for heaps in parts[:1]:
        if not page.misere and 1 < len(heaps) <= 3:
            padded = [*heaps, *[0] * (3 - len(heaps))]
            terms = " ⊕ ".join(f"({heap} + 1)" for heap in padded)
            yield page.say(
                "Two or three heaps are lost exactly if the sizes, each raised by one, have the nim-sum 0, with an "
                "empty heap as the third: {}.",
                page.step(f"{terms} = {raised_sum(heaps)}"),
            )
            yield page.source(rules.citation("verdict"))
        yield from page.options_reason(rules, heaps)
