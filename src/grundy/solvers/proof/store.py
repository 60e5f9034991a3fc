"""Proved facts on disk, in SQLite, from which the next search goes on (docs/theory/search.md)."""

import os
import sqlite3
import sys
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import closing
from functools import cached_property
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar
from zlib import crc32

from grundy.core.reader import Reader
from grundy.errors import GrundyError
from grundy.solvers.inquiry import Method
from grundy.solvers.proof.expansion import Parts, RulesetExpansion
from grundy.solvers.proof.space import SearchSpace

T = TypeVar("T")
Row = tuple[str, int, int]  # a position, what is known of it, and the nodes that it took
SHIPPED_PROOFS = Path(__file__).parents[2] / "data" / "proofs.sqlite"
VERSION = 1
FACT_LIMIT = 1 << 62  # SQLite holds integers of 64 bits
SAVE_SECONDS = 1.0  # between two writes: the work that is lost where the process is killed
SHIPPED_METHOD = Method("proofs that come with grundy")
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
    return crc32(f"{ruleset};{misere:d};{position};{fact}".encode())


class ProofStore:
    """A store of facts, opened for each use; where it cannot be read or written, it is as if it were empty."""

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
        values = [
            (ruleset, misere, text, fact, work, checksum(ruleset, misere, text, fact))
            for text, fact, work in rows
            if -FACT_LIMIT < fact < FACT_LIMIT
        ]
        return self.use(lambda base: bool(base.executemany(WRITE, values)), False)

    def wins(self, ruleset: str) -> dict[str, list[str]]:
        """The positions whose winning moves under normal play are all known: those that they lead to."""
        ask = "SELECT position, moves, checksum FROM wins WHERE ruleset = ?"
        found: list[tuple[str, str, int]] = self.use(lambda base: base.execute(ask, (ruleset,)).fetchall(), [])
        sound = (row for row in found if row[2] == checksum(ruleset, False, *row[:2]))
        return {text: moves.splitlines() for text, moves, _ in sound}

    def write_wins(self, ruleset: str, position: str, moves: Iterable[str]) -> bool:
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
            with closing(self.connect()) as base, base:
                self.prepare(base)
                return task(base)
        except (OSError, sqlite3.Error) as error:
            if getattr(error, "sqlite_errorcode", None) in DAMAGED and not self.read_only:
                self.rename_damaged()
            return failed

    def connect(self) -> sqlite3.Connection:
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

    def rename_damaged(self) -> None:
        import logging

        aside = self.path.with_suffix(".damaged")
        try:
            os.replace(self.path, aside)
            for tail in ("-wal", "-shm"):
                Path(f"{self.path}{tail}").unlink(missing_ok=True)
        except OSError:
            return
        logging.getLogger("grundy").warning("grundy: saved results were damaged and are set aside as %s", aside)


class SavedFacts:
    """The facts of a search that are on disk: read at the start, and written every second."""

    def __init__(self, space: SearchSpace[Any], ruleset: str, misere: bool) -> None:
        self.space, self.ruleset, self.misere = space, ruleset, misere
        self.store, self.written = ProofStore(), monotonic()
        memory = space.facts
        memory.unsaved = dict(memory.lasting)
        for store in (ProofStore(SHIPPED_PROOFS, read_only=True), self.store):
            for row in store.rows(ruleset, misere, memory.most_entries // 2):
                self.load(row)
        memory.save = self.write_if_due

    def load(self, row: Row) -> None:
        """Remember a row, unless it cannot be read or a nimber is known already."""
        text, fact, work = row
        try:
            key = self.space.read(text)
        except GrundyError:
            return  # of an earlier notation
        if self.space.facts.get(key, -1) < 0:
            self.space.facts.load(key, fact, work)

    def write_if_due(self) -> None:
        if monotonic() - self.written > SAVE_SECONDS:
            self.write()

    def write(self) -> None:
        new, self.space.facts.unsaved = self.space.facts.unsaved, {}
        rows = [(text, fact, work) for key, (fact, work) in new.items() if (text := self.space.show(key)) is not None]
        if rows:
            self.store.write(self.ruleset, self.misere, rows)
        self.written = monotonic()


class ShippedResults:
    """What comes with the package for rulesets that have a kernel: nimbers and winning moves that take it seconds."""

    def __init__(self, expansion: RulesetExpansion) -> None:
        self.expansion, self.board = expansion, expansion.ruleset.board
        self.ruleset, self.store = str(expansion.ruleset), ProofStore(SHIPPED_PROOFS, read_only=True)

    @cached_property
    def nimbers(self) -> dict[str, int]:
        return {text: fact for text, fact, _ in self.store.rows(self.ruleset, False, FACT_LIMIT) if fact >= 0}

    @cached_property
    def moves(self) -> dict[str, list[str]]:
        """The positions that all winning moves lead to."""
        return self.store.wins(self.ruleset)

    def is_lost(self, parts: Parts, heap: int) -> bool | None:
        """Whether one part and a nim heap are lost under normal play."""
        nimber = self.nimbers.get(self.expansion.name(parts[0])) if len(parts) == 1 and self.nimbers else None
        if nimber is None:
            return None
        self.expansion.methods[SHIPPED_METHOD] = None
        return nimber == heap

    def reach(self, position: Hashable) -> Iterator[Hashable] | None:
        moves = self.moves.get(self.board.show(position))
        if moves is None:
            return None
        self.expansion.methods[SHIPPED_METHOD] = None
        return (self.board.read(Reader(text)) for text in moves)
