"""Periods of sequences of nimbers: finding them, and how many values prove them (docs/theory/arithmetic.md)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import lcm

REPEATED_WINDOW = "a repeated window (Golomb 1966)"


@dataclass(frozen=True)
class Period:
    """g(n + period) = g(n) + saltus for every n >= preperiod, the least of each."""

    preperiod: int
    period: int
    proved: bool
    saltus: int = field(default=0, repr=False)
    theorem: str = field(default="", repr=False)
    exceptions: tuple[int, ...] = field(default=(), repr=False)

    def index(self, n: int) -> int:
        """The least index a whole number of periods before n; g(n) is its value plus the saltus for each of them."""
        return n if n < self.preperiod + self.period else self.preperiod + (n - self.preperiod) % self.period


def count_to_prove(preperiod: int, period: int, heaps: int, last: int) -> int:
    """The number of values that prove the period, where moves leave at most so many heaps and take at most `last`."""
    return heaps * (max(preperiod, 1) + period - 1) + last + 1


def count_to_prove_repeating_set(preperiod: int, period: int, last: int, repeats: int) -> int:
    """The number of values that prove the period of a subtraction set that repeats from `last` on."""
    return max(preperiod, 1) + 2 * lcm(period, repeats) + last + 1


def find_period(values: Sequence[int]) -> tuple[int, int, int] | None:
    """The (preperiod, period, saltus) of the least period that holds over more than the last third of the values.

    For lists of some thousands; `kernels.repetition` is for arrays, in linear time.
    """
    total = len(values)
    for period in range(1, total // 3 + 1):
        saltus = values[total - 1] - values[total - 1 - period]
        n = total - 1 - period
        while n >= 0 and values[n] + saltus == values[n + period]:
            n -= 1
        if total - (n + 1) >= 3 * period and total - (n + 1) > total // 3:
            return n + 1, period, saltus
    return None
