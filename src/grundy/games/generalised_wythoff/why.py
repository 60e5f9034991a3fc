"""Generalised Wythoff: the first lost pairs, and the one that the smaller number is in."""

from collections.abc import Iterator, Sequence

from grundy.boards.numbers import Square
from grundy.explain.page import Page
from grundy.explain.structure import Block
from grundy.games.generalised_wythoff.pairs import index, pair
from grundy.games.generalised_wythoff.rules import GeneralisedWythoff


def why(rules: GeneralisedWythoff, parts: Sequence[Square], page: Page) -> Iterator[Block]:
    for a, b in map(sorted, parts[:1]):
        first = [pair(rules.t, n, page.misere) for n in range(1 + (rules.t == 1), 5)]
        games = [page.at(rules, square) for square in first]
        yield page.say(
            "Of the lost pairs, each positive number is in exactly one, and their differences grow by t; so each "
            "is found from those before it. The first are {}.",
            page.series(page.text("{}", game) for game in games),
            claims=[page.result(game, "P", page.misere) for game in games],
        )
        near = pair(rules.t, index(rules.t, a, 0, page.misere), page.misere)
        if near != (a, b) and near[0] == a:
            game = page.at(rules, near)
            claims = [page.result(game, "P", page.misere)]
            yield page.say("The smaller number, {}, is in the lost pair {}.", page.size(a), game, claims=claims)
        yield page.source(rules.citation("verdict"))
