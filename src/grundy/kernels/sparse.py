"""The sparse space of one stretch of a computation: its mask, its rares, and the kernel that suits them.

A mask is chosen whenever the known values have doubled. Values below 512 with few rares go through byte lanes, where
the machine has them, or below 64 through machine words; the others through eight rows of byte marks.
"""

from contextlib import nullcontext
from math import isqrt

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.bits import trailing_zeros
from grundy.kernels.block import block
from grundy.kernels.lanes import HAS_AVX2, LANES, NONE, Bytes, Partners, scratch
from grundy.kernels.mask import Space, choose, in_class
from grundy.kernels.narrow import narrow
from grundy.kernels.pair import Helper, answers, helped, helper, two_cores
from grundy.kernels.rules import Offsets, Rules, Values
from grundy.kernels.sliding import Sliding
from grundy.kernels.together import assist_block
from grundy.kernels.wide import WIDTH, assist_wide, wide

__all__ = ["Sparse"]

SAMPLE = 1 << 16  # heaps at either end, and as many between, that choose a mask
SPAN = 1 << 25  # lanes held at a time, half of them behind the heap in hand
OFFERS = 1 << 15  # heaps at either end that offer themselves as probes
PROBES = 2048
MANY = {"wide": 4_000, "block": 300}  # rares that are worth a second core,
LONG = 1 << 17  # in a computation as long as this
FEW = 64  # rares after which the mask of a long computation is in doubt: each costs a search of all pairs
PATIENCE = {"wide": 4_000, "block": 500}  # looks for an answer, half as long as a block takes
ALONE = 8  # stretches without a helper who was of little help


