"""The ledger of a sweep: an SQLite file with a row for each ruleset that is done, so that a sweep can go on.

It is written by one process at a time, which holds a lock on FILE.lock that the system lets go when it ends. Rows are
on the disk before anything else happens (write-ahead log, full synchronisation), so no death loses one.
"""

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import astuple
from fcntl import LOCK_EX, LOCK_NB, flock
from io import TextIOWrapper
from pathlib import Path
from typing import Self
from zlib import compress, decompress

from grundy.cluster.study import COLUMNS, Row
from grundy.errors import DamageError, GrundyError

__all__ = ["Ledger", "connect", "in_words", "listed", "meta"]

APPLICATION = 0x67726E64  # 'grnd', which SQLite keeps in the header of the file
FORMAT = "1"
REAL, TEXT, BLOB = (
    {"seconds"},
    {"ruleset", "standard", "status", "reason", "theorem", "method", "version"},
    {"exceptions"},
)
NO_ROOM = ("SQLITE_FULL", "SQLITE_IOERR")
DAMAGE = ("SQLITE_NOTADB", "SQLITE_CORRUPT")


def kind(column: str) -> str:
    """The type of a column."""
    return "TEXT" if column in TEXT else "REAL" if column in REAL else "BLOB" if column in BLOB else "INTEGER"


SCHEMA = f"""
BEGIN IMMEDIATE;
PRAGMA application_id = {APPLICATION};
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE rulesets ({", ".join(f"{column} {kind(column)}" for column in COLUMNS)}, PRIMARY KEY (ruleset));
CREATE TABLE deaths (standard TEXT PRIMARY KEY, count INTEGER NOT NULL);
COMMIT;
"""
INSERT = f"INSERT OR REPLACE INTO rulesets VALUES ({', '.join('?' * len(COLUMNS))})"


@contextmanager
def in_words(path: Path) -> Iterator[None]:
    """A stretch of work in which an error of SQLite or of the system becomes one line."""
    try:
        yield
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", None) or ""
        if name.startswith(DAMAGE):
            raise DamageError(
                f"{path} is damaged or no atlas ({error}); restore it, or sweep into another file"
            ) from error
        full = "no room, or a failing disk, for" if name.startswith(NO_ROOM) else "cannot use"
        raise GrundyError(f"{full} {path}: {error}; what it holds is safe, and the same command goes on") from error
    except OSError as error:
        raise GrundyError(f"cannot open {error.filename or path}: {error.strerror}") from error


def connect(path: Path, writable: bool = False) -> sqlite3.Connection:
    """A connection to the file, which must be an atlas, or empty if it is to be written."""
    mode = "rwc" if writable else "ro"
    link = sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None)
    try:
        (mark,) = link.execute("PRAGMA application_id").fetchone()
        tables = link.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if mark != APPLICATION and (mark or tables or not writable):
            raise DamageError(f"{path} is no atlas; `grundy sweep FAMILY --out FILE` writes one")
        if tables and link.execute("PRAGMA quick_check").fetchone()[0] != "ok":
            raise DamageError(f"{path} is damaged; restore it, or sweep into another file")
    except BaseException:
        link.close()
        raise
    return link


def meta(link: sqlite3.Connection) -> dict[str, str]:
    """What the file says of itself."""
    return dict(link.execute("SELECT key, value FROM meta ORDER BY key"))


def stored(row: Row) -> tuple[object, ...]:
    """The row as it is written; exceptions are compressed, for there may be thousands."""
    values = dict(zip(COLUMNS, astuple(row), strict=True))
    values["exceptions"] = compress(json.dumps(row.exceptions, separators=(",", ":")).encode(), 9)
    return tuple(values.values())


def listed(blob: bytes) -> list[int]:
    """The exceptions as they were before they were written."""
    found: list[int] = json.loads(decompress(blob))
    return found


def locked(path: Path) -> TextIOWrapper:
    """The file beside a ledger whose lock this process now holds."""
    while True:
        file = path.with_name(f"{path.name}.lock").open("a")
        try:
            flock(file, LOCK_EX | LOCK_NB)
        except BlockingIOError as error:
            file.close()
            raise GrundyError(f"another process is writing {path}; wait for it, or choose another file") from error
        with suppress(FileNotFoundError):  # whoever held it before us may have removed it just now
            if os.path.samestat(os.fstat(file.fileno()), os.stat(file.name)):
                return file
        file.close()


class Ledger:
    """An atlas that this process writes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with in_words(path):
            self.lock = locked(path)
            try:
                self.link = connect(path, writable=True)
            except BaseException:
                self.unlock()
                raise

    @classmethod
    def open(cls, path: Path, family: str, limit: int, fresh: bool = False) -> Self:
        """The ledger of this family and limit, made if need be; fresh, without what it held."""
        self = cls(path)
        try:
            with in_words(path):
                self.prepare({"family": family, "limit": str(limit), "format": FORMAT}, fresh)
        except BaseException:
            self.close()
            raise
        return self

    def prepare(self, wanted: dict[str, str], fresh: bool) -> None:
        """Make the tables, or make sure that they are those of the same sweep."""
        if not self.link.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            self.link.executescript(SCHEMA)
        held = meta(self.link)
        if held and {key: held.get(key) for key in wanted} != wanted:
            raise GrundyError(
                f"{self.path} holds {held.get('family')} to {held.get('limit')} values; choose another file"
            )
        self.link.execute("PRAGMA journal_mode = WAL")
        self.link.execute("PRAGMA synchronous = FULL")
        with self.transaction():
            for table in ("rulesets", "deaths") if fresh else ():
                self.link.execute(f"DELETE FROM {table}")
            self.link.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", wanted.items())

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """A stretch of changes that are made all or not at all."""
        with in_words(self.path):
            self.link.execute("BEGIN IMMEDIATE")
            try:
                yield
                self.link.execute("COMMIT")
            except BaseException:
                if self.link.in_transaction:
                    self.link.execute("ROLLBACK")
                raise

    def add(self, rows: Iterable[Row]) -> None:
        """Write rows, and wait until the disk has them."""
        with self.transaction():
            self.link.executemany(INSERT, map(stored, rows))

    def note(self, facts: dict[str, str]) -> None:
        """Write down something about the sweep."""
        with self.transaction():
            self.link.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", facts.items())

    def blame(self, standards: Iterable[str], count: int) -> None:
        """Write down that these standard forms have seen so many deaths of workers."""
        with self.transaction():
            self.link.executemany("INSERT OR REPLACE INTO deaths VALUES (?, ?)", [(name, count) for name in standards])

    def names(self) -> set[str]:
        """The rulesets that have a row."""
        return {name for (name,) in self.link.execute("SELECT ruleset FROM rulesets")}

    def deaths(self) -> dict[str, int]:
        """How many deaths of workers each standard form has seen."""
        return dict(self.link.execute("SELECT standard, count FROM deaths"))

    def count(self, status: str) -> int:
        """How many rulesets have this status."""
        return int(self.link.execute("SELECT count(*) FROM rulesets WHERE status = ?", (status,)).fetchone()[0])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Make one file of it all, and let others write."""
        with suppress(sqlite3.Error):  # a reader may be looking; the log then stays beside the file
            self.link.execute("PRAGMA journal_mode = DELETE")
        self.link.close()
        self.unlock()

    def unlock(self) -> None:
        """Let others write."""
        os.unlink(self.lock.name)
        self.lock.close()
