"""Compounds: the component that ends first, the components that are lost, or the numbers that a base does not reach.

Conjunctive and selective compounds: Smith 1966. Ordinal sums and the colon principle: Berlekamp, Conway and Guy 1982.
"""

from collections.abc import Iterator, Sequence

from grundy.boards.compound import Components
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.core.ruleset import Outcome
from grundy.errors import NotDecided, UndefinedError
from grundy.explain.page import ASIDE, Page, heaps_table, one, result, say, worth
from grundy.explain.prose import Fact, Size, listed, text
from grundy.explain.structure import Block, Source
from grundy.explain.why import plainly, who, why
from grundy.games.sums import Conjunctive, OrdinalSum, Selective, can_move, canonical, outside, reached, remotenesses

__all__: list[str] = []


@why.register
def _(rules: Conjunctive, parts: Sequence[Components], page: Page) -> Iterator[Block]:
    for games in parts[:1]:
        known = remotenesses(games, page.misere)
        if known is None:
            yield from plainly(rules, games, page)
            return
        rows = [(game, known[canonical(game)]) for game in games]
        least = min(number for _, number in rows)
        lost = "odd" if page.misere else "even"
        yield say(
            "Everything is moved at once, and the first component that ends ends all. So count how long each lasts if "
            "its winner hurries and its loser delays: its remoteness."
        )
        yield heaps_table(
            ["component", "remoteness", "alone"],
            [
                (game, remote(game, n, page.misere), result(game, label(n, page.misere), page.misere))
                for game, n in rows
            ],
        )
        yield say(
            "The least is {}. A remoteness that is {} means that the player to move loses: here {}.",
            Fact("least", ", ".join(str(number) for _, number in rows), least),
            lost,
            who(label(least, page.misere)),
            claims=[result(one(rules, games), label(least, page.misere), page.misere)],
        )
        yield Source(rules.cited("verdict"))


def label(remoteness: int, misere: bool) -> Outcome:
    """The outcome of a game that ends after so many moves."""
    return "P" if remoteness % 2 == misere else "N"


def remote(game: Game, number: int, misere: bool) -> Fact:
    """The remoteness of a component."""
    return Fact("misère remoteness" if misere else "remoteness", str(game), number)


@why.register
def _(rules: Selective, parts: Sequence[Components], page: Page) -> Iterator[Block]:
    for games in parts[:1]:
        live = [game for game in games if can_move(game)]
        misere = page.misere and len(live) == 1
        labels = [(game, page.aside.outcome(game, misere)) for game in live]
        if page.misere and len(live) > 1:
            yield say("While two components or more can move, misère play has the same outcome as normal play.")
        yield say(
            "The previous player wins exactly if he wins every component: he answers in each component that was moved "
            "in."
        )
        yield heaps_table(["component", "outcome"], [(game, result(game, label, misere)) for game, label in labels])
        won = [game for game, label in labels if label == "N"]
        if won and not page.misere:
            words = "Make a winning move in {}, and in no other: then every component is lost for the opponent."
            yield say(words, listed(won))
        yield Source(rules.cited("verdict"))


@why.register
def _(rules: OrdinalSum, parts: Sequence[Components], page: Page) -> Iterator[Block]:
    for games in parts[:1]:
        try:
            blocks = [] if page.misere else list(counted(rules, games))
        except (NotDecided, UndefinedError):
            blocks = []
        yield from blocks or plainly(rules, games, page)


def counted(rules: OrdinalSum, games: Components) -> Iterator[Block]:
    """The nimber of the top, counted among the numbers that each base does not reach."""
    budget = Budget(*ASIDE)
    value = games[-1].solver(budget).nimber(games[-1])
    above = worth(games[-1], value)
    yield say("On top stands {}, of nimber {}.", games[-1], above)
    for height in reversed(range(len(games) - 1)):
        base = games[height]
        taken = sorted(reached(base, budget))
        value = outside(set(taken), value)
        index, above = above, worth(one(rules, games[height:]), value)
        shown = listed(map(Size, taken[:12])) if taken else text("nothing")
        yield say(
            "Below it {} reaches {}{} in one move. Of the numbers that it does not reach, the one with index {}, "
            "counted from 0, is {}.",
            base,
            Fact("reached", str(base), shown.plain),
            " ..." * (len(taken) > 12),
            index,
            above,
        )
    yield say(
        "A move in the base clears away what stands on it; a move in the top never reaches what the base can reach "
        "already. So the top only decides which of the other numbers it is: the colon principle."
    )
    yield Source(rules.cited("theorem"))
