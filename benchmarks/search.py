"""Proof search: who wins and the nimber, in positions and seconds, against the definition where that is possible.

Chomp is answered by tables: its lines are the winning bites, all of them, against the definition's outcome of each.
"""

from collections.abc import Callable
from time import process_time

from benchmarks import Table
from grundy import parse
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.errors import NotDecided
from grundy.games.chomp.rules import chomp
from grundy.games.chomp.search import make_lost_bars
from grundy.solvers import search
from grundy.solvers.proof.expansion import expansion_of
from grundy.solvers.proof.prover import Prover

__all__ = ["run"]

CASES = [
    "cram(4x5)",
    "cram(3x8)",
    "cram(5x5)",
    "cram(4x7)",
    "cram(5x6)",
    "cram(5x7)",
    "boxing_match(3x5)",
    "boxing_match(5x5)",
    "boxing_match(6x6)",
    "boxing_match(4x13)",
    "boxing_match(5x8)",
    "boxing_match(7x7)",
    "node_kayles(grid 5x6)",
    "node_removal(grid 3x5)",
]
CHOMP = [(6, 6), (7, 8), (12, 13), (14, 14), (16, 16), (5, 40), (4, 100), (3, 1_000), (3, 10_000)]
DEFINITION, NIMBER = 30.0, 60.0  # seconds: a dash stands for more


def run() -> Table:
    """The figures of each game; the last column is how many times faster the outcome is than the definition."""
    for case in ("cram(4x4)", "boxing_match(3x3)"):  # compile the kernels
        measure_search(parse(case))
    for size in ((4, 5), (3, 1_001)):
        bites(*size)
    header = ["game", "nodes, outcome", "outcome, s", "nodes, nimber", "nimber, s", "definition, s", "ratio"]
    return Table("Proof search", header, [row(case) for case in CASES] + [chomp_row(*size) for size in CHOMP])


def measure_search(game: Game) -> tuple[int, float | None, int, float | None]:
    """Nodes and seconds for the outcome, and for the nimber as well."""
    (summand,) = game.summands
    prover, budget = Prover(expansion_of(summand.ruleset), fresh=True), Budget(seconds=NIMBER)
    parts = prover.parts(summand.position)
    outcome = seconds(lambda: prover.is_lost(parts, 0, budget))
    nodes = prover.normal.nodes
    more = seconds(lambda: prover.nimber(parts, budget))
    return nodes, outcome, prover.normal.nodes, None if None in (outcome, more) else (outcome or 0) + (more or 0)


def row(case: str) -> list[str]:
    """The figures of one game."""
    game = parse(case)
    nodes, outcome, more, nimber = measure_search(game)
    plain = seconds(lambda: search.nimber(game, None, Budget(seconds=DEFINITION)))
    ratio = f"{plain / outcome:.1f}" if plain and outcome else ""
    shown = ["-" if time is None else f"{time:.2f}" for time in (outcome, nimber, plain)]
    counts = [f"{count:,}" if count else "compiled" for count in (nodes, more)]
    return [case, counts[0], shown[0], counts[1], shown[1], shown[2], ratio]


def bites(rows: int, columns: int) -> list[tuple[int, ...]]:
    """What the winning bites of a full bar leave, by the tables."""
    bar = (columns,) * rows
    return list(make_lost_bars(bar, False, Budget()).wins(bar))


def chomp_row(rows: int, columns: int) -> list[str]:
    """The figures of one bar of Chomp."""
    mine = seconds(lambda: bites(rows, columns)) or 0.0
    memo: search.Labels = {}
    budget = Budget(seconds=DEFINITION)
    plain = seconds(lambda: search.outcome(Game.of(chomp, (columns,) * rows), False, memo, budget))
    shown = ["-" if plain is None else f"{plain:.2f}", f"{plain / mine:.1f}" if plain and mine else ""]
    return [f"chomp({rows}x{columns}), all bites", "", f"{mine:.2f}", "", "", *shown]


def seconds(work: Callable[[], object]) -> float | None:
    """The time of a piece of work, or None where it did not end."""
    start = process_time()
    try:
        work()
    except NotDecided:
        return None
    return process_time() - start
