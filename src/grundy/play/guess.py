"""A guess where a position is not decided in time: what can be proved about its options, then trial games.

An option that is proved lost for the opponent is no guess, and one that is proved won for him is avoided. Among the
others the move is made after which random play is won most often.
"""

from collections.abc import Sequence
from itertools import islice
from random import Random
from time import monotonic

from grundy.core.budget import Budget
from grundy.core.game import Game, Move, distinct_moves
from grundy.core.ruleset import Outcome
from grundy.errors import GrundyError
from grundy.play.match import Match
from grundy.play.thoughts import Thought
from grundy.solvers.solver import Solver

LISTED_MOVES = 1000  # of a position, from which candidates are drawn
CANDIDATES = 48
TRIAL_GAMES = 3_000
TRIAL_MOVES = 400  # of one trial game; play may go round for ever
PROOF_SHARE = 0.6  # of the time, before trial games


def guess_move(match: Match, chance: Random, seconds: float, solver: Solver | None) -> tuple[Move, Thought]:
    """A move, and whether it is a guess; without a solver nothing is proved."""
    start, misere = monotonic(), match.misere
    listed = list(islice(match.game.each_move(), LISTED_MOVES))
    moves = distinct_moves(iter(listed))
    candidates = moves if len(moves) <= CANDIDATES else chance.sample(moves, CANDIDATES)
    open_moves, drawn = list[Move](), list[Move]()
    for number, move in enumerate(candidates):
        left = start + PROOF_SHARE * seconds - monotonic()
        outcome = prove(move, misere, left / (len(candidates) - number), solver) if solver else None
        if outcome == "P":
            return move, Thought("leave")
        if outcome is None:
            open_moves.append(move)
        elif outcome == "D":
            drawn.append(move)
    is_whole = len(candidates) == len(moves) and len(listed) < LISTED_MOVES
    if not open_moves and is_whole:
        return (drawn[0], Thought("draw")) if drawn else (candidates[0], Thought("lost"))
    return play_trials(open_moves or drawn or candidates, misere, chance, start + seconds), Thought("guess")


def prove(move: Move, misere: bool, seconds: float, solver: Solver) -> Outcome | None:
    if seconds <= 0:
        return None
    try:
        return solver.outcome_after(move, misere, solver.inquire(Budget(seconds=seconds)))
    except GrundyError:
        return None


def play_trials(moves: Sequence[Move], misere: bool, chance: Random, until: float) -> Move:
    """The move after which the player who made it wins the largest share of random games."""
    wins, games = [0] * len(moves), [0] * len(moves)
    for trial in range(TRIAL_GAMES):
        number = trial % len(moves)
        again = moves[number].goes_on
        winner = play_randomly(moves[number].to, misere, chance, until)
        if winner is None:
            break
        games[number] += 1
        wins[number] += winner == (0 if again else 1)
    return max(zip(wins, games, moves, strict=True), key=lambda it: (it[0] + 1) / (it[1] + 2))[2]


def play_randomly(game: Game, misere: bool, chance: Random, until: float) -> float | None:
    """Who wins a random game: 0 for the player who begins, 1 for the other; None where time is over."""
    mover = 0
    for _ in range(TRIAL_MOVES):
        if monotonic() > until:
            return None
        moves = list(islice(game.each_move(), LISTED_MOVES))
        if not moves:
            winner = Match((game,), misere).winner
            return 0.5 if winner is None else mover if winner == 0 else 1 - mover
        move = chance.choice(moves)
        game, mover = game.put(move.index, move.position), mover if move.goes_on else 1 - mover
    return 0.5
