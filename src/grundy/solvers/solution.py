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
from grundy.solvers import search
from grundy.solvers.answer import Solver, adds, nim_total
from grundy.solvers.winning import Winning, winning

__all__ = ["MoveChoice", "Solution", "solve"]

CHEAP = (
    20_000,
    2.0,
)  # positions and seconds worth searching for what is not asked: a nimber where a theorem gives who wins
MoveChoice = Literal["winning", "all", "none"]
Json = dict[str, object]
Values = list[tuple[Game, Nimber | None]]


@dataclass(frozen=True)
class Solution:
    """Who wins, by which moves, and how that was found."""

    game: Game
    misere: bool
    outcome: Outcome | None
    nimber: Nimber | None
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
            "nimber": plain(self.nimber),
            "nimber_status": self.nimber_status,
            "parts": [{"game": str(part), "nimber": plain(value)} for part, value in self.parts],
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


def solve(
    game: Game, misere: bool = False, moves: MoveChoice = "winning", most: int = 1000, budget: Budget | None = None
) -> Solution:
    """The whole answer; an outcome of None where the budget ended first."""
    started, solver = perf_counter(), Solver(budget)
    outcome, reason, won, listed = None, "", None, None
    values: Values = [(part, None) for part in game.parts()]
    status = "not computed"
    try:
        outcome = solver.outcome(game, misere)
        values, status = part_values(solver, game, misere or outcome == "D")
        won = winning(solver, game, misere, most) if moves != "none" else None
        side = solver.budget.smaller(*CHEAP)  # for all remotenesses together
        listed = [row(solver, move, misere, side) for move in some_moves(game, most)] if moves == "all" else None
    except NotDecided as error:
        reason = str(error)
    nimber = nim_total(value or 0 for _, value in values) if status == "exact" else None
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
    return values, "not computed" if any(value is None for _, value in values) else "exact"


def part_value(solver: Solver, part: Game) -> Nimber | None:
    """The nimber of a part, or None where only a long search would tell and the outcome is known without."""
    verdict = solver.verdict(part.summands[0], False)
    if verdict == "P":
        return 0
    if not verdict:
        return solver.nimber(part)
    try:
        return Solver(solver.budget.smaller(*CHEAP)).nimber(part)
    except NotDecided:
        return None


def some_moves(game: Game, most: int) -> list[Move]:
    """The first moves of a game."""
    return distinct(islice(game.each_move(), most))


def row(solver: Solver, move: Move, misere: bool, side: Budget) -> Json:
    """A move with what is known of where it leads."""
    to = move.to
    values, status = part_values(solver, to, misere)
    nimber = nim_total(value or 0 for _, value in values) if status == "exact" else None
    try:
        remoteness = search.remoteness(to, misere, side)
    except (NotDecided, UndefinedError):
        remoteness = None
    return {
        "move": move.label,
        "to": str(to),
        "outcome": solver.outcome(to, misere),
        "nimber": plain(nimber),
        "remoteness": remoteness,
    }
