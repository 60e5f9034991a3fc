"""The solver: nimbers and outcomes by the cheapest way that is known.

For each summand: a theorem of its ruleset, another game that it is in disguise, a table of heap values with its period,
and the definition last. Summands combine by nim-sum under normal play (Sprague 1935, Grundy 1939); misère play, and
games that a pattern decides, are labelled as whole positions.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property, reduce
from operator import xor
from typing import TYPE_CHECKING, Any

from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.core.game import Game, Move, Summand
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, Ruleset
from grundy.errors import UndefinedError
from grundy.solvers import search
from grundy.solvers.table import Table

if TYPE_CHECKING:
    from grundy.solvers.misere.outcome import MiserePlay
    from grundy.solvers.winning import Winning

__all__ = ["Solver", "adds", "has_pattern", "nim_total"]

DEFINITION = "search by the definition"


def nim_total(values: Iterable[Nimber]) -> Nimber:
    """The nim-sum of nimbers, ordinals too."""
    return reduce(xor, values, 0)


def has_pattern(ruleset: Ruleset[Any]) -> bool:
    """Whether some positions of the ruleset decide the whole game."""
    return type(ruleset).terminal is not Ruleset.terminal


def adds(game: Game) -> bool:
    """Whether the game has a nimber that adds; what a pattern decides has none."""
    return all(s.ruleset.adds or s.ruleset.theorem(s.position) is not None for s in game.summands)


def merged(game: Game) -> Game:
    """The game with the heaps of equal rulesets put together: a theorem may cover all of them at once."""
    heaps: dict[Ruleset[Any], Any] = {}
    for summand in game.summands:
        if isinstance(summand.ruleset, HeapGame):
            heaps[summand.ruleset] = heaps.get(summand.ruleset, ()) + summand.position
    others = [summand for summand in game.summands if not isinstance(summand.ruleset, HeapGame)]
    return Game((*(Summand(rules, position) for rules, position in heaps.items()), *others))


class Solver:
    """Answers about games. It remembers what it finds, and by which methods."""

    def __init__(self, budget: Budget | None = None) -> None:
        self.budget = budget or Budget()
        self.methods: dict[str, None] = {}
        self.values: search.Values = {}
        self.labels: dict[bool, search.Labels] = {False: {}, True: {}}
        self.tables: dict[Ruleset[Any], Table] = {}

    def used(self, method: str) -> None:
        """Note a method."""
        self.methods[method] = None

    def table(self, ruleset: HeapGame) -> Table:
        """The table of a heap ruleset's values."""
        return self.tables.setdefault(ruleset, Table(ruleset, self.budget))

    def nimber(self, game: Game) -> Nimber:
        """The nim-sum over the summands."""
        return nim_total(map(self.value, game.summands))

    def value(self, summand: Summand) -> Nimber:
        """The nimber of one summand."""
        rules, position = summand.ruleset, summand.position
        if any(self.wins_at_once(Game((summand,)))):
            raise UndefinedError(f"{summand} can be won at once, so it has no nimber; ask for the outcome")
        value = rules.theorem(position)
        if value is not None:
            self.used(f"theorem: {rules.cited('theorem')}")
            return value
        other = rules.disguise(position)
        if other is not None:
            self.used(f"theorem: {rules.cited('disguise')}")
            return self.nimber(other)
        if isinstance(rules, HeapGame):
            return self.heaps(rules, summand.position)
        self.used(DEFINITION)
        return search.nimber(Game((summand,)), self.values, self.budget)

    def heaps(self, ruleset: HeapGame, position: Any) -> Nimber:
        """The nim-sum of heaps by table."""
        table = self.table(ruleset)
        total = nim_total(table.value(heap) for heap in position)
        self.used(table.method)
        return total

    def outcome(self, game: Game, misere: bool = False) -> Outcome:
        """N, P or D."""
        if misere:
            refuse_misere(game)
        game = merged(game)
        if len(game.summands) == 1 and (verdict := self.verdict(game.summands[0], misere)):
            return verdict
        if misere and not any(has_pattern(summand.ruleset) for summand in game.summands):
            return self.misere_outcome(game)
        if misere or not adds(game):
            self.used(DEFINITION)
            return search.outcome(game, misere, self.labels[misere], self.budget)
        return self.outcome_of_sum(game)

    @cached_property
    def misere_play(self) -> "MiserePlay":
        """What is known of misère play: forms, quotients."""
        from grundy.solvers.misere.outcome import MiserePlay

        return MiserePlay(self.budget)

    def misere_outcome(self, game: Game) -> Outcome:
        """N or P under misère play."""
        self.misere_play.budget = self.budget
        outcome, method = self.misere_play.outcome(game)
        self.used(method)
        return outcome

    def outcome_of_sum(self, game: Game) -> Outcome:
        """The outcome of a sum under normal play."""
        if any(summand.ruleset.terminal(summand.position) for summand in game.summands):
            return search.outcome(game)
        if any(self.wins_at_once(game)):
            self.used("a pattern can be completed")
            return "N"
        live = [summand for summand in game.summands if self.verdict(summand, False) != "P"]
        if len(live) == 1 and self.verdict(live[0], False) == "N":
            return "N"
        return "N" if nim_total(map(self.value, live)) else "P"

    def verdict(self, summand: Summand, misere: bool) -> Outcome | None:
        """The outcome of one summand by a theorem."""
        verdict = summand.ruleset.verdict(summand.position, misere)
        if verdict:
            self.used(f"theorem: {summand.ruleset.cited('verdict')}")
        return verdict

    @staticmethod
    def wins_at_once(game: Game) -> Iterator[Move]:
        """The moves that decide the whole game in the mover's favour."""
        for index, summand in enumerate(game.summands):
            rules = summand.ruleset
            if has_pattern(rules):
                wins = (to for to in rules.moves(summand.position) if rules.terminal(to) == "P")
                yield from (Move(game, index, to) for to in wins)

    def winning(self, game: Game, misere: bool = False, most: int = 1000) -> "Winning":
        """The winning moves, each distinct option once, at most so many, and whether these are all."""
        from grundy.solvers.winning import winning

        return winning(self, game, misere, most)

    def winning_moves(self, game: Game, misere: bool = False) -> list[Move]:
        """The winning moves, at most a thousand of them."""
        return self.winning(game, misere).moves


def refuse_misere(game: Game) -> None:
    """Raise where a ruleset has no misère form."""
    for summand in game.summands:
        if not summand.ruleset.has_misere:
            raise UndefinedError(f"{summand.ruleset} has no misère form; solve it under normal play")
