"""The part of Python's library that the app can reach: what its sources import, and what that imports in turn."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

IMPORT = re.compile(r"^[ \t]*(?:from ([.\w]+) import (\([^)]*\)|[^#\n;]+)|import ([^#\n;]+))", re.MULTILINE)
# The runtime itself imports these, or a text that names a codec or a format does.
WHOLE = ("_pyodide", "pyodide")  # packages that the runtime asks for by names in its other half
ALWAYS = """
importlib codecs encodings.aliases
encodings.ascii encodings.cp437 encodings.idna encodings.latin_1 encodings.unicode_escape encodings.utf_8 site
sitecustomize _strptime linecache traceback zipimport io os stat genericpath posixpath re collections.abc
asyncio.unix_events
"""
# What a page never needs, though something that it imports could: none of it is followed.
NEVER = """
_pydatetime _pydecimal _pyio _pyrepl _sysconfigdata__emscripten_wasm32-emscripten antigravity argparse asyncio.tools
asyncio.windows_events asyncio.windows_utils asyncio.proactor_events bdb cmd code configparser ctypes.macholib
ctypes.wintypes curses doctest ensurepip ftplib getpass http.server idlelib mailcap mimetypes
multiprocessing.connection multiprocessing.forkserver multiprocessing.heap multiprocessing.managers
multiprocessing.pool multiprocessing.popen_fork multiprocessing.popen_forkserver multiprocessing.popen_spawn_posix
multiprocessing.popen_spawn_win32 multiprocessing.queues multiprocessing.resource_sharer
multiprocessing.resource_tracker multiprocessing.shared_memory multiprocessing.sharedctypes multiprocessing.spawn
multiprocessing.synchronize multiprocessing.util netrc ntpath nturl2path optparse pdb pip plistlib pprint pydoc
rlcompleter setuptools smtplib statistics sysconfig.__main__ tarfile test timeit tkinter tomllib tracemalloc unittest
uuid venv webbrowser xml.dom xml.sax xmlrpc
"""


def imports_of(source: str, package: str) -> Iterator[str]:
    r"""The modules that a source may import, also inside functions; names imported from a package may be modules.

    The source may be of a later Python than this one, so it is not parsed.

    >>> [*imports_of("import os, re\nfrom . import a as b", "x.y")]
    ['os', 're', 'x.y', 'x.y.a']
    """
    for found in IMPORT.finditer(source):
        names = [name.split()[0] for name in (found[3] or found[2] or "").strip("() \n").split(",") if name.strip()]
        if found[1] is None:
            yield from names
            continue
        level = len(found[1]) - len(found[1].lstrip("."))
        parts = package.split(".")[: len(package.split(".")) - level + 1] if level else []
        base = ".".join([*parts, *filter(None, [found[1].lstrip(".")])])
        yield base
        yield from (f"{base}.{name}" for name in names)


def file_of(library: Path, module: str) -> Path | None:
    path = library.joinpath(*module.split("."))
    candidates = path / "__init__.py", path.with_name(f"{path.name}.py")
    return next((file for file in candidates if file.is_file()), None)


def with_parents(module: str) -> list[str]:
    """A module and the packages that it is in.

    >>> with_parents("xml.etree.ElementTree")
    ['xml', 'xml.etree', 'xml.etree.ElementTree']
    """
    parts = module.split(".")
    return [".".join(parts[: n + 1]) for n in range(len(parts))]


def is_never_needed(module: str) -> bool:
    return not {*NEVER.split()}.isdisjoint(with_parents(module))


def reached_files(library: Path, roots: Iterable[Path]) -> set[Path]:
    """The files of the library that the sources below the roots reach."""
    waiting = ALWAYS.split()
    for package in WHOLE:
        waiting += (
            ".".join(file.relative_to(library).with_suffix("").parts) for file in (library / package).rglob("*.py")
        )
    for root in roots:
        for source in root.rglob("*.py"):
            package = ".".join(source.relative_to(root.parent).with_suffix("").parts[:-1])
            waiting += imports_of(source.read_text(), package)
    seen, found = set[str](), set[Path]()
    while waiting:
        for module in with_parents(waiting.pop()):
            if module in seen or is_never_needed(module) or not (file := file_of(library, module)):
                continue
            seen.add(module)
            found.add(file)
            waiting += imports_of(file.read_text(), module if file.name == "__init__.py" else module.rpartition(".")[0])
    return found
