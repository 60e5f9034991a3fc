"""One proof by several processes: the seconds by the clock against one search in this process, nothing taken from disk.

The parts of a sum are independent; of a single part two processes search much the same: the couples that each of two
workers expands are counted, and those that both do.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any, NamedTuple
from unittest.mock import patch

from benchmarks import Table
from grundy import parse
from grundy.cluster import proofs
from grundy.cluster.proofs import CoupleTask, prove_apart, search_couple
from grundy.cluster.workers import WorkerCluster
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.solvers.proof import store
from grundy.solvers.proof.couples import Couple, Couples
from grundy.solvers.proof.expansion import expansion_of
from grundy.solvers.proof.prover import PartFact, Prover

__all__ = ["run"]

CASES = ["cram(4x8) + cram(5x6)", "cram(5x6) + cram(4x7) + cram(3x9)", "cram(5x7)", "sprouts(12)", "sprouts(14)"]
COUNTS = 1, 2
COUNTED = ["sprouts(12)", "sprouts(14)", "sprouts(15)"]


class Expanded(NamedTuple):
    """What a process has expanded: each couple, how often in all, and the seconds by the clock and of the processor."""

    couples: set[Couple]
    nodes: int
    seconds: float
    processor: float


class Count:
    """The same while it grows, in one process."""

    def __init__(self) -> None:
        self.couples = set[Couple]()
        self.nodes, self.seconds, self.processor = 0, 0.0, 0.0


COUNT = Count()


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


def counted_search(tasks: list[CoupleTask]) -> list[PartFact]:
    """The task of a worker, which notes what it expands."""
    clock, processor = perf_counter(), process_time()
    with patch.object(Couples, "options", counted_options):
        found = search_couple(tasks)
    COUNT.seconds += perf_counter() - clock
    COUNT.processor += process_time() - processor
    return found


PLAIN_OPTIONS = Couples.options


def counted_options(space: Couples, node: Couple, budget: Budget) -> Any:
    """The options of a couple, which is noted."""
    COUNT.couples.add(node)
    COUNT.nodes += 1
    return PLAIN_OPTIONS(space, node, budget)


def report() -> Expanded:
    """What was noted in this process."""
    return Expanded(COUNT.couples, COUNT.nodes, COUNT.seconds, COUNT.processor)


def count_shared() -> Table:
    """The couples that each of two workers expands, and those that both do."""
    return Table("Couples expanded by two workers", COUNT_HEADER, [count_row(parse(case)) for case in COUNTED])


COUNT_HEADER = [
    "game",
    "one search",
    "first worker",
    "second",
    "different",
    "by both",
    "busy, s",
    "processor, s",
    "all, s",
]


def count_row(game: Game) -> list[str]:
    """The figures of one game: couples with repetitions for each, then different ones; seconds by the clock."""
    prover = Prover(expansion_of(game.summands[0].ruleset), fresh=True)
    prover.is_lost(prover.parts(*(summand.position for summand in game.summands)), 0, Budget())
    with patch.object(proofs, "search_couple", counted_search):
        taken, (one, two) = counted_apart(game)
    both, busy = len(one.couples & two.couples), f"{one.seconds:.1f} and {two.seconds:.1f}"
    processor = f"{one.processor:.1f} and {two.processor:.1f}"
    nodes = [
        f"{nodes:,}" for nodes in (prover.normal.nodes, one.nodes, two.nodes, len(one.couples | two.couples), both)
    ]
    return [str(game), *nodes, busy, processor, f"{taken:.1f}"]


def plain(game: Game) -> float:
    """The seconds of a search in this process."""
    prover = Prover(expansion_of(game.summands[0].ruleset), fresh=True)
    parts = prover.parts(*(summand.position for summand in game.summands))
    start = perf_counter()
    prover.is_lost(parts, 0, Budget())
    return perf_counter() - start


def apart(game: Game, count: int) -> float:
    """The seconds with so many workers, which are there already."""
    with TemporaryDirectory() as folder, without_store(folder), WorkerCluster(count=count) as workers:
        start = perf_counter()
        prove_apart(game, workers, Budget())
        return perf_counter() - start


def counted_apart(game: Game) -> tuple[float, list[Expanded]]:
    """The seconds with two workers, and what each of them has expanded."""
    with TemporaryDirectory() as folder, without_store(folder), WorkerCluster(count=2) as workers:
        start = perf_counter()
        prove_apart(game, workers, Budget())
        taken = perf_counter() - start
        client: Any = workers.client
        return taken, sorted(client.run(report).values(), key=lambda found: -found.nodes)


@contextmanager
def without_store(folder: str) -> Iterator[None]:
    """Nothing on disk but what is found now."""
    with patch.dict(os.environ, GRUNDY_CACHE=folder), patch.object(store, "SHIPPED_PROOFS", Path(folder) / "none"):
        yield


if __name__ == "__main__":
    print(run())
    print(count_shared())
