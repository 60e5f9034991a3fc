"""Arrays that compiled code uses without counting references to them.

Numba counts whenever an array is taken out of a tuple or handed to a function, by an instruction that no other
processor may interrupt: a tenth of the time of a kernel that calls many short functions. Whoever calls the kernel holds
its arrays anyway.
"""

from collections.abc import Callable, Iterable
from typing import TypeVar, cast

from llvmlite import ir
from numba import types
from numba.core.base import BaseContext
from numba.core.cgutils import unpack_tuple
from numba.core.typing.templates import Signature
from numba.extending import lower_builtin, type_callable

T = TypeVar("T")


def borrow(things: T) -> T:
    """The same arrays, or tuples of them; compiled, references to them are not counted."""
    return things


def _emit_borrowed(context: BaseContext, builder: ir.IRBuilder, kind: types.Type, value: ir.Value) -> ir.Value:
    """Emit a copy of the head of each array, which names no owner."""
    if isinstance(kind, types.Array):
        view: Callable[..., Callable[..., ir.Value]] = context.make_array
        array = view(kind)(context, builder, value)
        array.meminfo = ir.Constant(array.meminfo.type, None)
        return array._getvalue()
    if isinstance(kind, types.BaseTuple):
        unpack: Callable[[ir.IRBuilder, ir.Value], list[ir.Value]] = unpack_tuple
        kinds = cast("Iterable[types.Type]", kind)
        parts = [_emit_borrowed(context, builder, *part) for part in zip(kinds, unpack(builder, value), strict=True)]
        make: Callable[..., ir.Value] = context.make_tuple
        return make(builder, kind, parts)
    return value


def _lower(context: BaseContext, builder: ir.IRBuilder, signature: Signature, arguments: list[ir.Value]) -> ir.Value:
    return _emit_borrowed(context, builder, signature.args[0], arguments[0])


type_callable(borrow)(lambda context: lambda things: things)
_lowering: Callable[..., Callable[[object], object]] = lower_builtin
_lowering(borrow, types.Any)(_lower)
