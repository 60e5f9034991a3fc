"""The atlas: the rows of a file that sweeps wrote, selected by a condition, and two such files merged.

The one that comes with the package has octal codes of up to four digits and hexadecimal ones of up to three;
docs/theory/atlas.md has its origin.
"""

import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from grundy.cluster.filters import Condition, read_condition
from grundy.cluster.ledger import (
    Ledger,
    Stored,
    checked_rows,
    connect,
    read_exceptions,
    read_meta,
    seal_row,
    translate_errors,
)
from grundy.cluster.rows import COLUMNS
from grundy.core.budget import Budget
from grundy.errors import DamageError, GrundyError
from grundy.solvers.saved import DATA, MERGED, is_whole

Cell = int | float | str | list[int] | None
FIRST_COLUMN = COLUMNS[0]
NAME_ORDER = "ruleset LIKE 'h%' {0}, length(ruleset) {0}, ruleset {0}"  # octal codes first, then short ones
SHIPPED_ATLAS = DATA / "atlas.db.gz"
COMPARED_COLUMNS = ("known", "period", "preperiod", "saltus", "largest", "largest_at", "checksum")


@dataclass(frozen=True)
class AtlasRows:
    """Some rows of an atlas, and the metadata of the file."""

    about: dict[str, str]
    columns: tuple[str, ...]
    rows: list[dict[str, Cell]]


def read_columns(text: str | None) -> tuple[str, ...]:
    """The columns named in a list; all of them where there is none."""
    chosen = tuple(name.strip() for name in text.split(",")) if text else COLUMNS
    for name in chosen:
        if name not in COLUMNS:
            raise GrundyError(f"no column '{name}'; the columns are {', '.join(COLUMNS)}")
    return chosen


def read(
    path: Path, where: str | None = None, columns: tuple[str, ...] = COLUMNS, budget: Budget | None = None
) -> AtlasRows:
    """The rows for which a condition holds, in the order of their names."""
    budget = budget or Budget()
    condition = read_condition(where) if where else Condition("TRUE")
    if path == SHIPPED_ATLAS:
        check_shipped()
    with translate_errors(path), closing(connect(path)) as link:
        found = link.execute(f"SELECT ruleset FROM rulesets WHERE {condition.sql}", condition.values)
        chosen, rows = {name for (name,) in found}, list[dict[str, Cell]]()
        for row in checked_rows(link, path):
            budget.spend()
            budget.look()
            if row[0] in chosen:
                cells = dict(zip(COLUMNS, row[:-1], strict=True))
                rows.append({name: read_cell(cells[name]) for name in columns})
        return AtlasRows(read_meta(link), columns, rows)


def check_shipped() -> None:
    if not is_whole(SHIPPED_ATLAS):
        raise DamageError(
            "the atlas that comes with grundy is damaged or missing; install grundy again, or name a file"
        )


@cache
def shipped_link() -> sqlite3.Connection:
    """The shipped atlas, unpacked once in each process that shows pages of it."""
    check_shipped()
    with translate_errors(SHIPPED_ATLAS):
        return connect(SHIPPED_ATLAS)


def count_shipped(condition: Condition) -> int:
    """How many rows of the shipped atlas satisfy a condition."""
    found = shipped_link().execute(f"SELECT count(*) FROM rulesets WHERE {condition.sql}", condition.values)
    return int(found.fetchone()[0])


def shipped_rows(
    condition: Condition, start: int, count: int, column: str = FIRST_COLUMN, falls: bool = False
) -> list[dict[str, Cell]]:
    """Some rows of the shipped atlas, in the order of a column; those where it is empty come last."""
    (chosen,) = read_columns(column)
    direction = "DESC" if falls else "ASC"
    order = f"{NAME_ORDER.format(direction)}" if chosen == FIRST_COLUMN else f"{chosen} IS NULL, {chosen} {direction}"
    found = shipped_link().execute(
        f"SELECT * FROM rulesets WHERE {condition.sql} ORDER BY {order}, {NAME_ORDER.format('ASC')} LIMIT ? OFFSET ?",
        (*condition.values, count, start),
    )
    return [{name: read_cell(cell) for name, cell in zip(COLUMNS, row[:-1], strict=True)} for row in found]


def read_cell(cell: int | float | str | bytes | None) -> Cell:
    return read_exceptions(cell) if isinstance(cell, bytes) else cell


def merge(path: Path, other: Path) -> int:
    """Copy from another atlas the rows that this one lacks, failed in, or has fewer values of; how many there were."""
    with translate_errors(other), closing(connect(other)) as link:
        theirs, about = list(checked_rows(link, other)), read_meta(link)
    if not os.path.exists(path):
        raise GrundyError(f"{path} is not there; merge into an atlas that is")
    with Ledger(path) as ledger, translate_errors(path):
        ours = {row[0]: row for row in checked_rows(ledger.link, path)}
        wanted = [row for row in theirs if is_better(row, ours.get(row[0]), path, other)]
        families = dict.fromkeys(f"{read_meta(ledger.link).get('family')}; {about.get('family')}".split("; "))
        ledger.put(map(merged, wanted), {"family": "; ".join(families)})
    return len(wanted)


def merged(row: Stored) -> Stored:
    """A row of another atlas as it is written to this one."""
    cells = dict(zip(COLUMNS, row[:-1], strict=True)) | {"origin": MERGED}
    return seal_row(tuple(cells.values()))


def is_better(row: Stored, held: Stored | None, path: Path, other: Path) -> bool:
    """Whether a row of another atlas has more values than the one held; an error if the two contradict each other."""
    if held is None:
        return True
    new, old = (dict(zip(COLUMNS, cells[:-1], strict=True)) for cells in (row, held))
    if "failed" in (new["status"], old["status"]):
        return new["status"] == "done"
    if new["known"] != old["known"]:
        return int(new["known"] or 0) > int(old["known"] or 0)
    if any(new[name] != old[name] for name in COMPARED_COLUMNS):
        raise GrundyError(f"{path} and {other} contradict each other on {row[0]!s}; sweep it again with --fresh")
    return False
