"""Faults of SQLite and of files, for the tests of stores."""

import builtins
import errno
import io
import os
import sqlite3
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Self

import pytest

from grundy.solvers import sequence_file


class FailingLink:
    """A link to a store on which the statements after some number fail with an error."""

    def __init__(self, link: sqlite3.Connection, number: int, error: int) -> None:
        self.link, self.left, self.error = link, number, error

    def __getattr__(self, name: str) -> object:
        return getattr(self.link, name)

    def fail(self) -> None:
        self.left -= 1
        if self.left < 0:
            wrong = sqlite3.OperationalError("a fault that a test makes")
            names = {getattr(sqlite3, name): name for name in dir(sqlite3) if name.startswith("SQLITE_")}
            wrong.sqlite_errorcode, wrong.sqlite_errorname = self.error, names[self.error]
            raise wrong

    def execute(self, *arguments: object) -> object:
        self.fail()
        return self.link.execute(*arguments)  # type: ignore[arg-type]

    def executemany(self, *arguments: object) -> object:
        self.fail()
        return self.link.executemany(*arguments)  # type: ignore[arg-type]

    def executescript(self, script: str) -> object:
        self.fail()
        return self.link.executescript(script)

    def __enter__(self) -> object:
        return self.link.__enter__()

    def __exit__(self, *error: object) -> object:
        return self.link.__exit__(*error)  # type: ignore[arg-type]


CHANGES = ("write", "fsync", "ftruncate", "posix_fallocate", "open", "rename", "replace", "unlink", "chmod")
OPERATIONS = ("read", *CHANGES)  # functions of `os` whose first argument is an open file or a path
MEETS = {"EIO": OPERATIONS, "ENOSPC": CHANGES, "short": ("read", "write"), "flip": ("read", "write")}


class FileFaults:
    """Counts what is done to the files in a folder, and lets one of these operations go wrong, or all from it on.

    Inside `with`, files are opened by the form of `io` that is written in Python: every step of it is a function of
    `os`, and those functions are watched. What is read through a map of a file is not.
    """

    def __init__(self, folder: Path, fault: str = "", number: int = -1, lasts: bool = False) -> None:
        self.folder, self.fault, self.number, self.lasts = str(folder), fault, number, lasts
        self.done: list[str] = []  # the names of the operations, in order
        self.places: dict[int, str] = {}  # of open files
        self.patch = pytest.MonkeyPatch()

    def __enter__(self) -> Self:
        plain = import_module("_pyio")
        for name in OPERATIONS:
            if hasattr(os, name):
                self.patch.setattr(os, name, partial(self.call, name, getattr(os, name)))
        for module, name in ((io, "open"), (builtins, "open"), (io, "FileIO"), (sequence_file, "FileIO")):
            self.patch.setattr(module, name, getattr(plain, name))
        return self

    def __exit__(self, *error: object) -> None:
        self.patch.undo()

    def call(self, name: str, function: Callable[..., Any], file: Any, *rest: Any, **named: Any) -> Any:
        place = self.places.get(file, "") if isinstance(file, int) else os.path.abspath(file)
        if not place.startswith(self.folder):
            return function(file, *rest, **named)
        self.done.append(name)
        if self.is_due and name in MEETS[self.fault]:
            return self.fail(name, function, file, *rest)
        result = function(file, *rest, **named)
        if name == "open":
            self.places[result] = place
        return result

    @property
    def is_due(self) -> bool:
        now = len(self.done) - 1
        return now == self.number or (self.lasts and now > self.number >= 0)

    def fail(self, name: str, function: Callable[..., Any], file: Any, *rest: Any) -> Any:
        data = bytes(rest[0]) if name == "write" else b""
        if self.fault in ("EIO", "ENOSPC"):
            if data:  # the first half arrives
                function(file, data[: len(data) // 2])
            number = getattr(errno, self.fault)
            raise OSError(number, os.strerror(number))
        if self.fault == "short":
            return function(file, data[: (len(data) + 1) // 2] if data else (rest[0] + 1) // 2)
        return function(file, flip_bit(data)) if data else flip_bit(function(file, rest[0]))


def flip_bit(data: bytes) -> bytes:
    """The data with a bit changed in the middle."""
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 16]) + data[middle + 1 :] if data else data
