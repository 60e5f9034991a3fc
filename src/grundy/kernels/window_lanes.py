"""Marks for many heaps at a time, a byte lane for each, in byte shuffles as wide as the machine has them.

A band is sixteen numbers, two bytes of marks in each lane: docs/theory/windows.md.
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np
from llvmlite import binding, ir
from numba import types
from numba.core.base import BaseContext
from numba.core.cgutils import for_range, unpack_tuple
from numba.core.typing.templates import Signature
from numba.extending import intrinsic
from numpy.typing import NDArray

from grundy.kernels.heap_rules import Offsets
from grundy.kernels.jit import inner

LANES = 64  # of a block
BAND = 16  # numbers in a band
ROWS = BAND // 8  # bytes of marks for a band, in each lane
Bytes = NDArray[np.uint8]
Words = NDArray[np.uint64]

_WORD, _BYTE, _INDEX = ir.IntType(64), ir.IntType(8), ir.IntType(32)
_BITS = [1 << bit for bit in range(8)]
_TABLES = [_BITS + [0] * 8, [0] * 8 + _BITS]
_SMALLER = [*(bit - 1 for bit in _BITS), 255] + [0] * 7  # the bits of the numbers below one from 0 to 8
_SHUFFLES = {16: "llvm.x86.ssse3.pshuf.b.128", 32: "llvm.x86.avx2.pshuf.b", 64: "llvm.x86.avx512.pshuf.b.512"}
_FEATURES = {16: "ssse3", 32: "avx2", 64: "avx512bw"}
_HOST = binding.get_host_cpu_features()
WIDTHS: list[int] = [width for width, feature in _FEATURES.items() if _HOST.get(feature, False)]
WIDTH = max(WIDTHS, default=LANES)
HAS_SHUFFLES: bool = WIDTHS[:2] == [16, 32]


class Pairs(NamedTuple):
    """Splits in two: how much smaller than the heap one part is, and what is xored to its value for the other part."""

    gaps: Offsets
    xors: Bytes


PAIRS = Pairs, "int64", "uint8"  # as `takes` writes it
Emit = Callable[[ir.IRBuilder, int, list[ir.Value]], ir.Value]


class Shuffles:
    """Shuffles of bytes, and what a processor does with them."""

    def __init__(self, builder: ir.IRBuilder, width: int) -> None:
        self.builder, self.width, self.type = builder, width, ir.VectorType(_BYTE, width)

    def at(self, address: ir.Value, kind: ir.Type, index: ir.Value) -> ir.Value:
        return self.builder.gep(self.builder.inttoptr(address, kind.as_pointer()), [index])

    def load(self, address: ir.Value) -> ir.Value:
        return self.builder.load(self.at(address, self.type, _WORD(0)), align=1)

    def store(self, vector: ir.Value, address: ir.Value) -> None:
        self.builder.store(vector, self.at(address, vector.type, _WORD(0)), align=1)

    def broadcast(self, byte: ir.Value) -> ir.Value:
        one = self.builder.insert_element(ir.Constant(self.type, ir.Undefined), byte, _INDEX(0))
        return self.builder.shuffle_vector(one, one, ir.Constant(ir.VectorType(_INDEX, self.width), [0] * self.width))

    def constant(self, *values: int) -> ir.Constant:
        return ir.Constant(self.type, [*values] * (self.width // len(values)))

    def call(self, name: str, *operands: ir.Value) -> ir.Value:
        function = ir.FunctionType(self.type, [self.type, self.type])
        return self.builder.call(self.builder.module.declare_intrinsic(name, (), function), operands)

    def shuffle(self, table: list[int], index: ir.Value) -> ir.Value:
        """The number of the table for each byte, whose upper bits are 0; and 0 for bytes from 128 on."""
        return self.call(_SHUFFLES[self.width], self.constant(*table), index)

    def arithmetic(self, name: str, *operands: ir.Value) -> ir.Value:
        return self.call(f"llvm.{name}.v{self.width}i8", *operands)


def _emit_run(builder: ir.IRBuilder, width: int, arguments: list[ir.Value], lanes: int, bands: int) -> ir.Value:
    """Emit the code that marks a run of pairs in so many bands, in registers."""
    values, origin, gaps, xors, start, stop, band, marks, lane = arguments
    vectors, source = Shuffles(builder, width), builder.add(values, origin)
    marks = builder.add(marks, builder.add(builder.mul(band, _WORD(ROWS * LANES)), lane))
    rows = [builder.add(marks, _WORD(LANES * row)) for row in range(ROWS * bands)]
    # What is 128 or more is beyond the band, or in a lane beyond those wanted.
    limits = ir.Constant(vectors.type, [0x70] * lanes + [0x80] * (width - lanes))
    with builder.goto_entry_block():
        sums = [builder.alloca(vectors.type) for _ in rows]
    for total, row in zip(sums, rows, strict=True):
        builder.store(vectors.load(row), total)
    tops = [builder.trunc(builder.mul(builder.add(band, _WORD(number)), _WORD(BAND)), _BYTE) for number in range(bands)]
    # From the first band to each: 48 xor 16 is no number of the fourth and fifth.
    changes = [vectors.broadcast(builder.xor(tops[0], top)) for top in tops]
    with for_range(builder, stop, start) as loop:
        partner = builder.sub(source, builder.load(vectors.at(gaps, _WORD, loop.index)))
        xor = builder.xor(builder.load(vectors.at(xors, _BYTE, loop.index)), tops[0])
        numbers = builder.xor(vectors.load(partner), vectors.broadcast(xor))
        for number in range(bands):
            index = builder.xor(numbers, changes[number]) if number else numbers
            index = vectors.arithmetic("uadd.sat", index, limits)
            for table, total in zip(_TABLES, sums[ROWS * number :], strict=False):
                builder.store(builder.or_(builder.load(total), vectors.shuffle(table, index)), total)
    for total, row in zip(sums, rows, strict=True):
        vectors.store(builder.load(total), row)
    return _WORD(0)


def _emit_lacking(builder: ir.IRBuilder, width: int, arguments: list[ir.Value]) -> ir.Value:
    """Emit the code that finds which lanes lack marks of a band below their rank, as bits."""
    ranks, band, marks, lane = arguments
    vectors, lacking = Shuffles(builder, width), None
    place = builder.add(marks, builder.add(builder.mul(band, _WORD(ROWS * LANES)), lane))
    rank = vectors.load(builder.add(ranks, lane))
    for row in range(ROWS):
        first = builder.trunc(builder.add(builder.mul(band, _WORD(BAND)), _WORD(8 * row)), _BYTE)
        above = vectors.arithmetic("usub.sat", rank, vectors.broadcast(first))
        wanted = vectors.shuffle(_SMALLER, vectors.arithmetic("umin", above, vectors.constant(8)))
        lack = builder.and_(wanted, builder.not_(vectors.load(builder.add(place, _WORD(LANES * row)))))
        lacking = lack if lacking is None else builder.or_(lacking, lack)
    lanes = builder.icmp_unsigned("!=", lacking, vectors.constant(0))
    return builder.zext(builder.bitcast(lanes, ir.IntType(width)), _WORD)


def _emit_gather(builder: ir.IRBuilder, width: int, arguments: list[ir.Value]) -> ir.Value:
    """Emit the code that puts the marks of some rows, eight at most, into a word for each of eight lanes."""
    marks, first, stop, lane, words, word = arguments
    lanes, few = LANES // 8, ir.VectorType(_BYTE, LANES // 8)
    vectors, wide = Shuffles(builder, width), ir.VectorType(_WORD, lanes)
    with builder.goto_entry_block():
        total = builder.alloca(wide)
    builder.store(ir.Constant(wide, [0] * lanes), total)
    with for_range(builder, stop, first) as loop:
        place = builder.add(marks, builder.add(builder.mul(loop.index, _WORD(LANES)), lane))
        row = builder.zext(builder.load(vectors.at(place, few, _WORD(0)), align=1), wide)
        bits = builder.mul(builder.and_(loop.index, _WORD(7)), _WORD(8))
        one = builder.insert_element(ir.Constant(wide, ir.Undefined), bits, _INDEX(0))
        shift = builder.shuffle_vector(one, one, ir.Constant(ir.VectorType(_INDEX, lanes), [0] * lanes))
        builder.store(builder.or_(builder.load(total), builder.shl(row, shift)), total)
    place = builder.mul(builder.add(builder.mul(word, _WORD(LANES)), lane), _WORD(8))
    vectors.store(builder.load(total), builder.add(words, place))
    return _WORD(0)


def vectorised(emit: Emit, width: int) -> Callable[[tuple[object, ...]], int]:
    """A function of a tuple, whose code is emitted: it is given the address of each array, and numbers as words.

    A machine without vectors so wide never calls it.
    """

    def lower(context: BaseContext, builder: ir.IRBuilder, signature: Signature, arguments: list[ir.Value]) -> ir.Value:
        view: Callable[..., Callable[..., ir.Value]] = context.make_array
        unpack: Callable[[ir.IRBuilder, ir.Value], list[ir.Value]] = unpack_tuple
        widen: Callable[..., ir.Value] = context.cast
        given = list[ir.Value]()
        for kind, value in zip(signature.args[0], unpack(builder, arguments[0]), strict=True):
            if isinstance(kind, types.Array):
                given.append(builder.ptrtoint(view(kind)(context, builder, value).data, _WORD))
            else:
                given.append(widen(builder, value, kind, types.int64))
        return emit(builder, width, given)

    def typing(typing_context: object, given: types.Type) -> object:
        return types.uint64(given), lower if width in WIDTHS else lambda *unused: _WORD(0)

    made: Callable[..., Callable[[tuple[object, ...]], int]] = intrinsic
    return made(typing)


def marking(lanes: int) -> list[Callable[[tuple[object, ...]], int]]:
    """Functions that mark so many lanes at a time in one band, and in two and three."""
    width = max(lanes, LANES // 4)
    return [vectorised(partial(_emit_run, lanes=lanes, bands=bands), width) for bands in (1, 2, 3)]


_many_1, _many_2, _many_3 = marking(WIDTH)
_half_1, _half_2, _half_3 = marking(LANES // 2)
_few_1, _few_2, _few_3 = marking(LANES // 4)
_least_1, _least_2, _least_3 = marking(LANES // 8)
_lacking, _gather = vectorised(_emit_lacking, WIDTH), vectorised(_emit_gather, LANES // 4)


@inner
def mark_run(
    values: Bytes, origin: int, pairs: Pairs, start: int, stop: int, bands: int, marks: Bytes, lane: int
) -> None:
    """Mark one lane for the pairs start, ..., stop - 1, in ordinary instructions."""
    for item in range(start, stop):
        value = values[np.uintp(origin - pairs.gaps[item])] ^ pairs.xors[item]
        if value < BAND * bands:
            marks[value >> 3, lane] |= 1 << (value & 7)


@inner
def mark_lanes(
    values: Bytes,
    n: int,
    pairs: Pairs,
    start: int,
    stop: int,
    bands: int,
    marks: Bytes,
    lane: int,
    count: int,
    plain: bool | None,
) -> None:
    """Mark the numbers of some bands that pairs reach from the heaps n, n + 1, ... of so many lanes: 8, 16, 32 or all.

    With `plain`, by ordinary instructions; None, and not False, lets the compiler drop them.
    """
    gaps, xors, band = pairs.gaps, pairs.xors, 0
    if plain is None:
        while band < bands:
            some = min(bands - band, 3)
            for first in range(lane, lane + count, min(count, WIDTH)):
                run = values, n + first - lane, gaps, xors, start, stop, band, marks, first
                if count == LANES // 8:
                    _least_1(run) if some == 1 else _least_2(run) if some == 2 else _least_3(run)
                elif count == LANES // 4:
                    _few_1(run) if some == 1 else _few_2(run) if some == 2 else _few_3(run)
                elif count == LANES // 2:
                    _half_1(run) if some == 1 else _half_2(run) if some == 2 else _half_3(run)
                else:
                    _many_1(run) if some == 1 else _many_2(run) if some == 2 else _many_3(run)
            band += some
    else:
        for i in range(count):
            mark_run(values, n + i, pairs, start, stop, bands, marks, lane + i)


@inner
def lacking_lanes(ranks: Bytes, bands: int, marks: Bytes, plain: bool | None) -> np.uint64:
    """The lanes that lack a mark at a number below their rank, as bits."""
    found = np.uint64(0)
    for band in range(bands):
        if plain is None:
            for first in range(0, LANES, WIDTH):
                found |= np.uint64(_lacking((ranks, band, marks, first))) << np.uint64(first)
        else:
            for lane in range(LANES):
                found |= np.uint64(lacking_numbers(ranks, band, marks, lane) != 0) << np.uint64(lane)
    return found


@inner
def lacking_numbers(ranks: Bytes, band: int, marks: Bytes, lane: int) -> int:
    """The numbers of a band below the rank of a lane that have no mark, as bits."""
    found = 0
    for row in range(ROWS * band, ROWS * (band + 1)):
        wanted = (1 << min(max(int(ranks[lane]) - 8 * row, 0), 8)) - 1
        found |= (wanted & ~int(marks[row, lane])) << 8 * (row - ROWS * band)
    return found


@inner
def gather_words(marks: Bytes, bands: int, lane: int, words: Words, plain: bool | None) -> None:
    """Put the marks of all bands into one word or two for each of eight lanes."""
    rows = ROWS * bands
    for word in range((rows + 7) // 8):
        if plain is None:
            _gather((marks, 8 * word, min(8 * word + 8, rows), lane, words, word))
        else:
            for i in range(lane, lane + LANES // 8):
                words[word, i] = 0
                for row in range(8 * word, min(8 * word + 8, rows)):
                    words[word, i] |= np.uint64(marks[row, i]) << np.uint64(8 * (row & 7))
