"""How certificates are written: a line with version and checksum, a header of one line of JSON, and the body.

The checksum (SHA-256) covers all that follows its line; it detects damage, and says nothing about truth. A file is
written under another name, and renamed when it is complete.
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import file_digest
from io import BufferedRandom
from pathlib import Path

from grundy.core.reader import ellipsis
from grundy.errors import GrundyError
from grundy.explain.checker import SEAL
from grundy.system import is_special

Header = dict[str, object]
CertificateLine = tuple[str, str, int, list[str]]  # name, value, rank, and in graphs the followers


def write_seal(file: BufferedRandom) -> None:
    file.flush()
    file.seek(len(SEAL % 0))
    line = SEAL % int(file_digest(file, "sha256").hexdigest(), 16)
    file.seek(0)
    file.write(line)


@contextmanager
def open_certificate(
    path: Path, header: Mapping[str, object], check: Callable[[Path], None] | None = None
) -> Iterator[BufferedRandom]:
    """A file to write the body to; it gets its name at the end, if it passes a check, and is removed after an error."""
    if is_special(path):
        raise GrundyError(f"cannot write {path}: it is a device, which a certificate cannot replace; name another file")
    part = path.parent / f"{path.name}.{os.getpid()}.part"
    try:
        with part.open("w+b") as file:
            file.write(SEAL % 0)
            file.write(f"{json.dumps(header, ensure_ascii=False)}\n".encode())
            yield file
            write_seal(file)
            file.flush()
            os.fsync(file.fileno())
        if check:
            check(part)
        part.replace(path)
    except OSError as error:
        raise GrundyError(f"cannot write {path}: {error.strerror}; name another file") from error
    finally:
        with suppress(OSError):
            part.unlink()


def write_lines(
    path: Path,
    header: Mapping[str, object],
    lines: Iterable[CertificateLine],
    check: Callable[[Path], None] | None = None,
) -> None:
    with open_certificate(path, header, check) as file:
        for name, value, rank, heads in sorted(lines):
            bad = next((name for name in (name, *heads) if not name or "\t" in name or "\n" in name), None)
            if bad is not None:
                raise GrundyError(f"the vertex {ellipsis(bad)!r} has a tab or a line break in its name; rename it")
            file.write("\t".join((name, value, str(rank), *heads)).encode() + b"\n")
