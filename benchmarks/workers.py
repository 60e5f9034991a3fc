"""One proof by several processes: the seconds by the clock against one search in this process, nothing taken from disk.

The parts of a sum are independent; of a single part two processes search much the same.
"""

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from unittest.mock import patch

from benchmarks import Table
from grundy import parse
from grundy.cluster.proofs import prove_apart
from grundy.cluster.workers import WorkerCluster
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.solvers.proof import store
from grundy.solvers.proof.expansion import expansion_of
from grundy.solvers.proof.prover import Prover

__all__ = ["run"]

CASES = ["cram(4x8) + cram(5x6)", "cram(5x6) + cram(4x7) + cram(3x9)", "cram(5x7)", "sprouts(12)", "sprouts(14)"]
COUNTS = 1, 2


def run() -> Table:
    """The seconds of each game alone and with workers."""
    plain(parse("cram(4x4)") + parse("cram(4x4)"))
    header = ["game", "one search, s", "1 worker, s", "2 workers, s", "one search, times 2 workers"]
    return Table("One proof by several processes", header, [row(parse(case)) for case in CASES])


def row(game: Game) -> list[str]:
    """The figures of one game."""
    alone = plain(game)
    found = [apart(game, count) for count in COUNTS]
    return [str(game), f"{alone:.1f}", *(f"{taken:.1f}" for taken in found), f"{alone / found[-1]:.1f}"]


def plain(game: Game) -> float:
    """The seconds of a search in this process."""
    prover = Prover(expansion_of(game.summands[0].ruleset), fresh=True)
    parts = prover.parts(*(summand.position for summand in game.summands))
    start = perf_counter()
    prover.is_lost(parts, 0, Budget())
    return perf_counter() - start


def apart(game: Game, count: int) -> float:
    """The seconds with so many workers, which are there already."""
    with (
        TemporaryDirectory() as folder,
        WorkerCluster(count=count) as workers,
        patch.dict(os.environ, GRUNDY_CACHE=folder),
        patch.object(store, "SHIPPED_PROOFS", Path(folder) / "none"),
    ):
        start = perf_counter()
        prove_apart(game, workers, Budget())
        return perf_counter() - start


if __name__ == "__main__":
    print(run())
