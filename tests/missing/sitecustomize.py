"""A machine without POSIX modules: `PYTHONPATH=$PWD/tests/missing python -m pytest -m "not slow"` runs the tests on it.

Python loads this file when it starts, also in the processes that tests start. The modules of grundy then cannot import
what other systems lack; the libraries and the tests themselves, which use some of it, still can.
"""

import builtins
import os
from collections.abc import Mapping, Sequence
from types import ModuleType

MODULES = {"fcntl", "grp", "posix", "pwd", "resource", "termios"}
OS_NAMES = {
    "fork",
    "forkpty",
    "geteuid",
    "getuid",
    "killpg",
    "nice",
    "posix_fallocate",
    "pread",
    "pwrite",
    "sched_getaffinity",
    "sched_setaffinity",
    "sysconf",
}


class OtherSystem(ModuleType):
    """The module `os` without what other systems lack."""

    def __getattr__(self, name: str) -> object:
        if name in OS_NAMES:
            raise AttributeError(f"os.{name} is missing on purpose")
        value: object = getattr(os, name)
        return value


OTHER_SYSTEM = OtherSystem("os")
real_import = builtins.__import__


def import_on_other_system(
    name: str,
    globals: Mapping[str, object] | None = None,
    locals: Mapping[str, object] | None = None,
    fromlist: Sequence[str] | None = (),
    level: int = 0,
) -> ModuleType:
    if str((globals or {}).get("__name__", "")).partition(".")[0] == "grundy":
        if name in MODULES:
            raise ImportError(f"{name} is missing on purpose", name=name)
        if name == "os":
            return OTHER_SYSTEM
    return real_import(name, globals, locals, fromlist, level)


builtins.__import__ = import_on_other_system
