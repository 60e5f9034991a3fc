"""A sweep: every ruleset of a family studied once for its standard form, on all workers, into a ledger.

A result is in the ledger before the next task is submitted, so an interruption of any kind loses only the tasks that
are running; the same call continues from there.
"""

import os
import platform
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from pathlib import Path
from time import monotonic
from typing import Protocol

from grundy.boards.heaps import HeapGame
from grundy.cluster.families import Family
from grundy.cluster.ledger import Ledger
from grundy.cluster.rows import AtlasRow
from grundy.cluster.standard import standard_form
from grundy.cluster.study import FormGroup, Member, RulesetBounds, failed_rows, study
from grundy.cluster.workers import TaskOutcome, ThisProcess, WorkerCluster, WorkerTask, has_dask
from grundy.core.budget import Budget
from grundy.errors import GrundyError
from grundy.solvers.saved import rules_version
from grundy.system import physical_memory_bytes

TASK_SECONDS = 1.5  # that a task should take, so that submitting it costs little
MOST_FORMS = 64  # in a task: what the death of a worker may cost
BYTES_PER_VALUE = 40  # the table, its lanes, and copies for the statistics


class Work(Protocol):
    """What a worker does with standard forms: it returns the rows of all their members, from so many values."""

    def __call__(self, forms: list[FormGroup], /, limit: int, bounds: RulesetBounds) -> list[AtlasRow]: ...


@dataclass(frozen=True)
class Summary:
    family: str
    limit: int
    file: str
    rulesets: int
    standard_forms: int
    done: int
    failed: int
    seconds: float


class Batches:
    """Tasks of about `TASK_SECONDS` each, estimated from the time that the ones before took."""

    def __init__(self, forms: list[FormGroup], deaths: dict[str, int]) -> None:
        self.forms, self.deaths, self.seconds_per_form = iter(forms), deaths, TASK_SECONDS

    def __iter__(self) -> Iterator[WorkerTask[FormGroup]]:
        """The forms in tasks; a form on which a worker died gets a task of its own."""
        batch: list[FormGroup] = []
        for form in self.forms:
            if count := self.deaths.get(str(form.ruleset), 0):
                yield WorkerTask([form], count)
                continue
            batch.append(form)
            if len(batch) >= min(MOST_FORMS, TASK_SECONDS / self.seconds_per_form):
                yield WorkerTask(batch)
                batch = []
        if batch:
            yield WorkerTask(batch)

    def update_estimate(self, rows: list[AtlasRow], forms: int) -> None:
        seconds = sum(row.seconds or 0.0 for row in rows) / forms
        self.seconds_per_form = max(0.001, (2 * self.seconds_per_form + seconds) / 3)


def forms_of(family: Family, done: dict[str, str]) -> tuple[list[FormGroup], int]:
    """The standard forms with the rulesets that are not done in the present version, and how many there are in all."""
    members: dict[HeapGame, list[Member]] = {}
    for ruleset in family:
        form = standard_form(ruleset)
        members.setdefault(form.ruleset, []).append(Member(ruleset, form.scale, form.shift))
    forms = [
        FormGroup(
            ruleset,
            tuple(member for member in all_members if done.get(str(member.ruleset)) != rules_version(member.ruleset)),
        )
        for ruleset, all_members in members.items()
    ]
    return [form for form in forms if form.members], len(members)


def sweep(
    family: Family,
    limit: int,
    path: Path,
    scheduler: str | None = None,
    count: int | None = None,
    fresh: bool = False,
    budget: Budget | None = None,
    bounds: RulesetBounds | None = None,
    retry_failed: bool = False,
    work: Work = study,
) -> Summary:
    """Study the rulesets of a family that the file does not have yet; `work` is what a worker does with forms.

    A ruleset that exceeds its bounds has a failed row, with the reason; `retry_failed` studies such ones again.
    """
    started, count = monotonic(), count or (os.cpu_count() if has_dask() else 1) or 1
    is_here = scheduler is None and count == 1 and not has_dask()
    check_memory(limit, count if scheduler is None else 1)
    with Ledger.open(path, str(family), limit, fresh) as ledger:
        if retry_failed:
            ledger.forget_failed()
        forms, total = forms_of(family, ledger.versions())
        try:
            if forms:
                with ThisProcess() if is_here else WorkerCluster(scheduler, count) as workers:
                    task = partial(work, limit=limit, bounds=bounds or RulesetBounds())
                    run(workers, forms, task, ledger, budget or Budget())
        finally:
            ledger.write_meta(provenance(ledger, monotonic() - started, scheduler or f"{count} here"))
        done, bad = ledger.count("done"), ledger.count("failed")
    return Summary(str(family), limit, str(path), family.size, total, done, bad, monotonic() - started)


def run(
    workers: WorkerCluster | ThisProcess,
    forms: list[FormGroup],
    task: Callable[[list[FormGroup]], list[AtlasRow]],
    ledger: Ledger,
    budget: Budget,
) -> None:
    batches = Batches(forms, ledger.deaths())
    with closing(workers.run(task, iter(batches), budget.look)) as outcomes:
        for outcome in outcomes:
            rows = write_outcome(outcome, ledger)
            budget.spend(len(rows))
            if outcome.result:
                batches.update_estimate(outcome.result, len(outcome.items))


def write_outcome(outcome: TaskOutcome[FormGroup, list[AtlasRow]], ledger: Ledger) -> list[AtlasRow]:
    """Write the rows of an outcome, and return them; none where another try follows."""
    rows = outcome.result or []
    if outcome.reason:
        ledger.write_deaths((str(form.ruleset) for form in outcome.items), outcome.tries)
        if outcome.is_final:
            reason = f"{outcome.reason}, {outcome.tries} times"
            rows = [row for form in outcome.items for row in failed_rows(form, reason)]
    ledger.add(rows)
    return rows


def check_memory(limit: int, count: int) -> None:
    """Raise where so many values do not fit into the memory of this machine for each of its workers."""
    memory = physical_memory_bytes()
    if not 0 < BYTES_PER_VALUE * limit * count <= memory:
        raise GrundyError(
            f"{limit:,} values a ruleset; sweep 1 to {memory // BYTES_PER_VALUE // count:,} here with {count} workers"
        )


def provenance(ledger: Ledger, seconds: float, workers: str) -> dict[str, str]:
    """Where the results come from; seconds add up over the runs."""
    held = ledger.meta()
    before = float(held.get("seconds", 0))
    return {
        "command": f'grundy sweep "{held["family"]}" --limit {held["limit"]}',
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "machine": f"{processor()}, {os.cpu_count()} processors",
        "seconds": f"{before + seconds:.1f}",
        "version": version("grundy"),
        "workers": workers,
    }


def processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())
