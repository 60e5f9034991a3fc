"""Marks for a block of heaps, one byte lane for each heap, in vector instructions: docs/theory/heaps.md.

A block has 64 heaps where the machine has AVX-512 with VBMI, else 32; compiled kernels follow `LANES`.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from llvmlite import ir
from numba import config, types
from numba.core.base import BaseContext
from numba.core.cgutils import for_range
from numba.core.codegen import get_host_cpu_features
from numba.core.typing.templates import Signature
from numba.extending import intrinsic
from numpy.typing import NDArray

from grundy.kernels.heap_rules import Offsets
from grundy.kernels.jit import section


class Vectors(NamedTuple):
    """Vectors of byte lanes, and how many values one look-up in a table tells apart in each lane."""

    lanes: int
    values: int


AVX2, AVX512 = Vectors(32, 16), Vectors(64, 64)
# Of the machine, unless Numba is told to compile for another one; Numba types neither.
_GIVEN: str | None = vars(config)["CPU_FEATURES"]
_of_machine: Callable[[], str] = get_host_cpu_features
_FEATURES = set((_of_machine() if _GIVEN is None else _GIVEN).split(","))
HAS_AVX2 = "+avx2" in _FEATURES
HAS_AVX512 = {"+avx2", "+avx512bw", "+avx512vbmi"} <= _FEATURES
VECTORS = AVX512 if HAS_AVX512 else AVX2
LANES = VECTORS.lanes
BAND = LANES  # values in a band
ROWS = BAND // 8  # bytes of marks for a band, in each lane
NONE = 0x80
EACH = 0x01010101  # puts a byte into all four of a word
CHUNK = 32  # items marked between two tests of whether all needed values are marked
Bytes = NDArray[np.uint8]
Words = NDArray[np.uint32]
Marks = NDArray[np.uint64]  # of a band, as the bits of a word
EITHER, ODD = 0b11111110, 0b10010110  # the truth tables of "or" and "xor" of three bits
_WORD, _BYTE, _INDEX = ir.IntType(64), ir.IntType(8), ir.IntType(32)


class Partners(NamedTuple):
    """Heaps of pairs: where in the lanes each finds its partners, for each 128 values, and what is xored to them."""

    heaps: Offsets
    offsets: Offsets
    xors: Words  # four times in 32 bits, as a vector instruction reads it


class Scratch(NamedTuple):
    """Arrays that the kernel works in."""

    common: Bytes  # marks of class C
    rare: Bytes  # marks of class R
    everything: Bytes  # the needs that end a marking of class C: all values of a band, in all lanes
    needs: Bytes  # the values of class R that have to be marked
    near: Marks  # at [1 for class C or 0 for R, lane, band], marks of single heaps and of pairs with heaps of the block
    squeezed: Offsets  # the squeezed values of the least rares
    ranks: Offsets  # the number of values of class R below that of each lane


def new_scratch(rows: int) -> Scratch:
    """The arrays for lanes of so many times 128 values."""
    bands = 128 * rows // BAND
    common, rare = np.zeros((2, bands, ROWS, LANES), np.uint8)
    everything, needs = np.full((2, ROWS, LANES), 255, np.uint8)
    squeezed, ranks = np.zeros((2, LANES), np.int64)
    return Scratch(common, rare, everything, needs, np.zeros((2, LANES, bands), np.uint64), squeezed, ranks)


class Ahead(NamedTuple):
    """Marks at the heaps from `start` on, made before these are reached; with start 0 there are none.

    Of class C they are those of the rares `first` to `last - 1`. In lanes those of class R follow, made by some probes.
    """

    start: int
    first: int
    last: int
    marks: Bytes  # in lanes by band, row and heap; in rows of bytes by heap and value


# As `takes` writes them.
PARTNERS = Partners, "int64", "int64 2d", "uint32"
SCRATCH = Scratch, "uint8 3d", "uint8 3d", "uint8 2d", "uint8 2d", "uint64 3d", "int64", "int64"


@section
def clear_band(marks: Bytes, band: int) -> None:
    for row in range(ROWS):
        for lane in range(LANES):
            marks[band, row, lane] = 0


@section
def load_band(marks: Bytes, band: int, ahead: Ahead, kind: int, n0: int) -> bool:
    """Begin a band with the marks of class C or R (kind 0 or 1) made ahead, or with none; whether there were some."""
    bands = len(ahead.marks) // 2
    is_ahead = ahead.start > 0 and band < bands
    _, rows, lanes = marks.shape  # as constants they would be unrolled, which takes a second to compile
    for row in range(rows):
        for lane in range(lanes):
            marks[band, row, lane] = ahead.marks[kind * bands + band, row, n0 - ahead.start + lane] if is_ahead else 0
    return is_ahead


class _Emitter(NamedTuple):
    """Emits the instructions on vectors of one kind."""

    vectors: Vectors
    builder: ir.IRBuilder

    @property
    def kind(self) -> ir.VectorType:
        return ir.VectorType(_BYTE, self.vectors.lanes)

    def equal_bytes(self, byte: int) -> ir.Constant:
        return ir.Constant(self.kind, [byte] * self.vectors.lanes)

    def at(self, address: ir.Value, kind: ir.Type, index: ir.Value) -> ir.Value:
        return self.builder.gep(self.builder.inttoptr(address, kind.as_pointer()), [index])

    def load(self, address: ir.Value, index: int) -> ir.Value:
        return self.builder.load(self.at(address, self.kind, _WORD(index)), align=1)

    def broadcast(self, word: ir.Value) -> ir.Value:
        """A word of 32 bits, in all words of a vector."""
        words = self.vectors.lanes // 4
        one = self.builder.insert_element(ir.Constant(ir.VectorType(_INDEX, words), ir.Undefined), word, _INDEX(0))
        every = ir.Constant(ir.VectorType(_INDEX, words), [0] * words)
        return self.builder.bitcast(self.builder.shuffle_vector(one, one, every), self.kind)

    def combine(self, truth: int, first: ir.Value, second: ir.Value, third: ir.Value) -> ir.Value:
        """Three vectors combined bit by bit, `EITHER` or `ODD`."""
        if self.vectors == AVX512:  # at once, and the compiler does not take masked look-ups apart: 1.4 times as fast
            words, builder = ir.VectorType(_INDEX, self.vectors.lanes // 4), self.builder
            kind = ir.FunctionType(words, [words, words, words, _INDEX])
            ternary = builder.module.declare_intrinsic("llvm.x86.avx512.pternlog.d.512", (), kind)
            vectors = [builder.bitcast(vector, words) for vector in (first, second, third)]
            return builder.bitcast(builder.call(ternary, [*vectors, _INDEX(truth)]), self.kind)
        pair = self.builder.or_ if truth == EITHER else self.builder.xor
        return pair(pair(first, second), third)

    def look_up(self, values: ir.Value, tables: list[list[int]]) -> list[ir.Value]:
        """For each table the bytes at these values, 0 where a value has none."""
        builder, kind, binary = self.builder, self.kind, ir.FunctionType(self.kind, [self.kind, self.kind])
        if self.vectors == AVX512:
            permute = builder.module.declare_intrinsic("llvm.x86.avx512.permvar.qi.512", (), binary)
            has_one = builder.icmp_unsigned("<", values, self.equal_bytes(self.vectors.values))
            found = [builder.call(permute, [ir.Constant(kind, table), values]) for table in tables]
            return [builder.select(has_one, bytes, self.equal_bytes(0)) for bytes in found]
        shuffle = builder.module.declare_intrinsic("llvm.x86.avx2.pshuf.b", (), binary)
        add = builder.module.declare_intrinsic("llvm.uadd.sat.v32i8", (), binary)
        values = builder.call(add, [values, self.equal_bytes(0x70)])
        return [builder.call(shuffle, [ir.Constant(kind, 2 * table), values]) for table in tables]

    def marks(self, values: ir.Value) -> list[ir.Value]:
        """The rows of marks of these values; a value that is no smaller than the number of lanes has none."""
        size, rows = self.vectors.values, list[ir.Value]()
        tables = [[1 << (value & 7) if value >> 3 == row else 0 for value in range(size)] for row in range(size // 8)]
        for first in range(0, self.vectors.lanes, size):
            rows += self.look_up(self.builder.xor(values, self.equal_bytes(first)), tables)
        return rows

    def mark_run(self, arguments: list[ir.Value]) -> ir.Value:
        """Mark a run of items, in registers; the result is whether all needed values are marked."""
        origin, offsets, xors, start, stop, high, marks, needs = arguments
        builder, rows = self.builder, range(self.vectors.lanes // 8)
        with builder.goto_entry_block():
            sums = [builder.alloca(self.kind) for _ in rows]
        for row, total in enumerate(sums):
            builder.store(self.load(marks, row), total)
        last, high = builder.sub(stop, _WORD(1)), self.broadcast(high)
        pairs = builder.lshr(builder.add(builder.sub(stop, start), _WORD(1)), _WORD(1))
        with for_range(builder, pairs) as loop:
            first = builder.add(start, builder.shl(loop.index, _WORD(1)))
            second = builder.add(first, builder.zext(builder.icmp_signed("<", first, last), _WORD))
            both = []
            for item in first, second:  # the last one twice if their number is odd
                source = builder.add(origin, builder.load(self.at(offsets, _WORD, item)))
                xor = self.broadcast(builder.load(self.at(xors, _INDEX, item)))
                both.append(self.marks(self.combine(ODD, self.load(source, 0), xor, high)))
            for total, *found in zip(sums, *both, strict=True):
                builder.store(self.combine(EITHER, builder.load(total), *found), total)
        full: ir.Value = self.equal_bytes(0xFF)
        for row, total in enumerate(sums):
            marked = builder.load(total)
            builder.store(marked, self.at(marks, self.kind, _WORD(row)), align=1)
            full = builder.and_(full, builder.or_(marked, builder.not_(self.load(needs, row))))
        lanes = ir.IntType(self.vectors.lanes)
        is_full = builder.bitcast(builder.icmp_unsigned("==", full, self.equal_bytes(0xFF)), lanes)
        return builder.icmp_unsigned("==", is_full, ir.Constant(lanes, (1 << self.vectors.lanes) - 1))


def vector_marking(vectors: Vectors, is_known: bool) -> Callable[..., bool]:
    """`mark_run` in instructions on such vectors, if the machine knows them; else it is there but does nothing."""

    def lower(context: BaseContext, builder: ir.IRBuilder, signature: Signature, arguments: list[ir.Value]) -> ir.Value:
        """The run, given the addresses of the parts of the arrays that it reads and writes."""
        _, origin, _, row, _, start, stop, band, _, _ = arguments
        view: Callable[..., Callable[..., ir.Value]] = context.make_array
        arrays = [
            view(kind)(context, builder, argument)
            for kind, argument in zip(signature.args, arguments, strict=True)
            if isinstance(kind, types.Array)
        ]
        lanes, offsets, xors, marks, needs = (builder.ptrtoint(array.data, _WORD) for array in arrays)
        items = builder.extract_value(arrays[1].shape, 1)
        offsets = builder.add(offsets, builder.mul(builder.mul(row, items), _WORD(8)))
        first = builder.mul(band, _WORD(vectors.lanes))  # value of the band, which has as many as there are lanes
        marks = builder.add(marks, builder.mul(first, _WORD(vectors.lanes // 8)))
        high = builder.mul(builder.trunc(builder.and_(first, _WORD(127)), _INDEX), _INDEX(EACH))
        run = [builder.add(lanes, origin), offsets, xors, start, stop, high, marks, needs]
        return _Emitter(vectors, builder).mark_run(run)

    def typing(
        typing_context: object,
        lanes: types.Type,
        origin: types.Type,
        offsets: types.Type,
        row: types.Type,
        xors: types.Type,
        start: types.Type,
        stop: types.Type,
        band: types.Type,
        marks: types.Type,
        needs: types.Type,
    ) -> object:
        """The signature, and the code."""
        word = types.int64
        signature = types.boolean(lanes, word, offsets, word, xors, word, word, word, marks, needs)
        return signature, lower if is_known else lambda *unused: ir.Constant(ir.IntType(1), 0)

    marking: Callable[..., bool] = intrinsic(typing)
    return marking


_mark_run_vectors = vector_marking(VECTORS, HAS_AVX2)


@section
def mark_run(
    lanes: Bytes,
    origin: int,
    offsets: Offsets,
    row: int,
    xors: Words,
    start: int,
    stop: int,
    band: int,
    marks: Bytes,
    needs: Bytes,
) -> bool:
    """Mark items `start` to `stop - 1` in ordinary instructions; return whether all needed values are marked."""
    for item in range(start, stop):
        source, xor = origin + offsets[row, item], (xors[item] ^ band * BAND) & 127
        for lane in range(LANES):
            value = lanes[source + lane] ^ xor
            if value < BAND:
                marks[band, value >> 3, lane] |= 1 << (value & 7)
    for eight in range(ROWS):
        for lane in range(LANES):
            if needs[eight, lane] & ~marks[band, eight, lane]:
                return False
    return True


@section
def mark_band(
    lanes: Bytes,
    origin: int,
    splits: Offsets,
    partners: Partners,
    first: int,
    last: int,
    band: int,
    marks: Bytes,
    needs: Bytes,
    plain: bool | None,
) -> bool:
    """Mark the values of a band that pairs with the heaps `first` to `last - 1` of a list reach.

    Return whether all needs are met.

    Heap i reaches `lanes[origin - split + offsets[i] + lane] ^ xors[i]` in each lane. Marking ends once every need is
    met. With `plain`, by ordinary instructions; None, and not False, lets the compiler drop them.
    """
    offsets, xors, row = partners.offsets, partners.xors, band * BAND >> 7
    for start in range(first, last, CHUNK):
        stop = min(start + CHUNK, last)
        for split in splits:
            if plain is None:
                done = _mark_run_vectors(lanes, origin - split, offsets, row, xors, start, stop, band, marks, needs)
            else:
                done = mark_run(lanes, origin - split, offsets, row, xors, start, stop, band, marks, needs)
            if done:
                return True
    return False


@section
def mark_rares(
    lanes: Bytes,
    pad: int,
    n0: int,
    splits: Offsets,
    rares: Partners,
    count: int,
    band: int,
    ahead: Ahead,
    scratch: Scratch,
    plain: bool | None,
) -> None:
    """Mark the values of a band that pairs with a rare reach, but for what was marked ahead, which is copied."""
    marks, needs, first, last = scratch.common, scratch.everything, ahead.first, ahead.last
    if not load_band(marks, band, ahead, 0 * band, n0):
        first = last = 0
    if not mark_band(lanes, pad + n0, splits, rares, 0, first, band, marks, needs, plain):
        mark_band(lanes, pad + n0, splits, rares, last, count, band, marks, needs, plain)
