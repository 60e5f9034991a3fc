"""The format of certificates: a line with version and checksum, a header of one line of JSON, and the body.

The body is lines of fields with tabs between them, or plain numbers, little-endian. The checksum (SHA-256) covers all
that follows its line; it tells damage, and says nothing about truth. A file bears its name only once it is whole.
"""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import file_digest
from io import BufferedRandom, BufferedReader
from pathlib import Path
from typing import TypeVar

from grundy.core.reader import ellipsis
from grundy.errors import DamageError, GrundyError

__all__ = ["Certificate", "Rejected", "label_in", "number_in", "sealed", "writing"]

FORMAT = b"grundy certificate 1 sha256 %064x\n"
LONGEST = 1 << 26  # bytes of a line
T = TypeVar("T")


class Rejected(Exception):  # noqa: N818 (an answer, not a fault)
    """Why a certificate does not prove what it says."""


def sealed(file: BufferedReader | BufferedRandom) -> bytes:
    """The first line of the file as its rest demands."""
    file.seek(len(FORMAT % 0))
    line: bytes = FORMAT % int(file_digest(file, "sha256").hexdigest(), 16)
    return line


class Certificate:
    """A certificate that is not damaged."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with path.open("rb") as file:
                seal = file.readline(len(FORMAT % 0))
                if seal != sealed(file):
                    raise self.damaged("no certificate that this grundy reads, or a damaged one")
                file.seek(len(seal))
                header = json.loads(file.readline(LONGEST))
                self.start, self.stop = file.tell(), path.stat().st_size
        except OSError as error:
            raise GrundyError(f"cannot read {path}: {error.strerror}; name another file") from error
        except (ValueError, RecursionError) as error:
            raise self.damaged("the header is not JSON") from error
        self.header: dict[str, object] = header if isinstance(header, dict) else {}
        self.misere = self.header.get("play") == "misere"
        self.rule = "misère" if self.misere else "normal"

    def damaged(self, what: str) -> DamageError:
        """The error for a file that cannot be read."""
        return DamageError(f"{self.path}: {what}; `grundy certify EXPR --out FILE` makes a new one")

    def get(self, key: str, kind: type[T]) -> T:
        """An entry of the header; numbers are not negative."""
        value = self.header.get(key)
        if not isinstance(value, kind) or isinstance(value, bool) or (isinstance(value, int) and value < 0):
            raise self.damaged(f"the header has no good '{key}'")
        return value

    def lines(self) -> Iterator[tuple[int, list[str]]]:
        """The lines of the body with their numbers in the file, as fields."""
        with self.path.open("rb") as file:
            place, number = file.seek(self.start), 2
            while place < self.stop:
                line, number = file.readline(LONGEST), number + 1
                place += len(line)
                yield number, line.decode(errors="replace").removesuffix("\n").split("\t")

    def statement(self, found: Mapping[str, object]) -> str:
        """What the file says of its game, if that was found."""
        claim = self.get("claim", dict)
        if not claim or any(value != found.get(key) for key, value in claim.items()):
            raise Rejected(f"the claim {json.dumps(claim)} is not proved, but {json.dumps(found)}")
        words = " and ".join(f"{key} {value}" for key, value in claim.items())
        return f"{self.get('game', str)} has {words} under {self.rule} play"


def number_in(text: str) -> int:
    """The number that stands in a field."""
    if not text.isdecimal() or len(text) > 9:
        raise Rejected(f"{ellipsis(text)} is no number")
    return int(text)


def label_in(text: str, outcome: bool) -> str | int | None:
    """The outcome, or the value (None is infinite, written as a star), that stands in a field."""
    if outcome and text not in ("N", "P", "D"):
        raise Rejected(f"{ellipsis(text)} is no outcome")
    return text if outcome else None if text == "*" else number_in(text)


@contextmanager
def writing(path: Path, header: Mapping[str, object]) -> Iterator[BufferedRandom]:
    """A file to write the body to; it takes its name after the last byte, and nothing is left of it after an error."""
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with part.open("w+b") as file:
            file.write(FORMAT % 0)
            file.write(f"{json.dumps(header, ensure_ascii=False)}\n".encode())
            yield file
            file.flush()
            seal = sealed(file)
            file.seek(0)
            file.write(seal)
        part.replace(path)
    except OSError as error:
        raise GrundyError(f"cannot write {path}: {error.strerror}; name another file") from error
    finally:
        part.unlink(missing_ok=True)
