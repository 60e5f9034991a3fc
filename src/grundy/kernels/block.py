"""Splitting codes, thirty-two heaps at a time, in a sparse space.

The sparse-space method (see `mask`): a value of class C is reached only with the help of a rare heap, so the rares give
the first free value c of class C; then G(n) = c unless a value of class R below c is reached by no pair at all. Lanes
hold the squeezed values of common heaps. First all lanes take c for granted; then pairs of common heaps are probed until
they cover class R below each c. What stays uncovered is looked for among all pairs; a value that is not found there is
rare, and work goes on behind it.
"""

import numpy as np

from grundy.kernels.bits import trailing_zeros
from grundy.kernels.jit import jit
from grundy.kernels.lanes import LANES, Bytes, mark
from grundy.kernels.mask import in_class, squeeze
from grundy.kernels.rules import Offsets, Values

__all__ = ["NONE", "block", "fill_lanes", "witness", "point"]

NONE = 0x80
FULL = np.uint64(0xFFFFFFFFFFFFFFFF)


@jit
def witness(values: Values, left: int, value: int, distinct: bool) -> int:
    """The least part of `left` stones whose xor with the rest is `value`, or 0."""
    stop = (left + 1) // 2 if distinct else left // 2 + 1
    whole, wanted = (
        np.uintp(left),
        np.uint16(value),
    )  # unsigned indices spare the test for negative ones: 6 times faster
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
def fill_lanes(values: Values, start: int, stop: int, mask: int, shift: int, pad: int, lanes: Bytes) -> None:
    """The squeezed values of common heaps: row h of `lanes` those from 128h to 128h + 127."""
    low = trailing_zeros(mask)
    for n in range(start, stop):
        if in_class(values[n], n, mask, shift):
            value = squeeze(values[n], low)
            lanes[value >> 7, pad + n] = value & 127


@jit
def point(
    values: Values, heaps: Offsets, start: int, stop: int, low: int, stride: int, offsets: Offsets, xors: Bytes
) -> None:
    """Where in the lanes each heap finds its partners, for each row of targets, and what it xors to them."""
    for item in range(start, stop):
        value = squeeze(values[heaps[item]], low)
        xors[item] = value & 127
        for row in range(len(offsets)):
            offsets[row, item] = (row ^ (value >> 7)) * stride - heaps[item]


@jit
def gather(marks: Bytes, lane: int) -> np.uint64:
    """The 64 marks of one lane."""
    word = np.uint64(0)
    for row in range(8):
        word |= np.uint64(marks[row, lane]) << np.uint64(8 * row)
    return word


@jit
def block(
    values: Values,
    start: int,
    stop: int,
    splits: Offsets,
    takes: Offsets,
    distinct: bool,
    mask: int,
    shift: int,
    pad: int,
    lanes: Bytes,
    rares: Offsets,
    rare_offsets: Offsets,
    rare_xors: Bytes,
    count: int,
    probe: Offsets,
    probe_offsets: Offsets,
    probe_xors: Bytes,
    vector: bool,
) -> tuple[int, int]:
    """How far the values could be found, and the number of rares."""
    low, quads, stride = trailing_zeros(mask), 2 * len(lanes), lanes.shape[1]
    flat = lanes.reshape(lanes.size)
    common = np.zeros((quads, 8, LANES), np.uint8)
    rare = np.zeros((quads, 8, LANES), np.uint8)
    everything = np.full((8, LANES), 255, np.uint8)
    needs = np.zeros((8, LANES), np.uint8)
    ranks = np.zeros(LANES, np.int64)
    mine = np.zeros(LANES, np.int64)
    probes = len(probe_xors)
    cursor = 0
    n0 = start
    while n0 < stop and count < len(rares):
        width = min(LANES, stop - n0)
        ready = 0
        for lane in range(width):
            n = n0 + lane
            quad = 0
            while True:
                if quad == ready:
                    if quad == quads:
                        return n0, count
                    common[quad] = 0
                    rare[quad] = 0
                    for take in splits:
                        if mark(
                            flat,
                            pad + n0 - take,
                            rare_offsets[quad >> 1],
                            rare_xors,
                            0,
                            count,
                            (quad & 1) << 6,
                            common[quad],
                            everything,
                            vector,
                        ):
                            break
                    ready += 1
                word = gather(common[quad], lane)
                if word != FULL:
                    for take in splits:
                        for item in range(count):
                            back = lane - take - rares[item]
                            if back < 0:
                                break
                            reached = mine[back] ^ squeeze(values[rares[item]], low)
                            if reached >> 6 == quad:
                                word |= np.uint64(1) << np.uint64(reached & 63)
                    for take in takes:
                        value = values[n - take]
                        if in_class(value, n, mask, shift):
                            reached = squeeze(value, low)
                            if reached >> 6 == quad:
                                word |= np.uint64(1) << np.uint64(reached & 63)
                    if word != FULL:
                        break
                quad += 1
            squeezed = 64 * quad + trailing_zeros(~word)
            mine[lane] = squeezed
            value = (squeezed >> low << (low + 1)) | (squeezed & ((1 << low) - 1))
            value |= (1 ^ in_class(value, n, mask, shift)) << low
            values[n] = value
            lanes[squeezed >> 7, pad + n] = squeezed & 127
            ranks[lane] = ((value >> low) + 1) >> 1 << low
        ranks[width:] = 0
        most = ranks.max()
        for lane in range(width):
            n = n0 + lane
            for take in takes:
                value = values[n - take]
                if not in_class(value, n, mask, shift):
                    reached = squeeze(value, low)
                    if reached < most:
                        rare[reached >> 6, reached >> 3 & 7, lane] |= 1 << (reached & 7)
        after = n0 + width
        for quad in range((most + 63) >> 6):
            for row in range(8):
                for lane in range(LANES):
                    needs[row, lane] = (1 << min(max(ranks[lane] - 64 * quad - 8 * row, 0), 8)) - 1
            done = False
            for first in range(0, probes, 128):
                for take in splits:
                    done = mark(
                        flat,
                        pad + n0 - take,
                        probe_offsets[quad >> 1],
                        probe_xors,
                        first,
                        min(first + 128, probes),
                        (quad & 1) << 6,
                        rare[quad],
                        needs,
                        vector,
                    )
                    if done:
                        break
                if done:
                    break
            if done:
                continue
            for lane in range(after - n0):
                n = n0 + lane
                word = gather(needs, lane) & ~gather(rare[quad], lane)
                while word:
                    bit = trailing_zeros(word)
                    word &= word - np.uint64(1)
                    squeezed = 64 * quad + bit
                    value = (squeezed >> low << (low + 1)) | (squeezed & ((1 << low) - 1))
                    value |= in_class(value, n, mask, shift) << low
                    part = 0
                    for take in splits:
                        part = witness(values, n - take, value, distinct)
                        if part:
                            break
                    if part:
                        if 2 * part + LANES < n0 - take and in_class(values[part], part, mask, shift):
                            probe[cursor] = part
                            point(values, probe, cursor, cursor + 1, low, stride, probe_offsets, probe_xors)
                            cursor = (cursor + 1) % probes
                    else:
                        if value < values[n]:
                            values[n] = value
                            after = n + 1
                        break
                if after == n + 1 and not in_class(values[n], n, mask, shift):
                    break
        n = after - 1
        if not in_class(values[n], n, mask, shift):
            for row in range(len(lanes)):
                lanes[row, pad + n : pad + n0 + width] = NONE
            rares[count] = n
            point(values, rares, count, count + 1, low, stride, rare_offsets, rare_xors)
            count += 1
        n0 = after
    return n0, count
