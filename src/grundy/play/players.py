"""Players: functions from a match to a move."""

from itertools import islice
from random import Random

from grundy.core.budget import Budget
from grundy.core.game import Move
from grundy.errors import NotDecided
from grundy.play.match import Match
from grundy.solvers.inquiry import Inquiry
from grundy.solvers.solution import is_scored
from grundy.solvers.solver import Solver

MOVE_SECONDS = 10.0  # before a move is made without proof
COMPARED_MOVES = 1000  # when all lose
COMPARED_WINS, COMPARE_SECONDS = 12, 0.2  # winning moves that are compared, and the time to find them
RANDOM_MOVE_SHARES = {"kind1": 0.6, "kind2": 0.3, "kind3": 0.12}  # of the moves of a kind player


def perfect(match: Match, seconds: float = MOVE_SECONDS, solver: Solver | None = None) -> Move:
    """A winning move if there is one, else one that keeps a draw; otherwise one that leaves the most moves.

    Of several winning moves the one that leaves the fewest moves. Where pieces may go back, as in Northcott's game, any
    winning move keeps the win, and this one comes nearer to it.
    """
    solver, game = solver or Solver(), match.game
    inquiry = solver.inquire(Budget(seconds=seconds))
    if is_scored(game):
        return most_points(match, solver, inquiry)
    try:
        wins = solver.winning(game, match.misere, 1, inquiry).moves
        if not wins:
            return drawing_move(match, solver, inquiry) or longest_move(match)
    except NotDecided:
        return longest_move(match)
    try:
        brief = solver.inquire(Budget(seconds=min(COMPARE_SECONDS, seconds)))
        wins = [*solver.winning(game, match.misere, COMPARED_WINS, brief).moves, *wins]
    except NotDecided:
        pass
    return min(wins, key=mobility)


def kind(
    match: Match, slips: float, chance: Random, seconds: float = MOVE_SECONDS, solver: Solver | None = None
) -> Move:
    """The move of a perfect player who makes a random move with this probability."""
    if chance.random() < slips:
        return chance.choice(list(islice(match.game.each_move(), COMPARED_MOVES)))
    return perfect(match, seconds, solver)


def choose_move(
    match: Match, player: str, chance: Random, seconds: float = MOVE_SECONDS, solver: Solver | None = None
) -> Move:
    """The move of the player of this name: one of `RANDOM_MOVE_SHARES`, or else the perfect one."""
    if player in RANDOM_MOVE_SHARES:
        return kind(match, RANDOM_MOVE_SHARES[player], chance, seconds, solver)
    return perfect(match, seconds, solver)


def drawing_move(match: Match, solver: Solver, inquiry: Inquiry) -> Move | None:
    if solver.outcome(match.game, match.misere, inquiry) != "D":
        return None
    moves = islice(match.game.each_move(), COMPARED_MOVES)
    return next((move for move in moves if solver.outcome_after(move, match.misere, inquiry) == "D"), None)


def most_points(match: Match, solver: Solver, inquiry: Inquiry) -> Move:
    """A move after which the most points are made; where that is not decided, the one that the rules prefer."""
    moves = list(match.game.each_move())
    try:
        return max(moves, key=lambda move: solver.margin_after(move, inquiry))
    except NotDecided:
        return max(moves, key=preference)


def preference(move: Move) -> float:
    before = move.game.summands[move.index]
    return before.ruleset.preference(before.position, move.position)


def longest_move(match: Match) -> Move:
    """The move after which most moves remain, which keeps a lost game long."""
    return max(islice(match.game.each_move(), COMPARED_MOVES), key=mobility)


def mobility(move: Move) -> int:
    return sum(1 for _ in islice(move.to.each_move(), COMPARED_MOVES))
