"""The memory of a search and what is saved of it on disk."""

from collections.abc import Callable, Hashable
from time import monotonic
from typing import Any

from grundy.errors import GrundyError
from grundy.solvers.proof.memory import Memory
from grundy.solvers.proof.saved import SHIPPED, Row, Saved

__all__ = ["Shelf"]

UNKNOWN = -1  # below zero there is more to learn
PAUSE = 1.0  # seconds between two writes: what a sudden death may lose


class Shelf:
    """Facts about one ruleset under one play, read at the start and written every second."""

    def __init__(
        self,
        memory: Memory[int],
        ruleset: str,
        misere: bool,
        show: Callable[[Any], str | None],
        read: Callable[[str], Hashable],
    ) -> None:
        self.memory, self.ruleset, self.misere, self.show, self.read = memory, ruleset, misere, show, read
        self.own, self.written = Saved(), monotonic()
        memory.fresh = dict(memory.lasting)
        for saved in (Saved(SHIPPED, read_only=True), self.own):
            for row in saved.rows(ruleset, misere, memory.most // 2):
                self.load(row)
        memory.told = self.glance

    def load(self, row: Row) -> None:
        """Remember a row that reads and tells more than is known."""
        text, fact, work = row
        try:
            key = self.read(text)
        except GrundyError:
            return  # of an earlier notation
        if self.memory.get(key, UNKNOWN) < 0:
            self.memory.load(key, fact, work)

    def glance(self) -> None:
        """Write, if the last time is long ago."""
        if monotonic() - self.written > PAUSE:
            self.write()

    def write(self) -> None:
        """Write what is new, if anything is."""
        news = [(self.show(key), fact, work) for key, (fact, work) in self.memory.news().items()]
        rows = [(text, fact, work) for text, fact, work in news if text is not None]
        if rows:
            self.own.write(self.ruleset, self.misere, rows)
        self.written = monotonic()
