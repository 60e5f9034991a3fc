"""The whole answer to a question about a game, as `grundy solve` prints it."""

from dataclasses import dataclass
from itertools import islice
from time import perf_counter
from typing import Literal

from grundy.core.budget import Budget
from grundy.core.game import Game, Move, distinct
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome
from grundy.errors import NotDecided, UndefinedError
from grundy.solvers import loopy
from grundy.solvers.answer import Solver, adds, nim_total
from grundy.solvers.loopy import Infinity, Value
from grundy.solvers.winning import Winning, winning

__all__ = ["MoveChoice", "Solution", "solve"]

CHEAP = 20_000, 2.0  # positions and seconds for what is not asked: a nimber where it is known who wins
MoveChoice = Literal["winning", "all", "none"]
Json = dict[str, object]
Values = list[tuple[Game, Value | None]]


@dataclass(frozen=True)
class Solution:
    """Who wins, by which moves, and how that was found."""

    game: Game
    misere: bool
    outcome: Outcome | None
    nimber: Value | None
    nimber_status: str
    parts: Values
    winning: Winning | None
    moves: list[Json] | None
    method: str
    seconds: float
    reason: str = ""

    def json(self) -> Json:
        """The object of `grundy solve --json`."""
        answer: Json = {
            "schema": 1,
            "game": str(self.game),
            "play": "misere" if self.misere else "normal",
            "outcome": self.outcome,
            **worth(self.nimber),
            "nimber_status": self.nimber_status,
            "parts": [{"game": str(part), **worth(value)} for part, value in self.parts],
            "winning_moves": [
                {"move": move.label, "to": str(move.to), "ways": move.ways}
                for move in (self.winning.moves if self.winning else [])
            ],
            "winning_count": self.winning.count if self.winning else None,
            "complete": self.winning.complete if self.winning else False,
            "method": self.method,
            "seconds": round(self.seconds, 6),
        }
        return answer if self.moves is None else answer | {"moves": self.moves}


def plain(nimber: Nimber | None) -> int | str | None:
    """The nimber as JSON has it: an ordinal is text."""
    return nimber if nimber is None or isinstance(nimber, int) else str(nimber)


def worth(value: Value | None) -> Json:
    """The entry of a value: an infinite one is null, with the finite values that it reaches."""
    if isinstance(value, Infinity):
        return {"nimber": None, "infinity": [plain(nimber) for nimber in sorted(value.reached)]}
    return {"nimber": plain(value)}


def solve(
    game: Game,
    misere: bool = False,
    moves: MoveChoice = "winning",
    most: int = 1000,
    budget: Budget | None = None,
    fresh: bool = False,
) -> Solution:
    """The whole answer; an outcome of None where the budget ended first."""
    started, solver = perf_counter(), Solver(budget, fresh)
    outcome, reason, won, listed = None, "", None, None
    values: Values = [(part, None) for part in game.parts()]
    status = "not computed"
    try:
        outcome = solver.outcome(game, misere)
        values, status = part_values(solver, game, misere)
        won = winning(solver, game, misere, most) if moves != "none" else None
        side = solver.budget.smaller(*CHEAP)  # for all remotenesses together
        listed = [row(solver, move, misere, side) for move in some_moves(game, most)] if moves == "all" else None
    except NotDecided as error:
        reason = str(error)
    nimber = total(values)
    if nimber is None and outcome == "P" and status == "not computed":
        nimber, status = 0, "exact"
    seconds, method = perf_counter() - started, "; ".join(solver.methods)
    return Solution(game, misere, outcome, nimber, status, values, won, listed, method, seconds, reason)


def part_values(solver: Solver, game: Game, none: bool) -> tuple[Values, str]:
    """The parts with their nimbers, and the status of the whole: exact, none, or not computed."""
    parts = list(game.parts())
    if none or not adds(game):
        return [(part, None) for part in parts], "none"
    try:
        values: Values = [(part, part_value(solver, part)) for part in parts]
    except UndefinedError:
        return [(part, None) for part in parts], "none"
    if any(value is None for _, value in values):
        return values, "not computed"
    return values, "none" if isinstance(total(values), Infinity) else "exact"


def total(parts: Values) -> Value | None:
    """The value of the whole, if those of all parts are known."""
    values = [value for _, value in parts if value is not None]
    return nim_total(values) if len(values) == len(parts) else None


def part_value(solver: Solver, part: Game) -> Value | None:
    """The nimber of a part, or None where only a long search would tell and the outcome is known without."""
    (summand,) = part.summands
    verdict = solver.verdict(summand, False)
    if verdict == "P" or solver.recalled(part) == "P":
        return 0
    if not verdict and not solver.is_hard(summand):
        return solver.total(part)
    try:
        return solver.aside(*CHEAP).total(part)
    except NotDecided:
        return None


def some_moves(game: Game, most: int) -> list[Move]:
    """The first moves of a game."""
    return distinct(islice(game.each_move(), most))


def row(solver: Solver, move: Move, misere: bool, side: Budget) -> Json:
    """A move with what is known of where it leads."""
    to = move.to
    values, _ = part_values(solver, to, misere)
    try:
        remoteness = loopy.remoteness(to, misere, side)
    except (NotDecided, UndefinedError):
        remoteness = None
    return {
        "move": move.label,
        "to": str(to),
        "outcome": solver.outcome(to, misere),
        **worth(total(values)),
        "remoteness": remoteness,
    }
