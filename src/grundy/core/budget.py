"""A budget: how many positions and seconds a question may cost, since its cost is not known beforehand.

The limits never change; a side question gets a smaller budget of its own. What was spent is counted by a meter. Seconds
in which kernels are compiled, once for all later questions, do not count.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import inf
from time import monotonic

from grundy.errors import NotDecided

REPORT_SECONDS = 0.05  # between two reports of progress
TOLD_SHARE = 0.2  # of the time, from which on compilation is named where it ran out


def compile_seconds() -> float:
    """The seconds that this process has spent on compiling kernels so far."""
    module = sys.modules.get("grundy.kernels.compilation")  # nothing is compiled before it is loaded
    return float(module.STOPWATCH.seconds) if module else 0.0


def out_of_time(seconds: float, compiled: float = 0.0) -> NotDecided:
    """The error where these seconds are over, so many of which went into compiling kernels."""
    if compiled > TOLD_SHARE * seconds:
        once = "kernels were compiled, once; ask again, or compile all of them with grundy warm"
        return NotDecided(f"not decided within {seconds:g} s: for {compiled:.1f} s {once}")
    return NotDecided(f"not decided within {seconds:g} s; allow more with --timeout")


@dataclass
class Meter:
    """What was spent of a budget, and the stage of the search that the progress line shows."""

    spent: int = 0  # positions
    reported: float = 0.0  # the time of the last report
    stage: str = ""


@dataclass(frozen=True)
class Budget:
    """The limits of a question; `spend` raises `NotDecided` when one is reached, and reports progress meanwhile."""

    positions: int | None = None
    seconds: float | None = None
    report: Callable[[int], None] | None = None
    started: float = field(default_factory=monotonic)
    compiled: float = field(default_factory=compile_seconds, compare=False, repr=False)  # before the start
    excused: float = inf  # seconds of compilation that do not count, at most
    meter: Meter = field(default_factory=Meter, compare=False, repr=False)

    @property
    def spent(self) -> int:
        return self.meter.spent

    @property
    def elapsed(self) -> float:
        """The seconds since the start that count."""
        return monotonic() - self.started - min(self.excused, max(0.0, compile_seconds() - self.compiled))

    def spend(self, positions: int = 1) -> None:
        meter = self.meter
        before = meter.spent
        meter.spent = spent = before + positions
        if self.positions is not None and spent > self.positions:
            raise NotDecided(f"not decided within {self.positions:,} positions; allow more")
        if before >> 5 != spent >> 5:  # a position may take 10 ms, and a look at the clock takes 1 us: look every 32
            self.look()

    def look(self) -> None:
        """Look at the clock, and report progress."""
        if self.seconds is not None and self.elapsed > self.seconds:
            raise out_of_time(self.seconds, compile_seconds() - self.compiled)
        if self.report and (now := monotonic()) - self.meter.reported > REPORT_SECONDS:
            self.meter.reported = now
            self.report(self.spent)

    def note_stage(self, words: str) -> None:
        """Note what is being tried, and show it where progress is shown."""
        self.meter.stage = f", {words}"
        if self.report:
            self.report(self.spent)

    def smaller(self, positions: int, seconds: float) -> "Budget":
        """A budget for a side question, which ends no later than this one."""
        left = seconds if self.seconds is None else min(seconds, self.seconds - self.elapsed)
        return Budget(positions, left, excused=self.excused)

    def share(self, positions: int, seconds: float = inf) -> "Budget":
        """A budget for a step of this question: it has no more than what is left, and reports progress as this one.

        The caller counts what the step spends: whether running out is an error depends on the step.
        """
        left = positions if self.positions is None else min(positions, self.positions - self.spent)
        return replace(self.smaller(left, seconds), report=self.report)
