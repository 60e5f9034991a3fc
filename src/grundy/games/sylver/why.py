"""Sylver coinage: two numbers without a common divisor."""

from collections.abc import Iterator, Sequence
from math import gcd

from grundy.explain.page import Page
from grundy.explain.structure import Block
from grundy.games.sylver.board import Coins
from grundy.games.sylver.rules import Sylver


def why(rules: Sylver, parts: Sequence[Coins], page: Page) -> Iterator[Block]:
    position = parts[0]
    if len(position) == 2 and gcd(*position) == 1 and position != (2, 3):
        a, b = position
        yield page.say(
            "Two numbers without a common divisor, other than 2 and 3, are won by strategy stealing: the largest "
            "number that is no sum, {}, can be named with no other effect, and if that does not win, the answer "
            "to it wins at once.",
            page.step(f"{a}*{b} - {a} - {b} = {a * b - a - b}"),
        )
        yield page.source(rules.citation("verdict"))
    yield from page.parts_reason(rules, parts)
