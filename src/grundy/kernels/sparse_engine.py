"""The sparse space of one stretch of a computation: its mask, its rares, and the kernel (docs/theory/heaps.md)."""

import os
from concurrent.futures import ThreadPoolExecutor
from math import isqrt
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.bits import trailing_zeros
from grundy.kernels.byte_lanes import (
    EACH,
    HALF_ROWS,
    HAS_AVX2,
    LANES,
    NONE,
    ROW,
    SIZES,
    Ahead,
    Bytes,
    Partners,
    new_scratch,
)
from grundy.kernels.byte_marks import WIDTH, fill_by_byte_marks, mark_bytes_ahead
from grundy.kernels.heap_rules import HeapRules, Offsets, Values
from grundy.kernels.lane_blocks import fill_by_byte_lanes, mark_lanes_ahead
from grundy.kernels.lane_groups import Passes
from grundy.kernels.lane_window import LaneWindow
from grundy.kernels.sparse_space import PARITY, SparseSpace, choose_mask, squeeze
from grundy.kernels.word_marks import fill_by_word_marks

KernelName = Literal["byte lanes", "byte marks", "word marks", ""]

SAMPLE_HEAPS = 1 << 16  # at either end, and as many between, that choose a mask
SPAN = 1 << 25  # lanes held at a time, half of them behind the present heap
PROBE_HEAPS = 1 << 15  # at either end, from which probes are chosen
PROBES = 2048
LONG = 1 << 17  # known values from which the list of rares is kept short:
NEW_RARES = 64  # so many new ones put the mask in doubt, because each costs a search of all pairs
LANE_RARITY = 0.1  # byte lanes serve where a smaller part of the heaps is rare
AHEAD_HEAPS = 1 << 11  # that a second thread marks while as many are computed
AHEAD_PAIRS = 50_000  # marked in less time than the threads need to meet
USUAL = 0.999  # of the values lie in the rows that are marked together
USUAL_HEAPS = 1 << 14  # at the end, of which that is known
FIRST_PART, PARTS = 4096, 512  # with which a single value is sought first
MORE_ROWS = 4  # marked at once where these do not do
AHEAD_PROBES = 384  # from the end of the list, to which the first thread seldom comes