class Sparse:
    """A sparse space for heaps below `limit` and values below 2^bits, good for one doubling."""

    def __init__(self, rules: Rules, values: Values, known: int, bits: int, wish: str = "") -> None:
        self.rules, self.bits, self.limit = rules, max(bits, 8), 2 * known
        odd = set((rules.splits % 2).tolist())
        shift = odd.pop() if len(odd) == 1 else -1
        heaps = sample(known)
        mask, rare = choose(values, heaps, self.bits, shift)
        self.space = Space(rules.splits, rules.takes, rules.distinct, mask, shift, trailing_zeros(mask))
        self.kind = suited(bits, rare / len(heaps), wish)
        common, places = self.tables(1 << (self.bits - 8) if self.kind == "block" else 0)
        self.lanes = Sliding(known, self.limit, LANES + rules.last, self.space, places, SPAN)
        self.lanes.fill(values, known)
        rares = survey(values, known, common)
        self.count = len(rares)
        more = FEW + self.count // 4 if known >= LONG else 4096 + 2 * self.count
        self.rares = self.partners(values, np.r_[rares, np.zeros(more, np.int64)], self.count)
        probes = self.spread(values, known)
        self.probes = self.partners(values, probes, len(probes))
        self.room, self.cursor, self.cores, self.alone = scratch(self.lanes.rows), 0, 1, 0

    def tables(self, rows: int) -> tuple[NDArray[np.bool_], Bytes]:
        """Which values are common at an even and at an odd heap, and what stands for them in each row of lanes."""
        every = np.arange(1 << self.bits)
        common = np.array([[in_class(value, n, self.space) for value in every.tolist()] for n in range(2)], bool)
        squeezed = self.squeezed(every)
        here = common[:, None] & (squeezed >> 7 == np.arange(rows)[:, None])
        return common, np.where(here, squeezed & 127, NONE).astype(np.uint8)

    def squeezed(self, values: Offsets) -> Offsets:
        """The values without the lowest bit of the mask."""
        low = self.space.low
        return (values >> (low + 1) << low) | (values & ((1 << low) - 1))

    def spread(self, values: Values, known: int) -> Offsets:
        """Common heaps below half of `known`, equally many of each value, so that every xor is equally likely."""
        most = min(max((known - self.rules.last) // 2 - LANES, WIDTH + 1), self.lanes.reach)
        heaps = np.unique(np.r_[WIDTH : min(OFFERS, most), max(most - OFFERS, WIDTH) : most])
        heaps = np.setdiff1d(heaps, self.rares.heaps[: self.count], assume_unique=True)
        heaps = heaps[np.argsort(values[heaps], kind="stable")]
        turn = np.arange(len(heaps)) - np.searchsorted(values[heaps], values[heaps])
        wanted = max(PROBES, 16 * isqrt(known)) if self.kind == "wide" else PROBES  # each spares a search of all pairs
        return heaps[np.argsort(turn, kind="stable")][:wanted].astype(np.int64)

    def partners(self, values: Values, heaps: Offsets, count: int) -> Partners:
        """The heaps of a list, and where the first so many of them find their partners in the lanes."""
        squeezed, rows = self.squeezed(values[heaps[:count]].astype(np.int64)), self.lanes.rows
        offsets, xors = np.empty((rows, len(heaps)), np.int64), np.empty(len(heaps), np.uint8)
        offsets[:, :count] = (np.arange(rows)[:, None] ^ (squeezed >> 7)) * self.lanes.stride - heaps[:count]
        xors[:count] = squeezed & 127
        return Partners(heaps, offsets, xors)

    def advance(self, values: Values, start: int, stop: int) -> int:
        """How far the values from `start` to `stop - 1` could be found before the space grew too small."""
        task = values, start, stop, self.space
        if self.kind == "narrow":
            reached, self.count = narrow(*task, self.rares.heaps, self.count)
        elif self.kind == "wide":
            reached, self.count = self.by_rows(*task)
        else:
            reached, self.count, self.cursor = self.by_lanes(*task)
        return reached

    def by_rows(self, values: Values, start: int, stop: int, space: Space) -> tuple[int, int]:
        """The same in rows of byte marks, by two threads where there is enough to mark."""
        size, rares = 1 << self.bits, self.rares.heaps
        helper = self.helper((WIDTH * size,))
        with helped(assist_wide, helper, values, space, size, rares) if helper else nullcontext():
            found = wide(values, start, stop, space, size, rares, self.count, self.probes.heaps, helper)
        self.judge(helper, (stop - start) // WIDTH)
        return found

    def by_lanes(self, values: Values, start: int, stop: int, space: Space) -> tuple[int, int, int]:
        """The same in byte lanes, likewise; the lanes move on as far as they must."""
        while start < stop:
            end = min(stop, self.lanes.ready(values, start, self.rares, self.count))
            reached, self.count, self.cursor = self.through_lanes(values, start, end, space)
            if reached < end and (reached == start or self.rares.heaps[self.count - 1] != reached - 1):
                return reached, self.count, self.cursor
            start = reached  # perhaps behind a rare beyond the reach of the lanes, which they follow from now on
        return stop, self.count, self.cursor

    def through_lanes(self, values: Values, start: int, stop: int, space: Space) -> tuple[int, int, int]:
        """The same as far as the lanes serve."""
        lanes, plain, room = (-self.lanes.base, self.lanes.flat), None if HAS_AVX2 else True, self.room
        far = self.probes.heaps[self.probes.heaps >= 2 * LANES]
        probes = self.partners(values, far, len(far))  # its own, since those in use change
        helper = self.helper((2, *room.common.shape), len(far))
        work = space, *lanes, self.rares, probes, room.everything, plain
        with helped(assist_block, helper, *work) if helper else nullcontext():
            lists = self.rares, self.count, self.probes, self.cursor
            reach = self.lanes.stride, self.lanes.reach
            found = block(values, start, stop, space, *lanes, *reach, *lists, room, plain, helper)
        self.judge(helper, (found[0] - start) // LANES)
        return found

    def helper(self, marks: tuple[int, ...], probes: int = 0) -> Helper | None:
        """A helper with marks of this shape and so many probes, where a second core serves."""
        worth = self.limit >= LONG and self.count >= MANY[self.kind] and not self.alone and two_cores()
        self.alone = max(self.alone - 1, 0)
        self.cores = max(self.cores, 1 + worth)
        return helper(marks, PATIENCE[self.kind], probes) if worth else None

    def judge(self, helper: Helper | None, blocks: int) -> None:
        """Go without a helper for some stretches, if it answered for less than half of the blocks: others are busy."""
        if helper and 2 * answers(helper) < blocks:
            self.alone = ALONE

    @property
    def full(self) -> bool:
        """Whether there is no room for another rare."""
        return self.count == len(self.rares.heaps)

    def __str__(self) -> str:
        how = {"block": f"{LANES} byte lanes", "narrow": "words of 64 marks", "wide": f"{WIDTH} rows of byte marks"}
        cores = ", two cores" if self.cores > 1 else ""
        return (
            f"sparse space (mask {self.space.mask:#x}, {self.count} rares below {self.limit}), {how[self.kind]}{cores}"
        )


def survey(values: Values, known: int, common: NDArray[np.bool_]) -> Offsets:
    """The rare heaps, in pieces, because an index takes eight bytes for each value."""
    rares: list[Offsets] = []
    for start in range(0, known, SAMPLE):
        rare = np.empty(min(SAMPLE, known - start), np.bool_)
        for odd in range(2):
            rare[odd::2] = ~common[odd].take(values[start + odd : min(start + SAMPLE, known) : 2])
        rares.append(start + np.flatnonzero(rare))
    found = np.concatenate(rares)
    return found[found > 0]


def sample(known: int) -> Offsets:
    """Heaps that show both what is rare now and what was at the start."""
    if known <= 3 * SAMPLE:
        return np.arange(1, known)
    heaps: Offsets = np.r_[1:SAMPLE, SAMPLE : known - SAMPLE : known // SAMPLE | 1, known - SAMPLE : known]
    return heaps


def suited(bits: int, rarity: float, wish: str = "") -> str:
    """The kernel for values below 2^bits of which this fraction is rare; a wish counts where it can be granted."""
    able = {"narrow": bits <= 6, "block": bits <= 9, "wide": True}
    if wish and able[wish]:
        return wish
    if HAS_AVX2 and able["block"] and rarity < 0.1:
        return "block"
    return "narrow" if able["narrow"] and not HAS_AVX2 else "wide"
