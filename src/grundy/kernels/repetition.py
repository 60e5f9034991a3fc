"""Repetitions at the end of an array of values, found by a rolling hash in linear time (Karp and Rabin 1987).

Whether a repetition lasts for ever is decided by the theorems of `grundy.core.period`.
"""

import numpy as np

from grundy.kernels.heap_rules import Values
from grundy.kernels.jit import jit, takes

BASE = np.uint64(0x9E3779B97F4A7C15)


@jit
@takes("uint16", 0, 0)
@takes("uint32", 0, 0)
def find_shift(numbers: Values, stop: int, length: int) -> tuple[int, int]:
    """The least p > 0 such that the last `length` numbers below `stop` stand p places earlier too, or 0.

    With it the least n from which the numbers have period p. Equal hashes are confirmed by comparison.
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
            n = stop - shift
            while n > 0 and numbers[n - 1] == numbers[n - 1 + shift]:
                n -= 1
            if n <= first - shift:
                return shift, n
    return 0, 0


def find_window(values: Values, window: int) -> tuple[int, int, int] | None:
    """The (preperiod, period, 0) of the least period with which the last `window` values repeat."""
    known = len(values)
    period, preperiod = find_shift(values, known, window) if 0 < window < known else (0, 0)
    return (preperiod, period, 0) if period else None


def find_arithmetic(values: Values) -> tuple[int, int, int] | None:
    """The (preperiod, period, saltus) of the least period of the differences over the last half of the values."""
    later: Values = values[1:].astype(np.uint32)
    steps: Values = later - values[:-1]  # modulo 2^32, which keeps equality
    period, preperiod = find_shift(steps, len(steps), len(steps) // 2)
    if not period or 4 * period > len(steps):
        return None
    return preperiod, period, int(values[-1]) - int(values[-1 - period])
