"""Figures, as ratios to a named baseline in the same run: `python -m benchmarks [NAME]`."""

from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["Table"]


class Table(NamedTuple):
    """What a benchmark found: a title, the names of the columns, and the rows."""

    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]

    def __str__(self) -> str:
        """The table in Markdown."""
        lines = [self.header, ["---"] * len(self.header), *self.rows]
        return "\n".join([f"## {self.title}", "", *("| " + " | ".join(line) + " |" for line in lines), ""])
