"""`grundy verify`."""

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from time import monotonic

import click

from grundy.cli.common import (
    Progress,
    budget_of,
    common_options,
    erase_line,
    print_json,
    requested_timeout,
    say_what_is_kept,
)
from grundy.cli.files import FILE
from grundy.errors import GrundyError, NotDecided
from grundy.explain import checker
from grundy.explain.checker import Certificate, Overseer, RefusedError, Segment, Segmented, UncheckedError
from grundy.kernels.cache import cache_directory
from grundy.system import one_line_for_lost_pages

ANNOUNCED_SECONDS = 2.0  # a check that takes longer is announced,
KEPT_SECONDS = 1.0  # and what was checked is written down so often,
KEPT_SHARE = 20  # but so that it takes no more than such a share of the time


class LongCheck(Overseer):
    """Says how long a check will take and how far it is, shares it, and keeps what was checked for the next time.

    What is kept lies in the user's own directory, and holds for this file, these rules and this checker alone: beside
    the certificate it could be forged with it.
    """

    def __init__(self, path: Path, workers: int | None, scheduler: str | None, fresh: bool, progress: Progress) -> None:
        super().__init__()
        self.path, self.workers, self.scheduler, self.fresh, self.progress = path, workers, scheduler, fresh, progress
        self.pause, self.saved, self.every = KEPT_SECONDS, monotonic(), list[Segment]()
        self.kept: Path | None = None

    def open(self, file: Certificate) -> None:
        self.sources, _ = checker.sources_of(file)
        about = sha256(file.seal + self.sources.encode()).hexdigest()
        self.file, self.kept = file, cache_directory() / "verified" / f"{about}.json"
        if not self.fresh:
            with suppress(OSError, ValueError, TypeError):
                self.checked = {(number, first, stop) for number, first, stop in json.loads(self.kept.read_text())}

    def begin(self, tables: Sequence[Segmented], every: list[Segment], seconds: float) -> None:
        self.every = every

        def count_heaps(segments: Iterable[Segment]) -> int:
            return sum(tables[number].heaps(first, stop) for number, first, stop in segments)

        heaps, before = count_heaps(every), count_heaps(self.checked)
        self.progress.total, self.progress.noun, self.progress.before = heaps, "heaps", before
        self.progress.done = lambda: count_heaps(self.checked)
        if seconds < ANNOUNCED_SECONDS:
            return
        words = f"{before:,} of {heaps:,} heaps were checked before" if before else f"{heaps:,} heaps to check"
        seconds /= self.workers or 1
        length = f"{seconds:,.0f} s" if seconds < 120 else f"{seconds / 60:,.0f} minutes"
        erase_line()
        click.echo(f"{words}; this takes about {length}, and goes on after Ctrl-C", err=True)
        if self.kept:
            say_what_is_kept(self.kept)

    def note(self, segment: Segment) -> None:
        super().note(segment)
        if monotonic() - self.saved > self.pause or len(self.checked) == len(self.every):
            self.save()
        self.file.budget.look()

    def save(self) -> None:
        started = monotonic()
        if not self.kept or not self.checked:
            return
        with suppress(OSError):  # where nothing can be kept, it is checked all the same
            self.kept.parent.mkdir(parents=True, exist_ok=True)
            part = self.kept.with_suffix(".part")
            part.write_text(json.dumps(sorted(self.checked)))
            part.replace(self.kept)
        self.saved = monotonic()
        self.pause = max(KEPT_SECONDS, KEPT_SHARE * (self.saved - started))

    def share(self, todo: list[Segment]) -> None:
        if not self.workers and self.scheduler is None:
            return
        from grundy.cluster.workers import WorkerCluster, WorkerTask

        work = partial(checker.check_elsewhere, str(self.path.resolve()), self.file.seal, self.sources)
        try:
            with WorkerCluster(self.scheduler, self.workers) as opened:
                for outcome in opened.run(work, (WorkerTask([it]) for it in todo), self.file.budget.look):
                    if outcome.result:
                        raise RefusedError(outcome.result)
                    if outcome.result is not None:
                        for segment in outcome.items:
                            self.note(segment)
        except (RefusedError, NotDecided):
            raise
        except GrundyError as error:
            raise UncheckedError(str(error)) from error

    def end(self) -> None:
        """Forget what was kept: there is a verdict."""
        if self.kept:
            self.kept.unlink(missing_ok=True)


@click.command()
@click.argument("path", metavar="FILE", type=FILE)
@click.option("--graph", type=click.Path(), help="Check also that the proof is about the graph in this file.")
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    help="Share the heaps of a long table between so many processes; needs `pip install grundy[cluster]`.",
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Share them on a Dask cluster, whose workers have the same file at the same place: tcp://host:8786.",
)
@common_options
def verify(
    path: Path,
    graph: str | None,
    workers: int | None,
    scheduler: str | None,
    as_json: bool,
    timeout: float,
    fresh: bool,
) -> int:
    """Check a proof that `grundy certify` wrote: exit 0 if it is valid, 1 if not, 2 if the file is damaged.

    A long check says first how long it will take. After Ctrl-C the same command goes on where it was. It ends only with
    a verdict, unless --timeout is given.
    """
    with one_line_for_lost_pages(path):
        progress = Progress(stage=lambda: budget.meter.stage)
        budget = budget_of(requested_timeout(timeout), progress)
        file = checker.read(path, budget)
        file.overseer = check = LongCheck(path, workers, scheduler, fresh, progress)
        try:
            checker.judge(file)
        except BaseException:
            check.save()
            raise
        check.end()
        valid, statement = file.valid, file.statement
        if graph is not None and valid:
            from grundy.explain.certificates.labels import is_about_graph  # loads solvers: no verdict needs them

            if not is_about_graph(file, graph):
                valid, statement = False, f"it is not about the graph in {graph}"
    about = {"file": str(path), "kind": file.kind, "valid": valid, "trusted": file.trusted, "notes": [*file.notes]}
    if as_json:
        print_json(about | {"statement" if valid else "reason": statement})
        return 0 if valid else 1
    erase_line()
    if valid:
        trusted = "; ".join(checker.TRUSTED[what] for what in file.trusted)
        click.echo(f"valid: {statement}{f', trusting {trusted}' * bool(trusted)}.")
    else:
        click.echo(f"rejected: {statement}")
    for note in file.notes:
        click.echo(f"Note: {note}.")
    return 0 if valid else 1
