"""Marks for 32 heaps at a time, one byte lane for each heap, in vector instructions (AVX2): docs/theory/heaps.md."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from llvmlite import binding, ir
from numba import types
from numba.core.base import BaseContext
from numba.core.cgutils import for_range
from numba.core.typing.templates import Signature
from numba.extending import intrinsic
from numpy.typing import NDArray

from grundy.kernels.heap_rules import Offsets
from grundy.kernels.jit import section

LANES = 32
GROUPS = 2
BAND = 16 * GROUPS  # values in a band
ROWS = 2 * GROUPS  # bytes of marks for a band, in each lane
NONE = 0x80
CHUNK = 32  # items marked between two tests of whether all needed values are marked
HAS_AVX2: bool = binding.get_host_cpu_features().get("avx2", False)
Bytes = NDArray[np.uint8]

_WORD, _BYTE, _INDEX = ir.IntType(64), ir.IntType(8), ir.IntType(32)
_LANES = ir.VectorType(_BYTE, LANES)
_BITS = [1 << bit for bit in range(8)]
_TABLES = [ir.Constant(_LANES, [*half] * 2) for half in (_BITS + [0] * 8, [0] * 8 + _BITS)]


class Partners(NamedTuple):
    """Heaps of pairs: where in the lanes each finds its partners, for each 128 values, and what is xored to them."""

    heaps: Offsets
    offsets: Offsets
    xors: Bytes


class Scratch(NamedTuple):
    """Arrays that the kernel works in."""

    common: Bytes  # marks of class C
    rare: Bytes  # marks of class R
    everything: Bytes  # the needs that end a marking of class C: all values of a band, in all lanes
    needs: Bytes  # the values of class R that have to be marked
    squeezed: Offsets  # the squeezed value of each lane
    ranks: Offsets  # the number of values of class R below that of each lane


def new_scratch(rows: int) -> Scratch:
    """The arrays for lanes of so many times 128 values."""
    marks = np.zeros((2, 128 * rows // BAND, ROWS, LANES), np.uint8)
    wanted = np.full((2, ROWS, LANES), 255, np.uint8)
    return Scratch(*marks, *wanted, *np.zeros((2, LANES), np.int64))


class Ahead(NamedTuple):
    """Marks at the heaps from `start` on, made before these are reached; with start 0 there are none.

    Of class C they are those of the rares `first` to `last - 1`. In lanes those of class R follow, made by some probes.
    """

    start: int
    first: int
    last: int
    marks: Bytes  # in lanes by band, row and heap; in rows of bytes by heap and value


# As `takes` writes them.
PARTNERS = Partners, "int64", "int64 2d", "uint8"
SCRATCH = Scratch, "uint8 3d", "uint8 3d", "uint8 2d", "uint8 2d", "int64", "int64"


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
    for row in range(ROWS):
        for lane in range(LANES):
            marks[band, row, lane] = ahead.marks[kind * bands + band, row, n0 - ahead.start + lane] if is_ahead else 0
    return is_ahead


def _equal_bytes(byte: int) -> ir.Constant:
    return ir.Constant(_LANES, [byte] * LANES)


def _broadcast(builder: ir.IRBuilder, byte: ir.Value) -> ir.Value:
    one = builder.insert_element(ir.Constant(_LANES, ir.Undefined), byte, _INDEX(0))
    return builder.shuffle_vector(one, one, ir.Constant(ir.VectorType(_INDEX, LANES), [0] * LANES))


def _emit_run(builder: ir.IRBuilder, arguments: list[ir.Value]) -> ir.Value:
    """Emit the code that marks a run of items, in registers; its value is whether all needed values are marked."""
    origin, offsets, xors, start, stop, high, marks, needs = arguments
    binary = ir.FunctionType(_LANES, [_LANES, _LANES])
    shuffle = builder.module.declare_intrinsic("llvm.x86.avx2.pshuf.b", (), binary)
    add = builder.module.declare_intrinsic("llvm.uadd.sat.v32i8", (), binary)

    def at(address: ir.Value, kind: ir.Type, index: ir.Value) -> ir.Value:
        return builder.gep(builder.inttoptr(address, kind.as_pointer()), [index])

    rows = [at(marks, _LANES, _WORD(row)) for row in range(ROWS)]
    with builder.goto_entry_block():
        sums = [builder.alloca(_LANES) for _ in rows]
    for total, row in zip(sums, rows, strict=True):
        builder.store(builder.load(row, align=1), total)
    with for_range(builder, stop, start) as loop:
        source = builder.add(origin, builder.load(at(offsets, _WORD, loop.index)))
        xor = builder.xor(builder.load(at(xors, _BYTE, loop.index)), builder.trunc(high, _BYTE))
        lanes = builder.xor(builder.load(at(source, _LANES, _WORD(0)), align=1), _broadcast(builder, xor))
        for group in range(GROUPS):
            index = builder.call(add, [builder.xor(lanes, _equal_bytes(group << 4)), _equal_bytes(0x70)])
            for table, total in zip(_TABLES, sums[2 * group : 2 * group + 2], strict=True):
                builder.store(builder.or_(builder.load(total), builder.call(shuffle, [table, index])), total)
    full: ir.Value = _equal_bytes(0xFF)
    for number, (total, row) in enumerate(zip(sums, rows, strict=True)):
        marked = builder.load(total)
        builder.store(marked, row, align=1)
        need = builder.load(at(needs, _LANES, _WORD(number)), align=1)
        full = builder.and_(full, builder.or_(marked, builder.not_(need)))
    lanes_full = builder.bitcast(builder.icmp_unsigned("==", full, _equal_bytes(0xFF)), _INDEX)
    return builder.icmp_signed("==", lanes_full, _INDEX(-1))


def _lower(context: BaseContext, builder: ir.IRBuilder, signature: Signature, arguments: list[ir.Value]) -> ir.Value:
    """`_emit_run` with the addresses of the parts of the arrays that it reads and writes."""
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
    marks = builder.add(marks, builder.mul(band, _WORD(ROWS * LANES)))
    high = builder.and_(builder.mul(band, _WORD(BAND)), _WORD(127))
    return _emit_run(builder, [builder.add(lanes, origin), offsets, xors, start, stop, high, marks, needs])


def _typing(
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
    """The signature of `mark_run`, and its code in vector instructions for a machine that has them."""
    word = types.int64
    signature = types.boolean(lanes, word, offsets, word, xors, word, word, word, marks, needs)
    return signature, _lower if HAS_AVX2 else lambda *unused: ir.Constant(ir.IntType(1), 0)


_mark_run_avx2: Callable[..., bool] = intrinsic(_typing)


@section
def mark_run(
    lanes: Bytes,
    origin: int,
    offsets: Offsets,
    row: int,
    xors: Bytes,
    start: int,
    stop: int,
    band: int,
    marks: Bytes,
    needs: Bytes,
) -> bool:
    """Mark items `start` to `stop - 1` in ordinary instructions; return whether all needed values are marked."""
    for item in range(start, stop):
        source, xor = origin + offsets[row, item], xors[item] ^ (band * BAND & 127)
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
                done = _mark_run_avx2(lanes, origin - split, offsets, row, xors, start, stop, band, marks, needs)
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
