"""Marks for a block of heaps, one byte lane for each heap, in vector instructions: docs/theory/heaps.md.

A block has 64 heaps where the machine has AVX-512 with VBMI, else 32; compiled kernels follow `LANES`.
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np
from llvmlite import ir
from numba import config
from numba.core.cgutils import for_range
from numba.core.codegen import get_host_cpu_features
from numpy.typing import NDArray

from grundy.kernels.bits import count_ones
from grundy.kernels.heap_rules import Offsets, Values
from grundy.kernels.jit import inner, section
from grundy.kernels.window_lanes import Shuffles, vectorised


class Vectors(NamedTuple):
    """Vectors of byte lanes, how many values one look-up in a table tells apart, and the most rows marked at once."""

    lanes: int
    values: int
    rows: int


# AVX-512 looks up 64 bytes, of which one at least stands for a value that is not sought. The sums of all rows, the
# tables and two items fill the registers: 32, and 16 of AVX2, which with eight rows takes a fifth longer.
AVX2, AVX512 = Vectors(32, 16, 4), Vectors(64, 56, 14)
# Of the machine, unless Numba is told to compile for another one; Numba types neither.
_GIVEN: str | None = vars(config)["CPU_FEATURES"]
_of_machine: Callable[[], str] = get_host_cpu_features
_FEATURES = set((_of_machine() if _GIVEN is None else _GIVEN).split(","))
HAS_AVX2 = "+avx2" in _FEATURES
HAS_AVX512 = {"+avx2", "+avx512bw", "+avx512vbmi"} <= _FEATURES
VECTORS = AVX512 if HAS_AVX512 else AVX2
LANES = VECTORS.lanes
SIZES = [size for size in (14, 12, 10, 8, 4, 2) if size <= VECTORS.rows]  # rows marked at once: code for each
ROW = 8  # values, the bits of a byte
HALF = 128  # values that lanes tell apart by seven bits
HALF_ROWS = HALF // ROW
NONE = 0x80
EACH = 0x01010101  # puts a byte into all four of a word
CHUNK = 32  # items marked between two tests of whether all needed values are marked
Bytes = NDArray[np.uint8]
Words = NDArray[np.uint32]
Marks = NDArray[np.uint64]  # eight bytes, or 64 values, of a row or of a lane
EITHER = 0b11111110  # the truth table of "or" of three bits
_WORD, _BYTE, _SHORT, _INDEX = ir.IntType(64), ir.IntType(8), ir.IntType(16), ir.IntType(32)
_SMALLER = [*((1 << count) - 1 for count in range(ROW)), 255] + [0] * 7  # the bits of the least of a row's values


class Partners(NamedTuple):
    """Heaps of pairs: where in the lanes each finds its partners, for each 128 values, and what is xored to them."""

    heaps: Offsets
    offsets: Offsets
    xors: Words  # four times in 32 bits, as a vector instruction reads it


class Scratch(NamedTuple):
    """Arrays that the kernel works in: marks by row, of eight values, and heap of the block."""

    common: Bytes  # marks of class C; those of a row that is not marked yet are all set
    rare: Bytes  # marks of class R
    rare_words: Marks  # the same memory
    needs: Bytes  # the values of class R that have to be marked
    need_words: Marks  # the same memory
    ranks: Bytes  # the number of values of class R below that of each heap
    words: Marks  # by 64 values and heap, the marks of class C
    block: NDArray[np.uint16]  # the squeezed values of the block before, unknown here, and of the block


UNKNOWN = 0x400  # in place of a squeezed value, in no row for any xor


def new_scratch(halves: int) -> Scratch:
    """The arrays for lanes of so many times 128 values."""
    rows = HALF_ROWS * halves
    common, rare, needs = np.zeros((3, rows, LANES), np.uint8)
    words, block = np.zeros((rows // ROW, LANES), np.uint64), np.full(2 * LANES, UNKNOWN, np.uint16)
    views = rare.view(np.uint64), needs.view(np.uint64)
    return Scratch(common, rare, views[0], needs, views[1], np.zeros(LANES, np.uint8), words, block)


class Ahead(NamedTuple):
    """Marks at the heaps from `start` on, made before these are reached; with start 0 there are none.

    Of class C they are those of the rares `first` to `last - 1`. In lanes those of class R follow, made by some probes.
    """

    start: int
    first: int
    last: int
    marks: Bytes  # in lanes by row and heap; in rows of bytes by heap and value


# As `takes` writes them.
PARTNERS = Partners, "int64", "int64 2d", "uint32"
SCRATCH = Scratch, "uint8 2d", "uint8 2d", "uint64 2d", "uint8 2d", "uint64 2d", "uint8", "uint64 2d", "uint16"
AHEAD = Ahead, 0, 0, 0, "uint8 2d"


class _Lanes(Shuffles):
    """Emits what marks byte lanes."""

    def __init__(self, builder: ir.IRBuilder, vectors: Vectors) -> None:
        super().__init__(builder, vectors.lanes)
        self.vectors = vectors

    def repeat(self, word: ir.Value) -> ir.Value:
        """A word of 32 bits, in all words of a vector."""
        words = self.width // 4
        one = self.builder.insert_element(ir.Constant(ir.VectorType(_INDEX, words), ir.Undefined), word, _INDEX(0))
        every = ir.Constant(ir.VectorType(_INDEX, words), [0] * words)
        return self.builder.bitcast(self.builder.shuffle_vector(one, one, every), self.type)

    def combine(self, first: ir.Value, second: ir.Value, third: ir.Value) -> ir.Value:
        """The bits that any of three vectors has."""
        if self.vectors == AVX512:  # at once, which the compiler does not always see
            words, builder = ir.VectorType(_INDEX, self.width // 4), self.builder
            kind = ir.FunctionType(words, [words, words, words, _INDEX])
            ternary = builder.module.declare_intrinsic("llvm.x86.avx512.pternlog.d.512", (), kind)
            vectors = [builder.bitcast(vector, words) for vector in (first, second, third)]
            return builder.bitcast(builder.call(ternary, [*vectors, _INDEX(EITHER)]), self.type)
        return self.builder.or_(self.builder.or_(first, second), third)

    def look_up(self, number: ir.Value, rows: int) -> list[ir.Value]:
        """The marks of numbers, which begin at 0, in so many rows; what is beyond has none."""
        bits, size, found = [1 << bit for bit in range(ROW)], self.vectors.values, list[ir.Value]()
        tables = [[0] * ROW * row + bits + [0] * (64 - ROW * (row + 1)) for row in range(size // ROW)]
        for first in range(0, rows, size // ROW):
            index = self.builder.sub(number, self.constant(ROW * first)) if first else number
            some = min(size // ROW, rows - first)
            if self.vectors == AVX512:
                index = self.arithmetic("umin", index, self.constant(size))
                found += [
                    self.call("llvm.x86.avx512.permvar.qi.512", ir.Constant(self.type, table), index)
                    for table in tables[:some]
                ]
            else:
                index = self.arithmetic("uadd.sat", index, self.constant(0x70))
                found += [self.shuffle(table[:16], index) for table in tables[:some]]
        return found


def _emit_run(builder: ir.IRBuilder, width: int, arguments: list[ir.Value], vectors: Vectors, rows: int) -> ir.Value:
    """Emit the code that marks a run of items in so many rows, in registers."""
    values, origin, offsets, base, xors, start, stop, marks, row = arguments
    lanes, source = _Lanes(builder, vectors), builder.add(values, origin)
    marks = builder.add(marks, builder.mul(row, _WORD(width)))
    places = [builder.add(marks, _WORD(width * place)) for place in range(rows)]
    low = lanes.broadcast(builder.trunc(builder.and_(builder.mul(row, _WORD(ROW)), _WORD(HALF - 1)), _BYTE))
    with builder.goto_entry_block():
        sums = [builder.alloca(lanes.type) for _ in places]
    for total, place in zip(sums, places, strict=True):
        builder.store(lanes.load(place), total)
    last, offsets = builder.sub(stop, _WORD(1)), builder.add(offsets, builder.mul(base, _WORD(8)))
    pairs = builder.lshr(builder.add(builder.sub(stop, start), _WORD(1)), _WORD(1))
    with for_range(builder, pairs) as loop:
        first = builder.add(start, builder.shl(loop.index, _WORD(1)))
        second = builder.add(first, builder.zext(builder.icmp_signed("<", first, last), _WORD))
        both = []
        for item in first, second:  # the last one twice if their number is odd
            partner = lanes.load(builder.add(source, builder.load(lanes.at(offsets, _WORD, item))))
            number = builder.xor(partner, lanes.repeat(builder.load(lanes.at(xors, _INDEX, item))))
            both.append(lanes.look_up(builder.sub(number, low), rows))
        for total, *found in zip(sums, *both, strict=True):
            builder.store(lanes.combine(builder.load(total), *found), total)
    for total, place in zip(sums, places, strict=True):
        lanes.store(builder.load(total), place)
    return _WORD(0)


def _emit_needs(builder: ir.IRBuilder, width: int, arguments: list[ir.Value]) -> ir.Value:
    """Emit the code that sets, in some rows of each lane, the bits of the values below its rank."""
    ranks, needs, first, last = arguments
    vectors = Shuffles(builder, width)
    rank = vectors.load(ranks)
    with for_range(builder, last, first) as loop:
        low = vectors.broadcast(builder.trunc(builder.mul(loop.index, _WORD(ROW)), _BYTE))
        below = vectors.arithmetic("umin", vectors.arithmetic("usub.sat", rank, low), vectors.constant(ROW))
        place = builder.add(needs, builder.mul(loop.index, _WORD(width)))
        vectors.store(vectors.shuffle(_SMALLER, below), place)
    return _WORD(0)


def _emit_lacking(builder: ir.IRBuilder, width: int, arguments: list[ir.Value]) -> ir.Value:
    """Emit the code that counts, in some rows, the bits that are needed and not marked."""
    needs, marks, first, last = arguments
    vectors, wide = Shuffles(builder, width), ir.VectorType(_WORD, width // 8)
    ones = builder.module.declare_intrinsic(f"llvm.ctpop.v{width // 8}i64", (), ir.FunctionType(wide, [wide]))
    with builder.goto_entry_block():
        total = builder.alloca(wide)
    builder.store(ir.Constant(wide, [0] * (width // 8)), total)
    with for_range(builder, last, first) as loop:
        place = builder.mul(loop.index, _WORD(width))
        marked = vectors.load(builder.add(marks, place))
        lacking = builder.and_(vectors.load(builder.add(needs, place)), builder.not_(marked))
        count = builder.call(ones, [builder.bitcast(lacking, wide)])
        builder.store(builder.add(builder.load(total), count), total)
    counts = builder.load(total)
    number: ir.Value = _WORD(0)
    for word in range(width // 8):
        number = builder.add(number, builder.extract_element(counts, _INDEX(word)))
    return number


def _emit_copy(builder: ir.IRBuilder, width: int, arguments: list[ir.Value]) -> ir.Value:
    """Emit the code that copies a block of some rows."""
    source, lane, size, target, place, stride, rows = arguments
    vectors = Shuffles(builder, width)
    source, target = builder.add(source, lane), builder.add(target, place)
    with for_range(builder, rows) as loop:
        row = vectors.load(builder.add(source, builder.mul(loop.index, size)))
        vectors.store(row, builder.add(target, builder.mul(loop.index, stride)))
    return _WORD(0)


def _emit_fill(builder: ir.IRBuilder, width: int, arguments: list[ir.Value]) -> ir.Value:
    """Emit the code that sets all bytes of some rows."""
    marks, first, last, byte = arguments
    vectors = Shuffles(builder, width)
    every = vectors.broadcast(builder.trunc(byte, _BYTE))
    with for_range(builder, last, first) as loop:
        vectors.store(every, builder.add(marks, builder.mul(loop.index, _WORD(width))))
    return _WORD(0)


def _emit_search(builder: ir.IRBuilder, width: int, arguments: list[ir.Value]) -> ir.Value:
    """Emit the code that compares the xors of two runs of values with one value; the result is 1 if any is equal."""
    values, place, others, stop, wanted = arguments
    size = width // 2
    kind, flags = ir.VectorType(_SHORT, size), ir.VectorType(ir.IntType(1), size)
    one = builder.insert_element(ir.Constant(kind, ir.Undefined), builder.trunc(wanted, _SHORT), _INDEX(0))
    every = builder.shuffle_vector(one, one, ir.Constant(ir.VectorType(_INDEX, size), [0] * size))
    values = builder.add(values, builder.shl(place, _WORD(1)))
    with builder.goto_entry_block():
        found = builder.alloca(flags)
    builder.store(ir.Constant(flags, [0] * size), found)
    with for_range(builder, builder.udiv(stop, _WORD(size))) as loop:
        offset, total = builder.mul(loop.index, _WORD(width)), builder.load(found)
        first, second = (
            builder.load(builder.inttoptr(builder.add(it, offset), kind.as_pointer()), align=1)
            for it in (values, others)
        )
        hits = builder.icmp_unsigned("==", builder.xor(first, second), every)
        builder.store(builder.or_(total, hits), found)
    word = ir.IntType(size)
    is_found = builder.icmp_unsigned("!=", builder.bitcast(builder.load(found), word), ir.Constant(word, 0))
    return builder.zext(is_found, _WORD)


def marking(vectors: Vectors, rows: int) -> Callable[[tuple[object, ...]], int]:
    """A function that marks so many rows in instructions on such vectors, if the machine knows them.

    It takes the lanes, where the block begins there, the offsets and the place of the first of them, the xors, the
    first item and the last, the marks and the first row.
    """
    return vectorised(partial(_emit_run, vectors=vectors, rows=rows), vectors.lanes)


_mark_2, _mark_4, _mark_8 = (marking(VECTORS, rows) for rows in (2, 4, 8))
_mark_10, _mark_12, _mark_14 = (marking(VECTORS, min(rows, VECTORS.rows)) for rows in (10, 12, 14))
_set_needs, _count_lacking = vectorised(_emit_needs, LANES), vectorised(_emit_lacking, LANES)
_copy_rows, _fill_rows = vectorised(_emit_copy, LANES), vectorised(_emit_fill, LANES)
_search = vectorised(_emit_search, LANES)


@inner
def fill_rows(marks: Bytes, first: int, last: int, byte: int, plain: bool | None) -> None:
    """Set all bytes of rows `first` to `last - 1`."""
    if plain is None:
        _fill_rows((marks, first, last, byte))
    else:
        marks[first:last] = byte


@inner
def copy_rows(
    source: Bytes, first: int, lane: int, target: Bytes, start: int, place: int, rows: int, plain: bool | None
) -> None:
    """Copy a block of so many rows: from a row and lane of a wider array, or to one."""
    size, stride = source.shape[1], target.shape[1]
    if plain is None:
        _copy_rows((source, first * size + lane, size, target, start * stride + place, stride, rows))
    else:
        target[start : start + rows, place : place + LANES] = source[first : first + rows, lane : lane + LANES]


@section
def load_rows(marks: Bytes, first: int, last: int, ahead: Ahead, kind: int, n0: int, plain: bool | None) -> bool:
    """Begin rows with the marks of class C or R (kind 0 or 1) made ahead, or with none; whether there were some."""
    rows = len(ahead.marks) // 2
    is_ahead = ahead.start > 0 and last <= rows
    if is_ahead:
        copy_rows(ahead.marks, kind * rows + first, n0 - ahead.start, marks, first, 0 * first, last - first, plain)
    else:
        fill_rows(marks, first, last, 0 * first, plain)
    return is_ahead


@section
def mark_run(
    lanes: Bytes, origin: int, offsets: Offsets, xors: Words, start: int, stop: int, marks: Bytes, first: int, last: int
) -> None:
    """Mark items `start` to `stop - 1` in rows `first` to `last - 1`, in ordinary instructions."""
    half = first // HALF_ROWS
    for item in range(start, stop):
        source, xor = origin + offsets[half, item], xors[item] & 127
        for lane in range(LANES):
            value = lanes[source + lane] ^ xor
            row = HALF_ROWS * half + (value >> 3)
            if first <= row < last:
                marks[row, lane] |= 1 << (value & 7)


@section
def mark_items(
    lanes: Bytes,
    origin: int,
    splits: Offsets,
    partners: Partners,
    start: int,
    stop: int,
    marks: Bytes,
    first: int,
    last: int,
    plain: bool | None,
) -> None:
    """Mark the values in rows `first` to `last - 1` that pairs with heaps `start` to `stop - 1` of a list reach.

    Heap i reaches `lanes[origin - split + offsets[i] + lane] ^ xors[i]` in each lane. With `plain`, by ordinary
    instructions; None, and not False, lets the compiler drop them.
    """
    offsets, xors, rows = partners.offsets, partners.xors, last - first
    base = first // HALF_ROWS * len(partners.heaps)
    for split in splits:
        if plain is None:
            run = lanes, origin - split, offsets, base, xors, start, stop, marks, first
            if rows == 2:
                _mark_2(run)
            elif rows == 4:
                _mark_4(run)
            elif rows == 8:
                _mark_8(run)
            elif rows == 10:
                _mark_10(run)
            elif rows == 12:
                _mark_12(run)
            else:
                _mark_14(run)
        else:
            mark_run(lanes, origin - split, offsets, xors, start, stop, marks, first, last)


@section
def set_needs(ranks: Bytes, needs: Bytes, first: int, last: int, plain: bool | None) -> None:
    """Set the values of some rows that are below the rank of each lane."""
    if plain is None:
        _set_needs((ranks, needs, first, last))
    else:
        for row in range(first, last):
            for lane in range(LANES):
                needs[row, lane] = (1 << min(max(int(ranks[lane]) - ROW * row, 0), ROW)) - 1


@section
def count_lacking(needs: Bytes, marks: Bytes, first: int, last: int, plain: bool | None) -> int:
    """The number of needed values in some rows that are not marked."""
    if plain is None:
        return int(np.int64(_count_lacking((needs, marks, first, last))))
    lacking = 0
    for row in range(first, last):
        for lane in range(LANES):
            lacking += count_ones(needs[row, lane] & ~marks[row, lane])
    return lacking


@inner
def is_met(values: Values, place: int, others: Values, wanted: int, plain: bool | None) -> bool:
    """Whether a value is the xor of one of those from a place on with its counterpart in another array."""
    if plain is None:
        return bool(np.uint64(_search((values, place, others, len(others), wanted))) != 0)
    found = False
    for item in range(len(others)):
        found = found or bool(values[place + item] ^ others[item] == wanted)
    return found
