"""Who wins and what a position is worth by the definition alone, within a number of positions.

Puzzles are made with this and not with the solver, so that each is checked by the rules themselves; the solver, with
its theorems and tables, judges the answers.
"""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from grundy.core.budget import Budget
from grundy.core.game import Game, Move, Summand
from grundy.core.ruleset import Outcome
from grundy.errors import GrundyError, LoopError, NotDecided
from grundy.solvers import loopy, search
from grundy.solvers.solution import is_scored
from grundy.solvers.solver import FLIPPED

V = TypeVar("V")
SEARCHED_POSITIONS = 600  # for one question
ALL_POSITIONS = 1_500  # for all questions about one puzzle; some games take 2 ms for each


class TooLargeError(GrundyError):
    """A position that takes the definition more positions than are allowed."""


class Definition:
    """Outcomes and nimbers straight from the rules; `TooLargeError` where they take more than the positions allowed."""

    def __init__(self, misere: bool = False, positions: int = SEARCHED_POSITIONS, in_all: int = ALL_POSITIONS) -> None:
        self.misere, self.positions, self.left = misere, positions, in_all
        self.values: search.Values = {}
        self.labels: search.Labels = {}
        self.margins: dict[Summand, int] = {}

    def ask(self, question: Callable[[Budget], V]) -> V:
        """The answer to a question that is put with a budget."""
        budget = Budget(most := min(self.positions, self.left))
        try:
            return question(budget)
        except NotDecided as error:  # also raised by a clock, whose word stands
            raise TooLargeError(str(error)) if budget.spent > most else error from None
        finally:
            self.left -= budget.spent

    def has_nimbers(self, game: Game) -> bool:
        """Whether outcomes follow from nimbers, which takes far fewer positions for a sum."""
        rulesets = [summand.ruleset for summand in game.summands]
        plain = (rules.adds and rules.finite and not rules.entails() for rules in rulesets)
        return not self.misere and all(plain) and not any(map(search.has_pattern, rulesets))

    def nimber(self, game: Game) -> int:
        return self.ask(partial(search.nimber, game, self.values))

    def margin(self, game: Game) -> int:
        return self.ask(partial(search.margin, game, self.margins))

    def outcome(self, game: Game) -> Outcome:
        if is_scored(game):
            margin = self.margin(game)
            return "N" if margin > 0 else "P" if margin < 0 else "D"
        try:
            if self.has_nimbers(game):
                return "N" if self.nimber(game) else "P"
            return self.ask(partial(search.outcome, game, self.misere, self.labels))
        except LoopError:
            return self.ask(partial(loopy.label_game, game, self.misere))[search.whole(game)][0]

    def outcome_after(self, move: Move) -> Outcome:
        """What a move makes of the game, as if the other player were to move then."""
        after = move.game.put(move.index, move.position)
        if is_scored(move.game):
            margin = move.points + self.margin(after) * (1 if move.goes_on else -1)
            return "P" if margin > 0 else "N" if margin < 0 else "D"
        outcome = self.outcome(after)
        return FLIPPED[outcome] if move.goes_on else outcome
