"""Values of a splitting code from a window of the last ones alone (docs/theory/windows.md).

All are common there, and held without the lowest bit of the mask, so that values below 256 take seven bits. A block of
heaps is filled from the rares, which give the first common number that no option has; then splits with parts 1, 2, 3,
... must reach all rare numbers below.
"""

from typing import NamedTuple

import numpy as np

from grundy.kernels.bits import trailing_zeros
from grundy.kernels.heap_rules import Offsets
from grundy.kernels.jit import inner, jit, takes
from grundy.kernels.window_lanes import (
    BAND,
    LANES,
    PAIRS,
    ROWS,
    Bytes,
    Pairs,
    Words,
    gather_words,
    lacking_lanes,
    lacking_numbers,
    mark_lanes,
)

MOST_BANDS = 8  # for the 128 numbers of a class
LEAST = LANES // 8  # heaps whose values are found one by one
ONE_WORD = 64 // BAND  # bands whose marks fit a word
PROBES, ROUND = 384, 32  # pairs marked for all heaps of a block, so many at a time; then number by number
CHUNK = 64  # parts compared with one number at a time
NO_VALUE = 0xFF  # in place of that of a part that reaches no rare number


class WindowRules(NamedTuple):
    """What the next value is computed from, beside the window."""

    near: Pairs  # those that reach common numbers and have gaps below `LEAST`; behind them one with gap 0
    rares: Pairs  # the others, by rising gaps
    ends: Offsets  # how many of these have gaps below 16, below 32, and below 64
    probes: Pairs  # those that reach rare numbers
    parts: Offsets  # the part that each of these splits off
    backwards: Bytes  # the values of the parts that do so from the reach down to 1
    splits: Offsets
    ranks: Bytes  # how many rare numbers are smaller than a common one at an even and at an odd heap


class Room(NamedTuple):
    """Arrays that the kernel works in: for each row of marks, or each word of them, a column for each lane."""

    common: Bytes
    rare: Bytes
    words: Words
    ranks: Bytes


SCRATCH = Room, "uint8 2d", "uint8 2d", "uint64 2d", "uint8"
RULES = WindowRules, PAIRS, PAIRS, "int64", PAIRS, "int64", "uint8", "int64", "uint8 2d"


def new_scratch() -> Room:
    # A row more than there are: some of its lanes are read, and written back.
    common, rare = np.zeros((2, MOST_BANDS * ROWS + 1, LANES), np.uint8)
    return Room(common, rare, np.zeros((2, LANES), np.uint64), np.zeros(LANES, np.uint8))


@inner
def clear(marks: Bytes, bands: int) -> None:
    for row in range(ROWS * bands):
        for lane in range(np.uintp(LANES)):
            marks[row, lane] = 0


@inner
def find_narrow(values: Bytes, heap: int, gaps: Offsets, xors: Bytes, word: np.uint64, limit: int) -> int:
    """The first number below the limit, of at most 64, that is neither marked in the word nor reached by near pairs."""
    i, gap = np.uintp(0), gaps[0]
    while gap:  # and not for each of so many: what was just written is slow to read into a vector
        word |= np.uint64(1) << np.uint64(values[np.uintp(heap - gap)] ^ xors[i])
        i += np.uintp(1)
        gap = gaps[i]
    free = ~word & (~np.uint64(0) >> np.uint64(64 - limit))
    return int(trailing_zeros(free)) if free else -1


@inner
def find_wide(values: Bytes, heap: int, gaps: Offsets, xors: Bytes, low: np.uint64, high: np.uint64, limit: int) -> int:
    """The same for a limit of more than 64."""
    i, gap = np.uintp(0), gaps[0]
    while gap:
        value = np.uint64(values[np.uintp(heap - gap)] ^ xors[i])
        bit = np.uint64(1) << (value & np.uint64(63))
        if value >> np.uint64(6):
            high |= bit
        else:
            low |= bit
        i += np.uintp(1)
        gap = gaps[i]
    if ~low:
        return int(trailing_zeros(~low))
    free = ~high & (~np.uint64(0) >> np.uint64(128 - limit))
    return 64 + int(trailing_zeros(free)) if free else -1


