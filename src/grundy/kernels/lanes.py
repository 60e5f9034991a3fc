"""Thirty-two heaps at a time: which values of a band are reached, one byte lane for each heap.

A value of seven bits is a byte; bit 7 says that there is none. Sixteen values are looked up at once: with the group of
sixteen xored away, adding 0x70 with saturation leaves the top bit clear only inside the group, and then a byte shuffle
turns the low four bits into a mark, or into nothing where the top bit is set.
"""

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

from grundy.kernels.jit import section
from grundy.kernels.rules import Offsets

__all__ = ["BAND", "HAS_AVX2", "LANES", "NONE", "ROWS", "Bytes", "Partners", "Scratch", "clear", "mark", "scratch"]

LANES = 32
GROUPS = 2
BAND = 16 * GROUPS  # values in a band
ROWS = 2 * GROUPS  # bytes of marks for a band, in each lane
NONE = 0x80
CHUNK = 32  # items between two looks at whether everything needed is marked
HAS_AVX2: bool = binding.get_host_cpu_features().get("avx2", False)
Bytes = NDArray[np.uint8]

_WORD, _BYTE, _INDEX = ir.IntType(64), ir.IntType(8), ir.IntType(32)
_LANES = ir.VectorType(_BYTE, LANES)
_BITS = [1 << bit for bit in range(8)]
_TABLES = [ir.Constant(_LANES, [*half] * 2) for half in (_BITS + [0] * 8, [0] * 8 + _BITS)]


class Partners(NamedTuple):
    """Heaps, where in the lanes each finds its partners for each 128 values, and what it xors to them."""

    heaps: Offsets
    offsets: Offsets
    xors: Bytes


class Scratch(NamedTuple):
    """Room to work in: the marks of common and of rare values, the marks wanted, and two numbers for each lane."""

    common: Bytes
    rare: Bytes
    everything: Bytes
    needs: Bytes
    mine: Offsets
    ranks: Offsets


def scratch(rows: int) -> Scratch:
    """Room for lanes that hold so many times 128 values."""
    marks = np.zeros((2, 128 * rows // BAND, ROWS, LANES), np.uint8)
    wanted = np.full((2, ROWS, LANES), 255, np.uint8)
    return Scratch(*marks, *wanted, *np.zeros((2, LANES), np.int64))


@section
def clear(marks: Bytes, band: int) -> None:
    """No marks in a band."""
    for row in range(ROWS):
        for lane in range(LANES):
            marks[band, row, lane] = 0


def _splat(byte: int) -> ir.Constant:
    """A vector of equal bytes."""
    return ir.Constant(_LANES, [byte] * LANES)


def _spread(builder: ir.IRBuilder, byte: ir.Value) -> ir.Value:
    """A byte copied to every lane."""
    one = builder.insert_element(ir.Constant(_LANES, ir.Undefined), byte, _INDEX(0))
    return builder.shuffle_vector(one, one, ir.Constant(ir.VectorType(_INDEX, LANES), [0] * LANES))


def _emit(builder: ir.IRBuilder, arguments: list[ir.Value]) -> ir.Value:
    """The marks of a run of items, kept in registers meanwhile, and whether all needed ones are set."""
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
        lanes = builder.xor(builder.load(at(source, _LANES, _WORD(0)), align=1), _spread(builder, xor))
        for group in range(GROUPS):
            index = builder.call(add, [builder.xor(lanes, _splat(group << 4)), _splat(0x70)])
            for table, total in zip(_TABLES, sums[2 * group : 2 * group + 2], strict=True):
                builder.store(builder.or_(builder.load(total), builder.call(shuffle, [table, index])), total)
    full: ir.Value = _splat(0xFF)
    for number, (total, row) in enumerate(zip(sums, rows, strict=True)):
        marked = builder.load(total)
        builder.store(marked, row, align=1)
        need = builder.load(at(needs, _LANES, _WORD(number)), align=1)
        full = builder.and_(full, builder.or_(marked, builder.not_(need)))
    lanes_full = builder.bitcast(builder.icmp_unsigned("==", full, _splat(0xFF)), _INDEX)
    return builder.icmp_signed("==", lanes_full, _INDEX(-1))


def _lower(context: BaseContext, builder: ir.IRBuilder, signature: Signature, arguments: list[ir.Value]) -> ir.Value:
    """The run of items, with the addresses of the arrays' parts that it reads and writes."""
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
    return _emit(builder, [builder.add(lanes, origin), offsets, xors, start, stop, high, marks, needs])


def _typed(
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
    """The signature and the code of `mark_plainly` in vector instructions, for a machine that has them."""
    word = types.int64
    signature = types.boolean(lanes, word, offsets, word, xors, word, word, word, marks, needs)
    return signature, _lower if HAS_AVX2 else lambda *unused: ir.Constant(ir.IntType(1), 0)


_mark_avx2: Callable[..., bool] = intrinsic(_typed)


@section
def mark_plainly(
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
    """The same run in ordinary instructions, one lane after the other."""
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
def mark(
    lanes: Bytes,
    origin: int,
    splits: Offsets,
    partners: Partners,
    low: int,
    high: int,
    band: int,
    marks: Bytes,
    needs: Bytes,
    plain: bool | None,
) -> bool:
    """Whether all `needs` are met, after marking the values of the band that heaps `low` to `high - 1` reach.

    Heap i reaches `lanes[origin - split + offsets[i] + lane] ^ xors[i]` in each lane; each row of marks holds eight
    values. It ends early once every need is met. `plain` asks for ordinary instructions; None, and not False, is what
    lets the compiler drop them.
    """
    offsets, xors, row = partners.offsets, partners.xors, band * BAND >> 7
    for start in range(low, high, CHUNK):
        stop = min(start + CHUNK, high)
        for split in splits:
            if plain is None:
                done = _mark_avx2(lanes, origin - split, offsets, row, xors, start, stop, band, marks, needs)
            else:
                done = mark_plainly(lanes, origin - split, offsets, row, xors, start, stop, band, marks, needs)
            if done:
                return True
    return False
