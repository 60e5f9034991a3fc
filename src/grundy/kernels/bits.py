"""Bits of a machine word: the lowest set bit and the parity, one instruction each when compiled."""

from collections.abc import Callable
from typing import SupportsIndex

from llvmlite import ir
from numba import types
from numba.extending import lower_builtin, type_callable

__all__ = ["parity", "trailing_zeros"]

_WORD = ir.IntType(64)
_FLAG = ir.IntType(1)


def trailing_zeros(word: SupportsIndex) -> int:
    """The position of the lowest set bit of a word that is not zero."""
    number = int(word)
    return (number & -number).bit_length() - 1


def parity(word: SupportsIndex) -> int:
    """The number of set bits, modulo 2."""
    return int(word).bit_count() & 1


def _emit_zeros(builder: ir.IRBuilder, word: ir.Value) -> ir.Value:
    """The instruction that counts trailing zeros."""
    count = builder.module.declare_intrinsic("llvm.cttz", [_WORD], ir.FunctionType(_WORD, [_WORD, _FLAG]))
    return builder.call(count, [word, _FLAG(0)])


def _emit_parity(builder: ir.IRBuilder, word: ir.Value) -> ir.Value:
    """The instruction that counts set bits, and the last bit of its result."""
    return builder.and_(builder.call(builder.module.declare_intrinsic("llvm.ctpop", [_WORD]), [word]), _WORD(1))


def _compile(function: Callable[[SupportsIndex], int], emit: Callable[[ir.IRBuilder, ir.Value], ir.Value]) -> None:
    """Teach the compiler the instruction for a function, without a function of its own to compile."""
    lower: Callable[..., Callable[..., object]] = lower_builtin
    type_callable(function)(lambda context: lambda word: types.int64(types.uint64))
    lower(function, types.Any)(lambda context, builder, signature, words: emit(builder, words[0]))


_compile(trailing_zeros, _emit_zeros)
_compile(parity, _emit_parity)