@inner
def fill_block(
    values: Bytes, n: int, size: int, odd: int, bands: int, rules: WindowRules, scratch: Room, plain: bool | None
) -> int:
    """Write the first common number that each heap of a block does not reach; return the first lane without one."""
    gaps, xors = rules.near.gaps, rules.near.xors  # taken out of the tuple in a loop, they would be counted there
    rares, ends, marks, words = rules.rares, rules.ends, scratch.common, scratch.words
    clear(marks, bands)
    mark_lanes(values, n, rares, ends[2], len(rares.gaps), bands, marks, 0, LANES, plain)
    for first in range(0, size, LEAST):
        heap = n + first
        if first % (4 * LEAST) == 0:
            mark_lanes(values, heap, rares, ends[1], ends[2], bands, marks, first, 4 * LEAST, plain)
        if first % (2 * LEAST) == 0:
            mark_lanes(values, heap, rares, ends[0], ends[1], bands, marks, first, 2 * LEAST, plain)
        mark_lanes(values, heap, rares, 0, ends[0], bands, marks, first, LEAST, plain)
        gather_words(marks, bands, first, words, plain)
        for lane in range(first, min(first + LEAST, size)):
            heap = n + lane
            if bands <= ONE_WORD:
                value = find_narrow(values, heap, gaps, xors, words[0, lane], BAND * bands)
            else:
                value = find_wide(values, heap, gaps, xors, words[0, lane], words[1, lane], BAND * bands)
            if value < 0:
                return lane
            values[np.uintp(heap)] = value
            scratch.ranks[lane] = rules.ranks[(heap + odd) & 1, value]
    return size


@inner
def find_part(values: Bytes, heap: int, number: int, rules: WindowRules, first: int) -> int:
    """The end of the parts from the first on of which one must be split off to reach a number; -1 if there are none."""
    reach, wanted = len(rules.backwards), np.uint8(number)
    while first <= reach:
        size = min(CHUNK, reach + 1 - first)
        place = reach - first - size + 1
        for split in rules.splits:
            partner, hits = heap - split - first - size + 1, np.uint8(0)
            for i in range(np.uintp(size)):
                found = values[np.uintp(partner) + i] ^ rules.backwards[np.uintp(place) + i]
                hits |= np.uint8(found == wanted)
            if hits:
                return first + size - 1
        first += size
    return -1


@inner
def cover_block(values: Bytes, n: int, rules: WindowRules, scratch: Room, plain: bool | None) -> tuple[int, int]:
    """The first lane of a block that does not reach all smaller rare numbers, else `LANES`; the largest part needed."""
    ranks, marks, top = scratch.ranks, scratch.rare, 0
    for lane in range(LANES):
        top = max(top, ranks[lane])
    bands, tried, stop = (top + BAND - 1) // BAND, 0, min(PROBES, len(rules.probes.gaps))
    clear(marks, bands)
    lacking = lacking_lanes(ranks, bands, marks, plain)
    while tried < stop and lacking:
        after = min(tried + ROUND, stop)
        mark_lanes(values, n, rules.probes, tried, after, bands, marks, 0, LANES, plain)
        tried, lacking = after, lacking_lanes(ranks, bands, marks, plain)
    most = part = max(rules.parts[tried - 1], 1) if tried else 1
    while lacking:
        lane = trailing_zeros(lacking)
        lacking &= lacking - np.uint64(1)
        for band in range(bands):
            numbers = np.uint64(lacking_numbers(ranks, band, marks, lane))
            while numbers:
                last = find_part(values, n + lane, band * BAND + trailing_zeros(numbers), rules, part)
                if last < 0:
                    return lane, most
                most = max(most, last)
                numbers &= numbers - np.uint64(1)
    return LANES, most


@jit
@takes("uint8", 0, 0, 0, 0, RULES, SCRATCH, None)
def fill_by_window(
    values: Bytes, start: int, stop: int, odd: int, bands: int, rules: WindowRules, scratch: Room, plain: bool | None
) -> tuple[int, int, bool]:
    """Compute values[start:stop], below 16 times `bands`; `odd` is the parity of what index 0 stands for.

    Behind `start` lies the window, and `LANES` bytes follow `stop`. Returns `stop`, or the first index whose value does
    not follow from the window; the largest part that was needed; and whether that value is too large for the bands.
    """
    most, n = 0, start
    while n < stop:
        size = min(LANES, stop - n)
        scratch.ranks[:] = 0
        filled = fill_block(values, n, size, odd, bands, rules, scratch, plain)
        covered, part = cover_block(values, n, rules, scratch, plain)
        most = max(most, part)
        if min(covered, filled) < size:
            return n + min(covered, filled), most, covered > filled
        n += size
    return stop, most, False
