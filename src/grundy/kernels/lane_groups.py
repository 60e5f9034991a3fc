"""The common values of a block of byte lanes, eight heaps at a time (docs/theory/heaps.md)."""

from typing import NamedTuple

import numpy as np
from llvmlite import ir
from numba.core.cgutils import for_range
from numpy.typing import NDArray

from grundy.kernels.bits import trailing_zeros
from grundy.kernels.byte_lanes import (
    LANES,
    ROW,
    UNKNOWN,
    Ahead,
    Bytes,
    Marks,
    Partners,
    Scratch,
    count_lacking,
    fill_rows,
    load_rows,
    mark_items,
)
from grundy.kernels.heap_rules import Offsets, Values
from grundy.kernels.jit import inner, section
from grundy.kernels.sparse_space import PARITY, SparseSpace, is_common, squeeze
from grundy.kernels.window_lanes import vectorised

GROUP = 8  # heaps, whose words of 64 marks are one vector or two
WORD = 64
ALL_CHUNK = 128  # rares marked between two tests of whether all values of some rows are marked, which seldom is so
ONE = np.uint64(1)
NO_ROOM = 256  # values of class R below a value, beyond what a byte holds
_WORD, _BYTE, _INDEX = ir.IntType(64), ir.IntType(8), ir.IntType(32)


class Passes(NamedTuple):
    """What blocks are computed from, beside the lists of partners."""

    rows: Offsets  # where each pass over the rows of marks begins, and where the last one ends
    gaps: Marks  # how much smaller the other heap is in a move within a block, rising; the last is none
    xors: Marks  # and what is xored to its squeezed value
    values: NDArray[np.uint16]  # the common value of each squeezed one, at an even and at an odd heap
    ranks: NDArray[np.uint16]  # and how many values of class R are below it
    first: int  # part with which a value is sought at first
    backwards: NDArray[np.uint16]  # the values of so many parts from there on, the last one first


PASSES = Passes, "int64", "uint64", "uint64", "uint16 2d", "uint16 2d", 0, "uint16"  # as `takes` writes it


