"""Euclid: the golden ratio, and the quotients of Euclid's algorithm; Grossman's form by its formula."""

from collections.abc import Iterator, Sequence

from grundy.boards.heaps import Position
from grundy.explain.page import Page
from grundy.explain.structure import Block
from grundy.games.euclid.grossman import GrossmanEuclid
from grundy.games.euclid.quotients import quotients
from grundy.games.euclid.rules import Euclid

MOST_STEPS = 12  # of Euclid's algorithm that are shown


def why(rules: Euclid, parts: Sequence[Position], page: Page) -> Iterator[Block]:
    for a, b in map(sorted, parts[:1]):
        yield from why_golden(a, b, page)
        if not page.misere:
            yield from why_quotients(rules, a, b, page)
        yield page.source(rules.citation("verdict" if page.misere else "theorem"))


def why_golden(a: int, b: int, page: Page) -> Iterator[Block]:
    equal = "; and if they are equal, since only the last move is left" if page.misere else ""
    yield page.say(
        "Of two numbers a and b > a the player to move loses exactly if b/a is below the golden ratio (1 + √5)/2, that "
        "is if b² < ab + a²{}.",
        equal,
    )
    if a:
        square, sum_ = page.step(f"{b}*{b} = {b * b}"), page.step(f"{a}*{b} + {a}*{a} = {a * b + a * a}")
        yield page.say("Here {} and {}.", square, sum_)


def why_quotients(rules: Euclid, a: int, b: int, page: Page) -> Iterator[Block]:
    steps = quotients(a, b)
    if not 0 < len(steps) <= MOST_STEPS:
        return
    rows, pairs = [], [(a, b)]
    while pairs[-1][0]:
        pairs.append((pairs[-1][1] % pairs[-1][0], pairs[-1][0]))
    for (x, y), q in zip(pairs, steps, strict=False):
        game = page.at(rules, (x, y))
        rows.append((page.text("{}", game), page.step(f"{y} = {q}*{x} + {y % x}"), page.claim(game, rules.value(x, y))))
    yield page.say(
        "The nimber is the quotient q of b by a, or q - 1 if q is not above the nimber of a and the remainder."
    )
    yield page.table(["", "", "nimber"], rows)


def why_grossman(rules: GrossmanEuclid, parts: Sequence[Position], page: Page) -> Iterator[Block]:
    for a, b in map(sorted, parts[:1]):
        if page.misere:
            yield from page.options_reason(rules, (a, b))
            return
        value, game = rules.value(a, b), page.at(rules, (a, b))
        yield page.say(
            "The nimber is the floor of b/a - a/b: {}, so {} has {}.",
            page.step(f"⌊({b}*{b} - {a}*{a})/({a}*{b})⌋ = {value}"),
            game,
            page.claim(game, value),
        )
        yield page.source(rules.citation("theorem"))
