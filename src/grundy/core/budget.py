"""A budget of positions and seconds for work whose cost nobody knows beforehand."""

from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic

from grundy.errors import NotDecided

__all__ = ["Budget"]

GLANCE = 0.05  # seconds between two looks at what the caller wants to see


@dataclass
class Budget:
    """What may be spent; `spend` raises `NotDecided` when it is gone, and reports progress meanwhile."""

    positions: int | None = None
    seconds: float | None = None
    report: Callable[[int], None] | None = None
    spent: int = 0
    started: float = field(default_factory=monotonic)
    looked: float = 0.0
    stage: str = ""  # what the work says of where it is

    def spend(self, positions: int = 1) -> None:
        """Count positions against the budget."""
        before, self.spent = self.spent, self.spent + positions
        if self.positions is not None and self.spent > self.positions:
            raise NotDecided(f"not decided within {self.positions:,} positions; allow more")
        if before >> 8 != self.spent >> 8:  # the clock costs more than a position: look every 256
            self.look()

    def look(self) -> None:
        """Look at the clock."""
        now = monotonic()
        if self.seconds is not None and now - self.started > self.seconds:
            raise NotDecided(f"not decided within {self.seconds:g} s; allow more with --timeout")
        if self.report and now - self.looked > GLANCE:
            self.looked = now
            self.report(self.spent)

    def smaller(self, positions: int, seconds: float) -> "Budget":
        """A part of this budget for a side question."""
        left = seconds if self.seconds is None else min(seconds, self.started + self.seconds - monotonic())
        return Budget(positions, left)
