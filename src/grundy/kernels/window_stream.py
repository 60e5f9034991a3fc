"""Values of a splitting code from a window of the last ones alone (docs/theory/windows.md).

The marks of a heap are the bits of a word, so values stay below 64. A block of heaps is filled from the rares, which
give the first common number that no option has; then splits with parts 1, 2, 3, ... must reach all rare numbers below.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.bits import trailing_zeros
from grundy.kernels.heap_rules import Offsets
from grundy.kernels.jit import jit, section, takes

Bytes = NDArray[np.uint8]
Words = NDArray[np.uint64]
BLOCK = 64  # heaps whose smaller values are sought together
PROBES, ROUND = 96, 8  # marked for all heaps of a block, so many at a time; then heap by heap


class WindowRules(NamedTuple):
    """What the next value is computed from, beside the window."""

    takes: Offsets  # after which one heap may be left
    splits: Offsets  # after which two heaps may be left
    rares: Offsets
    rare_values: Bytes
    near: int  # the number of rares whose partners may lie in the same block
    probes: Offsets  # the common heaps up to the reach of the window
    probe_values: Bytes
    common: Words  # the numbers that are common at an even and at an odd heap, as bits


@section
def mark_far(met: Words, values: Bytes, n: int, size: int, gone: int, value: np.uint8) -> None:
    """Mark for each heap of a block the value of a split whose larger part is so much smaller than the heap."""
    for lane in range(np.uintp(size)):
        met[lane] |= np.uint64(1) << np.uint64(values[np.uintp(n - gone) + lane] ^ value)


@section
def fill_block(values: Bytes, n: int, size: int, odd: int, rules: WindowRules, met: Words) -> int:
    """Write the first common number that is not marked for each heap of a block; return the first heap without one."""
    met[:] = 0
    for take in rules.splits:
        for i in range(rules.near, len(rules.rares)):
            mark_far(met, values, n, size, take + rules.rares[i], rules.rare_values[i])
    for lane in range(size):
        word, heap = met[lane], n + lane
        for take in rules.takes:
            word |= np.uint64(1) << np.uint64(values[np.uintp(heap - take)])
        for take in rules.splits:
            for i in range(rules.near):
                gone = take + rules.rares[i]
                word |= np.uint64(1) << np.uint64(values[np.uintp(heap - gone)] ^ rules.rare_values[i])
        free = rules.common[(heap + odd) & 1] & ~word
        if free == 0:
            return lane
        values[heap] = trailing_zeros(free)
        met[lane] = word
    return size


@section
def find_wanted(values: Bytes, n: int, size: int, odd: int, rules: WindowRules, wanted: Words) -> None:
    """The rare numbers below the value of each heap of a block, as bits."""
    for lane in range(np.uintp(size)):
        heap = np.uintp(n) + lane
        below = (np.uint64(1) << np.uint64(values[heap])) - np.uint64(1)
        wanted[lane] = below & ~rules.common[(heap + np.uintp(odd)) & np.uintp(1)]


@section
def is_covered(wanted: Words, met: Words, size: int) -> bool:
    """Whether all that is wanted in a block is met."""
    lacking = np.uint64(0)
    for lane in range(np.uintp(size)):
        lacking |= wanted[lane] & ~met[lane]
    return bool(lacking == 0)


@section
def reach_of(values: Bytes, heap: int, rules: WindowRules, wanted: np.uint64, word: np.uint64) -> int:
    """The largest part that must be split off to reach all that is wanted, or -1 where the window is too short."""
    for i in range(len(rules.probes)):
        for take in rules.splits:
            partner = np.uintp(heap - take - rules.probes[i])
            word |= np.uint64(1) << np.uint64(values[partner] ^ rules.probe_values[i])
        if wanted & ~word == 0:
            return int(rules.probes[i])
    return -1


@jit
@takes("uint8", 0, 0, 0, (WindowRules, "int64", "int64", "int64", "uint8", 0, "int64", "uint8", "uint64"))
def fill_by_window(values: Bytes, start: int, stop: int, odd: int, rules: WindowRules) -> tuple[int, int]:
    """Compute values[start:stop]; `odd` is the parity of what index 0 stands for. Behind `start` lies the window.

    Returns `stop`, or the first index whose value does not follow from the window, and the largest part needed
    beyond the first probes.
    """
    met, wanted, most, n = np.zeros(BLOCK, np.uint64), np.zeros(BLOCK, np.uint64), 0, start
    while n < stop:
        size = fill_block(values, n, min(BLOCK, stop - n), odd, rules, met)
        find_wanted(values, n, size, odd, rules, wanted)
        tried = 0
        while tried < PROBES and not is_covered(wanted, met, size):
            for i in range(tried, min(tried + ROUND, len(rules.probes))):
                for take in rules.splits:
                    mark_far(met, values, n, size, take + rules.probes[i], rules.probe_values[i])
            tried += ROUND
        if tried >= PROBES:
            for lane in range(size):
                if wanted[lane] & ~met[lane]:
                    part = reach_of(values, n + lane, rules, wanted[lane], met[lane])
                    if part < 0:
                        return n + lane, most
                    most = max(most, part)
        if size < min(BLOCK, stop - n):
            return n + size, most
        n += size
    return stop, most
