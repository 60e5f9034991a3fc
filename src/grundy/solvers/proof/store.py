"""Proved facts on disk, in SQLite, from which the next search goes on (docs/theory/search.md)."""

import os
import sqlite3
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar
from weakref import finalize

from grundy.core.reader import Reader
from grundy.errors import GrundyError
from grundy.kernels.cache import cache_directory
from grundy.solvers.inquiry import Method
from grundy.solvers.proof.expansion import SAVED_METHOD, SHIPPED_METHOD, Parts, RulesetExpansion, StoredRules
from grundy.solvers.proof.space import SearchSpace
from grundy.solvers.saved import DATA, HERE, Cell, is_damage, is_whole, may_save, row_checksum, set_aside, warn

T = TypeVar("T")
Row = tuple[str, int, int]  # a position, what is known of it, and the nodes that it took
FactRow = tuple[str, int, str, int, int, str, str]  # as it is stored, without its checksum
SHIPPED_PROOFS = DATA / "proofs.sqlite"
FORMAT = 2
EXCLUDED_LIMIT = 1 << 62  # SQLite holds integers of 64 bits
NIMBER_LIMIT = 1 << 12  # a search that meets larger ones does not end: no row has them
SAVE_SECONDS = 1.0  # between two writes: the work that is lost where the process is killed
PAGE_BYTES = 4096
MOST_BYTES = 64 << 20  # of the store, some 500,000 facts; SQLite's log beside it takes 4 MB more
SPARE_PAGES = 4  # a change that needs several pages fails with a few of them left
PRUNED_PART = 3  # a store that is full loses this part of its facts, the cheapest
COSTLIEST = 20_000  # facts that a search on many machines starts from
SCHEMA = f"""
PRAGMA page_size = {PAGE_BYTES}; PRAGMA journal_mode = WAL; BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS facts (
    ruleset TEXT, misere INTEGER, position TEXT, fact INTEGER, work INTEGER, version TEXT, source TEXT,
    checksum INTEGER, PRIMARY KEY (ruleset, misere, position)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS wins (
    ruleset TEXT, position TEXT, moves TEXT, version TEXT, source TEXT, checksum INTEGER,
    PRIMARY KEY (ruleset, position)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS origin (statement TEXT, checksum INTEGER);
PRAGMA user_version = {FORMAT}; COMMIT"""
READ = "SELECT * FROM facts WHERE ruleset = ? AND misere = ?"
# A nimber is never replaced by the mere exclusion of some: another process may have found it.
WRITE = """INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
    SET fact = excluded.fact, work = excluded.work, version = excluded.version, source = excluded.source,
        checksum = excluded.checksum
    WHERE facts.fact < 0 OR excluded.fact >= 0 OR facts.version <> excluded.version"""


class DamagedStoreError(Exception):
    """A row does not have the checksum that it should."""


class OldFormatError(Exception):
    """The store was made by an earlier grundy."""


class LaterFormatError(Exception):
    """The store was made by a later grundy: it is left alone."""


def check(row: tuple[Cell, ...], *types: type) -> tuple[Any, ...]:
    """The cells of a row without its checksum, which must be right; each cell must have its type."""
    *cells, checksum = row
    if checksum != row_checksum(*cells) or [*map(type, cells)] != [*types]:
        raise DamagedStoreError
    return tuple(cells)


def check_fact(row: tuple[Cell, ...]) -> FactRow:
    fact: FactRow = check(row, str, int, str, int, int, str, str)
    if not -EXCLUDED_LIMIT < fact[3] < NIMBER_LIMIT:
        raise DamagedStoreError
    return fact


def seal(*cells: Cell) -> tuple[Cell, ...]:
    """The cells of a row with their checksum."""
    return *cells, row_checksum(*cells)


