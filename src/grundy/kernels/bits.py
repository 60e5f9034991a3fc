"""Bits of a machine word: the lowest set bit and the parity, one instruction each when compiled."""

from collections.abc import Callable

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

__all__ = ["parity", "trailing_zeros"]


def trailing_zeros(word: int) -> int:
    """The position of the lowest set bit of a word that is not zero."""
    word = int(word)
    return (word & -word).bit_length() - 1


def parity(word: int) -> int:
    """The number of set bits, modulo 2."""
    return int(word).bit_count() & 1


def _lower(name: str) -> Callable[[object], object]:
    """An LLVM bit-counting instruction as a function of one word."""

    def typed(typing_context, word):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            wide = context.cast(builder, arguments[0], word, types.uint64)
            word_type = ir.IntType(64)
            extra = [ir.Constant(ir.IntType(1), 0)] if name == "llvm.cttz" else []
            callee = builder.module.declare_intrinsic(
                name, [word_type], None if not extra else ir.FunctionType(word_type, [word_type, ir.IntType(1)])
            )
            return builder.call(callee, [wide, *extra])

        return types.int64(word), generate

    return intrinsic(typed)


_cttz, _ctpop = _lower("llvm.cttz"), _lower("llvm.ctpop")


@overload(trailing_zeros)
def _trailing_zeros(word):
    return lambda word: _cttz(word)


@overload(parity)
def _parity(word):
    return lambda word: _ctpop(word) & 1
