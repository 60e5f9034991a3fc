"""Splitting codes with few rares and values below 512: a block of heaps at a time (docs/theory/heaps.md)."""

import numpy as np

from grundy.kernels.bits import trailing_zeros
from grundy.kernels.borrowing import borrow
from grundy.kernels.byte_lanes import (
    AHEAD,
    CHUNK,
    EACH,
    LANES,
    NONE,
    PARTNERS,
    ROW,
    SCRATCH,
    Ahead,
    Bytes,
    Marks,
    Partners,
    Scratch,
    copy_rows,
    count_lacking,
    fill_rows,
    is_met,
    load_rows,
    mark_items,
    set_needs,
)
from grundy.kernels.heap_rules import Offsets, Values
from grundy.kernels.jit import inner, jit, section, takes
from grundy.kernels.lane_groups import NO_ROOM, ONE, PASSES, Passes, assign_common, mark_takes
from grundy.kernels.sparse_space import SPACE, SparseSpace, find_split, is_common, squeeze

FEW = 512  # one in so many values is sought by itself if still unmarked: the probes for the last ones take longer


@section
def set_partner(values: Values, partners: Partners, item: int, heap: int, space: SparseSpace, stride: int) -> None:
    """Put a heap into the list, and where it finds its partners in lanes with rows of `stride` bytes."""
    value = squeeze(values[heap], space)
    partners.heaps[item], partners.xors[item] = heap, (value & 127) * EACH
    for half in range(len(partners.offsets)):
        partners.offsets[half, item] = (half ^ (value >> 7)) * stride - heap


@inner
def is_soon_reached(
    values: Values, n: int, value: int, splits: Offsets, first: int, backwards: Values, plain: bool | None
) -> bool:
    """Whether some splits of heap n have this value; the others are not looked at."""
    found = False
    for take in splits:
        place = n - take - first - len(backwards) + 1
        found = found or is_met(values, place, backwards, value, plain)
    return found


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
    passes: Passes,
    first: int,
    last: int,
    needs: Marks,
    marks: Marks,
    plain: bool | None,
) -> tuple[int, int]:
    """Search all pairs for uncovered values; return how many lanes stand, up to the first rare, and the next cursor."""
    splits, expanded, backwards = space.splits, passes.values, passes.backwards
    for row in range(first, last):
        for eight in range(np.uintp(LANES // 8)):
            word = needs[row, eight] & ~marks[row, eight]
            while word:
                bit = trailing_zeros(word)
                word &= word - ONE
                n = n0 + 8 * int(eight) + (bit >> 3)
                value = expanded[n & 1, ROW * row + (bit & 7)] ^ (1 << space.low)
                if n >= n0 + width or value > values[n]:
                    continue
                if is_soon_reached(values, n, value, splits, passes.first, backwards, plain):
                    continue
                take, part = find_split(values, n, value, space)
                if not part:
                    values[n] = value  # those behind it are computed again
                    width = n - n0 + 1
                elif part <= reach and 2 * part + LANES < n0 - take and is_common(values[part], part, space):
                    set_partner(values, probes, cursor, part, space, stride)
                    cursor = (cursor + 1) % len(probes.heaps)
    return width, cursor


@jit
@takes("uint16", 0, 0, SPACE, 0, "uint8", 0, 0, PASSES, PARTNERS, 0, PARTNERS, 0, AHEAD, SCRATCH, None)
def fill_by_byte_lanes(
    values: Values,
    start: int,
    stop: int,
    space: SparseSpace,
    pad: int,
    lanes: Bytes,
    stride: int,
    reach: int,
    passes: Passes,
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
    values, space, lanes, passes = borrow((values, space, lanes, passes))
    rares, probes, ahead, scratch = borrow((rares, probes, ahead, scratch))
    n0, marks, needs, words, need_words = start, scratch.rare, scratch.needs, scratch.rare_words, scratch.need_words
    while n0 < stop and count < len(rares.heaps):
        width = stand = min(LANES, stop - n0)
        most = assign_common(values, n0, width, space, pad, lanes, stride, passes, rares, count, ahead, scratch, plain)
        if most == NO_ROOM:
            break
        row = number = 0 * n0
        while row * ROW < most:
            first, row, item, number = row, passes.rows[number + 1], 0 * row, number + 1
            load_rows(marks, first, row, ahead, 1 + 0 * row, n0, plain)
            set_needs(scratch.ranks, needs, first, row, plain)
            mark_takes(values, n0, width, space, 0 * row, marks, first, row)
            lacking = count_lacking(needs, marks, first, row, plain)
            few = (row - first) * ROW * LANES // FEW
            while lacking > few and item < len(probes.heaps):
                end = min(item + CHUNK, len(probes.heaps))
                mark_items(lanes, pad + n0, space.splits, probes, item, end, marks, first, row, plain)
                lacking, item = count_lacking(needs, marks, first, row, plain), end
            if lacking:
                stand, cursor = search_uncovered(
                    values,
                    n0,
                    stand,
                    space,
                    probes,
                    cursor,
                    stride,
                    reach,
                    passes,
                    first,
                    row,
                    need_words,
                    words,
                    plain,
                )
        n = n0 + stand - 1
        if not is_common(values[n], n, space):
            for half in range(len(rares.offsets)):
                for later in range(n, n0 + width):
                    lanes[half * stride + pad + later] = NONE
            set_partner(values, rares, count, n, space, stride)
            count += 1
            if n > reach:
                return n + 1, count, cursor
        n0 += stand
    return n0, count, cursor


@jit
@takes(0, 0, SPACE, 0, "uint8", "int64", PARTNERS, PARTNERS, AHEAD, SCRATCH, None)
def mark_lanes_ahead(
    start: int,
    stop: int,
    space: SparseSpace,
    pad: int,
    lanes: Bytes,
    rows: Offsets,
    rares: Partners,
    probes: Partners,
    ahead: Ahead,
    scratch: Scratch,
    plain: bool | None,
) -> None:
    """Make the marks ahead for heaps `start` to `stop - 1`; each partner lies below the heaps computed meanwhile."""
    space, lanes, rows, rares = borrow((space, lanes, rows, rares))
    probes, ahead, scratch = borrow((probes, ahead, scratch))
    half = len(ahead.marks) // 2
    for n0 in range(start, stop, LANES):
        number = 0 * n0
        while rows[number] < half:
            first, last = rows[number], rows[number + 1]
            number += 1
            for marks, items, begin, end in (
                (scratch.common, rares, ahead.first, ahead.last),
                (scratch.rare, probes, 0 * start, len(probes.heaps)),
            ):
                fill_rows(marks, first, last, 0 * start, plain)
                mark_items(lanes, pad + n0, space.splits, items, begin, end, marks, first, last, plain)
        place = n0 - start
        copy_rows(scratch.common, 0 * start, 0 * start, ahead.marks, 0 * start, place, half, plain)
        copy_rows(scratch.rare, 0 * start, 0 * start, ahead.marks, half, place, half, plain)
