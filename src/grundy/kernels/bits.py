"""Bits of a machine word: the first and last set bit, their number and the parity, one instruction each if compiled."""

from collections.abc import Callable
from typing import SupportsIndex

from llvmlite import ir
from numba import types
from numba.extending import lower_builtin, type_callable

_WORD = ir.IntType(64)
_FLAG = ir.IntType(1)


def trailing_zeros(word: SupportsIndex) -> int:
    """The position of the lowest set bit of a word that is not zero."""
    number = int(word)
    return (number & -number).bit_length() - 1


def leading_zeros(word: SupportsIndex) -> int:
    """The number of zeros above the highest set bit of a word that is not zero."""
    return 64 - int(word).bit_length()


def parity(word: SupportsIndex) -> int:
    return int(word).bit_count() & 1


def count_ones(word: SupportsIndex) -> int:
    return int(word).bit_count()


def _emit_zeros(builder: ir.IRBuilder, word: ir.Value) -> ir.Value:
    count = builder.module.declare_intrinsic("llvm.cttz", [_WORD], ir.FunctionType(_WORD, [_WORD, _FLAG]))
    return builder.call(count, [word, _FLAG(0)])


def _emit_leading(builder: ir.IRBuilder, word: ir.Value) -> ir.Value:
    count = builder.module.declare_intrinsic("llvm.ctlz", [_WORD], ir.FunctionType(_WORD, [_WORD, _FLAG]))
    return builder.call(count, [word, _FLAG(0)])


def _emit_parity(builder: ir.IRBuilder, word: ir.Value) -> ir.Value:
    return builder.and_(builder.call(builder.module.declare_intrinsic("llvm.ctpop", [_WORD]), [word]), _WORD(1))


def _emit_ones(builder: ir.IRBuilder, word: ir.Value) -> ir.Value:
    return builder.call(builder.module.declare_intrinsic("llvm.ctpop", [_WORD]), [word])


def _compile(function: Callable[[SupportsIndex], int], emit: Callable[[ir.IRBuilder, ir.Value], ir.Value]) -> None:
    """Let compiled code use the instruction in place of the function."""
    lower: Callable[..., Callable[..., object]] = lower_builtin
    type_callable(function)(lambda context: lambda word: types.int64(types.uint64))
    lower(function, types.Any)(lambda context, builder, signature, words: emit(builder, words[0]))


_compile(trailing_zeros, _emit_zeros)
_compile(leading_zeros, _emit_leading)
_compile(count_ones, _emit_ones)
_compile(parity, _emit_parity)
