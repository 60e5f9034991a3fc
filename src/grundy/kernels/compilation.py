"""How long this process has compiled kernels, and who is told when it begins.

A budget does not count these seconds, and the command line says on a terminal what is being waited for. This file loads
nothing, so that one may ask without loading Numba.
"""

from collections.abc import Callable
from time import monotonic

REPORTS: list[Callable[[str], None]] = []  # are called with the name of each kernel before it is compiled


class Stopwatch:
    """The seconds of compilation; a kernel that is compiled for another one is part of it."""

    def __init__(self) -> None:
        self.depth, self.started, self.before = 0, 0.0, 0.0

    def start(self, kernel: str) -> None:
        for report in REPORTS:
            report(kernel)
        if not self.depth:
            self.started = monotonic()
        self.depth += 1

    def stop(self) -> None:
        self.depth -= 1
        if not self.depth:
            self.before += monotonic() - self.started

    @property
    def seconds(self) -> float:
        """All seconds so far, those of a kernel that is being compiled included."""
        return self.before + (monotonic() - self.started if self.depth else 0.0)


STOPWATCH = Stopwatch()