class ProofStore:
    """A store of facts; where it cannot be read or written, it is as if it were empty."""

    def __init__(self, path: Path | None = None, read_only: bool = False, source: str = HERE) -> None:
        self.path = cache_directory() / "proofs.sqlite" if path is None else path
        self.read_only, self.source = read_only or not may_save(), source
        self.is_shipped = path is not None and read_only
        self.is_out_of_use = False  # after an error: a search does not try again at each of its nodes
        self.link: sqlite3.Connection | None = None
        self.file: os.stat_result | None = None  # that the link is to
        self.closer: finalize[..., ProofStore] | None = None

    def rows(self, rules: StoredRules, misere: bool, most: int = -1, longer_than: int = 0) -> list[Row]:
        """What is known of a ruleset, the costliest first; of positions whose text has more than so many characters."""
        ask = f"{READ} AND length(position) > ? ORDER BY work DESC LIMIT ?"
        asked, none = (rules.name, misere, longer_than, most), list[FactRow]()
        found = self.use(lambda link: list(map(check_fact, link.execute(ask, asked))), none)
        return [row[2:5] for row in found if row[5] == rules.version]

    def has_facts(self, rules: StoredRules, misere: bool) -> bool:
        return self.use(lambda link: bool(link.execute(f"{READ} LIMIT 1", (rules.name, misere)).fetchone()), False)

    def find(self, rules: StoredRules, misere: bool, positions: Iterable[str]) -> list[Row]:
        """What is known of these positions."""
        ask = f"{READ} AND position = ?"

        def task(link: sqlite3.Connection) -> list[Row]:
            asked = (link.execute(ask, (rules.name, misere, position)).fetchone() for position in positions)
            return [row[2:5] for row in map(check_fact, filter(None, asked)) if row[5] == rules.version]

        return self.use(task, [])

    def write(self, rules: StoredRules, misere: bool, rows: Iterable[Row]) -> bool:
        values = [
            seal(rules.name, int(misere), text, fact, work, rules.version, self.source)
            for text, fact, work in rows
            if -EXCLUDED_LIMIT < fact < NIMBER_LIMIT
        ]

        def task(link: sqlite3.Connection) -> bool:
            try:
                return self.change(link, WRITE, values)
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_FULL or not self.is_at_limit(link):
                    raise
            self.prune(link, rules)
            return self.change(link, WRITE, values)

        return not self.read_only and self.use(task, False)

    def change(self, link: sqlite3.Connection, statement: str, rows: Sequence[tuple[Cell, ...]]) -> bool:
        """Execute a statement for all rows, or for none."""
        with link:
            link.executemany(statement, rows)
        return True

    def is_at_limit(self, link: sqlite3.Connection) -> bool:
        """Whether the store has all pages that it may have; otherwise the disk is full."""
        (pages,) = link.execute("PRAGMA page_count").fetchone()
        return bool((pages + SPARE_PAGES) * PAGE_BYTES >= MOST_BYTES)

    def prune(self, link: sqlite3.Connection, rules: StoredRules) -> None:
        """Remove other versions of a ruleset, and a part of all facts, the cheapest; their pages are used again."""
        with link:
            link.execute("DELETE FROM facts WHERE ruleset = ? AND version <> ?", rules)
            (count,) = link.execute("SELECT count(*) FROM facts").fetchone()
            ask = "SELECT work FROM facts ORDER BY work LIMIT 1 OFFSET ?"
            for (work,) in link.execute(ask, (count // PRUNED_PART,)).fetchall():
                link.execute("DELETE FROM facts WHERE work <= ?", (work,))

    def drop(self, rules: StoredRules, misere: bool, positions: Iterable[str]) -> None:
        """Remove what is known of these positions."""
        remove = "DELETE FROM facts WHERE ruleset = ? AND misere = ? AND position = ?"
        rows = [(rules.name, int(misere), position) for position in positions]
        self.use(lambda link: self.change(link, remove, rows), False)

    def wins(self, rules: StoredRules) -> dict[str, list[str]]:
        """The positions whose winning moves under normal play are all known: those that they lead to."""
        ask = "SELECT * FROM wins WHERE ruleset = ?"
        types, none = (str,) * 5, list[tuple[str, ...]]()
        found = self.use(lambda link: [check(row, *types) for row in link.execute(ask, (rules.name,))], none)
        return {row[1]: row[2].splitlines() for row in found if row[3] == rules.version}

    def write_wins(self, rules: StoredRules, position: str, moves: Iterable[str]) -> bool:
        row = seal(rules.name, position, "\n".join(moves), rules.version, self.source)
        return self.use(lambda link: self.change(link, "REPLACE INTO wins VALUES (?, ?, ?, ?, ?, ?)", [row]), False)

    def origin(self, statement: str | None = None) -> list[str]:
        """How the facts were found, after adding a statement."""

        def task(link: sqlite3.Connection) -> list[str]:
            self.change(link, "INSERT INTO origin VALUES (?, ?)", [seal(statement)] if statement else [])
            return [check(row, str)[0] for row in link.execute("SELECT * FROM origin ORDER BY rowid")]

        return self.use(task, [])

    def use(self, task: Callable[[sqlite3.Connection], T], failed: T) -> T:
        """What a task on the store returns, or a given value where the store cannot be used."""
        if self.is_out_of_use:
            return failed
        try:
            return task(self.connect())
        except (OSError, MemoryError):
            self.is_out_of_use = True
        except LaterFormatError:
            self.is_out_of_use = True
            warn("saved results of a later grundy are not used: %s", self.path)
        except OldFormatError:
            self.replace("saved results of an earlier grundy cannot be checked", ".old")
        except (DamagedStoreError, sqlite3.Error, UnicodeDecodeError) as error:  # the last: of the name of a column
            if is_damage(error):
                self.replace("saved results are damaged", ".damaged")
            else:
                self.is_out_of_use = True
        self.close()
        return failed

    def connect(self) -> sqlite3.Connection:
        """The link to the store, which is opened at the first use and after an error."""
        if self.link is None:
            if self.is_shipped and not is_whole(self.path):
                raise OSError
            if not self.read_only:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            mode = "rwc" if not self.read_only else "ro&immutable=1" if self.is_shipped else "ro"
            address = f"{self.path.absolute().as_uri()}?mode={mode}"
            self.link = sqlite3.connect(address, uri=True, timeout=2, check_same_thread=False)
            self.closer = finalize(self, self.link.close)
            self.file = os.stat(self.path)
            self.link.text_factory = lambda data: data.decode("utf-8", "replace")  # what is replaced fails its checksum
            self.prepare(self.link)
        return self.link

    def prepare(self, link: sqlite3.Connection) -> None:
        """Make the tables of a new store; raise where another grundy made it."""
        (version,) = link.execute("PRAGMA user_version").fetchone()
        if version > FORMAT:
            raise LaterFormatError
        if 0 < version < FORMAT:
            raise OldFormatError
        if not version:
            link.executescript(SCHEMA)
        link.execute(f"PRAGMA max_page_count = {MOST_BYTES // PAGE_BYTES}")

    def close(self) -> None:
        if self.closer is not None:
            with suppress(sqlite3.Error):
                self.closer()
        self.link = self.closer = None

    def replace(self, why: str, suffix: str) -> None:
        """Set the store aside, unless another process has put a new one in its place."""
        file = self.file
        self.close()
        try:
            if file is None or not os.path.samestat(file, os.stat(self.path)):
                return None
            if self.read_only and not self.is_shipped:
                return warn("%s, and not used: %s", why, self.path)
            set_aside(self.path, why, suffix)
            for tail in ("-wal", "-shm"):
                Path(f"{self.path}{tail}").unlink(missing_ok=True)
        except OSError:
            return None


class SavedFacts:
    """The facts of a search that are on disk, those of the package and others: they are read when they are met."""

    def __init__(self, space: SearchSpace[Any], rules: StoredRules, misere: bool) -> None:
        self.space, self.rules, self.misere = space, rules, misere
        self.store, self.written = ProofStore(), monotonic()
        self.texts: set[str] = set()  # positions that were read into the tables of a compiled search
        stores = {SHIPPED_METHOD: ProofStore(SHIPPED_PROOFS, read_only=True), SAVED_METHOD: self.store}
        self.sources = {method: store for method, store in stores.items() if store.has_facts(rules, misere)}
        space.facts.unsaved = dict(space.facts.lasting)
        space.facts.save = self.write_if_due
        if self.sources:
            space.facts.find = self.find
        if SHIPPED_METHOD in self.sources and space.most_characters:
            for row in self.sources[SHIPPED_METHOD].rows(rules, misere, longer_than=space.most_characters):
                self.load(row, SHIPPED_METHOD)

    def load(self, row: Row, source: Method) -> None:
        """Remember a row, unless it cannot be read or a nimber is known already."""
        text, fact, work = row
        try:
            key = self.space.read(text)
        except GrundyError:
            return  # of an earlier notation
        facts = self.space.facts
        known = facts.lasting[key][0] if key in facts.lasting else facts.get(key, -1)
        if known < 0:
            facts.load(key, fact if fact >= 0 else fact & known, work, source)

    def find(self, keys: Collection[Hashable]) -> None:
        """Load what the stores have of these keys."""
        texts = [text for key in keys if (text := self.space.show(key)) is not None]
        for method, store in self.sources.items():
            for row in store.find(self.rules, self.misere, texts):
                self.load(row, method)

    def load_costliest(self) -> None:
        """Load the facts that took most work, for processes that cannot ask the stores, and for proofs of thousands."""
        found = {method: store.rows(self.rules, self.misere, COSTLIEST) for method, store in self.sources.items()}
        for method, rows in found.items():
            for row in rows:
                self.load(row, method)
        if all(len(rows) < COSTLIEST for rows in found.values()):
            self.space.facts.find = None  # nothing is left to be looked for

    def close(self) -> None:
        for store in (self.store, *self.sources.values()):
            store.close()

    def drop_used(self) -> None:
        """Remove from the store what was used of it; the store that comes with the package is set aside as a whole."""
        used, sources = self.space.facts.used, self.space.facts.sources
        texts = (self.space.show(key) for key in used if sources[key] == SAVED_METHOD)
        self.store.drop(self.rules, self.misere, {*self.texts, *(text for text in texts if text is not None)})
        self.store.close()
        if SHIPPED_METHOD in (sources[key] for key in used):
            set_aside_shipped()

    def write_if_due(self) -> None:
        if monotonic() - self.written > SAVE_SECONDS:
            self.write()

    def write(self) -> None:
        new, self.space.facts.unsaved = self.space.facts.unsaved, {}
        rows = [(text, fact, work) for key, (fact, work) in new.items() if (text := self.space.show(key)) is not None]
        if rows:
            self.store.write(self.rules, self.misere, rows)
        self.written = monotonic()


def set_aside_shipped() -> None:
    set_aside(SHIPPED_PROOFS, "proofs that come with grundy are false (install grundy again)", ".false")
    is_whole.cache_clear()


class ShippedResults:
    """What comes with the package for rulesets that have a kernel: nimbers and winning moves that take it seconds."""

    def __init__(self, expansion: RulesetExpansion, rules: StoredRules) -> None:
        self.expansion, self.board, self.rules = expansion, expansion.ruleset.board, rules
        self.store = ProofStore(SHIPPED_PROOFS, read_only=True)

    @cached_property
    def has_nimbers(self) -> bool:
        return self.store.has_facts(self.rules, False)

    @cached_property
    def moves(self) -> dict[str, list[str]]:
        """The positions that all winning moves lead to."""
        return self.store.wins(self.rules)

    def is_lost(self, parts: Parts, heap: int) -> bool | None:
        """Whether one part and a nim heap are lost under normal play."""
        if len(parts) != 1 or not self.has_nimbers:
            return None
        rows = self.store.find(self.rules, False, [self.expansion.name(parts[0])])
        nimbers = [fact for _, fact, _ in rows if fact >= 0]
        if not nimbers:
            return None
        self.expansion.methods[SHIPPED_METHOD] = None
        return nimbers == [heap]

    def reach(self, position: Hashable) -> Iterator[Hashable] | None:
        moves = self.moves.get(self.board.show(position))
        if moves is None:
            return None
        self.expansion.methods[SHIPPED_METHOD] = None
        return (self.board.read(Reader(text)) for text in moves)
