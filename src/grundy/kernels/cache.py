"""The directory of saved results, and in it the compiled kernels: a file for each, under a stamp of all their sources.

Numba's own cache looks at the file of a kernel alone, so that an edited helper in another file left old code in use.
"""

import os
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from types import FunctionType
from typing import Any

PACKAGE = Path(__file__).parents[1]
DIGEST_BYTES = 16
KEPT_STAMPS = 8  # versions of the sources whose kernels are kept: several checkouts may be in use


def cache_directory() -> Path:
    """Where saved results live: `$GRUNDY_CACHE`, or the user's cache directory."""
    if chosen := os.environ.get("GRUNDY_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", "~")).expanduser() / "grundy"
    if sys.platform == "darwin":
        return Path("~/Library/Caches/grundy").expanduser()
    return Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "grundy"


def digest_of_sources(files: Iterable[Path], length: int = DIGEST_BYTES) -> str:
    """A digest of source files and their places in the package; one that cannot be read counts as empty."""
    total = blake2b(digest_size=length)
    for file in sorted(files):
        source = b""
        with suppress(OSError):
            source = file.read_bytes().replace(b"\r\n", b"\n")
        place = file.relative_to(PACKAGE).as_posix() if file.is_relative_to(PACKAGE) else file.name
        total.update(f"{place}\n{len(source)}\n".encode() + source)
    return total.hexdigest()


def kernel_sources(package: Path = PACKAGE) -> list[Path]:
    """The files that kernels are made from: those of this package, and those of the games."""
    games = package / "games"
    return [*(package / "kernels").glob("*.py"), *games.glob("*/kernel*.py"), *games.glob("*/kernel/*.py")]


@cache
def kernel_stamp() -> str:
    return digest_of_sources(kernel_sources())


@cache
def kernel_directory() -> Path | None:
    """The directory of the kernels with this stamp, or None where there is none and none can be made.

    One that cannot be written to, as in a container, is read.
    """
    directory = cache_directory() / "kernels" / kernel_stamp()
    is_new = not directory.exists()
    with suppress(OSError):
        directory.mkdir(parents=True, exist_ok=True)
        os.utime(directory)  # those used last are kept
    if not directory.is_dir():
        return None
    if is_new:
        prune_stamps(directory.parent)
    return directory


def prune_stamps(directory: Path) -> None:
    """Remove the kernels of all but the stamps that were used last."""
    import shutil

    with suppress(OSError):
        stamps = sorted(directory.iterdir(), key=lambda stamp: stamp.stat().st_mtime, reverse=True)
        for stamp in stamps[KEPT_STAMPS:]:
            shutil.rmtree(stamp, ignore_errors=True)


def is_kept(kernel: str) -> bool:
    """Whether the kernel of this name was compiled for some types, found out without loading Numba."""
    directory = kernel_directory()
    return directory is not None and any(directory.glob(f"{kernel}-*"))


@cache
def source_digest(file: str) -> str:
    return digest_of_sources([Path(file)])


class KernelCache:
    """The compiled forms of one function on disk, as Numba's dispatcher asks for them.

    A file is a digest and the rest. One that is damaged is removed with a warning, one that cannot be written is none:
    then the kernel is compiled.
    """

    def __init__(self, function: FunctionType, directory: Path) -> None:
        self.directory = directory
        self.name = f"{function.__module__}.{function.__qualname__}".replace("<", "").replace(">", "")
        self.source = source_digest(function.__code__.co_filename)

    @property
    def cache_path(self) -> str:
        return str(self.directory)

    def enable(self) -> None: ...

    def disable(self) -> None: ...

    def flush(self) -> None: ...

    def path(self, signature: object, codegen: Any) -> Path:
        """The file for these types of arguments, this processor, this Python and this Numba."""
        import numba
        import numpy as np

        made_for = signature, codegen.magic_tuple(), sys.version_info[:2], numba.__version__, np.__version__
        key = blake2b(repr((self.source, made_for)).encode(), digest_size=DIGEST_BYTES).hexdigest()
        return self.directory / f"{self.name}-{key}"

    def has_files(self) -> bool:
        """Whether the function was compiled for some types."""
        return is_kept(self.name)

    def load_overload(self, signature: object, target_context: Any) -> Any:
        """The compiled function for these types, or None."""
        import pickle

        from numba.core.compiler import CompileResult
        from numba.core.runtime.nrt import rtsys

        path = self.path(signature, target_context.codegen())
        try:
            data = path.read_bytes()
        except OSError:
            return None
        if blake2b(data[DIGEST_BYTES:], digest_size=DIGEST_BYTES).digest() != data[:DIGEST_BYTES]:
            import logging

            logging.getLogger("grundy").warning("grundy: %s is damaged; it is compiled again", path)
            with suppress(OSError):
                path.unlink()
            return None
        rtsys.initialize(target_context)  # and not refresh(), which takes 0.2 s to import what only a compiler needs
        rebuild: Callable[..., Any] = CompileResult._rebuild
        return rebuild(target_context, *pickle.loads(data[DIGEST_BYTES:]))

    def save_overload(self, signature: object, compiled: Any) -> None:
        """Write a compiled function; one that refers to addresses of this process is not written."""
        from numba.core import serialize

        dump: Callable[[object], bytes] = serialize.dumps
        if compiled.library.has_dynamic_globals or not all(lifted.can_cache for lifted in compiled.lifted):
            return
        *parts, environments = compiled._reduce()
        # Those of Numba's own functions are of use to Python objects only, and loading them imports the compiler.
        ours = tuple(it for it in environments if not it.globals["__name__"].startswith("numba."))
        data = dump((*parts, ours))
        path = self.path(signature, compiled.codegen)
        part = path.with_name(f"{path.name}.{os.getpid()}.part")
        try:
            part.write_bytes(blake2b(data, digest_size=DIGEST_BYTES).digest() + data)
            os.replace(part, path)
        except OSError:
            with suppress(OSError):
                part.unlink()
