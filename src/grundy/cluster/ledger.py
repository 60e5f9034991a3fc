"""The ledger of a sweep: an SQLite file with a row for each ruleset that is done, from which a sweep resumes.

It is written by one process at a time, which holds a lock on FILE.lock that the system releases when it ends. Rows are
on the disk before anything else happens (write-ahead log, full synchronisation), so a killed process loses none.

Every row has a checksum over all its cells, and the metadata count the rows, add up their checksums, and have one of
their own: no row can be changed, added or lost unnoticed.
"""

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import astuple
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Self
from zlib import compress, decompress, decompressobj
from zlib import error as zlib_error

from grundy.cluster.rows import COLUMNS, AtlasRow
from grundy.errors import DamageError, GrundyError
from grundy.render.files import write_file
from grundy.solvers.saved import is_damage, row_checksum
from grundy.system import Release, is_special, take_lock

APPLICATION_ID = 0x67726E64  # 'grnd', which SQLite keeps in the header of the file
FORMAT = "3"
TEXT_COLUMNS = (
    *("ruleset", "standard", "status", "reason", "theorem", "method", "version", "rules", "origin", "same_as"),
    "same_by",
)
COLUMN_TYPES = {"seconds": "REAL", "exceptions": "BLOB"} | dict.fromkeys(TEXT_COLUMNS, "TEXT")  # others are INTEGER
PACKED, GZIP_BITS = ".gz", 31  # the latter is what `zlib` calls the format of such files
MOST_UNPACKED_BYTES = 256 << 20
DISK_ERRORS = ("SQLITE_FULL", "SQLITE_IOERR")
SUM_MODULUS = 1 << 64
Stored = tuple[int | float | str | bytes | None, ...]  # the cells of a row, and their checksum at the end
SCHEMA = f"""
BEGIN IMMEDIATE;
PRAGMA application_id = {APPLICATION_ID};
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE rulesets ({", ".join(f"{name} {COLUMN_TYPES.get(name, 'INTEGER')}" for name in COLUMNS)},
    digest INTEGER, PRIMARY KEY (ruleset)) WITHOUT ROWID;
CREATE TABLE deaths (standard TEXT PRIMARY KEY, count INTEGER NOT NULL);
COMMIT;
"""
INSERT = f"INSERT OR REPLACE INTO rulesets VALUES ({', '.join('?' * (len(COLUMNS) + 1))})"


@contextmanager
def translate_errors(path: Path) -> Iterator[None]:
    """Raise errors of SQLite and of the system in this context as GrundyError, with one line."""
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:  # the last: of the name of a column
        name, reason = getattr(error, "sqlite_errorname", None) or "", " ".join(str(error).split())
        if is_damage(error):
            raise DamageError(
                f"{path} is damaged or no atlas ({reason}); restore it, or sweep into another file"
            ) from error
        full = "no room, or a failing disk, for" if name.startswith(DISK_ERRORS) else "cannot use"
        raise GrundyError(f"{full} {path}: {reason}; what it holds is safe, and the same command goes on") from error
    except OSError as error:
        raise GrundyError(f"cannot open {error.filename or path}: {error.strerror}") from error


def damaged(path: Path) -> DamageError:
    return DamageError(f"{path} is damaged; restore it, or sweep into another file")


def connect(path: Path, writable: bool = False) -> sqlite3.Connection:
    """A connection to the file, which must be an atlas, or empty if it is to be written.

    One whose name ends in .gz is unpacked in memory, and can only be read.
    """
    if path.suffix == PACKED:
        link = unpacked(path, writable)
    else:
        mode = "rwc" if writable else "ro"
        link = sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None)
    link.text_factory = lambda data: data.decode("utf-8", "replace")  # what is replaced fails its checksum
    try:
        (mark,) = link.execute("PRAGMA application_id").fetchone()
        tables = link.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if mark != APPLICATION_ID and (mark or tables or not writable):
            raise DamageError(f"{path} is no atlas; `grundy sweep FAMILY --out FILE` writes one")
        if tables and link.execute("PRAGMA quick_check").fetchone()[0] != "ok":
            raise damaged(path)
        if tables:
            refuse_old(path, link)
    except BaseException:
        link.close()
        raise
    return link


