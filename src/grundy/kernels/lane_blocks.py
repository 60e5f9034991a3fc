"""Splitting codes with few rares and values below 512: a block of heaps at a time (docs/theory/heaps.md)."""

import numpy as np

from grundy.kernels.bits import trailing_zeros
from grundy.kernels.byte_lanes import (
    BAND,
    EACH,
    LANES,
    NONE,
    PARTNERS,
    ROWS,
    SCRATCH,
    Ahead,
    Bytes,
    Marks,
    Partners,
    Scratch,
    clear_band,
    load_band,
    mark_band,
    mark_rares,
)
from grundy.kernels.heap_rules import Offsets, Values
from grundy.kernels.jit import inner, jit, section, takes
from grundy.kernels.sparse_space import SPACE, SparseSpace, expand, find_split, is_common, squeeze

ONE = np.uint64(1)
FULL = np.uint64((1 << BAND) - 1)
BITS = BAND.bit_length() - 1


@section
def set_partner(values: Values, partners: Partners, item: int, heap: int, space: SparseSpace, stride: int) -> None:
    """Put a heap into the list, and where it finds its partners in lanes with rows of `stride` bytes."""
    value = squeeze(values[heap], space)
    partners.heaps[item], partners.xors[item] = heap, (value & 127) * EACH
    for row in range(len(partners.offsets)):
        partners.offsets[row, item] = (row ^ (value >> 7)) * stride - heap


@inner
def lane_marks(marks: Bytes, band: int, lane: int) -> np.uint64:
    """The marks of a band in one lane, as the bits of a word."""
    word = np.uint64(0)
    for row in range(ROWS):
        word |= np.uint64(marks[band, row, lane]) << np.uint64(8 * row)
    return word


@section
def list_near(values: Values, space: SparseSpace, rares: Offsets, count: int, squeezed: Offsets) -> int:
    """The number of rares that pair with a heap of the same block; their squeezed values are noted."""
    near = 0
    while near < count and rares[near] < LANES:
        squeezed[near] = squeeze(values[rares[near]], space)
        near += 1
    return near


@inner
def add_near(near: Marks, kind: int, lane: int, squeezed: int) -> None:
    """Mark a value of class C or R (kind 1 or 0) in one lane."""
    band = np.uintp(squeezed >> BITS)  # unsigned, because such an index needs no test for a negative one
    near[np.uintp(kind), np.uintp(lane), band] |= ONE << np.uint64(squeezed & (BAND - 1))


@section
def assign_common(
    values: Values,
    n0: int,
    width: int,
    space: SparseSpace,
    pad: int,
    lanes: Bytes,
    stride: int,
    rares: Partners,
    count: int,
    near: int,
    ahead: Ahead,
    scratch: Scratch,
    plain: bool | None,
) -> int:
    """Give each lane its first unmarked value of class C.

    Returns the number of rare values that have to be covered in the lane with most of them; -1 if a lane has no
    unmarked value. Bands are marked when a lane first comes to them.
    """
    most = marked = 0
    scratch.near[:] = 0
    for lane in range(width):
        n, word, squeezed = n0 + lane, FULL, 0
        for take in space.takes:
            value = values[n - take]
            add_near(scratch.near, is_common(value, n, space), lane, squeeze(value, space))
        for band in range(len(scratch.common)):
            if band == marked:
                mark_rares(lanes, pad, n0, space.splits, rares, count, band, ahead, scratch, plain)
                marked += 1
            word = lane_marks(scratch.common, band, lane) | scratch.near[1, lane, band]
            if word != FULL:
                squeezed = BAND * band + trailing_zeros(~word)
                break
        if word == FULL:
            return -1
        for take in space.splits:
            for item in range(near):
                later = lane + take + rares.heaps[item]
                if later >= width:
                    break
                add_near(scratch.near, 1, later, squeezed ^ scratch.squeezed[item])
        values[n] = value = expand(squeezed, n, space)
        lanes[(squeezed >> 7) * stride + pad + n] = squeezed & 127
        scratch.ranks[lane] = ((value >> space.low) + 1) >> 1 << space.low
        most = max(most, scratch.ranks[lane])
    return most


@section
def set_needs(width: int, band: int, scratch: Scratch) -> None:
    """Set the rare values of a band to be covered in each lane: those that no move to one heap reaches."""
    for lane in range(LANES):
        below = scratch.ranks[lane] - BAND * band if lane < width else 0
        word = FULL >> np.uint64(BAND - min(below, BAND)) if below > 0 else np.uint64(0)
        word &= ~scratch.near[0, lane, band]
        for row in range(ROWS):
            scratch.needs[row, lane] = word >> np.uint64(8 * row) & np.uint64(255)


