"""A sweep: every ruleset of a family studied once for its standard form, on all workers, into a ledger.

A result is in the ledger before the next task is handed out, so an end of any kind loses what is in hand and no more;
the same call goes on from there.
"""

import os
import platform
from collections.abc import Iterator
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
from grundy.cluster.ledger import Ledger, meta
from grundy.cluster.standard import standard
from grundy.cluster.study import Form, Member, Row, failed, study
from grundy.cluster.workers import Outcome, Task, Workers
from grundy.core.budget import Budget
from grundy.errors import GrundyError

__all__ = ["Summary", "Work", "forms_of", "sweep"]

SECOND = 1.5  # seconds that a task shall take, so that handing it out costs little
MOST = 64  # forms in a task: what a death may cost
BYTES = 40  # of memory for each value: the table, its lanes, and copies for the statistics


class Work(Protocol):
    """What a worker does with standard forms."""

    def __call__(self, forms: list[Form], /, limit: int) -> list[Row]:
        """The rows of all their members, from this many values."""


@dataclass(frozen=True)
class Summary:
    """What a sweep came to."""

    family: str
    limit: int
    file: str
    rulesets: int
    standard_forms: int
    done: int
    failed: int
    seconds: float


class Batches:
    """Tasks of about a second or more each, by the time that those before them took."""

    def __init__(self, forms: list[Form], deaths: dict[str, int]) -> None:
        self.forms, self.deaths, self.pace = iter(forms), deaths, SECOND

    def __iter__(self) -> Iterator[Task[Form]]:
        """The forms in tasks; one that has seen a death goes alone."""
        batch: list[Form] = []
        for form in self.forms:
            if count := self.deaths.get(str(form.ruleset), 0):
                yield Task([form], count)
                continue
            batch.append(form)
            if len(batch) >= min(MOST, SECOND / self.pace):
                yield Task(batch)
                batch = []
        if batch:
            yield Task(batch)

    def learn(self, rows: list[Row], forms: int) -> None:
        """Remember how long a form takes, the latest counting most."""
        seconds = sum(row.seconds or 0.0 for row in rows) / forms
        self.pace = max(0.001, (2 * self.pace + seconds) / 3)


def forms_of(family: Family, done: set[str]) -> tuple[list[Form], int]:
    """The standard forms with the rulesets that are not done, and how many there are in all."""
    members: dict[HeapGame, list[Member]] = {}
    for ruleset in family:
        form = standard(ruleset)
        members.setdefault(form.ruleset, []).append(Member(ruleset, form.scale, form.shift))
    forms = [
        Form(ruleset, tuple(member for member in all_members if str(member.ruleset) not in done))
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
    work: Work = study,
) -> Summary:
    """Study the rulesets of a family that the file does not have yet; `work` is what a worker does with forms."""
    started, count = monotonic(), count or os.cpu_count() or 1
    refuse(limit, 1 if scheduler else count)
    with Ledger.open(path, str(family), limit, fresh) as ledger:
        forms, total = forms_of(family, ledger.names())
        try:
            if forms:
                with Workers(scheduler, count) as workers:
                    run(workers, forms, limit, ledger, budget or Budget(), work)
        finally:
            ledger.note(provenance(ledger, monotonic() - started, scheduler or f"{count} here"))
        done, bad = ledger.count("done"), ledger.count("failed")
    return Summary(str(family), limit, str(path), family.size, total, done, bad, monotonic() - started)


def run(workers: Workers, forms: list[Form], limit: int, ledger: Ledger, budget: Budget, work: Work) -> None:
    """Study the forms and write down what is found."""
    batches = Batches(forms, ledger.deaths())
    with closing(workers.run(partial(work, limit=limit), iter(batches), budget.look)) as outcomes:
        for outcome in outcomes:
            rows = keep(outcome, ledger)
            budget.spend(len(rows))
            if outcome.result:
                batches.learn(outcome.result, len(outcome.items))


def keep(outcome: Outcome[Form, list[Row]], ledger: Ledger) -> list[Row]:
    """The rows of an outcome, written down; none yet where another try follows."""
    rows = outcome.result or []
    if outcome.reason:
        ledger.blame((str(form.ruleset) for form in outcome.items), outcome.tries)
        if outcome.final:
            reason = f"{outcome.reason}, {outcome.tries} times"
            rows = [row for form in outcome.items for row in failed(form, reason)]
    ledger.add(rows)
    return rows


def refuse(limit: int, count: int) -> None:
    """Raise where so many values do not fit into the memory of this machine for each of its workers."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    if not 0 < BYTES * limit * count <= memory:
        raise GrundyError(
            f"{limit:,} values a ruleset; sweep 1 to {memory // BYTES // count:,} here with {count} workers"
        )


def provenance(ledger: Ledger, seconds: float, workers: str) -> dict[str, str]:
    """Where the results come from; seconds add up over the runs."""
    held = meta(ledger.link)
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
    """The kind of processor of this machine."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())