def unpacked(path: Path, writable: bool) -> sqlite3.Connection:
    """A connection to the atlas that is packed in a file."""
    if writable:
        raise GrundyError(
            f"{path} is packed, and can only be read; write to a file whose name does not end in {PACKED}"
        )
    reader = decompressobj(GZIP_BITS)
    try:
        data = reader.decompress(path.read_bytes(), MOST_UNPACKED_BYTES)
    except zlib_error as error:
        raise damaged(path) from error
    if reader.unconsumed_tail:
        raise GrundyError(
            f"{path} unpacks to more than {MOST_UNPACKED_BYTES:,} bytes; unpack it with gzip, and name that"
        )
    if not reader.eof:
        raise damaged(path)
    link = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    link.deserialize(data)
    return link


def pack(path: Path, packed: Path) -> None:
    """Write a ledger as it is shipped: as small as it gets."""
    with closing(sqlite3.connect(path)) as link:
        link.executescript("PRAGMA journal_mode = DELETE; VACUUM")
    write_file(packed, compress(path.read_bytes(), 9, GZIP_BITS))


def refuse_old(path: Path, link: sqlite3.Connection) -> None:
    held = dict(link.execute("SELECT key, value FROM meta"))
    if held and held.get("format") != FORMAT:
        again = f'`grundy sweep "{held.get("family")}" --limit {held.get("limit")} --out FILE`'
        raise GrundyError(
            f"{path} has format {held.get('format')}, not {FORMAT} with its checksums; make it again: {again}"
        )


def read_meta(link: sqlite3.Connection) -> dict[str, str]:
    """What a sweep wrote about the file, without its own checks."""
    return without_checks(dict(link.execute("SELECT key, value FROM meta ORDER BY key")))


def without_checks(held: dict[str, str]) -> dict[str, str]:
    return {key: value for key, value in held.items() if key not in ("rows", "sum", "seal")}


def sealed_meta(facts: dict[str, str], rows: int, total: int) -> dict[str, str]:
    """The metadata as they are written: with the number of rows, the sum of their checksums, and one of all this."""
    counted = facts | {"rows": str(rows), "sum": str(total % SUM_MODULUS)}
    return counted | {"seal": str(row_checksum(*sum(sorted(counted.items()), ())))}


def seal_row(cells: Stored) -> Stored:
    return *cells, row_checksum(*cells)


def checked_rows(link: sqlite3.Connection, path: Path) -> Iterator[Stored]:
    """All rows in the order of their names, with their checksums; an error if one is wrong, missing or too many."""
    count, total = 0, 0
    for row in link.execute("SELECT * FROM rulesets ORDER BY ruleset"):
        if row[-1] != row_checksum(*row[:-1]):
            raise damaged(path)
        count, total = count + 1, total + row[-1]
        yield row
    held = dict(link.execute("SELECT key, value FROM meta"))
    if not all(isinstance(text, str) for text in (*held, *held.values())):
        raise damaged(path)
    if held and held != sealed_meta(without_checks(held), count, total):
        raise damaged(path)


def stored_values(row: AtlasRow) -> Stored:
    """The row as it is written; exceptions are compressed, for there may be thousands."""
    values = dict(zip(COLUMNS, astuple(row), strict=True))
    values["exceptions"] = compress(json.dumps(row.exceptions, separators=(",", ":")).encode(), 9)
    return seal_row(tuple(values.values()))


def read_exceptions(blob: bytes) -> list[int]:
    exceptions: list[int] = json.loads(decompress(blob))
    return exceptions


def open_lock(path: Path) -> tuple[TextIOWrapper, Release]:
    """The lock of an atlas, and what unlocks it."""
    if is_special(path):
        raise GrundyError(f"cannot write {path}, which is a device; name a file")
    lock = path.parent / f"{path.name}.lock"
    while True:
        file = lock.open("a")
        try:
            release = take_lock(file.fileno(), lock)
        except BlockingIOError as error:
            file.close()
            raise GrundyError(f"another process is writing {path}; wait for it, or choose another file") from error
        with suppress(FileNotFoundError):  # the process that held it may have removed it just now
            if os.path.samestat(os.fstat(file.fileno()), os.stat(file.name)):
                return file, release
        release()
        file.close()


