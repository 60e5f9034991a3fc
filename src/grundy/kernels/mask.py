"""Sparse space: the subgroup of index 2 under xor that most values avoid.

For a mask let R hold the values v with parity(v & mask) = 0 and C the others. R ^ R and C ^ C lie in R, R ^ C in C. A
heap whose value lies in R is rare; where almost every value lies in C, few pairs can reach a value of C (Berlekamp,
Conway and Guy 1982, chapter 4). When all splits take numbers of the same parity t, heap n may carry one more bit, the
parity of n + t, which xor keeps too: it is bit `PARITY` of a mask.
"""

from typing import NamedTuple

import numpy as np

from grundy.kernels.bits import parity
from grundy.kernels.jit import inner
from grundy.kernels.rules import Offsets, Values

__all__ = ["PARITY", "Space", "choose", "expand", "in_class", "squeeze"]

PARITY = 16


class Space(NamedTuple):
    """The moves of a splitting code, a mask, the common parity of the splits or -1, and the lowest bit of the mask."""

    splits: Offsets
    takes: Offsets
    distinct: bool
    mask: int
    shift: int
    low: int


@inner
def in_class(value: int, n: int, space: Space) -> int:
    """1 if the value, met at heap n, is common (class C), 0 if it is rare (class R)."""
    return parity(value & (space.mask & 0xFFFF)) ^ (space.mask >> PARITY & (n + space.shift))


@inner
def squeeze(value: int, space: Space) -> int:
    """The value without the lowest bit of the mask: one to one and in order on either class, and linear."""
    number = np.int64(value)  # sixteen bits would not hold what is computed with it
    return int(number >> (space.low + 1) << space.low | number & ((1 << space.low) - 1))


@inner
def expand(squeezed: int, n: int, space: Space) -> int:
    """The common value at heap n that was squeezed; its rare twin differs in the lowest bit of the mask."""
    value = (squeezed >> space.low << (space.low + 1)) | (squeezed & ((1 << space.low) - 1))
    return value | (1 ^ in_class(value, n, space)) << space.low


def choose(values: Values, heaps: Offsets, bits: int, shift: int) -> tuple[int, int]:
    """The mask with the fewest rares among the heaps, by a Walsh-Hadamard transform, and their number.

    A negative `shift` says that the splits have no common parity.
    """
    size = 1 << bits
    counts = np.bincount(values[heaps] + ((heaps + shift) % 2 << bits), minlength=2 * size)
    even, odd = transform(counts[:size]), transform(counts[size:])
    totals = np.array([even + odd, even - odd if shift >= 0 else even + odd])
    totals[:, 0] = len(heaps)  # the empty mask, under which all is rare
    best = int(np.argmin(totals))
    mask = best % size | best // size << PARITY
    return mask, (int(totals.min()) + len(heaps)) // 2


def transform(counts: Offsets) -> Offsets:
    """The Walsh-Hadamard transform."""
    step = 1
    while step < len(counts):
        pairs = counts.reshape(-1, 2, step)
        counts = np.stack([pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]], axis=1).reshape(-1)
        step *= 2
    return counts
