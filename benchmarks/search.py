"""Proof search: who wins and the nimber, in positions and seconds, against the definition where that is possible."""

from collections.abc import Callable
from time import process_time

from benchmarks import Table
from grundy import parse
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.errors import NotDecided
from grundy.solvers import search
from grundy.solvers.proof.prover import Prover

__all__ = ["run"]

CASES = [
    "cram(4x5)",
    "cram(3x8)",
    "cram(5x5)",
    "cram(4x7)",
    "cram(5x6)",
    "cram(5x7)",
    "boxing_match(5x5)",
    "node_kayles(grid 5x6)",
    "node_removal(grid 3x5)",
]
DEFINITION, NIMBER = 30.0, 60.0  # seconds: a dash stands for more


def run() -> Table:
    """The figures of each game; the last column is how many times faster the outcome is than the definition."""
    solved(parse("cram(4x4)"))  # compiles the kernel
    header = ["game", "nodes, outcome", "outcome, s", "nodes, nimber", "nimber, s", "definition, s", "ratio"]
    return Table("Proof search", header, [row(case) for case in CASES])


def solved(game: Game) -> tuple[int, float | None, int, float | None]:
    """Nodes and seconds for the outcome, and for the nimber as well."""
    (summand,) = game.summands
    prover, budget = Prover(summand.ruleset, fresh=True), Budget(seconds=NIMBER)
    parts = prover.parts(summand.position)
    outcome = seconds(lambda: prover.lost(parts, 0, budget))
    nodes = prover.count("normal")
    more = seconds(lambda: prover.nimber(parts, budget))
    return nodes, outcome, prover.count("normal"), None if None in (outcome, more) else (outcome or 0) + (more or 0)


def row(case: str) -> list[str]:
    """The figures of one game."""
    game = parse(case)
    nodes, outcome, more, nimber = solved(game)
    plain = seconds(lambda: search.nimber(game, None, Budget(seconds=DEFINITION)))
    ratio = f"{plain / outcome:.1f}" if plain and outcome else ""
    shown = ["-" if time is None else f"{time:.2f}" for time in (outcome, nimber, plain)]
    return [case, f"{nodes:,}", shown[0], f"{more:,}", shown[1], shown[2], ratio]


def seconds(work: Callable[[], object]) -> float | None:
    """The time of a piece of work, or None where it did not end."""
    start = process_time()
    try:
        work()
    except NotDecided:
        return None
    return process_time() - start