class Ledger:
    """An atlas that this process writes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with translate_errors(path):
            self.lock, self.release = open_lock(path)
            try:
                self.link = connect(path, writable=True)
                self.digests = self.read_digests()
                self.total = sum(self.digests.values())
            except BaseException:
                self.unlock()
                raise

    @classmethod
    def open(cls, path: Path, family: str, limit: int, fresh: bool = False) -> Self:
        """The ledger of this family and limit, created if need be; `fresh` empties it."""
        self = cls(path)
        try:
            with translate_errors(path):
                self.prepare({"family": family, "limit": str(limit), "format": FORMAT}, fresh)
        except BaseException:
            self.close()
            raise
        return self

    def prepare(self, wanted: dict[str, str], fresh: bool) -> None:
        """Create the tables, or check that they are those of the same sweep."""
        if not self.link.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            self.link.executescript(SCHEMA)
        held = read_meta(self.link)
        if held and {key: held.get(key) for key in wanted} != wanted:
            raise GrundyError(
                f"{self.path} holds {held.get('family')} to {held.get('limit')} values; choose another file"
            )
        self.link.execute("PRAGMA journal_mode = WAL")
        self.link.execute("PRAGMA synchronous = FULL")
        with self.transaction():
            for table in ("rulesets", "deaths") if fresh else ():
                self.link.execute(f"DELETE FROM {table}")
            self.digests = {} if fresh else self.digests
            self.total = sum(self.digests.values())
            self.seal(wanted, len(self.digests), self.total)

    def read_digests(self) -> dict[str, int]:
        """The checksums of all rows by name, each of which is checked."""
        if not self.link.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            return {}
        return {str(row[0]): int(row[-1] or 0) for row in checked_rows(self.link, self.path)}

    def seal(self, facts: dict[str, str], count: int, total: int) -> None:
        """Write metadata, those given and those of so many rows; within a transaction."""
        meta = sealed_meta(read_meta(self.link) | facts, count, total)
        self.link.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", meta.items())

    @contextmanager
    def transaction(self) -> Iterator[None]:
        with translate_errors(self.path):
            self.link.execute("BEGIN IMMEDIATE")
            try:
                yield
                self.link.execute("COMMIT")
            except BaseException:
                if self.link.in_transaction:
                    self.link.execute("ROLLBACK")
                raise

    def add(self, rows: Iterable[AtlasRow]) -> None:
        self.put(map(stored_values, rows))

    def put(self, rows: Iterable[Stored], facts: dict[str, str] | None = None) -> None:
        """Write rows as they are stored, and metadata."""
        new = {row[0]: row for row in rows}
        digests = {str(name): int(row[-1] or 0) for name, row in new.items()}
        count = len(self.digests) + len(digests.keys() - self.digests.keys())
        total = self.total + sum(digest - self.digests.get(name, 0) for name, digest in digests.items())
        with self.transaction():
            self.link.executemany(INSERT, new.values())
            self.seal(facts or {}, count, total)
        self.digests |= digests
        self.total = total

    def write_meta(self, facts: dict[str, str]) -> None:
        with self.transaction():
            self.seal(facts, len(self.digests), self.total)

    def write_deaths(self, standards: Iterable[str], count: int) -> None:
        with self.transaction():
            self.link.executemany("INSERT OR REPLACE INTO deaths VALUES (?, ?)", [(name, count) for name in standards])

    def versions(self) -> dict[str, str]:
        """The rulesets that have rows, and the version of the rules and kernels that made each."""
        return dict(self.read("SELECT ruleset, rules FROM rulesets"))

    def forget_failed(self) -> None:
        """Remove the failed rows, and the deaths that were counted, so that their rulesets are studied again."""
        names = {name for (name,) in self.read("SELECT ruleset FROM rulesets WHERE status = 'failed'")}
        digests = {name: digest for name, digest in self.digests.items() if name not in names}
        with self.transaction():
            self.link.execute("DELETE FROM rulesets WHERE status = 'failed'")
            self.link.execute("DELETE FROM deaths")
            self.seal({}, len(digests), sum(digests.values()))
        self.digests, self.total = digests, sum(digests.values())

    def deaths(self) -> dict[str, int]:
        return dict(self.read("SELECT standard, count FROM deaths"))

    def count(self, status: str) -> int:
        return int(self.read("SELECT count(*) FROM rulesets WHERE status = ?", status)[0][0])

    def meta(self) -> dict[str, str]:
        with translate_errors(self.path):
            return read_meta(self.link)

    def read(self, query: str, *values: str) -> list[Any]:
        """The rows that a query finds; a disk may fail here too."""
        with translate_errors(self.path):
            return self.link.execute(query, values).fetchall()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Merge the log into the file, and release the lock."""
        with suppress(sqlite3.Error):  # while another process reads, the log stays beside the file
            self.link.execute("PRAGMA journal_mode = DELETE")
        self.link.close()
        self.unlock()

    def unlock(self) -> None:
        with suppress(PermissionError):  # Windows keeps a file that is open
            os.unlink(self.lock.name)
        self.release()
        self.lock.close()
