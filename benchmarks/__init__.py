"""Figures, as ratios to a named baseline in the same run: `python -m benchmarks [NAME]`."""

from collections.abc import Callable, Sequence
from time import process_time
from typing import NamedTuple

__all__ = ["Table", "seconds"]

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


def seconds(work: Callable[[], object]) -> float:
    """The least CPU time of some rounds."""
    times = []
    for _ in range(ROUNDS):
        start = process_time()
        work()
        times.append(process_time() - start)
    return min(times)
