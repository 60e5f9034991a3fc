"""Compilation of kernels by Numba; the same source also runs as plain Python.

A kernel is a pure function on arrays and numbers. `kernel.py_func` is its uncompiled form.
"""

from collections.abc import Callable
from types import FunctionType
from typing import ParamSpec, Protocol, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R", covariant=True)
F = TypeVar("F", bound=Callable[..., object])


class Kernel(Protocol[P, R]):
    """A compiled function that remembers its source."""

    @property
    def py_func(self) -> Callable[P, R]: ...

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R: ...


def jit(function: Callable[P, R]) -> Kernel[P, R]:
    """The function compiled by Numba on first use, and kept on disk where a directory can be written."""
    import numba

    from grundy.kernels.cache import KernelCache, kernel_directory

    njit: Callable[..., Callable[[Callable[P, R]], object]] = numba.njit
    compiled = njit(nogil=True, no_cfunc_wrapper=True)(function)
    directory = kernel_directory()
    if directory and compiled is not function and isinstance(function, FunctionType):  # NUMBA_DISABLE_JIT gives it back
        vars(compiled)["_cache"] = KernelCache(function, directory)
    return cast("Kernel[P, R]", compiled)


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