class SparseEngine:
    """A sparse space for heaps below `limit` and values below 2^bits, good for one doubling."""

    def __init__(self, rules: HeapRules, values: Values, known: int, bits: int, wish: KernelName = "") -> None:
        self.rules, self.bits, self.limit = rules, max(bits, 8), 2 * known
        odd = set((rules.splits % 2).tolist())
        shift = odd.pop() if len(odd) == 1 else -1
        heaps = sample(known)
        mask, rare = choose_mask(values, heaps, self.bits, shift)
        self.space = SparseSpace(rules.splits, rules.takes, rules.distinct, mask, shift, trailing_zeros(mask))
        self.kernel = suitable_kernel(bits, rare / len(heaps), wish)
        common, places = self.lane_tables(1 << (self.bits - 8) if self.kernel == "byte lanes" else 0)
        self.lanes = LaneWindow(known, self.limit, LANES + rules.last, self.space, places, SPAN)
        self.lanes.fill(values, known)
        rares = find_rares(values, known, common)
        self.count = len(rares)
        more = NEW_RARES + self.count // 4 if known >= LONG else 4096 + 2 * self.count
        self.rares = self.partners(values, np.r_[rares, np.zeros(more, np.int64)], self.count)
        probes = self.choose_probes(values, known)
        self.probes = self.partners(values, probes, len(probes))
        self.scratch, self.cursor = new_scratch(self.lanes.rows), 0
        self.second_scratch = new_scratch(self.lanes.rows)
        usual = np.quantile(values[known - min(known // 4, USUAL_HEAPS) : known], [USUAL]).astype(np.int64)
        self.usual = 2 * (int(self.squeeze_array(usual)[0]) // (2 * ROW) + 1)
        self.passes = self.choose_passes(values, known, common)

    def lane_tables(self, rows: int) -> tuple[NDArray[np.bool_], Bytes]:
        """Which values are common at an even and at an odd heap, and their bytes in each row of lanes."""
        every = np.arange(1 << self.bits)
        parity = every & self.space.mask & 0xFFFF
        for shift in (8, 4, 2, 1):
            parity ^= parity >> shift
        odd = [self.space.mask >> PARITY & (n + self.space.shift) for n in range(2)]
        common = ((parity ^ np.array(odd)[:, None]) & 1).astype(bool)
        squeezed = self.squeeze_array(every)
        here = common[:, None] & (squeezed >> 7 == np.arange(rows)[:, None])
        return common, np.where(here, squeezed & 127, NONE).astype(np.uint8)

    def squeeze_array(self, values: Offsets) -> Offsets:
        low = self.space.low
        return (values >> (low + 1) << low) | (values & ((1 << low) - 1))

    def choose_passes(self, values: Values, known: int, common: NDArray[np.bool_]) -> Passes:
        """In how many passes rows are marked, the moves within a block, and the values of lanes."""
        ends, rows = [0], HALF_ROWS * self.lanes.rows
        while ends[-1] < rows:
            first = ends[-1]
            more = self.usual - first if first < self.usual else MORE_ROWS
            room = min(more, HALF_ROWS - first % HALF_ROWS)
            ends.append(first + next(size for size in SIZES if size <= room))
        rules, space = self.rules, self.space
        moves = [(take, 0) for take in rules.takes.tolist() if not space.mask >> PARITY & take & 1]
        rares = self.rares.heaps[: self.count]
        for rare in rares[rares < LANES].tolist():
            moves += [(split + rare, squeeze(int(values[rare]), space)) for split in rules.splits.tolist()]
        gaps, xors = np.array([*sorted(move for move in moves if move[0] < LANES), (2 * LANES, 0)], np.uint64).T.copy()
        squeezed = np.arange(ROW * rows)
        least = squeezed >> space.low << (space.low + 1) | squeezed & ((1 << space.low) - 1)
        expanded = (least | ~common[:, least] << space.low).astype(np.uint16)
        ranks = (((expanded >> space.low) + 1) >> 1 << space.low).astype(np.uint16)
        first = min(FIRST_PART, known // 8)
        backwards = values[first : first + PARTS if known >= 8 * PARTS else first][::-1].astype(np.uint16)
        return Passes(np.array(ends), gaps, xors, expanded, ranks, first, backwards)

    def choose_probes(self, values: Values, known: int) -> Offsets:
        """Common heaps below half of `known`, equally many of each value, so that every xor is equally likely."""
        most = min(max((known - self.rules.last - LANES) // 2, WIDTH + 1), self.lanes.reach)
        first = min(PROBE_HEAPS, most)
        heaps: Offsets = np.r_[WIDTH:first, max(most - PROBE_HEAPS, first) : most]
        rares = self.rares.heaps[: self.count]
        heaps = heaps[rares.take(np.searchsorted(rares, heaps), mode="clip") != heaps] if self.count else heaps
        heaps = heaps[np.argsort(values[heaps], kind="stable")]
        counts = np.bincount(values[heaps])
        turn = (np.arange(len(heaps)) - np.repeat(np.cumsum(counts) - counts, counts)).astype(np.uint16)
        # with large values a probe spares a search of all pairs more often
        count = max(PROBES, 16 * isqrt(known)) if self.kernel == "byte marks" else PROBES
        return heaps[np.argsort(turn, kind="stable")][:count].astype(np.int64)

    def partners(self, values: Values, heaps: Offsets, count: int) -> Partners:
        """The heaps of a list, and where the first `count` of them find their partners in the lanes."""
        squeezed, rows = self.squeeze_array(values[heaps[:count]].astype(np.int64)), self.lanes.rows
        offsets, xors = np.empty((rows, len(heaps)), np.int64), np.empty(len(heaps), np.uint32)
        offsets[:, :count] = (np.arange(rows)[:, None] ^ (squeezed >> 7)) * self.lanes.stride - heaps[:count]
        xors[:count] = (squeezed & 127) * EACH
        return Partners(heaps, offsets, xors)

    def advance(self, values: Values, start: int, stop: int) -> int:
        """Compute values from `start` on; return `stop`, or the heap at which this space is not enough."""
        while start < stop:
            end = stop
            if self.kernel == "byte lanes":  # which move on whenever a heap needs it
                end = min(stop, self.lanes.move_to(values, start, self.rares, self.count))
            reached = self.fill_stretches(values, start, end)
            is_behind_rare = reached > start and self.rares.heaps[self.count - 1] == reached - 1
            if reached < end and not (self.kernel == "byte lanes" and is_behind_rare):
                return reached
            start = reached  # perhaps behind a rare beyond the reach of the lanes, which needs a segment from now on
        return stop

    def fill_stretches(self, values: Values, start: int, end: int) -> int:
        """Compute values from `start` on; return how far. Meanwhile a second thread marks for the next stretch."""
        first, last, probes = self.far_pairs(values, end - start)
        is_shared = first < last or len(probes.heaps) > 0
        ahead, spare = (Ahead(0, 0, 0, self.new_marks(is_shared)) for _ in range(2))
        if not is_shared:
            return self.fill(values, start, end, ahead)
        with ThreadPoolExecutor(1) as second:
            while start < end:
                stop = min(start + AHEAD_HEAPS, end)
                spare = Ahead(stop, first, last, spare.marks)
                try:
                    marked = second.submit(self.mark_ahead, values, stop, min(stop + AHEAD_HEAPS, end), probes, spare)
                except RuntimeError:  # no thread can be started, as where memory is bounded
                    return self.fill(values, start, end, Ahead(0, 0, 0, ahead.marks))
                reached = self.fill(values, start, stop, ahead)
                marked.result()
                if reached < stop:
                    return reached
                start, ahead, spare = stop, spare, ahead
        return end

    def far_pairs(self, values: Values, heaps: int) -> tuple[int, int, Partners]:
        """Which rares and probes a second processor marks ahead: up to half of the work, if that is worth it."""
        near, probes = 2 * AHEAD_HEAPS + LANES + 1, self.probes.heaps
        first, last = np.searchsorted(self.rares.heaps[: self.count], [near, self.lanes.reach]).tolist()
        last = min(last, first + (self.count + len(probes)) // 2)
        far = probes[probes >= near][-AHEAD_PROBES:] if self.kernel == "byte lanes" else probes[:0]
        weight = self.usual / ROW / LANES if self.kernel == "byte lanes" else 1
        pairs = (last - first + len(far)) * len(self.rules.splits) * weight * AHEAD_HEAPS
        is_worth_it = pairs > AHEAD_PAIRS and heaps > 2 * AHEAD_HEAPS and self.kernel != "word marks"
        if not is_worth_it or (os.cpu_count() or 1) < 2:
            return 0, 0, self.partners(values, far[:0], 0)
        return first, last, self.partners(values, far, len(far))

    def new_marks(self, is_used: bool) -> Bytes:
        """Room for the marks that a stretch needs, or none."""
        heaps = AHEAD_HEAPS + LANES if is_used else 0
        if self.kernel == "byte lanes":
            return np.empty((2 * self.usual if is_used else 0, heaps), np.uint8)
        return np.empty(heaps << self.bits, np.uint8)

    def mark_ahead(self, values: Values, start: int, stop: int, probes: Partners, ahead: Ahead) -> None:
        if self.kernel == "byte lanes":
            task = (
                start,
                stop,
                self.space,
                -self.lanes.base,
                self.lanes.flat,
                self.passes.rows,
                self.rares,
                probes,
                ahead,
            )
            mark_lanes_ahead(*task, self.second_scratch, None if HAS_AVX2 else True)
        else:
            mark_bytes_ahead(values, start, stop, self.space, 1 << self.bits, self.rares.heaps, ahead)

    def fill(self, values: Values, start: int, stop: int, ahead: Ahead) -> int:
        """Compute values from `start` on by the kernel; return how far."""
        task, rares = (values, start, stop, self.space), self.rares.heaps
        if self.kernel == "byte lanes":
            window = -self.lanes.base, self.lanes.flat, self.lanes.stride, self.lanes.reach
            lists = self.rares, self.count, self.probes, self.cursor
            plain = None if HAS_AVX2 else True
            reached, self.count, self.cursor = fill_by_byte_lanes(
                *task, *window, self.passes, *lists, ahead, self.scratch, plain
            )
        elif self.kernel == "word marks":
            reached, self.count = fill_by_word_marks(*task, rares, self.count)
        else:
            size, probes = 1 << self.bits, self.probes.heaps
            reached, self.count = fill_by_byte_marks(*task, size, rares, self.count, probes, ahead)
        return reached

    @property
    def is_full(self) -> bool:
        return self.count == len(self.rares.heaps)

    def __str__(self) -> str:
        how = {"byte lanes": f"{LANES} byte lanes", "word marks": "words of 64 marks"}
        kernel = how.get(self.kernel, f"{WIDTH} rows of byte marks")
        return f"sparse space (mask {self.space.mask:#x}, {self.count} rares below {self.limit}), {kernel}"


def find_rares(values: Values, known: int, common: NDArray[np.bool_]) -> Offsets:
    """The rare heaps, found in pieces, because an index takes eight bytes for each value."""
    pieces: list[Offsets] = []
    for start in range(0, known, SAMPLE_HEAPS):
        rare = np.empty(min(SAMPLE_HEAPS, known - start), np.bool_)
        for odd in range(2):
            rare[odd::2] = ~common[odd].take(values[start + odd : min(start + SAMPLE_HEAPS, known) : 2])
        pieces.append(start + np.flatnonzero(rare))
    rares = np.concatenate(pieces)
    return rares[rares > 0]


def sample(known: int) -> Offsets:
    """Heaps that show both what is rare now and what was at the start."""
    if known <= 3 * SAMPLE_HEAPS:
        return np.arange(1, known)
    heaps: Offsets = np.r_[
        1:SAMPLE_HEAPS, SAMPLE_HEAPS : known - SAMPLE_HEAPS : known // SAMPLE_HEAPS | 1, known - SAMPLE_HEAPS : known
    ]
    return heaps


def suitable_kernel(bits: int, rarity: float, wish: KernelName = "") -> KernelName:
    """The kernel for values below 2^bits of which this part is rare; the one wished for where it serves."""
    if wish and {"word marks": bits <= 6, "byte lanes": bits <= 9}.get(wish, True):
        return wish
    if HAS_AVX2 and bits <= 9 and rarity < LANE_RARITY:
        return "byte lanes"
    return "word marks" if bits <= 6 and not HAS_AVX2 else "byte marks"
