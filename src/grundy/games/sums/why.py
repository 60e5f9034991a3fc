"""Compounds: the component that ends first, the components that are lost, or the numbers that a base does not reach.

Conjunctive and selective compounds: Smith 1966. Ordinal sums and the colon principle: Berlekamp, Conway and Guy 1982.
"""

from collections.abc import Iterator

from grundy.boards.compound import Components
from grundy.core.game import Summand
from grundy.errors import NotDecided, UndefinedError
from grundy.explain.page import Page
from grundy.explain.prose import Fact, Size, game_at, outcome_claim, series, text, value_claim
from grundy.explain.structure import Block, Source, say, table
from grundy.games.sums import rules as sums

MOST_NUMBERS = 12  # that a base reaches and that are listed


def why_conjunctive(rules: sums.Conjunctive, games: Components, page: Page) -> Iterator[Block]:
    known = sums.remotenesses(games, page.misere, page.side)
    if known is None:
        yield from page.reason(rules, games)
        return
    yield say(
        "Everything is moved at once, and the first component that ends ends all. So count how long each lasts if its "
        "winner hurries and its loser delays: its remoteness."
    )
    numbers, what = (
        [known[sums.canonical(game)] for game in games],
        "misère remoteness" if page.misere else "remoteness",
    )
    rows = [
        (
            game,
            Fact(what, str(game), number) if number is not None else "none",
            outcome_claim(game, sums.outcome_after(number, page.misere), page.misere),
        )
        for game, number in zip(games, numbers, strict=True)
    ]
    yield table(["component", "remoteness", "alone"], rows)
    finite = [number for number in numbers if number is not None]
    if finite:
        outcome = sums.outcome_after(min(finite), page.misere)
        yield say(
            "The least is {}. A remoteness that is {} means that the player to move loses: here {}.",
            Fact("least", ", ".join(map(str, finite)), min(finite)),
            "odd" if page.misere else "even",
            page.winner(outcome),
            claims=[outcome_claim(game_at(rules, games), outcome, page.misere)],
        )
    else:
        words = "No component can be forced to end, so nobody can be made to lose: a draw."
        yield say(words, claims=[outcome_claim(game_at(rules, games), "D", page.misere)])
    yield Source(rules.citation("verdict"))


def why_selective(rules: sums.Selective, games: Components, page: Page) -> Iterator[Block]:
    live = [game for game in games if sums.can_move(game)]
    if page.solver.verdict(Summand(rules, games), page.misere, page.side) is None:
        yield from page.reason(rules, games)
        return
    misere = page.misere and len(live) == 1
    labels = [(game, page.solver.outcome(game, misere, page.side)) for game in live]
    if page.misere and len(live) > 1:
        yield say("While two components or more can move, misère play has the same outcome as normal play.")
    yield say(
        "The previous player wins exactly if he wins every component: he answers in each component that was moved in."
    )
    yield table(["component", "outcome"], [(game, outcome_claim(game, label, misere)) for game, label in labels])
    won = [game for game, label in labels if label == "N"]
    if "D" in (label for _, label in labels):
        yield say("A component that is a draw can be kept going by either player, so the whole is a draw.")
    elif won and not page.misere:
        words = "Make a winning move in {}, and in no other: then every component is lost for the opponent."
        yield say(words, series(won))
    yield Source(rules.citation("verdict"))


def why_ordinal(rules: sums.OrdinalSum, games: Components, page: Page) -> Iterator[Block]:
    """The nimber of the top, counted among the numbers that each base does not reach, where these are found."""
    try:
        blocks = [] if page.misere else list(count_outside(rules, games, page))
    except (NotDecided, UndefinedError):
        blocks = []
    yield from blocks or page.reason(rules, games)


def count_outside(rules: sums.OrdinalSum, games: Components, page: Page) -> Iterator[Block]:
    """The nimber of the compound, from the top down to the first base."""
    value = page.solver.nimber(games[-1], page.side)
    above = value_claim(games[-1], value)
    yield say("On top stands {}, of nimber {}.", games[-1], above)
    for height in reversed(range(len(games) - 1)):
        base = games[height]
        taken = sorted(sums.reachable_nimbers(base, page.solver, page.side))
        value = sums.number_outside(set(taken), value)
        index, above = above, value_claim(game_at(rules, games[height:]), value)
        shown = series(map(Size, taken[:MOST_NUMBERS])) if taken else text("nothing")
        yield say(
            "Below it {} reaches {}{} in one move. Of the numbers that it does not reach, the one with index {}, "
            "counted from 0, is {}.",
            base,
            Fact("reached", str(base), shown.plain),
            " ..." * (len(taken) > MOST_NUMBERS),
            index,
            above,
        )
    yield say(
        "A move in the base clears away what stands on it; a move in the top never reaches what the base can reach "
        "already. So the top only decides which of the other numbers it is: the colon principle."
    )
    yield Source(rules.citation("theorem"))
