"""Periods of a sequence of values, and the theorems that prove them from finitely many values.

If moves take at most k stones and leave at most q heaps, and G(n + p) = G(n) for all n from n0 >= 1 up to where n + p
reaches q * n0 + q * p + k - q, then G(n + p) = G(n) for ever: the largest part left of a larger heap is at least
n0 + p, and so may lose p stones. Guy and Smith (1956) have it for q = 2; for q = 1 a window of k values came again.
"""

from dataclasses import dataclass

import numpy as np

from grundy.kernels.jit import jit
from grundy.kernels.rules import Rules, Values

__all__ = ["Period", "find_period", "next_look", "repeat", "unroll"]

THEOREMS = {1: "repeated window (Golomb 1966)", 2: "octal period (Guy and Smith 1956)", 3: "octal period, three parts"}
BASE = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True)
class Period:
    """G(n + period) = G(n) + saltus for n >= preperiod: proved, or seen and perhaps provable from `needed` values."""

    preperiod: int
    period: int
    saltus: int = 0
    proved: bool = False
    theorem: str = ""
    needed: int | None = None


@jit
def repeat(numbers: Values, stop: int, length: int) -> int:
    """The least p > 0 such that the last `length` numbers below `stop` stand p places earlier too, or 0.

    A rolling hash finds the places, a comparison confirms them.
    """
    first = stop - length
    power, target = np.uint64(1), np.uint64(0)
    for n in range(length):
        target += np.uint64(numbers[first + n]) * power
        power *= BASE
    rolling = target
    for shift in range(1, first + 1):
        rolling = np.uint64(numbers[first - shift]) + rolling * BASE - np.uint64(numbers[stop - shift]) * power
        if rolling == target:
            n = first
            while n < stop and numbers[n] == numbers[n - shift]:
                n += 1
            if n == stop:
                return shift
    return 0


@jit
def begin(numbers: Values, stop: int, period: int) -> int:
    """The least n from which the numbers below `stop` have the period."""
    n = stop - period
    while n > 0 and numbers[n - 1] == numbers[n - 1 + period]:
        n -= 1
    return n


def find_period(values: Values, rules: Rules) -> Period | None:
    """The least period of the values, proved where the theorem applies and there are enough of them."""
    if rules.tail or rules.distinct:
        return observed(values)
    parts, last, known = rules.parts, rules.last, len(values)
    length = last if parts == 1 else max(last, known // 8)
    shift = repeat(values, known, max(length, 1)) if known > length else 0
    if not shift:
        return observed(values) if parts == 3 else None
    start = begin(values, known, shift)
    needed = parts * (max(start, 1) + shift - 1) + last + 1
    return Period(start, shift, 0, known >= needed, THEOREMS[parts], needed)


def unroll(values: Values, period: Period, to: int) -> Values:
    """The values below `to`, once a period without saltus is proved for the first of them: copies that double."""
    whole: Values = np.empty(max(to, len(values)), values.dtype)
    known = len(values)
    whole[:known] = values
    while known < to:
        shift = (known - period.preperiod) // period.period * period.period
        stop = min(known + shift, to)
        whole[known:stop] = whole[known - shift : stop - shift]
        known = stop
    return whole


def next_look(known: int, period: Period | None) -> int:
    """The number of values at which a period may be provable next."""
    wanted = period.needed if period and period.needed else 2 * known
    return min(max(wanted, known + known // 8), 2 * known)


def observed(values: Values) -> Period | None:
    """The least period of the differences over the last half of the values, and what one period adds."""
    later: Values = values[1:].astype(np.uint32)
    steps: Values = later - values[:-1]  # modulo 2^32, which keeps equality
    shift = repeat(steps, len(steps), len(steps) // 2)
    if not shift or 4 * shift > len(steps):
        return None
    return Period(begin(steps, len(steps), shift), shift, int(values[-1]) - int(values[-1 - shift]))
