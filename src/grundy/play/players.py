"""Players: functions from a match to a move."""

from itertools import islice
from random import Random

from grundy.core.budget import Budget
from grundy.core.game import Move
from grundy.errors import NotDecided
from grundy.play.match import Match
from grundy.solvers.answer import Solver
from grundy.solvers.winning import winning

__all__ = ["kind", "perfect"]

SECONDS = 10.0  # of thought before a move is made without proof
MANY = 1000  # moves that are compared when all lose
FEW = 12  # winning moves that are compared
HURRY = 0.2  # seconds to find them


def perfect(match: Match, seconds: float = SECONDS) -> Move:
    """A winning move if there is one, else one that keeps a draw; otherwise one that leaves the most to do.

    A lost position is played on by the smallest change, which keeps the game long and the opponent thinking.
    """
    solver = Solver(Budget(seconds=seconds))
    try:
        won = winning(solver, match.game, match.misere, most=1).moves
        kept = [] if won else holding(solver, match)
    except NotDecided:
        won = kept = []
    return hurry(match, won[0], seconds) if won else kept[0] if kept else delay(match)


def hurry(match: Match, found: Move, seconds: float) -> Move:
    """Of a few winning moves the one that leaves the least to do.

    Where pieces may go back, as in Northcott's game, any winning move keeps the win, and this one comes nearer to it.
    """
    solver = Solver(Budget(seconds=min(HURRY, seconds)))
    try:
        won = winning(solver, match.game, match.misere, most=FEW).moves
    except NotDecided:
        won = []
    return min([*won, found], key=mobility)


def mobility(move: Move) -> int:
    """The number of moves after a move, counted as far as it matters."""
    return sum(1 for _ in islice(move.to.each_move(), MANY))


def kind(match: Match, slips: float, chance: Random, seconds: float = SECONDS) -> Move:
    """The move of a perfect player who now and then slips: with this probability any move will do."""
    if chance.random() < slips:
        return chance.choice(list(islice(match.game.each_move(), MANY)))
    return perfect(match, seconds)


def holding(solver: Solver, match: Match) -> list[Move]:
    """A move that keeps the draw, if it is one."""
    if solver.outcome(match.game, match.misere) != "D":
        return []
    kept = (m for m in islice(match.game.each_move(), MANY) if solver.outcome(m.to, match.misere) == "D")
    return list(islice(kept, 1))


def delay(match: Match) -> Move:
    """The move after which most moves remain."""
    return max(islice(match.game.each_move(), MANY), key=mobility)
