"""Blocking Wythoff: lost squares, and what is forbidden of them."""

from collections.abc import Iterator, Sequence

from grundy.explain.page import Page
from grundy.explain.structure import Block
from grundy.games.blocking_wythoff.board import Blocked
from grundy.games.blocking_wythoff.rules import BlockingWythoff


def why(rules: BlockingWythoff, parts: Sequence[Blocked], page: Page) -> Iterator[Block]:
    if not page.misere:
        yield page.say(
            "A square is lost if fewer than k moves lead from it to lost squares: then who moves there forbids "
            "these. So who can go to a lost square that is not forbidden wins."
        )
    yield from page.parts_reason(rules, parts)