def _emit_words(builder: ir.IRBuilder, width: int, arguments: list[ir.Value]) -> ir.Value:
    """Emit the code that makes words of the marks of eight heaps, with what their pairs within the block reach."""
    marks, word, lane, block, gaps, xors, pairs, words = arguments
    wide, size = ir.VectorType(_WORD, GROUP), ir.Constant(_WORD, LANES)

    def load(address: ir.Value, kind: ir.Type) -> ir.Value:
        return builder.load(builder.inttoptr(address, kind.as_pointer()), align=1)

    def repeat(number: ir.Value) -> ir.Value:
        one = builder.insert_element(ir.Constant(wide, ir.Undefined), number, _INDEX(0))
        return builder.shuffle_vector(one, one, ir.Constant(ir.VectorType(_INDEX, GROUP), [0] * GROUP))

    with builder.goto_entry_block():
        total = builder.alloca(wide)
    first = builder.add(builder.add(marks, lane), builder.mul(builder.mul(word, size), _WORD(WORD // ROW)))
    found = ir.Constant(wide, [0] * GROUP)
    for row in range(WORD // ROW):
        place = builder.add(first, _WORD(LANES * row))
        bits = builder.zext(load(place, ir.VectorType(_BYTE, GROUP)), wide)
        found = builder.or_(found, builder.shl(bits, ir.Constant(wide, [ROW * row] * GROUP)))
    builder.store(found, total)
    end, low = builder.add(block, builder.shl(builder.add(lane, size), _WORD(1))), builder.shl(word, _WORD(6))
    with for_range(builder, pairs) as loop:
        item = builder.shl(loop.index, _WORD(3))
        place = builder.sub(end, builder.shl(load(builder.add(gaps, item), _WORD), _WORD(1)))
        partner = builder.zext(load(place, ir.VectorType(ir.IntType(16), GROUP)), wide)
        number = builder.xor(partner, repeat(builder.xor(load(builder.add(xors, item), _WORD), low)))
        is_here = builder.icmp_unsigned("<", number, ir.Constant(wide, [WORD] * GROUP))
        mark = builder.shl(ir.Constant(wide, [1] * GROUP), number)
        mark = builder.select(is_here, mark, ir.Constant(wide, [0] * GROUP))
        builder.store(builder.or_(builder.load(total), mark), total)
    place = builder.add(words, builder.shl(builder.add(builder.mul(word, size), lane), _WORD(3)))
    builder.store(builder.load(total), builder.inttoptr(place, wide.as_pointer()), align=1)
    return _WORD(0)


_make_words = vectorised(_emit_words, LANES)


@section
def make_words(
    marks: Bytes,
    rows: int,
    lane: int,
    block: Values,
    gaps: Marks,
    xors: Marks,
    pairs: int,
    words: Marks,
    plain: bool | None,
) -> None:
    """Put the marks of eight heaps into words, with what so many pairs within the block reach from known heaps."""
    for word in range((rows * ROW + WORD - 1) // WORD):
        if plain is None:
            _make_words((marks, word, lane, block, gaps, xors, pairs, words))
        else:
            for i in range(lane, lane + GROUP):
                total = np.uint64(0)
                for row in range(WORD // ROW):
                    total |= np.uint64(marks[WORD // ROW * word + row, i]) << np.uint64(ROW * row)
                for item in range(pairs):
                    number = int(block[LANES + i - int(gaps[item])]) ^ int(xors[item])
                    if number // WORD == word:
                        total |= ONE << np.uint64(number % WORD)
                words[word, i] = total


@inner
def find_free(words: Marks, lane: int, rows: int) -> int:
    """The first number of a lane that is not marked in words for so many rows, or -1."""
    for word in range((rows * ROW + WORD - 1) // WORD):
        marks = words[np.uintp(word), np.uintp(lane)]
        if ~marks:
            return WORD * word + trailing_zeros(~marks)
    return -1


@section
def mark_takes(
    values: Values, n0: int, width: int, space: SparseSpace, kind: int, marks: Bytes, first: int, last: int
) -> None:
    """Mark, in some rows of class C or R (kind 1 or 0), moves to one heap before the block.

    Of class R also those within it: where taking changes the class, the other heap is common there.
    """
    for take in space.takes:
        lane = width if space.mask >> PARITY & take & 1 and not kind else min(take, width)
        while lane > 0:
            lane -= 1
            value = values[n0 + lane - take]
            number = squeeze(value, space)
            row = number >> 3
            if first <= row < last and is_common(value, n0 + lane, space) == kind:
                marks[row, lane] |= 1 << (number & 7)


@section
def mark_common(
    values: Values,
    n0: int,
    width: int,
    space: SparseSpace,
    pad: int,
    lanes: Bytes,
    first: int,
    last: int,
    rares: Partners,
    count: int,
    ahead: Ahead,
    scratch: Scratch,
    plain: bool | None,
) -> None:
    """Mark, in some rows of class C, pairs with rares, but for what was marked ahead, and moves to one heap before."""
    marks, everything, item, middle, rest = scratch.common, scratch.needs, 0 * count, ahead.first, ahead.last
    if not load_rows(marks, first, last, ahead, 0 * first, n0, plain):
        middle, rest = count, count
    if not middle:
        item = rest
    fill_rows(everything, first, last, 255 + 0 * first, plain)
    while item < count:
        stop = min(item + ALL_CHUNK, middle if item < middle else count)
        mark_items(lanes, pad + n0, space.splits, rares, item, stop, marks, first, last, plain)
        item = max(stop, rest) if stop == middle else stop
        if not count_lacking(everything, marks, first, last, plain):
            item = count
    mark_takes(values, n0, width, space, 1 + 0 * first, marks, first, last)


@section
def assign_common(
    values: Values,
    n0: int,
    width: int,
    space: SparseSpace,
    pad: int,
    lanes: Bytes,
    stride: int,
    passes: Passes,
    rares: Partners,
    count: int,
    ahead: Ahead,
    scratch: Scratch,
    plain: bool | None,
) -> int:
    """Give each heap of a block its first unmarked value of class C, as if all of the block were common.

    Returns the number of rare values below the largest of them; `NO_ROOM` if a heap has no unmarked value. Rows are
    marked when a heap first comes to them.
    """
    marks, words, block, gaps, xors = scratch.common, scratch.words, scratch.block, passes.gaps, passes.xors
    ranks, ends, expanded, smaller = scratch.ranks, passes.rows, passes.values, passes.ranks
    done = rows = pairs = most = start = 0 * n0  # a literal 0 would compile what is called with it once more
    fill_rows(marks, 0 * n0, len(marks), 255 + 0 * n0, plain)
    for lane in range(width, LANES):
        ranks[lane] = 0
    while start < width:
        stop = min(start + GROUP, width)
        while gaps[pairs] < start + GROUP:
            pairs += 1
        for lane in range(GROUP):
            block[LANES + start + lane] = UNKNOWN
        make_words(marks, rows, start, block, gaps, xors, pairs, words, plain)
        lane = start
        while lane < stop:
            number = find_free(words, lane, rows)
            if number < 0:
                if done + 1 == len(ends):
                    most, start, stop = NO_ROOM, width, lane
                else:
                    first, rows = rows, ends[done + 1]
                    mark_common(values, n0, width, space, pad, lanes, first, rows, rares, count, ahead, scratch, plain)
                    make_words(marks, rows, start, block, gaps, xors, pairs, words, plain)
                    done += 1
            else:
                n, block[LANES + lane] = n0 + lane, number
                rank = smaller[n & 1, number]
                values[n], ranks[lane], most = expanded[n & 1, number], rank, max(most, rank)
                lanes[(number >> 7) * stride + pad + n] = number & 127
                item, later, end = np.uintp(0), np.uintp(lane) + gaps[0], np.uintp(stop)
                while later < end:  # the other heaps of these eight; the next eight find it in the block
                    reached = np.uint64(number) ^ xors[item]
                    words[reached >> np.uint64(6), later] |= ONE << (reached & np.uint64(63))
                    item += np.uintp(1)
                    later = np.uintp(lane) + gaps[item]
                lane += 1
        start += GROUP
    return most
