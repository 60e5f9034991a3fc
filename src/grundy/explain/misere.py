"""Misère play in words: the theorem of the ruleset, tame parts that add like nim, or the element of a quotient.

The genus and tame games: Conway 1976. Quotients: Plambeck and Siegel 2008.
"""

from collections.abc import Iterator
from dataclasses import replace

from grundy.core.game import Game
from grundy.core.ruleset import Outcome
from grundy.errors import NotDecided
from grundy.explain.page import MOST, Page, heaps_table, result, say, worth
from grundy.explain.prose import Fact, Field
from grundy.explain.structure import Block, Source
from grundy.explain.why import by_moves, who, why
from grundy.solvers.answer import has_pattern, merged
from grundy.solvers.misere.account import Account, Part, account

__all__ = ["blocks"]

ASIDE = 100_000, 3.0  # positions and seconds for genera and quotients
BRIEF = 5_000, 0.3  # likewise where a theorem has told the outcome already
WILD = "Under misère play tame games add like heaps of nim; restive, restless and wild games do not."


def blocks(page: Page, outcome: Outcome) -> Iterator[Block]:
    """Why the game is won or lost under misère play."""
    game = merged(page.game)
    summand = game.summands[0]
    if len(game.summands) == 1 and summand.ruleset.verdict(summand.position, True):
        yield from why(summand.ruleset, [summand.position], page)
        yield from (block for block in by_genus(page, outcome, *BRIEF)[:1] if page.full)
        return
    yield from by_genus(page, outcome, *ASIDE) or by_whole(page, game)


def by_genus(page: Page, outcome: Outcome, positions: int, seconds: float) -> list[Block]:
    """The account by genera and elements, where they were found and tell the outcome."""
    if not all(s.ruleset.finite and not has_pattern(s.ruleset) for s in page.game.summands):
        return []
    try:
        found = account(page.game, page.solver.budget.smaller(positions, seconds))
    except NotDecided:
        return []
    if found.tame and found.genus:
        return [*genera(found), *tame(found, outcome)]
    return [*genera(found), *quotient(found, outcome)] if found.lost is not None else []


def genera(found: Account) -> Iterator[Block]:
    """The table of the parts."""
    alone = [
        replace(part, game=found.game) for part in found.parts
    ]  # as it was given, not turned to its canonical form
    parts = alone if len(alone) == 1 else list({str(part.game): part for part in found.parts}.values())
    words = any(part.element for part in parts)
    rows = [(part.game, genus_of(part), part.kind or "?", *([element_of(part)] if words else [])) for part in parts]
    claims = [result(part.game, "P" if part.genus.lost else "N", misere=True) for part in parts[:MOST] if part.genus]
    yield heaps_table(["part", "genus", "kind", *(["element"] if words else [])], rows, *claims)


def genus_of(part: Part) -> Field:
    """The genus of a part, where it was found."""
    return Fact("genus", str(part.game), str(part.genus)) if part.genus else "?"


def element_of(part: Part) -> Field:
    """The element of a part in the quotient."""
    return Fact("element", str(part.game), part.element) if part.element else "?"


def tame(found: Account, outcome: Outcome) -> Iterator[Block]:
    """The rule for tame parts."""
    assert found.genus
    fickle = all(part.genus is not None and part.genus.fickle for part in found.parts)
    several = len(found.parts) > 1
    subject = "Every part" if several else "The game"
    like = ("All parts are" if several else "It is") if fickle else ("Not all parts are" if several else "It is not")
    then = "an odd one out loses: P means nim-sum 1" if fickle else "play is as usual: P means nim-sum 0"
    words = "{} is tame: it behaves like nim under misère play too. {} like heaps of 0 and 1, so {}. It is {}, so {}."
    claims = [result(found.game, outcome, misere=True)]
    yield say(words, subject, like, then, worth(found.game, found.genus.nimber), who(outcome), claims=claims)
    yield Source("genus: Conway 1976")


def quotient(found: Account, outcome: Outcome) -> Iterator[Block]:
    """The product in the quotient, or the genus of the whole."""
    game, claims = str(found.game), [result(found.game, outcome, misere=True)]
    if found.product and found.quotient:
        monoid = found.quotient.monoid
        order, lost = Fact("order", game, monoid.order), Fact("lost elements", game, monoid.p_portion)
        product = Fact("product", game, found.product)
        which = "one of these" if found.lost else "not one of these"
        this = "The parts multiply to" if len(found.parts) > 1 else "The game is"
        yield say(
            "{} Sums are told apart by the misère quotient: here it has {} elements, of which {} are lost. {} {}, "
            "which is {}: {}.",
            WILD,
            order,
            lost,
            this,
            product,
            which,
            who(outcome),
            claims=claims,
        )
        yield Source("misère quotient: Plambeck and Siegel 2008")
    else:
        assert found.genus
        digit = Fact("misère nimber", game, found.genus.digits[0])
        yield say(
            "{} The genus of the whole is {}. What follows its nimber is the misère nimber, the mex where an end of "
            "play counts 1; the position is lost exactly if that is 0. It is {}, so {}.",
            WILD,
            Fact("genus", game, str(found.genus)),
            digit,
            who(outcome),
            claims=claims,
        )
        yield Source("genus: Conway 1976")


def by_whole(page: Page, game: Game) -> Iterator[Block]:
    """The options with their outcomes, where nothing better is known."""
    if len(game.summands) == 1:
        yield from by_moves(game.summands[0].ruleset, game.summands[0].position, page)
    else:
        yield from page.by_outcome(page.game)
    yield say("The outcome of {} was found by labelling whole positions, from the ends of play back.", page.game)
