"""Why a position has its value: one function, chosen by the class of the ruleset.

The default serves every ruleset: it cites the theorem, follows a disguise, or shows the options and their mex. The
files of `theorems/` register an account for a family that fills in the numbers of a theorem.
"""

from collections.abc import Iterator, Sequence
from functools import singledispatch
from typing import Any

from grundy.core.ruleset import Ruleset
from grundy.explain.page import Page, one, result, say, worth
from grundy.explain.prose import Quote
from grundy.explain.structure import Block, Source

__all__ = ["by_moves", "disguised", "plainly", "who", "why"]

SHOWN = 3  # parts of one ruleset that are accounted for one by one
WHO = {"N": "the player to move wins", "P": "the player to move loses", "D": "nobody can force a win"}


@singledispatch
def why(rules: Ruleset[Any], parts: Sequence[Any], page: Page) -> Iterator[Block]:
    """Why the parts, all of one ruleset, have their values; if there is one part, why it has its outcome."""
    for position in list(dict.fromkeys(parts))[:SHOWN]:
        yield from plainly(rules, position, page)


def who(outcome: str) -> str:
    """An outcome in words."""
    return WHO[outcome]


def plainly(rules: Ruleset[Any], position: Any, page: Page) -> Iterator[Block]:
    """What can be said of any ruleset: the theorem that it cites, or its options."""
    game = one(rules, position)
    value = None if page.misere else rules.theorem(position)
    if value is not None:
        yield say("The nimber of {} is {}: {}.", game, worth(game, value), Quote(rules.cited("theorem")))
        yield from page.by_mex(game)[1:]
        return
    other = None if page.misere else disguised(rules, position, page)
    if other:
        yield from other
        return
    verdict = rules.verdict(position, page.misere)
    if verdict:
        yield say("{}: {}.", game, who(verdict), claims=[result(game, verdict, page.misere)])
        yield Source(rules.cited("verdict"))
    yield from by_moves(rules, position, page)


def by_moves(rules: Ruleset[Any], position: Any, page: Page) -> Iterator[Block]:
    """The options: with nimbers where there are any, otherwise with outcomes."""
    game = one(rules, position)
    yield from (page.by_mex(game) if rules.adds and not page.misere else []) or page.by_outcome(game)


def disguised(rules: Ruleset[Any], position: Any, page: Page) -> list[Block]:
    """The game that this one is in disguise, and why that one has its value."""
    other, game = rules.disguise(position), one(rules, position)
    value = page.value(other) if other else None
    if not other or value is None:
        return []
    words, claims = "{} is {} in disguise: both have the nimber {}.", [worth(other, value)]
    same = say(words, game, other, worth(game, value), claims=claims)
    blocks: list[Block] = [same, Source(rules.cited("disguise"))]
    for summand in other.summands:
        parts = list(summand.ruleset.parts(summand.position))
        blocks += list(why(summand.ruleset, parts, page)) if parts else []
    return blocks
