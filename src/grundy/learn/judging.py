"""Answers judged by the solver, and a wrong one refuted by a position: no answer is written down anywhere.

A move is refuted by the reply that wins; a nimber by a move that wins the sum with a nim heap of that size, which would
be a P-position if the answer were right; an outcome by a winning move, or by a winning reply to every move.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from grundy.core.game import Game, Move, distinct_moves
from grundy.core.nimbers import LOONY, Loony
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome
from grundy.errors import GrundyError
from grundy.expressions import parse
from grundy.solvers.solver import Solver

STAR = "\u2217"
SEARCHED_MOVES = 4_000  # for the one that was answered
SHOWN_REPLIES = 6  # to the moves from a P-position
RANK: dict[Outcome, int] = {"N": 0, "D": 1, "P": 2}  # of what a move makes of the game, for who makes it
MEANING: dict[Outcome, str] = {
    "N": "the player to move wins",
    "P": "the player to move loses",
    "D": "nobody can force a win",
}


class AnswerError(GrundyError):
    """An answer that cannot be read; the line says what is asked for."""


@dataclass(frozen=True)
class Judgement:
    """Whether an answer is right, the reason in words, and the moves that show it, each with its position before."""

    is_right: bool
    words: str
    shown: tuple[Move, ...] = ()

    @property
    def position(self) -> Game | None:
        """The position that settles the question."""
        return self.shown[0].game if self.shown else None


def judge_move(game: Game, to: Game, misere: bool = False, solver: Solver | None = None) -> Judgement:
    """Whether a move to this position is the best there is: a win, or a draw where no move wins.

    >>> judge_move(parse("nim(1,2)"), parse("nim(2)")).words
    'That loses: from nim(2) the reply “take the whole heap of 2” wins.'
    """
    solver = solver or Solver()
    move = find_move(game, to)
    if move is None:
        return Judgement(False, f"No single move leads from {game} to {to}.")
    made = solver.outcome_after(move, misere)
    if made == "P" or (made == "D" and solver.outcome(game, misere) == "D"):
        return Judgement(True, f"That {'wins' if made == 'P' else 'keeps the draw'}: {describe(move, made)}.", (move,))
    word = "loses" if made == "N" else "gives the win away"
    if move.goes_on:
        return Judgement(False, f"That {word}: you must move again from {move.to}, and no move there wins.", (move,))
    if move.to.is_over:
        return Judgement(False, f"That {word}: it is the last move, and whoever makes that loses.", (move,))
    reply = best_move(move.to, misere, solver)
    does = "wins" if made == "N" else "keeps the draw"
    return Judgement(False, f"That {word}: from {move.to} the reply “{reply.label}” {does}.", (reply,))


def describe(move: Move, made: Outcome) -> str:
    if move.goes_on:
        return f"after it you move again, from {move.to}"
    if move.to.is_over:
        return "nobody can move any more"
    return f"{move.to} is {'lost for' if made == 'P' else 'no win for'} the player who must move there"


def find_move(game: Game, to: Game) -> Move | None:
    """The move to a position, which may be written with its parts in another order."""
    key = to.live().key
    moves = islice(game.each_move(), SEARCHED_MOVES)
    return next((move for move in moves if move.to == to or move.to.live().key == key), None)


def best_move(game: Game, misere: bool, solver: Solver) -> Move:
    """A winning move, or one that keeps the draw where there is no better one."""
    if solver.outcome(game, misere) == "N":
        found = solver.winning(game, misere, 1).moves
        if found:
            return found[0]
    moves = islice(game.each_move(), SEARCHED_MOVES)
    return max(moves, key=lambda move: RANK[solver.outcome_after(move, misere)])


def judge_outcome(game: Game, claimed: str, misere: bool = False, solver: Solver | None = None) -> Judgement:
    """Whether this is the outcome: N, P or D.

    >>> judge_outcome(parse("nim(1,2,3)"), "N").words
    'It is a P-position: after “take the whole heap of 1” the reply “take 1 from the heap of 3” wins, and so on.'
    """
    if claimed not in MEANING:
        raise AnswerError("the answer is N, P or D (a draw)")
    solver = solver or Solver()
    outcome = solver.outcome(game, misere)
    shown = settle(game, outcome, misere, solver)
    return Judgement(claimed == outcome, outcome_words(game, outcome, shown), shown)


def outcome_words(game: Game, outcome: Outcome, shown: Sequence[Move]) -> str:
    """Why a game has this outcome, by the moves that settle it."""
    if outcome == "N" and not shown:
        return "It is an N-position: no move is left, and under misère play whoever cannot move has won."
    if outcome == "N":
        return f"It is an N-position: from {game} the move “{shown[0].label}” wins."
    if outcome == "D":
        return f"It is a draw: from {game} the move “{shown[0].label}” keeps it, and no move wins."
    if not shown:
        return "It is a P-position: there is no move." if game.is_over else "It is a P-position: every move loses."
    first = next(move for move in game.each_move() if move.to == shown[0].game)
    rest = ", and so on" if len(shown) > 1 else ""
    return f"It is a P-position: after “{first.label}” the reply “{shown[0].label}” wins{rest}."


def settle(game: Game, outcome: Outcome, misere: bool, solver: Solver) -> tuple[Move, ...]:
    """The moves that show an outcome: a winning one, or a winning reply to each of the first moves."""
    if game.is_over:
        return ()
    if outcome != "P":
        return (best_move(game, misere, solver),)
    moves = distinct_moves(islice(game.each_move(), SHOWN_REPLIES))
    return tuple(best_move(move.to, misere, solver) for move in moves if not move.goes_on and not move.to.is_over)


def judge_nimber(game: Game, claimed: Nimber | Loony, solver: Solver | None = None) -> Judgement:
    """Whether this is the nimber; a wrong one is refuted in the sum with a nim heap of that size.

    >>> judge_nimber(parse("kayles(5)"), 3).words
    'If it were 3, then kayles(5) + nim(3) would be lost for the player to move; but “in kayles(5), take 2 from the row
    of 5” wins.'
    """
    solver = solver or Solver()
    value = solver.total(game)
    if value == claimed:
        return Judgement(True, f"{game} is worth {STAR * isinstance(claimed, int)}{claimed}.")
    if isinstance(claimed, Loony):
        lost = game + parse(f"nim({value})")
        return Judgement(False, f"It is not loony: {lost} is lost for the player to move.")
    beside = game + parse(f"nim({claimed})") if claimed else game
    if isinstance(value, Loony):
        return Judgement(False, f"It is not {claimed}: the player to move wins {beside}, as beside every heap.")
    reply = best_move(beside, False, solver)
    ending = f"would be lost for the player to move; but “{reply.label}” wins."
    return Judgement(False, f"If it were {claimed}, then {beside} {ending}", (reply,))


def read_nimber(text: str) -> Nimber | Loony:
    """A nimber as it is answered: a number, with or without a star, an ordinal such as w+1, or loony."""
    plain = text.strip().lower().lstrip(f"*{STAR}")
    if plain in ("loony", "∞"):
        return LOONY
    if plain.isdecimal() and len(plain) < 19:
        return int(plain)
    try:
        (summand,) = parse(f"nim({plain})").summands
    except GrundyError:
        summand = None
    if summand is None or not plain or not isinstance(summand.position, tuple) or len(summand.position) != 1:
        raise AnswerError("the answer is a whole number such as 5")
    nimber: Nimber = summand.position[0]
    return nimber
