"""Proved facts on disk, in SQLite: what one search found, the next one goes on from.

There are two stores of the same shape: one that comes with the package and is only read, and one in the user's cache
directory, `$GRUNDY_CACHE`. A row is a ruleset, the play, a part (or, under misère play, a whole position) in the
ruleset's notation, and what is known of it; a checksum guards each row. The first has lists of winning moves too. A
store that cannot be used is no error. One that is damaged is set aside, with a line that says so.
"""

import os
import sqlite3
import sys
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import TypeVar
from zlib import crc32

__all__ = ["SHIPPED", "Row", "Saved", "cache_directory"]

T = TypeVar("T")
Row = tuple[str, int, int]  # a position, what is known of it, and the work that it took
SHIPPED = Path(__file__).parents[2] / "data" / "proofs.sqlite"
VERSION = 1
WIDEST = 1 << 62  # what SQLite holds as an integer
DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
SCHEMA = f"""
PRAGMA journal_mode = WAL; PRAGMA user_version = {VERSION};
CREATE TABLE IF NOT EXISTS facts (
    ruleset TEXT, misere INTEGER, position TEXT, fact INTEGER, work INTEGER, checksum INTEGER,
    PRIMARY KEY (ruleset, misere, position)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS wins (
    ruleset TEXT, position TEXT, moves TEXT, checksum INTEGER, PRIMARY KEY (ruleset, position)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS origin (statement TEXT)"""
READ = "SELECT position, fact, work, checksum FROM facts WHERE ruleset = ? AND misere = ? ORDER BY work DESC LIMIT ?"
# A nimber is never replaced by the mere exclusion of some: another process may have found it.
WRITE = """INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
    SET fact = excluded.fact, work = excluded.work, checksum = excluded.checksum
    WHERE facts.fact < 0 OR excluded.fact >= 0"""


def cache_directory() -> Path:
    """Where saved results live: `$GRUNDY_CACHE`, or the user's cache directory."""
    if chosen := os.environ.get("GRUNDY_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", "~")).expanduser() / "grundy"
    if sys.platform == "darwin":
        return Path("~/Library/Caches/grundy").expanduser()
    return Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "grundy"


def checksum(ruleset: str, misere: bool, position: str, fact: int | str) -> int:
    """What vouches for a row."""
    return crc32(f"{ruleset};{misere:d};{position};{fact}".encode())


class Saved:
    """A store of facts, opened for each use, that keeps silent where the disk does not let it work."""

    def __init__(self, path: Path | None = None, read_only: bool = False) -> None:
        self.path = cache_directory() / "proofs.sqlite" if path is None else path
        self.read_only = read_only

    def rows(self, ruleset: str, misere: bool, most: int) -> list[Row]:
        """What is known of a ruleset, the costliest first."""
        found: list[tuple[str, int, int, int]] = self.use(
            lambda base: base.execute(READ, (ruleset, misere, most)).fetchall(), []
        )
        return [(text, fact, work) for text, fact, work, sum_ in found if sum_ == checksum(ruleset, misere, text, fact)]

    def write(self, ruleset: str, misere: bool, rows: Iterable[Row]) -> bool:
        """Keep some facts; whether that succeeded."""
        values = [
            (ruleset, misere, text, fact, work, checksum(ruleset, misere, text, fact))
            for text, fact, work in rows
            if -WIDEST < fact < WIDEST
        ]
        return self.use(lambda base: bool(base.executemany(WRITE, values)), False)

    def wins(self, ruleset: str) -> dict[str, list[str]]:
        """The positions whose winning moves under normal play are all known: those that they lead to."""
        ask = "SELECT position, moves, checksum FROM wins WHERE ruleset = ?"
        found: list[tuple[str, str, int]] = self.use(lambda base: base.execute(ask, (ruleset,)).fetchall(), [])
        sound = (row for row in found if row[2] == checksum(ruleset, False, *row[:2]))
        return {text: moves.splitlines() for text, moves, _ in sound}

    def write_wins(self, ruleset: str, position: str, moves: Iterable[str]) -> bool:
        """Keep the winning moves of a position; whether that succeeded."""
        row = ruleset, position, "\n".join(moves)
        values = *row, checksum(ruleset, False, *row[1:])
        return self.use(
            lambda base: bool(base.execute("INSERT OR REPLACE INTO wins VALUES (?, ?, ?, ?)", values)), False
        )

    def origin(self, statement: str | None = None) -> list[str]:
        """How the facts were found, after adding a statement."""

        def task(base: sqlite3.Connection) -> list[str]:
            base.executemany("INSERT INTO origin VALUES (?)", [(statement,)] if statement else [])
            return [text for (text,) in base.execute("SELECT statement FROM origin")]

        return self.use(task, [])

    def use(self, task: Callable[[sqlite3.Connection], T], failed: T) -> T:
        """What a task on the store returns, or a given value where the store cannot be used."""
        try:
            with closing(self.connected()) as base, base:
                self.prepare(base)
                return task(base)
        except (OSError, sqlite3.Error) as error:
            if getattr(error, "sqlite_errorcode", None) in DAMAGED and not self.read_only:
                self.set_aside()
            return failed

    def connected(self) -> sqlite3.Connection:
        """A connection to the store, which is made if need be."""
        if self.read_only:
            return sqlite3.connect(f"{self.path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        return sqlite3.connect(self.path, timeout=2)

    def prepare(self, base: sqlite3.Connection) -> None:
        """Make the tables of a new store; raise where a later grundy made it."""
        (version,) = base.execute("PRAGMA user_version").fetchone()
        if version > VERSION:
            raise sqlite3.OperationalError(f"a store of format {version}")
        if version < VERSION and not self.read_only:
            base.executescript(SCHEMA)

    def set_aside(self) -> None:
        """Rename a damaged store, and say so."""
        import logging

        aside = self.path.with_suffix(".damaged")
        try:
            os.replace(self.path, aside)
            for tail in ("-wal", "-shm"):
                Path(f"{self.path}{tail}").unlink(missing_ok=True)
        except OSError:
            return
        logger, told = logging.getLogger("grundy"), "grundy: saved results were damaged and are set aside as %s"
        logger.warning(told, aside)