@section
def search_uncovered(
    values: Values,
    n0: int,
    width: int,
    space: SparseSpace,
    probes: Partners,
    cursor: int,
    stride: int,
    reach: int,
    band: int,
    scratch: Scratch,
) -> tuple[int, int]:
    """Search all pairs for uncovered values; return how many lanes stand, up to the first rare, and the next cursor."""
    for lane in range(width):
        n, word = n0 + lane, np.uint64(0)
        for row in range(ROWS):
            missing = scratch.needs[row, lane] & ~scratch.rare[band, row, lane]
            word |= np.uint64(missing) << np.uint64(8 * row)
        while word:
            value = expand(BAND * band + trailing_zeros(word), n, space) ^ (1 << space.low)
            word &= word - ONE
            if value > values[n]:
                break
            take, part = find_split(values, n, value, space)
            if not part:
                values[n] = value
                return lane + 1, cursor
            if part <= reach and 2 * part + LANES < n0 - take and is_common(values[part], part, space):
                set_partner(values, probes, cursor, part, space, stride)
                cursor = (cursor + 1) % len(probes.heaps)
    return width, cursor


@jit
@takes("uint16", 0, 0, SPACE, 0, "uint8", 0, 0, PARTNERS, 0, PARTNERS, 0, (Ahead, 0, 0, 0, "uint8 3d"), SCRATCH, None)
def fill_by_byte_lanes(
    values: Values,
    start: int,
    stop: int,
    space: SparseSpace,
    pad: int,
    lanes: Bytes,
    stride: int,
    reach: int,
    rares: Partners,
    count: int,
    probes: Partners,
    cursor: int,
    ahead: Ahead,
    scratch: Scratch,
    plain: bool | None,
) -> tuple[int, int, int]:
    """Compute values from heap `start` on; return how far, the number of rares, and where the next probe goes.

    It ends early where lanes or list of rares are full, and behind a rare beyond the reach of the lanes.
    """
    n0, near = start, list_near(values, space, rares.heaps, count, scratch.squeezed)
    while n0 < stop and count < len(rares.heaps):
        width = stand = min(LANES, stop - n0)
        needed = assign_common(values, n0, width, space, pad, lanes, stride, rares, count, near, ahead, scratch, plain)
        if needed < 0:
            break
        for band in range((needed + BAND - 1) // BAND):
            load_band(scratch.rare, band, ahead, 1 + 0 * band, n0)
            set_needs(width, band, scratch)
            if not mark_band(
                lanes, pad + n0, space.splits, probes, 0, len(probes.heaps), band, scratch.rare, scratch.needs, plain
            ):
                stand, cursor = search_uncovered(values, n0, stand, space, probes, cursor, stride, reach, band, scratch)
        n = n0 + stand - 1
        if not is_common(values[n], n, space):
            for row in range(len(rares.offsets)):
                for later in range(n, n0 + width):
                    lanes[row * stride + pad + later] = NONE
            set_partner(values, rares, count, n, space, stride)
            count += 1
            if n > reach:
                return n + 1, count, cursor
        n0 += stand
    return n0, count, cursor


@jit
@takes(0, 0, SPACE, 0, "uint8", PARTNERS, PARTNERS, (Ahead, 0, 0, 0, "uint8 3d"), SCRATCH, None)
def mark_lanes_ahead(
    start: int,
    stop: int,
    space: SparseSpace,
    pad: int,
    lanes: Bytes,
    rares: Partners,
    probes: Partners,
    ahead: Ahead,
    scratch: Scratch,
    plain: bool | None,
) -> None:
    """Make the marks ahead for heaps `start` to `stop - 1`; each partner lies below the heaps computed meanwhile."""
    bands = len(ahead.marks) // 2
    for n0 in range(start, stop, LANES):
        for band in range(bands):
            clear_band(scratch.common, band)
            clear_band(scratch.rare, band)
            place, splits, needs = pad + n0, space.splits, scratch.everything
            mark_band(lanes, place, splits, rares, ahead.first, ahead.last, band, scratch.common, needs, plain)
            mark_band(lanes, place, splits, probes, 0, len(probes.heaps), band, scratch.rare, needs, plain)
            for row in range(ROWS):
                for lane in range(LANES):
                    ahead.marks[band, row, n0 - start + lane] = scratch.common[band, row, lane]
                    ahead.marks[bands + band, row, n0 - start + lane] = scratch.rare[band, row, lane]
