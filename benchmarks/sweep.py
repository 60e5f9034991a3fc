"""Sweeps: the rate with two workers against one, and what Dask costs against the same work in this process.

Rates are of wall time after the workers have loaded the kernels: every sweep is preceded by one of the same cluster.
"""

import os
from functools import partial
from time import perf_counter

from benchmarks import Table
from grundy.cluster.families import read_family
from grundy.cluster.study import Form, study
from grundy.cluster.sweep import Batches, forms_of
from grundy.cluster.workers import Task, Workers

FAMILY, LIMIT = "octal(0.???)", 1 << 14
WARM = "octal(0.??)"
COUNTS = 1, 2


def run() -> Table:
    """The rates of a sweep in this process, with one worker, and with two."""
    forms, _ = forms_of(read_family(FAMILY), set())
    alone = in_process(forms)
    times = {count: on_workers(forms, count) for count in COUNTS}
    rows = [row("in this process", alone, alone, forms)]
    rows += [row(f"{count} workers", taken, times[1], forms) for count, taken in times.items()]
    title = f"Sweeps: {FAMILY} to {LIMIT:,} values, {os.cpu_count()} processors"
    return Table(title, ["where", "seconds (wall)", "rulesets a second", "times one worker"], rows)


def row(name: str, taken: float, one: float, forms: list[Form]) -> list[str]:
    """The figures of one run."""
    count = sum(len(form.members) for form in forms)
    ratio = "" if name == "in this process" else f"{one / taken:.2f}"
    return [name, f"{taken:.1f}", f"{count / taken:.1f}", ratio]


def in_process(forms: list[Form]) -> float:
    """The time of the plain loop."""
    study(forms_of(read_family(WARM), set())[0], LIMIT)
    start = perf_counter()
    study(forms, LIMIT)
    return perf_counter() - start


def on_workers(forms: list[Form], count: int) -> float:
    """The time of the same work on so many workers."""
    warm, _ = forms_of(read_family(WARM), set())
    with Workers(count=count) as workers:
        for outcome in workers.run(partial(study, limit=LIMIT), (Task(warm) for _ in range(count))):
            assert outcome.result
        start, batches = perf_counter(), Batches(forms, {})
        for outcome in workers.run(partial(study, limit=LIMIT), iter(batches)):
            batches.learn(outcome.result or [], len(outcome.items))
        return perf_counter() - start
