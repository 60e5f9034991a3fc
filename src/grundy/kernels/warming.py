"""All kernels, compiled once and kept on disk: the types of their arguments are noted beside each by `takes`."""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, NamedTuple

from grundy.kernels.cache import PACKAGE, kernel_sources


class Specialisation(NamedTuple):
    """A kernel and the types of its arguments."""

    kernel: Any  # Numba's dispatcher, which has no types
    example: tuple[object, ...]

    @property
    def name(self) -> str:
        return str(self.kernel.__name__)

    def compile(self) -> bool:
        """Whether it had to be compiled; else it was loaded from disk."""
        import numba

        typeof: Callable[[object], object] = numba.typeof
        types = tuple(typeof(make_argument(part)) for part in self.example)
        self.kernel.compile(types)
        return bool(self.kernel.stats.cache_misses.get(types))


def make_argument(part: object) -> object:
    """An argument of the type that a part of an example writes; a tuple holds such parts, perhaps behind its class."""
    if isinstance(part, tuple):
        if isinstance(part[0], type):
            return part[0](*map(make_argument, part[1:]))
        return tuple(map(make_argument, part))
    if not isinstance(part, str):
        return part
    import numpy as np

    kind, _, dimensions = part.partition(" ")
    array = np.empty((0,) * int(dimensions[:1] or 1), kind)
    array.flags.writeable = not part.endswith("constant")
    return array


def kernel_modules() -> list[str]:
    places = (file.relative_to(PACKAGE).with_suffix("").parts for file in kernel_sources())
    return sorted(".".join(("grundy", *parts)).removesuffix(".__init__") for parts in places)


def specialisations() -> Iterator[Specialisation]:
    """Every kernel with all types of arguments that are noted."""
    modules = map(import_module, kernel_modules())
    things = {id(thing): thing for module in modules for thing in vars(module).values() if hasattr(thing, "py_func")}
    for kernel in things.values():
        yield from (Specialisation(kernel, example) for example in getattr(kernel.py_func, "examples", ()))
