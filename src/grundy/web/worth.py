"""What moves are worth, as a page shows it: outcome, nimber and remoteness of every option, and the nim-sum."""

from collections.abc import Sequence
from typing import Any

from grundy.core.budget import Budget
from grundy.core.game import Game, Move
from grundy.errors import GrundyError
from grundy.explain.html import element
from grundy.explain.page import columns
from grundy.solvers import loopy, search
from grundy.solvers.answer import Solver, adds

__all__ = ["badge", "columns_of", "judged"]

KINDS = {"P": "wins", "N": "loses", "D": "draws"}  # for who moves there
SIGNS = {"P": "✓", "N": "✗", "D": "="}
WORDS = {"P": "wins", "N": "loses", "D": "keeps the draw"}
POSITIONS = 40_000  # that remoteness is searched in
PARTS = 64  # of a sum whose addition is shown
Json = dict[str, Any]


def judged(moves: Sequence[Move], solver: Solver, misere: bool, seconds: float) -> list[Json]:
    """For each move what it is worth; nothing where that is not known in time."""
    far = distances(moves[0].game, misere, seconds) if moves else {}
    found, known = list[Json](), True
    for move in moves:
        found.append(worth(move, solver, misere, far) if known else {})
        known = bool(found[-1])  # where one is not decided in time, the next ones are not either
    wins = sorted({one["remoteness"] for one in found if one.get("outcome") == "P" and one["remoteness"] is not None})
    for one in found:
        if one and one["outcome"] == "P" and one["remoteness"] in wins:
            one["slow"] = min(3, wins.index(one["remoteness"]))
    return found


def distances(game: Game, misere: bool, seconds: float) -> Any:
    """The remoteness of everything that can be reached, if that is little enough."""
    try:
        return loopy.label_game(game, misere, Budget(POSITIONS, seconds / 2))
    except GrundyError:
        return {}


def worth(move: Move, solver: Solver, misere: bool, far: Any) -> Json:
    """The worth of one move."""
    try:
        outcome = solver.outcome(move.to, misere)
        nimber = solver.total(move.to) if not misere and adds(move.to) else None
    except GrundyError:
        return {}
    moves = far.get(search.whole(move.to), ("", None))[1] if far else None
    return {
        "outcome": outcome,
        "kind": KINDS[outcome],
        "sign": SIGNS[outcome],
        "words": WORDS[outcome],
        "nimber": None if nimber is None else f"\u2217{nimber}",
        "remoteness": moves,
        "slow": 0,
    }


def badge(worth: Json) -> tuple[str, str] | None:
    """The mark laid over a piece: a tick where the move wins, a cross where it loses, and the nimber."""
    return (f"{worth['kind']} slow-{worth['slow']}", f"{worth['sign']}{worth['nimber'] or ''}") if worth else None


def columns_of(game: Game, solver: Solver) -> str:
    """The nim-sum of the parts as an addition in binary; nothing where there is none."""
    try:
        parts = list(game.parts())
        values = [(str(part), solver.total(part)) for part in parts[:PARTS]] if adds(game) else []
    except GrundyError:
        return ""
    rows = [(name, value) for name, value in values if isinstance(value, int)]
    return element(columns(rows)) if rows and len(rows) == len(parts) else ""
