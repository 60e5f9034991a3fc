"""What moves are worth, as a page shows it: outcome, nimber and remoteness of every option, and the nim-sum."""

from collections.abc import Sequence
from typing import Any

from grundy.core.budget import Budget
from grundy.core.game import Game, Move
from grundy.core.nimbers import Loony
from grundy.errors import GrundyError
from grundy.explain.account import part_names
from grundy.explain.html import element
from grundy.explain.structure import columns
from grundy.solvers import loopy, search
from grundy.solvers.solver import Solver, adds

KINDS = {"P": "wins", "N": "loses", "D": "draws"}  # for the player who makes the move
SIGNS = {"P": "✓", "N": "✗", "D": "="}
WORDS = {"P": "wins", "N": "loses", "D": "keeps the draw"}
SEARCHED_POSITIONS = 40_000  # for remoteness
ADDED_PARTS = 64  # of a sum whose addition is shown
PALEST = 3  # of the shades of winning moves, from the quickest win on
Json = dict[str, Any]


def value_moves(moves: Sequence[Move], solver: Solver, misere: bool, seconds: float) -> list[Json]:
    """For each move its outcome, nimber and remoteness; nothing where that is not known in time."""
    labels = label_positions(moves[0].game, misere, seconds) if moves else {}
    values, in_time = list[Json](), True
    for move in moves:
        values.append(value_of(move, solver, misere, labels) if in_time else {})
        in_time = bool(values[-1])  # where one is not decided in time, the next ones are not either
    wins = [one for one in values if one and one["outcome"] == "P" and one["remoteness"] is not None]
    ranks = sorted({one["remoteness"] for one in wins})
    for one in wins:
        one["slow"] = min(PALEST, ranks.index(one["remoteness"]))
    return values


def label_positions(game: Game, misere: bool, seconds: float) -> Any:
    try:
        return loopy.label_game(game, misere, Budget(SEARCHED_POSITIONS, seconds / 2))
    except GrundyError:
        return {}


def value_of(move: Move, solver: Solver, misere: bool, labels: Any) -> Json:
    try:
        outcome = solver.outcome_after(move, misere)
        nimber = solver.total(move.to) if not misere and adds(move.to) else None
    except GrundyError:
        return {}
    return {
        "outcome": outcome,
        "kind": KINDS[outcome],
        "sign": SIGNS[outcome],
        "words": WORDS[outcome],
        "nimber": None if nimber is None else str(nimber) if isinstance(nimber, Loony) else f"\u2217{nimber}",
        "remoteness": labels.get(search.whole(move.to), ("", None))[1],
        "slow": 0,
    }


def badge(value: Json) -> tuple[str, str] | None:
    if "outcome" not in value:
        return None
    return f"{value['kind']} slow-{value['slow']}", f"{value['sign']}{value['nimber'] or ''}"


def nim_sum_table(game: Game, solver: Solver) -> str:
    try:
        parts = list(game.parts())
        shown = parts[:ADDED_PARTS] if adds(game) else []
        values = [(name, solver.total(part)) for name, part in zip(part_names(shown), shown, strict=True)]
    except GrundyError:
        return ""
    rows = [(name, value) for name, value in values if isinstance(value, int)]
    return element(columns(rows)) if rows and len(rows) == len(parts) else ""
