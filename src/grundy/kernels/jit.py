"""Compilation of kernels by Numba; the same source also runs as plain Python.

A kernel is a pure function on arrays and numbers. `kernel.py_func` is its uncompiled form.
"""

from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any, ParamSpec, Protocol, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R", covariant=True)
F = TypeVar("F", bound=Callable[..., object])


class Kernel(Protocol[P, R]):
    """A compiled function that remembers its source."""

    @property
    def py_func(self) -> Callable[P, R]: ...

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R: ...


def takes(*arguments: object) -> Callable[[F], F]:
    """A decorator that notes, by an example, the types of arguments with which a kernel is called.

    An array is written as the type of its numbers, "int64" or with more dimensions "int64 2d", "uint8 1d constant" if
    it cannot be written to; a named tuple as a tuple of its class and what it holds. The kernel compiles for others too
    when it is called with them; `grundy warm` compiles those noted.
    """

    def note(function: F) -> F:
        vars(function).setdefault("examples", []).append(arguments)
        return function

    return note


def jit(function: Callable[P, R]) -> Kernel[P, R]:
    """The function compiled by Numba on first use, and kept on disk where a directory can be written."""
    import numba

    from grundy.kernels.cache import KernelCache, kernel_directory

    listen()
    njit: Callable[..., Callable[[Callable[P, R]], object]] = numba.njit
    compiled = njit(nogil=True, no_cfunc_wrapper=True)(function)
    directory = kernel_directory()
    if directory and compiled is not function and isinstance(function, FunctionType):  # NUMBA_DISABLE_JIT gives it back
        vars(compiled)["_cache"] = KernelCache(function, directory)
    return cast("Kernel[P, R]", compiled)


def plain_if_cold(kernel: Kernel[P, R], is_small: bool) -> Callable[P, R]:
    """The kernel; or its plain form, where the question is small and the kernel would have to be compiled for it."""
    import numpy as np

    from grundy.kernels.cache import KernelCache

    kept = vars(kernel).get("_cache")
    is_cold = isinstance(kept, KernelCache) and not vars(kernel)["overloads"] and not kept.has_files()
    # Compiled, whole numbers overflow without a word, as hashes should.
    return np.errstate(over="ignore")(kernel.py_func) if is_small and is_cold else kernel


@cache
def listen() -> None:
    """Have Numba say when it compiles."""
    from numba.core import event

    from grundy.kernels.compilation import STOPWATCH

    class Compiling(event.Listener):
        def on_start(self, event: Any) -> None:
            STOPWATCH.start(event.data["dispatcher"].__name__)

        def on_end(self, event: Any) -> None:
            STOPWATCH.stop()

    register: Callable[[str, Compiling], None] = event.register
    register("numba:compile", Compiling())


def section(function: F, **options: bool) -> F:
    """The function itself, compiled only within the kernels that call it: a quarter less time than for a kernel."""
    import numba
    from numba.core.typing.templates import infer_global

    njit: Callable[..., Callable[[F], object]] = numba.njit
    name: Callable[[F, object], object] = infer_global
    typeof: Callable[[object], object] = numba.typeof
    compiled = njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, **options)(function)
    if compiled is not function:  # as it is where NUMBA_DISABLE_JIT is set
        vars(function)["compiled"] = compiled  # Numba holds it by a weak reference only
        name(function, typeof(compiled))
    return function


def inner(function: F) -> F:
    """The function itself, compiled within the kernels that call it and inlined at each call."""
    return section(function, forceinline=True)
