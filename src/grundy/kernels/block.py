"""Splitting codes, thirty-two heaps at a time, in a sparse space.

The sparse-space method (see `mask`): a value of class C is reached only with the help of a rare heap, so the rares give
the first free value c of class C; then G(n) = c unless a value of class R below c is reached by no pair at all. Lanes
hold the squeezed values of common heaps. First all lanes take c for granted. Then pairs of common heaps are probed
until they cover class R below each c. What stays uncovered is sought among all pairs, and the part that reveals it
becomes a probe for the heaps that follow; a value that is not found there is rare, and work goes on behind it.
"""

import numpy as np

from grundy.kernels.bits import trailing_zeros
from grundy.kernels.jit import inner, jit, section
from grundy.kernels.lanes import BAND, LANES, NONE, ROWS, Bytes, Partners, Scratch, clear, mark
from grundy.kernels.mask import Space, expand, in_class, squeeze
from grundy.kernels.pair import Helper
from grundy.kernels.rules import Offsets, Values
from grundy.kernels.together import mark_together

__all__ = ["block", "seek", "witness"]

ONE = np.uint64(1)
FULL = np.uint64((1 << BAND) - 1)
BITS = BAND.bit_length() - 1


@section
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


@section
def point(values: Values, partners: Partners, item: int, heap: int, space: Space, stride: int) -> None:
    """One more heap of the list, and where it finds its partners in lanes with rows of `stride` bytes."""
    value = squeeze(values[heap], space)
    partners.heaps[item], partners.xors[item] = heap, value & 127
    for row in range(len(partners.offsets)):
        partners.offsets[row, item] = (row ^ (value >> 7)) * stride - heap


@inner
def gather(marks: Bytes, band: int, lane: int) -> np.uint64:
    """The marks of a band in one lane."""
    word = np.uint64(0)
    for row in range(ROWS):
        word |= np.uint64(marks[band, row, lane]) << np.uint64(8 * row)
    return word


@inner
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
            if reached >> BITS == band:
                word |= ONE << np.uint64(reached & (BAND - 1))
    for take in space.takes:
        reached = squeeze(values[n - take], space)
        if reached >> BITS == band and in_class(values[n - take], n, space):
            word |= ONE << np.uint64(reached & (BAND - 1))
    return word


@section
def suppose(
    values: Values,
    n0: int,
    width: int,
    space: Space,
    pad: int,
    lanes: Bytes,
    stride: int,
    rares: Partners,
    count: int,
    room: Scratch,
    plain: bool | None,
    ready: int,
) -> int:
    """How many rare values need cover at most, once each lane has its first free common value; -1 if one has none.

    The bands below `ready` are marked already.
    """
    most = 0
    for lane in range(width):
        n, word, squeezed = n0 + lane, FULL, 0
        for band in range(len(room.common)):
            if band == ready:
                clear(room.common, band)
                mark(lanes, pad + n0, space.splits, rares, 0, count, band, room.common, room.everything, plain)
                ready += 1
            word = gather(room.common, band, lane)
            if word != FULL:
                word |= near(values, n, lane, band, space, rares.heaps, count, room.mine)
            if word != FULL:
                squeezed = BAND * band + trailing_zeros(~word)
                break
        if word == FULL:
            return -1
        room.mine[lane] = squeezed
        values[n] = value = expand(squeezed, n, space)
        lanes[(squeezed >> 7) * stride + pad + n] = squeezed & 127
        room.ranks[lane] = ((value >> space.low) + 1) >> 1 << space.low
        most = max(most, room.ranks[lane])
    return most


@section
def prepare(values: Values, n0: int, width: int, space: Space, band: int, room: Scratch) -> None:
    """The rare values of a band that are needed in each lane, and marks for those which a move to one heap reaches."""
    for row in range(ROWS):
        for lane in range(LANES):
            below = room.ranks[lane] - BAND * band - 8 * row if lane < width else 0
            room.needs[row, lane] = (1 << min(max(below, 0), 8)) - 1
    for lane in range(width):
        for take in space.takes:
            value = values[n0 + lane - take]
            reached = squeeze(value, space)
            if reached >> BITS == band and not in_class(value, n0 + lane, space):
                room.rare[band, (reached & (BAND - 1)) >> 3, lane] |= 1 << (reached & 7)


@section
def seek(values: Values, n: int, value: int, space: Space) -> tuple[int, int]:
    """A split of heap n with this value, as the stones taken and the lesser part, which is 0 if there is none."""
    for take in space.splits:
        part = witness(values, n - take, value, space.distinct)
        if part:
            return take, part
    return 0, 0


@section
def settle(
    values: Values,
    n0: int,
    width: int,
    space: Space,
    probes: Partners,
    cursor: int,
    stride: int,
    reach: int,
    band: int,
    room: Scratch,
) -> tuple[int, int]:
    """How many lanes stand, up to the first whose value turns out rare, and where the next probe goes."""
    for lane in range(width):
        n, word = n0 + lane, np.uint64(0)
        for row in range(ROWS):
            missing = room.needs[row, lane] & ~room.rare[band, row, lane]
            word |= np.uint64(missing) << np.uint64(8 * row)
        while word:
            value = expand(BAND * band + trailing_zeros(word), n, space) ^ (1 << space.low)
            word &= word - ONE
            if value > values[n]:
                break
            take, part = seek(values, n, value, space)
            if not part:
                values[n] = value
                return lane + 1, cursor
            if part <= reach and 2 * part + LANES < n0 - take and in_class(values[part], part, space):
                point(values, probes, cursor, part, space, stride)
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
    stride: int,
    reach: int,
    rares: Partners,
    count: int,
    probes: Partners,
    cursor: int,
    room: Scratch,
    plain: bool | None,
    helper: Helper | None,
) -> tuple[int, int, int]:
    """How far the values were found before lanes or list of rares were full, the number of rares, the next probe.

    It also ends behind a rare beyond the reach of the lanes.
    """
    n0, most, bands, ready, tried = start, len(probes.heaps), 1, 0, 0
    while n0 < stop and count < len(rares.heaps):
        width = stand = min(LANES, stop - n0)
        if helper is not None:
            ready, tried = mark_together(n0, space, pad, lanes, rares, count, room, plain, helper, bands)
        needed = suppose(values, n0, width, space, pad, lanes, stride, rares, count, room, plain, ready)
        if needed < 0:
            break
        bands = (needed + BAND - 1) // BAND
        for band in range(bands):
            first = tried if band < ready else 0
            if band >= ready:
                clear(room.rare, band)
            prepare(values, n0, width, space, band, room)
            if not (
                mark(lanes, pad + n0, space.splits, probes, first, most, band, room.rare, room.needs, plain)
                or mark(lanes, pad + n0, space.splits, probes, 0, first, band, room.rare, room.needs, plain)
            ):
                stand, cursor = settle(values, n0, stand, space, probes, cursor, stride, reach, band, room)
        n = n0 + stand - 1
        if not in_class(values[n], n, space):
            for row in range(len(rares.offsets)):
                for later in range(n, n0 + width):
                    lanes[row * stride + pad + later] = NONE
            point(values, rares, count, n, space, stride)
            count += 1
            if n > reach:
                return n + 1, count, cursor
        n0 += stand
    return n0, count, cursor
