"""What moves are worth, as a page shows it: outcome, nimber and remoteness of every option, and the nim-sum."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any

from grundy.core.budget import Budget
from grundy.core.game import Game, Move
from grundy.core.nimbers import Entailed, Loony
from grundy.core.values import Value
from grundy.errors import GrundyError
from grundy.explain.account import part_names
from grundy.explain.html import element
from grundy.explain.structure import columns
from grundy.render.charts import SHADES
from grundy.solvers import loopy, search
from grundy.solvers.loopy import Labels
from grundy.solvers.solver import Solver, adds

KINDS = {"P": "wins", "N": "loses", "D": "draws"}  # for the player who makes the move
SIGNS = {"P": "✓", "N": "✗", "D": "="}
WORDS = {"P": "wins", "N": "loses", "D": "keeps the draw"}
SEARCHED_POSITIONS = 12_000  # for remoteness
ADDED_PARTS = 64  # of a sum whose addition is shown
FIRST_SECONDS, NEXT_SHARE = 0.005, 4.0  # for one move in the first round, and how much more in each next one
PALEST = 3  # of the shades of winning moves, from the quickest win on
Json = dict[str, Any]


def value_moves(moves: Sequence[Move], solver: Solver, misere: bool, seconds: float) -> list[Json]:
    """For each move its outcome, nimber and remoteness; a move that is not decided in time is open."""
    labels = label_positions(moves[0].game, misere, seconds / 2) if moves else {}
    found = dict(find_values(moves, solver, misere, seconds / 3, labels))
    values = [found.get(number, {"is_open": True, "number": number}) for number in range(len(moves))]
    wins = [one for one in found.values() if one["outcome"] == "P" and one["remoteness"] is not None]
    ranks = sorted({one["remoteness"] for one in wins})
    for one in wins:
        one["slow"] = min(PALEST, ranks.index(one["remoteness"]))
    return values


def find_values(
    moves: Sequence[Move], solver: Solver, misere: bool, seconds: float, labels: Labels | None = None
) -> Iterator[tuple[int, Json]]:
    """The numbers of moves with what they are worth, as they are found: easy ones first, then more time for each."""
    left, until, share = dict(enumerate(moves)), monotonic() + seconds, FIRST_SECONDS
    while left:
        last = until if share > FIRST_SECONDS else until + seconds  # what is easy is found even on a busy machine
        for number, move in list(left.items()):
            room = min(share, last - monotonic())
            if room <= 0:
                return
            if value := value_of(move, solver, misere, labels or {}, room):
                del left[number]
                yield number, value
        share *= NEXT_SHARE


def label_positions(game: Game, misere: bool, seconds: float) -> Labels:
    try:
        return loopy.label_game(game, misere, Budget(SEARCHED_POSITIONS, seconds))
    except GrundyError:
        return {}


def value_of(move: Move, solver: Solver, misere: bool, labels: Labels, seconds: float) -> Json:
    """The outcome of a move, with its nimber where that is known too; nothing where it is not decided in time."""
    try:
        outcome = solver.outcome_after(move, misere, solver.inquire(Budget(seconds=seconds)))
    except GrundyError:
        return {}
    nimber: Value | None = None
    with suppress(GrundyError):
        if not misere and adds(move.to):
            nimber = solver.total(move.to, solver.inquire(Budget(seconds=seconds)))
    return {
        "outcome": outcome,
        "kind": KINDS[outcome],
        "sign": SIGNS[outcome],
        "words": WORDS[outcome],
        "nimber": show_nimber(nimber),
        "remoteness": labels[whole][1] if labels and (whole := search.whole(move.to)) in labels else None,
        "slow": 0,
    }


def show_nimber(value: Value | None) -> str | None:
    """The value of a position as a badge shows it: nothing where it must be answered, because then it has no nimber."""
    if value is None or isinstance(value, Entailed):
        return None
    return str(value) if isinstance(value, Loony) else f"\u2217{value}"


def badge(value: Json) -> tuple[str, str] | None:
    if "is_open" in value:
        return f"waits v-{value['number']}", "…"
    if "outcome" not in value:
        return None
    return f"{value['kind']} slow-{value['slow']}", f"{value['sign']}{value['nimber'] or ''}"


def heat_map(game: Game, solver: Solver, seconds: float) -> dict[str, int]:
    """How dark each square of the drawn boards is, by summand and key: from 0 for a lost position to SHADES.

    Nothing where there is no time for all of them.
    """
    inquiry, found = solver.inquire(Budget(seconds=seconds)), dict[str, int]()
    try:
        for index, (rules, position) in enumerate((one.ruleset, one.position) for one in game.summands):
            for key, other in rules.board.squares(position).items():
                value = solver.total(Game.of(rules, other), inquiry)
                if isinstance(value, int):
                    found[f"{index}:{key}"] = value
    except GrundyError:
        return {}
    most = max(found.values(), default=0) or 1
    return {key: -(-SHADES * value // most) for key, value in found.items()}


def nim_sum_table(game: Game, solver: Solver, seconds: float) -> str:
    inquiry = solver.inquire(Budget(seconds=seconds))
    try:
        parts = list(game.parts())
        shown = parts[:ADDED_PARTS] if adds(game) else []
        values = [(name, solver.total(part, inquiry)) for name, part in zip(part_names(shown), shown, strict=True)]
    except GrundyError:
        return ""
    rows = [(name, value) for name, value in values if isinstance(value, int)]
    return element(columns(rows)) if rows and len(rows) == len(parts) else ""
