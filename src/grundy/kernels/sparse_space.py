"""The sparse-space method: almost all values of most splitting games avoid a subgroup of index 2 under xor.

The values in it, and the heaps that have them, are rare, the others common: docs/theory/heaps.md.
"""

from typing import NamedTuple

import numpy as np

from grundy.kernels.bits import parity
from grundy.kernels.heap_rules import Offsets, Values
from grundy.kernels.jit import inner, section
from grundy.kernels.walsh_hadamard import walsh_hadamard

PARITY = 16


class SparseSpace(NamedTuple):
    """The moves of a splitting code, a mask, the common parity of the splits or -1, and the lowest bit of the mask."""

    splits: Offsets
    takes: Offsets
    distinct: bool
    mask: int
    shift: int
    low: int


SPACE = SparseSpace, "int64", "int64", True, 0, 0, 0  # as `takes` writes it


@inner
def is_common(value: int, n: int, space: SparseSpace) -> int:
    """1 if the value, at heap n, lies in class C; 0 if it lies in R."""
    return parity(value & (space.mask & 0xFFFF)) ^ (space.mask >> PARITY & (n + space.shift))


@inner
def squeeze(value: int, space: SparseSpace) -> int:
    """The value without the lowest bit of the mask: one to one and increasing on either class, and linear over xor."""
    number = np.int64(value)  # sixteen bits would not hold what is computed with it
    return int(number >> (space.low + 1) << space.low | number & ((1 << space.low) - 1))


@inner
def expand(squeezed: int, n: int, space: SparseSpace) -> int:
    """The common value at heap n with this squeezed form; the rare one differs in the lowest bit of the mask."""
    value = (squeezed >> space.low << (space.low + 1)) | (squeezed & ((1 << space.low) - 1))
    return value | (1 ^ is_common(value, n, space)) << space.low


@section
def find_pair(values: Values, left: int, value: int, distinct: bool) -> int:
    """The least part of `left` stones whose xor with the rest is `value`, or 0."""
    stop = (left + 1) // 2 if distinct else left // 2 + 1
    whole, wanted = np.uintp(left), np.uint16(value)  # unsigned indices need no test for negative ones: 6 times faster
    for low in range(1, stop, 256):
        end = min(low + 256, stop)
        hit = np.uint16(0)
        for part in range(np.uintp(low), np.uintp(end)):
            hit |= np.uint16((values[part] ^ values[whole - part]) == wanted)
        if hit:
            while values[low] ^ values[left - low] != wanted:
                low += 1
            return low
    return 0


@section
def find_split(values: Values, n: int, value: int, space: SparseSpace) -> tuple[int, int]:
    """A split of heap n with this value, as the stones taken and the lesser part, which is 0 if there is none."""
    for take in space.splits:
        part = find_pair(values, n - take, value, space.distinct)
        if part:
            return take, part
    return 0, 0


def choose_mask(values: Values, heaps: Offsets, bits: int, shift: int) -> tuple[int, int]:
    """The mask with the fewest rares among the heaps, and their number; `shift` < 0: splits differ in parity."""
    size = 1 << bits
    counts = np.bincount(values[heaps] + ((heaps + shift & 1) << bits), minlength=2 * size)
    return best_mask(counts.reshape(2, size), shift)


def best_mask(counts: Offsets, shift: int) -> tuple[int, int]:
    """The same from the number of heaps with each value, at even and at odd n + `shift`."""
    even, odd = walsh_hadamard(counts)  # at each mask the rares less the commons
    size, heaps = counts.shape[1], int(counts.sum())
    totals = np.array([even + odd, even - odd if shift >= 0 else even + odd])
    totals[:, 0] = heaps  # the empty mask, under which all is rare
    best = int(np.argmin(totals))
    mask = best % size | best // size << PARITY
    return mask, (int(totals.min()) + heaps) // 2
