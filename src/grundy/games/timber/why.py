"""Timber: the row as a path up and down."""

from collections.abc import Iterator, Sequence

from grundy.explain.page import Page
from grundy.explain.structure import Block
from grundy.games.timber.path import heights
from grundy.games.timber.rules import Timber


def why(rules: Timber, parts: Sequence[str], page: Page) -> Iterator[Block]:
    for row in parts[:1]:
        if page.misere:
            yield from page.options_reason(rules, row)
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
        yield page.source(rules.citation("verdict"))
        yield from page.options_reason(rules, row)
