"""Compilation of kernels: Numba where it is there, the same source as plain Python otherwise.

A kernel is a pure function on arrays and numbers. `kernel.py_func` is its uncompiled form.
"""

from collections.abc import Callable
from typing import ParamSpec, Protocol, TypeVar, cast

__all__ = ["Kernel", "inner", "jit", "section"]

P = ParamSpec("P")
R = TypeVar("R", covariant=True)


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
    try:
        return compiled(function, cache=True)
    except RuntimeError:  # no writable directory at all: compile afresh in each process
        return compiled(function)


def section(function: Callable[P, R]) -> Kernel[P, R]:
    """The function as a section of other kernels: never called from Python, which saves a quarter of compilation."""
    return compiled(function, no_cpython_wrapper=True)


def inner(function: Callable[P, R]) -> Kernel[P, R]:
    """The function as a small part of other kernels, copied into each of them."""
    return compiled(function, no_cpython_wrapper=True, forceinline=True)


def compiled(function: Callable[P, R], **options: bool) -> Kernel[P, R]:
    """The function that Numba compiles on first use."""
    import numba

    njit: Callable[..., Callable[[Callable[P, R]], object]] = numba.njit
    return cast("Kernel[P, R]", njit(nogil=True, no_cfunc_wrapper=True, **options)(function))
