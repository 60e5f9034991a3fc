"""Sweeps: the rate with two workers against one, and what Dask costs against the same work in this process.

Rates are of wall time, the best of some rounds in which the ways alternate, after one that does not count: then every
worker has loaded the kernels. Beside them stands what a simulation says, which the cost model extends to more workers.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from heapq import heapify, heapreplace
from time import perf_counter
from typing import NamedTuple

from benchmarks import ROUNDS, Table
from grundy.cluster.families import read_family
from grundy.cluster.study import FormGroup, study
from grundy.cluster.sweep import Batches, forms_of
from grundy.cluster.workers import WorkerCluster

__all__ = ["run", "simulate"]

FAMILY, LIMIT = "octal(0.???)", 1 << 13


class Run(NamedTuple):
    """The seconds of a sweep by the clock, and those that each task took its worker."""

    wall: float
    tasks: list[float]


def run() -> Table:
    """The rates of a sweep in this process, with one worker, and with two."""
    forms, _ = forms_of(read_family(FAMILY), {})
    with WorkerCluster(count=1) as one, WorkerCluster(count=2) as two:
        ways = {
            "this process": partial(in_process, forms),
            "1 worker": partial(on_workers, forms, one),
            "2 workers": partial(on_workers, forms, two),
        }
        best = run_in_turn(ways)
    base = best["1 worker"]
    spent = max(0.0, base.wall - sum(base.tasks)) / len(base.tasks)  # of a task, beside the work itself
    rows = [row(name, found, base, spent, forms) for name, found in best.items()]
    title = f"Sweeps: {FAMILY} to {LIMIT:,} values, {os.cpu_count()} processors"
    return Table(title, ["where", "seconds (wall)", "simulated", "rulesets a second", "times one worker"], rows)


def run_in_turn(ways: Mapping[str, Callable[[], Run]]) -> dict[str, Run]:
    """The best run of each way, all of them in turn in every round; the first round does not count."""
    rounds = [{name: way() for name, way in ways.items()} for _ in range(ROUNDS + 1)][1:]
    return {name: min(found[name] for found in rounds) for name in ways}


def row(name: str, found: Run, base: Run, spent: float, forms: list[FormGroup]) -> list[str]:
    """The figures of one way."""
    count, number = sum(len(form.members) for form in forms), name.split()[0]
    model = f"{simulate(base.tasks, int(number), spent):.1f}" if number.isdigit() else ""
    return [name, f"{found.wall:.1f}", model, f"{count / found.wall:.1f}", f"{base.wall / found.wall:.2f}"]


def in_process(forms: list[FormGroup]) -> Run:
    """The plain loop."""
    start = perf_counter()
    study(forms, LIMIT)
    wall = perf_counter() - start
    return Run(wall, [wall])


def on_workers(forms: list[FormGroup], workers: WorkerCluster) -> Run:
    """The same work on a cluster."""
    start, batches, tasks = perf_counter(), Batches(forms, {}), []
    for outcome in workers.run(partial(study, limit=LIMIT), iter(batches)):
        rows = outcome.result or []
        batches.update_estimate(rows, len(outcome.items))
        tasks.append(sum(found.seconds or 0.0 for found in rows))
    return Run(perf_counter() - start, tasks)


def simulate(tasks: Sequence[float], workers: int, spent: float, write: float = 0.0) -> float:
    """The seconds until all tasks are done and written down, each by the first worker that is free.

    A task costs its worker `spent` seconds more, and the driver, who does one thing at a time, `write` seconds.
    """
    free, ends, driver = [0.0] * workers, [], 0.0
    heapify(free)
    for task in tasks:
        ends.append(free[0] + task + spent)
        heapreplace(free, ends[-1])
    for end in sorted(ends):
        driver = max(driver, end) + write
    return driver


if __name__ == "__main__":
    print(run())
