"""Sparse space: the subgroup of index 2 under xor that most values avoid.

For a mask let R hold the values v with parity(v & mask) = 0 and C the others. R ^ R and C ^ C lie in R, R ^ C in C. A
heap whose value lies in R is rare; where almost every value lies in C, few pairs can reach a value of C (Berlekamp,
Conway and Guy 1982, chapter 4). When all splits take numbers of the same parity t, heap n may carry one more bit, the
parity of n + t, which xor keeps too: it is bit `PARITY` of a mask.
"""

import numpy as np

from grundy.kernels.bits import parity
from grundy.kernels.jit import jit
from grundy.kernels.rules import Offsets, Values

__all__ = ["PARITY", "choose", "in_class", "squeeze", "find_rares"]

PARITY = 16


@jit
def in_class(value: int, n: int, mask: int, shift: int) -> int:
    """1 if the value, met at heap n, is common (class C), 0 if it is rare (class R)."""
    return parity(value & mask & 0xFFFF) ^ (mask >> PARITY & (n + shift))


@jit
def squeeze(value: int, low: int) -> int:
    """The value without bit `low`, the lowest of the mask: one to one and in order on either class."""
    return (value >> (low + 1) << low) | (value & ((1 << low) - 1))


@jit
def choose(values: Values, heaps: Offsets, bits: int, shift: int) -> tuple[int, int]:
    """The mask with the fewest rares among the heaps, by a Walsh-Hadamard transform, and their number.

    A negative `shift` says that the splits have no common parity.
    """
    size = 1 << bits
    counts = np.zeros((2, size), np.int64)
    for n in heaps:
        counts[(n + shift) & 1, values[n]] += 1
    step = 1
    while step < size:
        for low in range(size):
            if not low & step:
                for row in range(2):
                    a, b = counts[row, low], counts[row, low | step]
                    counts[row, low], counts[row, low | step] = a + b, a - b
        step *= 2
    best, mask = len(heaps) + 1, 1
    for v in range(1, size):
        if counts[0, v] + counts[1, v] < best:
            best, mask = counts[0, v] + counts[1, v], v
        if shift >= 0 and counts[0, v] - counts[1, v] < best:
            best, mask = counts[0, v] - counts[1, v], v | 1 << PARITY
    return mask, (best + len(heaps)) // 2


@jit
def find_rares(values: Values, stop: int, mask: int, shift: int, rares: Offsets) -> int:
    """The number of rare heaps from 1 to `stop - 1`; as many as fit are listed in `rares`."""
    count = 0
    for n in range(1, stop):
        if not in_class(values[n], n, mask, shift):
            if count < len(rares):
                rares[count] = n
            count += 1
    return count
