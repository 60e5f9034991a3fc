"""Misère play in words: the theorem of the ruleset, tame parts that add like nim, or the element of a quotient.

The genus and tame games: Conway 1976. Quotients: Plambeck and Siegel 2008.
"""

from collections.abc import Iterator
from dataclasses import replace

from grundy.core.game import Game
from grundy.core.ruleset import Outcome
from grundy.errors import LoopError, NotDecided
from grundy.explain.answer import MOST_ROWS
from grundy.explain.page import Page
from grundy.explain.prose import Fact, Field, outcome_claim, value_claim
from grundy.explain.structure import Block, Source, say, table
from grundy.solvers.misere.sum_analysis import PartAnalysis, SumAnalysis, analyse_sum
from grundy.solvers.search import has_pattern
from grundy.solvers.solver import merge_heaps

GENUS_POSITIONS, GENUS_SECONDS = 100_000, 3.0  # for genera and quotients
EXTRA_POSITIONS, EXTRA_SECONDS = 5_000, 0.3  # likewise where a theorem has given the outcome already
TAME_RULE = "Under misère play tame games add like heaps of nim; restive, restless and wild games do not."


def reason(page: Page, outcome: Outcome) -> Iterator[Block]:
    game = merge_heaps(page.game)
    summand = game.summands[0]
    if len(game.summands) == 1 and page.solver.verdict(summand, True, page.side):
        yield from summand.ruleset.why([summand.position], page)
        if page.full:
            yield from genus_reason(page, outcome, EXTRA_POSITIONS, EXTRA_SECONDS)[:1]
        return
    yield from genus_reason(page, outcome, GENUS_POSITIONS, GENUS_SECONDS) or whole_reason(page, game)


def genus_reason(page: Page, outcome: Outcome, positions: int, seconds: float) -> list[Block]:
    if not all(s.ruleset.finite and not has_pattern(s.ruleset) for s in page.game.summands):
        return []
    try:
        found = analyse_sum(page.game, page.inquiry.budget.smaller(positions, seconds))
    except (NotDecided, LoopError):
        return []
    if found.is_tame and found.genus:
        return [*genera(found), *tame_reason(page, found, outcome)]
    return [*genera(found), *quotient_reason(page, found, outcome)] if found.lost is not None else []


def genera(found: SumAnalysis) -> Iterator[Block]:
    if len(found.parts) == 1:
        parts = [replace(found.parts[0], game=found.game)]  # as it was given, not in its canonical form
    else:
        parts = list({str(part.game): part for part in found.parts}.values())
    rows = [
        (part.game, known_fact("genus", part, part.genus), part.kind or "?", known_fact("element", part, part.element))
        for part in parts
    ]
    width = 4 if any(part.element for part in parts) else 3
    claims = [
        outcome_claim(part.game, "P" if part.genus.is_lost else "N", misere=True)
        for part in parts[:MOST_ROWS]
        if part.genus
    ]
    yield table(["part", "genus", "kind", "element"][:width], [row[:width] for row in rows], *claims)


def known_fact(what: str, part: PartAnalysis, value: object) -> Field:
    return Fact(what, str(part.game), str(value)) if value else "?"


def tame_reason(page: Page, found: SumAnalysis, outcome: Outcome) -> Iterator[Block]:
    assert found.genus
    fickle = all(part.genus is not None and part.genus.is_fickle for part in found.parts)
    several = len(found.parts) > 1
    subject = "Every part" if several else "The game"
    like = ("All parts are" if several else "It is") if fickle else ("Not all parts are" if several else "It is not")
    then = "an odd one out loses: P means nim-sum 1" if fickle else "play is as usual: P means nim-sum 0"
    words = "{} is tame: it behaves like nim under misère play too. {} like heaps of 0 and 1, so {}. It is {}, so {}."
    claims = [outcome_claim(found.game, outcome, misere=True)]
    yield say(
        words, subject, like, then, value_claim(found.game, found.genus.nimber), page.winner(outcome), claims=claims
    )
    yield Source("genus: Conway 1976")


def quotient_reason(page: Page, found: SumAnalysis, outcome: Outcome) -> Iterator[Block]:
    game, claims = str(found.game), [outcome_claim(found.game, outcome, misere=True)]
    if found.product and found.quotient:
        monoid = found.quotient.monoid
        order, lost = Fact("order", game, monoid.order), Fact("lost elements", game, monoid.p_portion)
        product = Fact("product", game, found.product)
        which = "one of these" if found.lost else "not one of these"
        this = "The parts multiply to" if len(found.parts) > 1 else "The game is"
        yield say(
            "{} Sums are told apart by the misère quotient: here it has {} elements, of which {} are lost. {} {}, "
            "which is {}: {}.",
            TAME_RULE,
            order,
            lost,
            this,
            product,
            which,
            page.winner(outcome),
            claims=claims,
        )
        yield Source("misère quotient: Plambeck and Siegel 2008")
    else:
        assert found.genus
        digit = Fact("misère nimber", game, found.genus.digits[0])
        yield say(
            "{} The genus of the whole is {}. What follows its nimber is the misère nimber, the mex where an end of "
            "play counts 1; the position is lost exactly if that is 0. It is {}, so {}.",
            TAME_RULE,
            Fact("genus", game, str(found.genus)),
            digit,
            page.winner(outcome),
            claims=claims,
        )
        yield Source("genus: Conway 1976")


def whole_reason(page: Page, game: Game) -> Iterator[Block]:
    if len(game.summands) == 1:
        yield from page.options_reason(game.summands[0].ruleset, game.summands[0].position)
    else:
        yield from page.outcome_reason(page.game)
    yield say("The outcome of {} was found by labelling whole positions, from the ends of play back.", page.game)
