"""Compilation of kernels: Numba where it is there, the same source as plain Python otherwise.

A kernel is a pure function on arrays and numbers. `kernel.py_func` is its uncompiled form.
"""

from collections.abc import Callable
from typing import ParamSpec, Protocol, TypeVar, cast

__all__ = ["Kernel", "inner", "jit", "section"]

P = ParamSpec("P")
R = TypeVar("R", covariant=True)
F = TypeVar("F", bound=Callable[..., object])


class Kernel(Protocol[P, R]):
    """A compiled function that remembers its source."""

    @property
    def py_func(self) -> Callable[P, R]:
        """The uncompiled function."""
        ...

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """The value of the function."""
        ...


def jit(function: Callable[P, R]) -> Kernel[P, R]:
    """The function compiled by Numba on first use, cached on disk where a directory can be written."""
    import numba

    njit: Callable[..., Callable[[Callable[P, R]], object]] = numba.njit
    try:
        compiled = njit(nogil=True, no_cfunc_wrapper=True, cache=True)(function)
    except RuntimeError:  # no writable directory at all: compile afresh in each process
        compiled = njit(nogil=True, no_cfunc_wrapper=True)(function)
    return cast("Kernel[P, R]", compiled)


def section(function: F, **options: bool) -> F:
    """The function itself, compiled only as a part of kernels, which takes a quarter less time than a kernel."""
    import numba
    from numba.core.typing.templates import infer_global

    njit: Callable[..., Callable[[F], object]] = numba.njit
    name: Callable[[F, object], object] = infer_global
    typeof: Callable[[object], object] = numba.typeof
    compiled = njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, **options)(function)
    if compiled is not function:  # which it is where compilation is switched off
        vars(function)["compiled"] = compiled  # the compiler knows it by a weak reference
        name(function, typeof(compiled))
    return function


def inner(function: F) -> F:
    """The function itself, compiled only as a small part of kernels and copied into each of them."""
    return section(function, forceinline=True)
