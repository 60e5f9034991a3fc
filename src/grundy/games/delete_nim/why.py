"""Delete nim: the ones at the end of two numbers in binary."""

from collections.abc import Iterator, Sequence

from grundy.boards.numbers import Pair
from grundy.explain.page import Page
from grundy.explain.structure import Block
from grundy.games.delete_nim.rules import DeleteNim


def why(rules: DeleteNim, parts: Sequence[Pair], page: Page) -> Iterator[Block]:
    for x, y in parts[:1]:
        if page.misere:
            yield from page.options_reason(rules, (x, y))
            return
        game = page.at(rules, (x, y))
        yield page.say(
            "The nimber is the number of ones at the end of (x or y) in binary: {}, so {} has {}. In particular "
            "two even heaps are lost, and no others.",
            page.step(f"{x:b}₂ or {y:b}₂ = {x | y:b}₂"),
            game,
            page.claim(game, rules.theorem((x, y))),
        )
        if page.full:
            yield page.say(
                "An even heap less one stone is divided into an even and an odd heap, so from two even heaps two "
                "even heaps are never reached; an odd heap less one stone can be divided into 0 and the rest."
            )
        yield page.source(rules.citation("theorem"))
