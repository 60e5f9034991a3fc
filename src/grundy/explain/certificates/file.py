"""The writer of certificates: a line with version and checksum, a header of one line of JSON, and the body.

The checksum (SHA-256) covers all that follows its line; it tells damage, and says nothing about truth. A file bears its
name only once it is whole.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import file_digest
from io import BufferedRandom
from pathlib import Path

from grundy.core.reader import ellipsis
from grundy.errors import GrundyError
from grundy.explain.checker import SEAL

__all__ = ["Header", "Line", "seal", "write_lines", "writing"]

Header = dict[str, object]
Line = tuple[str, str, int, list[str]]  # name, value, rank, and in graphs the followers


def seal(file: BufferedRandom) -> None:
    """Write the first line of a file as its rest demands."""
    file.flush()
    file.seek(len(SEAL % 0))
    line = SEAL % int(file_digest(file, "sha256").hexdigest(), 16)
    file.seek(0)
    file.write(line)


@contextmanager
def writing(path: Path, header: Mapping[str, object]) -> Iterator[BufferedRandom]:
    """A file to write the body to; it takes its name after the last byte, and nothing is left of it after an error."""
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with part.open("w+b") as file:
            file.write(SEAL % 0)
            file.write(f"{json.dumps(header, ensure_ascii=False)}\n".encode())
            yield file
            seal(file)
        part.replace(path)
    except OSError as error:
        raise GrundyError(f"cannot write {path}: {error.strerror}; name another file") from error
    finally:
        part.unlink(missing_ok=True)


def write_lines(path: Path, header: Mapping[str, object], lines: Iterable[Line]) -> None:
    """Write a certificate of lines, in the order of their names."""
    with writing(path, header) as file:
        for name, value, rank, heads in sorted(lines):
            if odd := next((name for name in (name, *heads) if not name or "\t" in name or "\n" in name), None):
                raise GrundyError(f"the vertex {ellipsis(odd)!r} has a tab or a line break in its name; rename it")
            file.write("\t".join((name, value, str(rank), *heads)).encode() + b"\n")
