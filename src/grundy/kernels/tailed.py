"""Octal codes whose digits repeat for ever, such as 0.[3] (nim) and 4.[3] (Lasker's nim).

The tail acts alike on all remainders of one residue class modulo its length, so the values that they reach are
collected once for each class. The collections only grow, and with them the least value that they lack.
"""

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.jit import jit, section
from grundy.kernels.rules import Digits, Values

__all__ = ["tailed"]


@section
def collected(sets: NDArray[np.bool_], tail: Digits, n: int, head: int, value: int) -> bool:
    """Whether a move of the tail from heap n reaches the value."""
    for residue in range(len(tail)):
        digit = tail[(n - residue - head) % len(tail)]
        if (digit & 2 and sets[0, residue, value]) or (digit & 4 and sets[1, residue, value]):
            return True
    return False


@jit
def tailed(values: Values, start: int, stop: int, head: Digits, tail: Digits, size: int) -> None:
    """The values of heaps `start` to `stop - 1`; `size` is a power of two above 4 * stop."""
    sets = np.zeros((2, len(tail), size), np.bool_)
    pairs = tail.max() >= 4
    floors = np.zeros(len(tail), np.int64)
    seen = np.full(size, -1, np.int64)
    for n in range(stop):
        left = n - len(head)
        if left > 0:
            residue = left % len(tail)
            sets[0, residue, values[left]] = True
            if pairs:
                for part in range(1, left // 2 + 1):
                    sets[1, residue, values[part] ^ values[left - part]] = True
        if n < start:
            continue
        whole = head[n] if left < 0 else tail[left % len(tail)]
        if whole & 1:
            seen[0] = n
        for take in range(min(n, len(head))):
            if head[take] & 2:
                seen[values[n - take]] = n
            if head[take] & 4:
                for part in range(1, (n - take) // 2 + 1):
                    seen[values[part] ^ values[n - take - part]] = n
        floor = floors[n % len(tail)]
        while collected(sets, tail, n, len(head), floor) or (floor == 0 and left >= 0 and whole & 1):
            floor += 1
        floors[n % len(tail)] = floor
        value = floor
        while seen[value] == n or collected(sets, tail, n, len(head), value):
            value += 1
        values[n] = value
