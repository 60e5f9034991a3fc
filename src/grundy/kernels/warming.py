"""All kernels, compiled once and kept on disk: the types of their arguments are noted beside each by `takes`."""

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from grundy.kernels.cache import PACKAGE, kernel_directory, kernel_sources


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


def kernels() -> list[Any]:
    """Every kernel of every module, once."""
    things = [thing for module in map(import_module, kernel_modules()) for thing in vars(module).values()]
    found = {id(thing): thing for thing in things if hasattr(thing, "py_func") and not isinstance(thing, type)}
    return list(found.values())


def specialisations() -> Iterator[Specialisation]:
    """Every kernel with all types of arguments that are noted."""
    for kernel in kernels():
        yield from (Specialisation(kernel, example) for example in getattr(kernel.py_func, "examples", ()))


def compile_all(report: Callable[[int, int, str], None]) -> tuple[int, int]:
    """Compile what is not on disk yet; the number of all kernels, and of those compiled now.

    The report is called before each, with the number of those before it, the number of all, and its name.
    """
    everything, compiled = list(specialisations()), 0
    for done, kernel in enumerate(everything):
        report(done, len(everything), kernel.name)
        compiled += kernel.compile()
    with suppress(OSError):
        if mark := warm_mark():
            mark.touch()
    return len(everything), compiled


def warm_mark() -> Path | None:
    """The file that says that all kernels were compiled, by these versions."""
    directory, python = kernel_directory(), ".".join(map(str, sys.version_info[:2]))
    return directory and directory / f"warm-{python}-{version('numba')}-{version('numpy')}"


def is_warm() -> bool:
    """Whether there is nothing to compile, as far as that can be told without loading the compiler."""
    if find_spec("numba") is None:
        return True
    mark = warm_mark()
    return mark is not None and mark.exists()
