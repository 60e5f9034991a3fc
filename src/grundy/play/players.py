"""Players: functions from a match to a move."""

from itertools import islice

from grundy.core.budget import Budget
from grundy.core.game import Move
from grundy.errors import NotDecided
from grundy.play.match import Match
from grundy.solvers.answer import Solver
from grundy.solvers.winning import winning

__all__ = ["perfect"]

SECONDS = 10.0  # of thought before a move is made without proof
MANY = 1000  # moves that are compared when all lose


def perfect(match: Match) -> Move:
    """A winning move if there is one, else one that keeps a draw; otherwise one that leaves the most to do.

    A lost position is played on by the smallest change, which keeps the game long and the opponent thinking.
    """
    solver = Solver(Budget(seconds=SECONDS))
    try:
        won = winning(solver, match.game, match.misere, most=1).moves or holding(solver, match)
    except NotDecided:
        won = []
    return won[0] if won else delay(match)


def holding(solver: Solver, match: Match) -> list[Move]:
    """A move that keeps the draw, if it is one."""
    if solver.outcome(match.game, match.misere) != "D":
        return []
    kept = (m for m in islice(match.game.each_move(), MANY) if solver.outcome(m.to, match.misere) == "D")
    return list(islice(kept, 1))


def delay(match: Match) -> Move:
    """The move after which most moves remain."""
    moves = list(islice(match.game.each_move(), MANY))
    return max(moves, key=lambda move: sum(1 for _ in islice(move.to.each_move(), MANY)))
