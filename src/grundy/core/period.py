"""Periods of sequences of nimbers: detection, and the theorems that turn a repetition into a proof.

Octal games (Guy and Smith 1956): let the code have k digits after the point. If g(n + p) = g(n) for all
n0 <= n < 2 n0 + p + k, n0 >= 1, then for all n >= n0: an option of a large heap has a part of at least half its
size, which may be shortened by p without changing its value.

Subtraction games: g(n) depends on the last max(S) values alone, so one repeated window of that length is a proof.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

__all__ = ["Period", "find_period"]


@dataclass(frozen=True)
class Period:
    """g(n + period) = g(n) + saltus for every n >= preperiod, the least of each."""

    preperiod: int
    period: int
    proved: bool
    saltus: int = field(default=0, repr=False)
    theorem: str = field(default="", repr=False)
    checked_to: int = field(default=0, repr=False)
    exceptions: tuple[int, ...] = field(default=(), repr=False)

    def index(self, n: int) -> int:
        """The least index that stands for n: g(n) is g of it, plus the saltus once for each period between."""
        return n if n < self.preperiod + self.period else self.preperiod + (n - self.preperiod) % self.period


def find_period(values: Sequence[int], saltus: bool = False) -> tuple[int, int, int] | None:
    """The (preperiod, period, saltus) that explains the end of the sequence, if two whole periods are seen.

    The candidate is the shortest p for which the last third of the values repeats with it.
    """
    total = len(values)
    for period in range(1, total // 3 + 1):
        step = values[total - 1] - values[total - 1 - period]
        if step and not saltus:
            continue
        n = total - 1 - period
        while n >= 0 and values[n] + step == values[n + period]:
            n -= 1
        if total - (n + 1) >= 3 * period and total - (n + 1) > total // 3:
            return n + 1, period, step
    return None
