"""Cyclic nimhoff: the remainder of the sum, and the quotients as heaps of nim."""

from collections.abc import Iterator, Sequence

from grundy.boards.numbers import Square
from grundy.explain.page import Page
from grundy.explain.structure import Block
from grundy.games.cyclic_nimhoff.rules import CyclicNimhoff


def why(rules: CyclicNimhoff, parts: Sequence[Square], page: Page) -> Iterator[Block]:
    for x, y in parts[:1]:
        if page.misere:
            yield from page.options_reason(rules, (x, y))
            return
        game, h = page.at(rules, (x, y)), rules.h
        yield page.say(
            "The nimber is the remainder of the sum modulo h, and h times the nim-sum of the quotients: {} and {}, "
            "so {} has {}.",
            page.step(f"({x} + {y}) mod {h} = {(x + y) % h}"),
            page.step(f"⌊{x}/{h}⌋ ⊕ ⌊{y}/{h}⌋ = {x // h ^ y // h}"),
            game,
            page.claim(game, rules.theorem((x, y))),
        )
        yield page.source(rules.citation("theorem"))
