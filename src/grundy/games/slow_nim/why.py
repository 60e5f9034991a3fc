"""Slow nim: the parities of few heaps."""

from collections.abc import Iterator, Sequence

from grundy.boards.heaps import Position
from grundy.explain.page import Page
from grundy.explain.structure import Block
from grundy.games.slow_nim.rules import SlowNim


def why(rules: SlowNim, parts: Sequence[Position], page: Page) -> Iterator[Block]:
    for heaps in parts[:1]:
        if not page.misere and rules.verdict(heaps, False) is not None:
            yield from parities(rules, heaps, page)
        yield from page.options_reason(rules, heaps)


def parities(rules: SlowNim, heaps: Position, page: Page) -> Iterator[Block]:
    equal = " or all are odd" if len(heaps) == rules.k + 1 else ""
    yield page.say("With so few heaps a position is lost exactly if all of them are even{}.", equal)
    here = (page.step(f"{heap} mod 2 = {heap % 2}") for heap in dict.fromkeys(heaps))
    yield page.say("Here {}.", page.series(here))
    yield page.source(rules.citation("verdict"))
