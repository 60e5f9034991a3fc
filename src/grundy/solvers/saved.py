"""What all stores of saved results share: checksums of rows, the version of the rules, and what is done about damage.

docs/theory/search.md, "Saved results", says what a row carries and when it is used.
"""

import json
import os
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from grundy.core.ruleset import Ruleset
from grundy.kernels.cache import PACKAGE, digest_of_sources, kernel_sources

DATA = PACKAGE / "data"
DIGESTS = DATA / "digests.txt"  # of the files that come with the package: a name and a digest in each line
VERSIONS = DATA / "versions.json"  # of classes, where their sources are not there: `grundy site` writes it
SHIPPED, HERE, MERGED = "shipped", "here", "merge"  # where a row came from
COMPILING_FILES = ("cache.py", "compilation.py", "jit.py")  # of the kernels, which compute nothing themselves
VERSION_BYTES = 6  # of a version of rules: it is no secret, and no two are likely to be equal
HARMLESS_ERRORS = tuple(
    f"SQLITE_{name}"
    for name in [
        "BUSY",
        "CANTOPEN",
        "FULL",
        "INTERRUPT",
        "IOERR",
        "LOCKED",
        "NOLFS",
        "NOMEM",
        "PERM",
        "PROTOCOL",
        "READONLY",
    ]
)
Cell = int | float | str | bytes | None


def row_checksum(*cells: Cell) -> int:
    """A digest of 64 bits over all cells of a row, as SQLite keeps it; the types of the cells count."""
    text = repr(cells).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(text, digest_size=8).digest(), signed=True)


def rules_version(ruleset: Ruleset[Any]) -> str:
    """A digest of the sources of the rules, of their board, and of all kernels."""
    return version_of_classes(type(ruleset), type(ruleset.board))


@cache
def version_of_classes(*classes: type) -> str:
    if known := written_versions().get(name_of_classes(*classes)):
        return known
    modules = {kind.__module__ for some in classes for kind in some.__mro__}
    files = {file for module in modules for file in sources_of(module)}
    kernels = (file for file in kernel_sources() if file.name not in COMPILING_FILES)
    return digest_of_sources({*files, *kernels, PACKAGE / "core" / "code.py"}, VERSION_BYTES)


@cache
def written_versions() -> dict[str, str]:
    """The versions that were noted when the package was compiled; none where it has its sources."""
    return json.loads(VERSIONS.read_text("utf-8")) if VERSIONS.is_file() else {}


def name_of_classes(*classes: type) -> str:
    return " ".join(f"{it.__module__}.{it.__qualname__}" for it in classes)


def sources_of(module: str) -> Iterator[Path]:
    """The file of a module, and those beside it where it is in the folder of a game."""
    file = getattr(sys.modules.get(module), "__file__", None)
    if file is None or module == "builtins":
        return
    yield Path(file)
    if Path(file).is_relative_to(PACKAGE / "games") and Path(file).parent != PACKAGE / "games":
        yield from Path(file).parent.rglob("*.py")


def is_damage(error: Exception) -> bool:
    """Whether an error of a store tells that it is damaged, rather than busy, out of reach, or on a full disk."""
    return not (getattr(error, "sqlite_errorname", None) or "").startswith(HARMLESS_ERRORS)


def may_save() -> bool:
    """Whether results are saved: `GRUNDY_SAVE=0` forbids it, and the workers of the web app set that."""
    return os.environ.get("GRUNDY_SAVE", "1") != "0"


def warn(line: str, *arguments: object) -> None:
    """One line for the user, on the standard error stream unless the program that calls says otherwise."""
    import logging

    logging.getLogger("grundy").warning(f"grundy: {line}", *arguments)


def set_aside(path: Path, what: str, suffix: str = ".damaged") -> None:
    """Rename a file that cannot be trusted, and say so; one that cannot be renamed is only told."""
    aside = path.with_suffix(suffix)
    try:
        os.replace(path, aside)
    except FileNotFoundError:
        pass  # another process has done it
    except OSError:
        warn("%s, and not used: %s", what, path)
    else:
        warn("%s, and set aside as %s", what, aside)


@cache
def is_whole(path: Path) -> bool:
    """Whether a file that comes with the package is there, as it was made; if it is damaged that is told once."""
    try:
        data = path.read_bytes()
        lines = DIGESTS.read_text("utf-8", "replace").split() if path.parent == DIGESTS.parent else []
    except OSError:
        return False
    known = dict(zip(lines[::2], lines[1::2], strict=False))
    if not lines or known.get(path.name) == file_digest(data):
        return True
    set_aside(path, f"{path.name}, which comes with grundy, is damaged (install grundy again)")
    return False


def file_digest(data: bytes) -> str:
    return blake2b(data, digest_size=16).hexdigest()


def write_digests() -> None:
    """Note how the files are that come with the package, after one was made."""
    files = sorted(file for file in DATA.iterdir() if file.suffix in (".gz", ".sqlite", ".txt") and file != DIGESTS)
    DIGESTS.write_text("".join(f"{file.name} {file_digest(file.read_bytes())}\n" for file in files), "utf-8")
