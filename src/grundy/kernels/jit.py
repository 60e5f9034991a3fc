"""Compilation of kernels: Numba where it is there, the same source as plain Python otherwise.

A kernel is a pure function on arrays and numbers. `kernel.py_func` is its uncompiled form.
"""

from collections.abc import Callable
from typing import ParamSpec, Protocol, TypeVar, cast

__all__ = ["Kernel", "inner", "jit"]

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
    import numba

    try:
        compiled = numba.njit(cache=True, nogil=True)(function)
    except RuntimeError:  # no writable directory at all: compile afresh in each process
        compiled = numba.njit(nogil=True)(function)
    return cast("Kernel[P, R]", compiled)


def inner(function: Callable[P, R]) -> Kernel[P, R]:
    """The function as a small part of other kernels, copied into each of them."""
    import numba

    return cast("Kernel[P, R]", numba.njit(nogil=True, forceinline=True)(function))
