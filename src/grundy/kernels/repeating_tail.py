"""Octal codes whose digits repeat for ever, such as 0.[3] (nim) and 4.[3] (Lasker's nim): docs/theory/heaps.md."""

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.heap_rules import Digits, Values
from grundy.kernels.jit import jit, section, takes


@section
def tail_reaches(sets: NDArray[np.bool_], tail: Digits, n: int, head: int, value: int) -> bool:
    """Whether a move of the tail, from heap n of a code with `head` digits before the tail, reaches the value."""
    for residue in range(len(tail)):
        digit = tail[(n - residue - head) % len(tail)]
        if (digit & 2 and sets[0, residue, value]) or (digit & 4 and sets[1, residue, value]):
            return True
    return False


@jit
@takes("uint16", 0, 0, "uint8", "uint8", 0)
def fill_repeating_tail(values: Values, start: int, stop: int, head: Digits, tail: Digits, size: int) -> None:
    """Compute the values of heaps `start` to `stop - 1`; `size` is a power of two above 4 * stop."""
    # sets[0, r] holds the values of heaps in residue class r, sets[1, r] those of the pairs with such a total
    sets = np.zeros((2, len(tail), size), np.bool_)
    pairs = tail.max() >= 4
    floors = np.zeros(len(tail), np.int64)
    marks = np.full(size, -1, np.int64)
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
            marks[0] = n
        for take in range(min(n, len(head))):
            if head[take] & 2:
                marks[values[n - take]] = n
            if head[take] & 4:
                for part in range(1, (n - take) // 2 + 1):
                    marks[values[part] ^ values[n - take - part]] = n
        floor = floors[n % len(tail)]
        while tail_reaches(sets, tail, n, len(head), floor) or (floor == 0 and left >= 0 and whole & 1):
            floor += 1
        floors[n % len(tail)] = floor
        value = floor
        while marks[value] == n or tail_reaches(sets, tail, n, len(head), value):
            value += 1
        values[n] = value
