"""Splitting codes, thirty-two heaps at a time, in a sparse space.

The sparse-space method (see `mask`): a value of class C is reached only with the help of a rare heap, so the rares give
the first free value c of class C; then G(n) = c unless a value of class R below c is reached by no pair at all. Lanes
hold the squeezed values of common heaps. First all lanes take c for granted. Then pairs of common heaps are probed
until they cover class R below each c. What stays uncovered is sought among all pairs, and the part that reveals it
becomes a probe for the heaps that follow; a value that is not found there is rare, and work goes on behind it.
"""

import numpy as np

from grundy.kernels.bits import trailing_zeros
from grundy.kernels.jit import jit
from grundy.kernels.lanes import BAND, LANES, NONE, ROWS, Bytes, Partners, mark
from grundy.kernels.mask import Space, expand, in_class, squeeze
from grundy.kernels.rules import Offsets, Values

__all__ = ["block", "fill_lanes", "point", "witness"]

ONE = np.uint64(1)
FULL = np.uint64((1 << BAND) - 1)
TURN = 128  # probes for one split before the next split has its turn


@jit
def witness(values: Values, left: int, value: int, distinct: bool) -> int:
    """The least part of `left` stones whose xor with the rest is `value`, or 0."""
    stop = (left + 1) // 2 if distinct else left // 2 + 1
    whole, wanted = np.uintp(left), np.uint16(value)  # unsigned indices need no test for negative ones: 6 times faster
    for low in range(1, stop, 256):
        end = min(low + 256, stop)
        found = np.uint16(0)
        for part in range(np.uintp(low), np.uintp(end)):
            found |= np.uint16((values[part] ^ values[whole - part]) == wanted)
        if found:
            while values[low] ^ values[left - low] != wanted:
                low += 1
            return low
    return 0


@jit
def fill_lanes(values: Values, start: int, stop: int, space: Space, pad: int, lanes: Bytes) -> None:
    """The squeezed values of common heaps: row h of `lanes` those from 128h to 128h + 127."""
    for n in range(start, stop):
        if in_class(values[n], n, space):
            value = squeeze(values[n], space)
            lanes[value >> 7, pad + n] = value & 127


@jit
def point(values: Values, partners: Partners, start: int, stop: int, space: Space, stride: int) -> None:
    """Where heaps `start` to `stop - 1` of the list find their partners in lanes of this length."""
    for item in range(start, stop):
        heap = partners.heaps[item]
        value = squeeze(values[heap], space)
        partners.xors[item] = value & 127
        for row in range(len(partners.offsets)):
            partners.offsets[row, item] = (row ^ (value >> 7)) * stride - heap


@jit
def gather(marks: Bytes, lane: int) -> np.uint64:
    """The marks of one lane."""
    word = np.uint64(0)
    for row in range(ROWS):
        word |= np.uint64(marks[row, lane]) << np.uint64(8 * row)
    return word


@jit
def near(
    values: Values, n: int, lane: int, band: int, space: Space, rares: Offsets, count: int, mine: Offsets
) -> np.uint64:
    """The marks in a band that the moves to one heap, and pairs with a heap of the same block, add at heap n."""
    word = np.uint64(0)
    for take in space.splits:
        for item in range(count):
            back = lane - take - rares[item]
            if back < 0:
                break
            reached = mine[back] ^ squeeze(values[rares[item]], space)
            if reached // BAND == band:
                word |= ONE << np.uint64(reached % BAND)
    for take in space.takes:
        reached = squeeze(values[n - take], space)
        if reached // BAND == band and in_class(values[n - take], n, space):
            word |= ONE << np.uint64(reached % BAND)
    return word


@jit
def suppose(
    values: Values,
    n0: int,
    width: int,
    space: Space,
    pad: int,
    lanes: Bytes,
    rares: Partners,
    count: int,
    marks: Bytes,
    mine: Offsets,
    vector: bool,
) -> bool:
    """Whether the first free common values of a block, which it is given for the time being, lie in the lanes."""
    flat, everything, ready = lanes.reshape(lanes.size), np.full((ROWS, LANES), 255, np.uint8), 0
    for lane in range(width):
        n, band = n0 + lane, 0
        while True:
            if band == len(marks):
                return False
            if band == ready:
                marks[band] = 0
                for take in space.splits:
                    mark(flat, pad + n0 - take, rares, 0, count, band, marks[band], everything, vector)
                ready += 1
            word = gather(marks[band], lane)
            if word != FULL:
                word |= near(values, n, lane, band, space, rares.heaps, count, mine)
                if word != FULL:
                    break
            band += 1
        squeezed = BAND * band + trailing_zeros(~word)
        mine[lane] = squeezed
        values[n] = expand(squeezed, 1, n, space)
        lanes[squeezed >> 7, pad + n] = squeezed & 127
    return True


