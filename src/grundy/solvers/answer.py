"""The solver: nimbers and outcomes by the cheapest way that is known.

For each summand: a theorem of its ruleset, another game that it is in disguise, a table of heap values with its period,
and the definition. Summands combine by nim-sum under normal play (Sprague 1935, Grundy 1939); misère play, and
games that a pattern decides, are labelled as whole positions. Where the definition takes long, a proof search tells who
wins, and the nimber of what falls apart into many parts. Where play can go round, `loopy` takes over.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cached_property, partial, reduce
from operator import xor
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar, overload

from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.core.game import Game, Move, Summand
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, Ruleset
from grundy.errors import LoopError, UndefinedError
from grundy.solvers import loopy, search
from grundy.solvers.loopy import Infinity, Value
from grundy.solvers.table import Table

if TYPE_CHECKING:
    from grundy.solvers.misere.outcome import MiserePlay
    from grundy.solvers.proof.provers import Provers
    from grundy.solvers.winning import Winning

__all__ = ["Solver", "adds", "has_pattern", "nim_total"]

V = TypeVar("V")
DEFINITION = "search by the definition"


@overload
def nim_total(values: Iterable[Nimber]) -> Nimber: ...
@overload
def nim_total(values: Iterable[Value]) -> Value: ...
def nim_total(values: Iterable[Value]) -> Value:
    """The nim-sum of nimbers, ordinals and infinities too."""
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

    def __init__(self, budget: Budget | None = None, fresh: bool = False) -> None:
        self.budget, self.fresh = budget or Budget(), fresh  # fresh: without shipped and saved results
        self.methods: dict[str, None] = {}
        self.values: search.Values = {}
        self.labels: dict[bool, search.Labels] = {False: {}, True: {}}
        self.tables: dict[Ruleset[Any], Table] = {}
        self.loops: loopy.Values = {}
        self.loop_labels: dict[bool, loopy.Labels] = {False: {}, True: {}}

    def used(self, method: str) -> None:
        """Note a method."""
        self.methods[method] = None

    def table(self, ruleset: HeapGame) -> Table:
        """The table of a heap ruleset's values."""
        return self.tables.setdefault(ruleset, Table(ruleset, self.budget))

    def nimber(self, game: Game) -> Nimber:
        """The nim-sum over the summands; an error that names a cycle where it is infinite."""
        total = self.total(game)
        if isinstance(total, Infinity):
            infinite = next(summand for summand in game.summands if isinstance(self.value(summand), Infinity))
            raise loopy.loop_error(infinite, self.loops, self.budget)
        return total

    def total(self, game: Game) -> Value:
        """The value of the sum, which may be infinite."""
        return nim_total(map(self.value, game.summands))

    def value(self, summand: Summand) -> Value:
        """The value of one summand: its nimber, or an infinity."""
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
            return self.total(other)
        if rules.finite and summand not in self.loops:
            try:
                return self.finite_value(summand)
            except LoopError:
                self.methods.pop(DEFINITION, None)
        self.used(loopy.METHOD)
        return loopy.value(summand, self.loops, self.budget)

    def finite_value(self, summand: Summand) -> Nimber:
        """The nimber of one summand from its moves alone."""
        if isinstance(summand.ruleset, HeapGame):
            return self.heaps(summand.ruleset, summand.position)
        if self.provers.has_nimbers(summand.ruleset) and self.is_hard(summand):
            return self.proved(lambda: self.provers.nimber(summand, self.budget))
        self.used(DEFINITION)
        return search.nimber(Game((summand,)), self.values, self.budget)

    @cached_property
    def provers(self) -> "Provers":
        """The proof searches."""
        from grundy.solvers.proof.provers import Provers

        return Provers(self.fresh)

    def proved(self, search: Callable[[], V]) -> V:
        """The answer of a proof search, which is noted with its cost."""
        try:
            return search()
        finally:
            self.methods = {method: None for method in self.methods if not method.startswith("proof search")}
            self.methods |= dict.fromkeys(self.provers.methods)

    def aside(self, positions: int, seconds: float) -> "Solver":
        """A solver for a side question, which knows what this one has proved; it may take as long as this one did."""
        budget = self.budget.smaller(positions, max(seconds, monotonic() - self.budget.started))
        other = Solver(budget, self.fresh)
        other.values, other.provers = self.values, self.provers
        return other

    def equals(self, summand: Summand, nimber: Nimber) -> bool:
        """Whether this is the nimber of the summand."""
        if isinstance(nimber, int) and self.is_hard(summand):
            with suppress(LoopError):
                return self.proved(lambda: self.provers.lost([summand], nimber, self.budget))
        return self.value(summand) == nimber

    def recalled(self, game: Game, misere: bool = False, heap: int = 0) -> Outcome | None:
        """The outcome of a game and a nim heap, if a proof search has met and still remembers it."""
        lost = self.provers.recalled(game, misere, heap) if "provers" in self.__dict__ else None
        return None if lost is None else "P" if lost else "N"

    def is_hard(self, summand: Summand) -> bool:
        """Whether the summand has no theorem or table, and the definition takes long."""
        rules, position = summand.ruleset, summand.position
        if not rules.finite or isinstance(rules, HeapGame) or summand in self.loops:
            return False
        if rules.theorem(position) is not None or rules.disguise(position) is not None:
            return False
        if not self.provers.may_search(summand) or self.provers.at_once(rules):
            return self.provers.may_search(summand)
        definition = partial(search.nimber, Game((summand,)), self.values)
        return self.provers.takes_long(rules, definition, self.budget)

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
        if misere or not adds(game):
            return self.label(game, misere)
        return self.outcome_of_sum(game)

    def label(self, game: Game, misere: bool) -> Outcome:
        """The outcome of a whole position that values do not tell."""
        position, labels = search.whole(game), self.loop_labels[misere]
        if position not in labels:
            try:
                if all(summand.ruleset.finite for summand in game.summands):
                    return self.label_finite(game, misere)
            except LoopError:
                self.methods.pop(DEFINITION, None)
            labels.update(loopy.label_game(game, misere, self.budget))
        self.used(loopy.METHOD)
        return labels[position][0]

    def label_finite(self, game: Game, misere: bool) -> Outcome:
        """The outcome of a whole position from which all play ends."""
        if misere and not any(has_pattern(summand.ruleset) for summand in game.summands):
            return self.misere_outcome(game)
        self.used(DEFINITION)
        return search.outcome(game, misere, self.labels[misere], self.budget)

    @cached_property
    def misere_play(self) -> "MiserePlay":
        """What is known of misère play: forms, quotients."""
        from grundy.solvers.misere.outcome import MiserePlay

        return MiserePlay(self.budget)

    def misere_outcome(self, game: Game) -> Outcome:
        """N or P under misère play."""
        if self.is_hard_misere(game):
            return "P" if self.proved(lambda: self.provers.lost_misere(game, self.budget)) else "N"
        self.misere_play.budget = self.budget
        outcome, method = self.misere_play.outcome(game)
        self.used(method)
        return outcome

    def is_hard_misere(self, game: Game) -> bool:
        """Whether a proof search is the way to the outcome of a game that is not all heaps."""
        fit = [summand.ruleset for summand in game.summands if self.provers.may_search_misere(summand)]
        if not fit or any(map(self.provers.at_once, fit)):
            return bool(fit)
        definition = partial(search.outcome, game, True, self.misere_play.labels)
        forms = partial(self.misere_play.by_forms, game)
        return all(self.provers.takes_long(fit[0], way, self.budget) for way in (definition, forms))

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
        hard = [summand for summand in live if self.is_hard(summand)]
        easy = nim_total(self.value(summand) for summand in live if summand not in hard)
        if hard and isinstance(easy, int):
            with suppress(LoopError):
                return "P" if self.proved(lambda: self.provers.lost(hard, easy, self.budget)) else "N"
        return loopy.outcome_of(nim_total([easy, *map(self.value, hard)]))

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

    @property
    def met_loops(self) -> bool:
        """Whether some position was met from which play can go round."""
        return bool(self.loops or any(self.loop_labels.values()))

    def distance(self, game: Game, misere: bool) -> tuple[int, ...]:
        """How far a P-position is from its end where play can go round: who goes to the least makes progress."""
        if misere or not adds(game):
            return (self.loop_labels[misere].get(search.whole(game), ("P", 0))[1] or 0,)
        return loopy.progress(game, self.loops, self.value) if self.loops else (0,)

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
