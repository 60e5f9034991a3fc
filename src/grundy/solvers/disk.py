"""The disk, as files of values need it: room made sure of, bytes that have arrived, errors told in one line."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EDQUOT, EFBIG, ENOSPC
from io import FileIO
from pathlib import Path
from shutil import disk_usage

from grundy.errors import GrundyError

__all__ = ["fill", "in_words", "refuse_too_many", "write"]

PIECE = 1 << 20


@contextmanager
def in_words(what: str, path: Path, full: str = "no space for the header of") -> Iterator[None]:
    """A stretch of work in which an error of the system becomes one line."""
    try:
        yield
    except BlockingIOError as error:
        raise GrundyError(f"another process is writing {path}; wait for it, or choose another file") from error
    except OSError as error:
        what = full if error.errno in (EDQUOT, EFBIG, ENOSPC) else what
        raise GrundyError(f"{what} {error.filename or path}: {error.strerror}") from error


def write(file: FileIO, data: memoryview, place: int) -> None:
    """Write all of the data at this place, and wait until the disk has it."""
    while data:
        done = os.pwrite(file.fileno(), data, place)
        data, place = data[done:], place + done
    os.fsync(file.fileno())


def fill(file: int, place: int, size: int) -> None:
    """Make a file so many bytes longer, all of which the disk surely has."""
    if hasattr(os, "posix_fallocate"):
        return os.posix_fallocate(file, place, size)
    for start in range(0, size, PIECE):  # as on macOS
        os.pwrite(file, bytes(min(PIECE, size - start)), place + start)
    return None


def refuse_too_many(path: Path, count: int, size: int) -> None:
    """Raise where the disk has no room for a file of so many values and bytes, before anything is written."""
    folder = path.absolute().parent
    if folder.is_dir():
        free = disk_usage(folder).free + (path.stat().st_size if path.is_file() else 0)
        if size > free:
            raise GrundyError(
                f"no space for {count:,} values in {path}: they take {large(size)}, and {large(free)} are free;"
                " ask for fewer"
            )


def large(size: int) -> str:
    """So many bytes in a unit that people read."""
    return f"{size / 1e9:,.1f} GB" if size >= 1e9 else f"{size / 1e6:,.1f} MB"
