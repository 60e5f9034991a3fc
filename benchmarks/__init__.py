"""Figures, as ratios to a named baseline in the same run: `python -m benchmarks [NAME]`."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import process_time
from typing import NamedTuple

__all__ = ["Table", "one_core", "seconds"]

ROUNDS = 3  # the best of these counts


class Table(NamedTuple):
    """What a benchmark found: a title, the names of the columns, and the rows."""

    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]

    def __str__(self) -> str:
        """The table in Markdown."""
        lines = [self.header, ["---"] * len(self.header), *self.rows]
        return "\n".join([f"## {self.title}", "", *("| " + " | ".join(line) + " |" for line in lines), ""])


@contextmanager
def one_core() -> Iterator[None]:
    """A stretch of work without a second thread."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


def seconds(work: Callable[[], object]) -> float:
    """The least CPU time of some rounds."""
    times = []
    for _ in range(ROUNDS):
        start = process_time()
        work()
        times.append(process_time() - start)
    return min(times)
