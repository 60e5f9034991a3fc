"""Misère play in words: the theorem of the ruleset, tame parts that add like nim, or the element of a quotient.

The genus and tame games: Conway 1976. Quotients: Plambeck and Siegel 2008.
"""

from collections.abc import Iterator

from grundy.core.game import Game
from grundy.core.ruleset import Outcome
from grundy.errors import NotDecided
from grundy.explain.page import MOST, Page, heaps_table, result, say
from grundy.explain.structure import Block, Source, code
from grundy.explain.why import by_moves, who, why
from grundy.solvers.answer import has_pattern, merged
from grundy.solvers.misere.account import Account, account

__all__ = ["blocks"]

ASIDE = 100_000, 3.0  # positions and seconds for genera and quotients
WILD = "restive, restless and wild games do not"


def blocks(page: Page, outcome: Outcome) -> Iterator[Block]:
    """Why the game is won or lost under misère play."""
    game = merged(page.game)
    summand = game.summands[0]
    if len(game.summands) == 1 and summand.ruleset.verdict(summand.position, True):
        yield from why(summand.ruleset, [summand.position], page)
        return
    yield from by_genus(page, outcome) or by_whole(page, game)


def by_genus(page: Page, outcome: Outcome) -> list[Block]:
    """The account by genera and elements, where they were found and tell the outcome."""
    if not all(s.ruleset.finite and not has_pattern(s.ruleset) for s in page.game.summands):
        return []
    try:
        found = account(page.game, page.solver.budget.smaller(*ASIDE))
    except NotDecided:
        return []
    if found.tame and found.genus:
        return [*genera(found), *tame(found, outcome)]
    return [*genera(found), *quotient(found, outcome)] if found.lost is not None else []


def genera(found: Account) -> Iterator[Block]:
    """The table of the parts."""
    parts = list({str(part.game): part for part in found.parts}.values())
    words = any(part.element for part in parts)
    rows = [(part.game, part.genus or "?", part.kind or "?", *([part.element] if words else [])) for part in parts]
    claims = [result(part.game, "P" if part.genus.lost else "N", misere=True) for part in parts[:MOST] if part.genus]
    yield heaps_table(["part", "genus", "kind", *(["element"] if words else [])], rows, *claims)


def tame(found: Account, outcome: Outcome) -> Iterator[Block]:
    """The rule for tame parts."""
    assert found.genus
    fickle = all(part.genus is not None and part.genus.fickle for part in found.parts)
    total = found.genus.nimber
    several = len(found.parts) > 1
    subject = "Every part" if several else "The game"
    tame = f"{subject} is tame: it behaves like nim under misère play too"
    like = ("All parts are" if several else "It is") if fickle else ("Not all parts are" if several else "It is not")
    then = "an odd one out loses: P means nim-sum 1" if fickle else "play is as usual: P means nim-sum 0"
    rule = f"{like} like heaps of 0 and 1, so {then}"
    yield say(f"{tame}. {rule}. It is {total}, so {who(outcome)}.")
    yield Source("genus: Conway 1976")


def quotient(found: Account, outcome: Outcome) -> Iterator[Block]:
    """The product in the quotient, or the genus of the whole."""
    if found.product and found.quotient:
        order, lost = found.quotient.monoid.order, found.quotient.monoid.p_portion
        yield say(
            f"Under misère play tame games add like heaps of nim; {WILD}. Sums are told apart by the misère quotient: "
            "here it has "
            f"{order} elements, of which {lost} are lost. The parts multiply to {found.product}, which is "
            f"{'one of these' if found.lost else 'not one of these'}: {who(outcome)}."
        )
        yield Source("misère quotient: Plambeck and Siegel 2008")
    else:
        yield say(
            f"Under misère play tame games add like heaps of nim; {WILD}. The genus of the whole is {found.genus}: "
            f"{who(outcome)}."
        )
        yield Source("genus: Conway 1976")


def by_whole(page: Page, game: Game) -> Iterator[Block]:
    """The options with their outcomes, where nothing better is known."""
    if len(game.summands) == 1:
        yield from by_moves(game.summands[0].ruleset, game.summands[0].position, page)
    else:
        yield from page.by_outcome(page.game)
    yield say(f"The outcome of {code(page.game)} was found by labelling whole positions, from the ends of play back.")
