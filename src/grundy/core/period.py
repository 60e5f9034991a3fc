"""Periods of sequences of nimbers: detection, and the theorem that turns a repetition into a proof.

Let moves take at most k stones and leave at most q heaps. If g(n + p) = g(n) for all n from n0 >= 1 to where n + p
reaches q n0 + q p + k - q, then for all n >= n0: of a larger heap some part is at least n0 + p, and may lose p stones
without a change of value. For q = 2 this is the theorem of Guy and Smith 1956; for q = 1 it says that one repeated
window of k values is enough (Golomb 1966).

Where a subtraction set repeats for ever, s being in it exactly if s + L is for s > k, the next value depends on the
last k values, on n modulo L, and for each residue on the set of values met so far. These sets only grow; over one
common multiple of p and L they have met all values of the period. So a period that lasts for two such multiples lasts.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import lcm

__all__ = ["Period", "enough", "enough_of_repeating_set", "find_period"]


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
        """The least index whose value, raised by the saltus once for each period between, is that of n."""
        return n if n < self.preperiod + self.period else self.preperiod + (n - self.preperiod) % self.period


def enough(preperiod: int, period: int, heaps: int, last: int) -> int:
    """The number of values that prove the period, where moves leave at most so many heaps and take at most `last`."""
    return heaps * (max(preperiod, 1) + period - 1) + last + 1


def enough_of_repeating_set(preperiod: int, period: int, last: int, repeats: int) -> int:
    """The number of values that prove the period of a subtraction set that repeats from `last` on."""
    return max(preperiod, 1) + 2 * lcm(period, repeats) + last + 1


def find_period(values: Sequence[int]) -> tuple[int, int, int] | None:
    """The (preperiod, period, saltus) that explains the end of the sequence, if more than a third of it repeats.

    >>> find_period([5, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1])
    (1, 3, 0)
    >>> find_period([0, 1, 2, 4, 3, 5, 6, 8, 7, 9, 10, 12, 11, 13, 14, 16, 15])
    (1, 4, 4)
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