@jit
def cover(
    n0: int, space: Space, pad: int, lanes: Bytes, probes: Partners, band: int, marks: Bytes, needs: Bytes, vector: bool
) -> bool:
    """Whether the probes reach all needed values of a band."""
    flat, most = lanes.reshape(lanes.size), len(probes.xors)
    for first in range(0, most, TURN):
        for take in space.splits:
            if mark(flat, pad + n0 - take, probes, first, min(first + TURN, most), band, marks, needs, vector):
                return True
    return False


@jit
def seek(values: Values, n: int, value: int, space: Space) -> tuple[int, int]:
    """A split of heap n with this value, as the stones taken and the lesser part, which is 0 if there is none."""
    for take in space.splits:
        part = witness(values, n - take, value, space.distinct)
        if part:
            return take, part
    return 0, 0


@jit
def settle(
    values: Values,
    n0: int,
    width: int,
    space: Space,
    probes: Partners,
    cursor: int,
    stride: int,
    band: int,
    missing: Offsets,
) -> tuple[int, int]:
    """How many lanes stand, up to the first whose value turns out rare, and where the next probe goes."""
    for lane in range(width):
        n, word = n0 + lane, missing[lane]
        while word:
            value = expand(BAND * band + trailing_zeros(word), 0, n, space)
            word &= word - 1
            if value > values[n]:
                break
            take, part = seek(values, n, value, space)
            if not part:
                values[n] = value
                return lane + 1, cursor
            if 2 * part + LANES < n0 - take and in_class(values[part], part, space):
                probes.heaps[cursor] = part
                point(values, probes, cursor, cursor + 1, space, stride)
                cursor = (cursor + 1) % len(probes.heaps)
    return width, cursor


@jit
def block(
    values: Values,
    start: int,
    stop: int,
    space: Space,
    pad: int,
    lanes: Bytes,
    rares: Partners,
    count: int,
    probes: Partners,
    vector: bool,
) -> tuple[int, int]:
    """How far the values could be found before lanes or list of rares were full, and the number of rares."""
    bands = 128 * len(lanes) // BAND
    common, rare = np.zeros((2, bands, ROWS, LANES), np.uint8)
    needs = np.zeros((ROWS, LANES), np.uint8)
    mine, ranks, missing = np.zeros((3, LANES), np.int64)
    n0, cursor = start, 0
    while n0 < stop and count < len(rares.heaps):
        width = min(LANES, stop - n0)
        if not suppose(values, n0, width, space, pad, lanes, rares, count, common, mine, vector):
            break
        ranks[:] = 0
        for lane in range(width):  # the number of rare values below the supposed one
            ranks[lane] = (values[n0 + lane] >> space.low) + 1 >> 1 << space.low
        stand = width
        for band in range((ranks.max() + BAND - 1) // BAND):
            rare[band] = 0
            for lane in range(width):
                for take in space.takes:
                    value = values[n0 + lane - take]
                    reached = squeeze(value, space)
                    if reached // BAND == band and not in_class(value, n0 + lane, space):
                        rare[band, reached % BAND >> 3, lane] |= 1 << (reached & 7)
            for row in range(ROWS):
                for lane in range(LANES):
                    needs[row, lane] = (1 << min(max(ranks[lane] - BAND * band - 8 * row, 0), 8)) - 1
            if not cover(n0, space, pad, lanes, probes, band, rare[band], needs, vector):
                for lane in range(stand):
                    missing[lane] = np.int64(gather(needs, lane) & ~gather(rare[band], lane))
                stand, cursor = settle(values, n0, stand, space, probes, cursor, lanes.shape[1], band, missing)
        n = n0 + stand - 1
        if not in_class(values[n], n, space):
            lanes[:, pad + n : pad + n0 + width] = NONE
            rares.heaps[count] = n
            point(values, rares, count, count + 1, space, lanes.shape[1])
            count += 1
        n0 += stand
    return n0, count
