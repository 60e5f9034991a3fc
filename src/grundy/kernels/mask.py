"""Sparse space: the subgroup of index 2 under xor that most values avoid.

For a mask let R hold the values v with parity(v & mask) = 0 and C the others. R ^ R and C ^ C lie in R, R ^ C in C. A
heap whose value lies in R is rare; where almost every value lies in C, few pairs can reach a value of C (Berlekamp,
Conway and Guy 1982, chapter 4). When all splits take numbers of the same parity t, heap n may carry one more bit, the
parity of n + t, which xor keeps too: it is bit `PARITY` of a mask.
"""

from typing import NamedTuple

import numpy as np

from grundy.kernels.bits import parity
from grundy.kernels.jit import jit
from grundy.kernels.rules import Offsets, Values

__all__ = ["PARITY", "Space", "choose", "expand", "find_rares", "in_class", "squeeze"]

PARITY = 16


class Space(NamedTuple):
    """The moves of a splitting code, a mask, the common parity of the splits or -1, and the lowest bit of the mask."""

    splits: Offsets
    takes: Offsets
    distinct: bool
    mask: int
    shift: int
    low: int


@jit
def in_class(value: int, n: int, space: Space) -> int:
    """1 if the value, met at heap n, is common (class C), 0 if it is rare (class R)."""
    return parity(value & space.mask & 0xFFFF) ^ (space.mask >> PARITY & (n + space.shift))


@jit
def squeeze(value: int, space: Space) -> int:
    """The value without the lowest bit of the mask: one to one and in order on either class, and linear."""
    return (value >> (space.low + 1) << space.low) | (value & ((1 << space.low) - 1))


@jit
def expand(squeezed: int, common: int, n: int, space: Space) -> int:
    """The value at heap n, common or not, that was squeezed."""
    value = (squeezed >> space.low << (space.low + 1)) | (squeezed & ((1 << space.low) - 1))
    return value | (common ^ in_class(value, n, space)) << space.low


@jit
def choose(values: Values, heaps: Offsets, bits: int, shift: int) -> tuple[int, int]:
    """The mask with the fewest rares among the heaps, by a Walsh-Hadamard transform, and their number.

    A negative `shift` says that the splits have no common parity.
    """
    size = 1 << bits
    counts = np.zeros((2, size), np.int64)
    for n in heaps:
        counts[(n + shift) & 1, values[n]] += 1
    for row in range(2):
        transform(counts[row])
    best, mask = len(heaps) + 1, 1
    for v in range(1, size):
        even, odd = counts[0, v], counts[1, v]
        if even + odd < best:
            best, mask = even + odd, v
        if shift >= 0 and even - odd < best:
            best, mask = even - odd, v | 1 << PARITY
    return mask, (best + len(heaps)) // 2


@jit
def transform(counts: Offsets) -> None:
    """The Walsh-Hadamard transform, in place."""
    step = 1
    while step < len(counts):
        for low in range(len(counts)):
            if not low & step:
                a, b = counts[low], counts[low | step]
                counts[low], counts[low | step] = a + b, a - b
        step *= 2


@jit
def find_rares(values: Values, stop: int, space: Space, rares: Offsets) -> int:
    """The number of rare heaps from 1 to `stop - 1`, which are listed in `rares`."""
    count = 0
    for n in range(1, stop):
        if not in_class(values[n], n, space):
            rares[count] = n
            count += 1
    return count
