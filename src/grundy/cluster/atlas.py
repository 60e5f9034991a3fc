"""The atlas: the rows of a file that sweeps wrote, selected by a condition, and two such files merged.

The one that comes with the package has all octal codes of up to three digits; docs/theory/atlas.md has its origin.
"""

import os
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from grundy.cluster.filters import Condition, read_condition
from grundy.cluster.ledger import INSERT, Ledger, connect, read_exceptions, read_meta, translate_errors
from grundy.cluster.study import COLUMNS
from grundy.core.budget import Budget
from grundy.errors import GrundyError

Cell = int | float | str | list[int] | None
Stored = tuple[int | float | str | bytes | None, ...]
SHIPPED_ATLAS = Path(__file__).parents[1] / "data" / "atlas.db"
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
    with translate_errors(path), closing(connect(path)) as link:
        names = ", ".join(f'"{name}"' for name in columns)
        found = link.execute(f"SELECT {names} FROM rulesets WHERE {condition.sql} ORDER BY ruleset", condition.values)
        rows: list[dict[str, Cell]] = []
        for row in found:
            budget.spend()
            budget.look()
            cells = (read_exceptions(cell) if isinstance(cell, bytes) else cell for cell in row)
            rows.append(dict(zip(columns, cells, strict=True)))
        return AtlasRows(read_meta(link), columns, rows)


def merge(path: Path, other: Path) -> int:
    """Copy from another atlas the rows that this one lacks, failed in, or has fewer values of; how many there were."""
    with translate_errors(other), closing(connect(other)) as link:
        theirs, about = link.execute("SELECT * FROM rulesets").fetchall(), read_meta(link)
    if not os.path.exists(path):
        raise GrundyError(f"{path} is not there; merge into an atlas that is")
    with Ledger(path) as ledger, translate_errors(path):
        ours = {row[0]: row for row in ledger.link.execute("SELECT * FROM rulesets")}
        wanted = [row for row in theirs if is_better(row, ours.get(row[0]), path, other)]
        families = dict.fromkeys(f"{read_meta(ledger.link).get('family')}; {about.get('family')}".split("; "))
        with ledger.transaction():
            ledger.link.executemany(INSERT, wanted)
            ledger.link.execute("UPDATE meta SET value = ? WHERE key = 'family'", ("; ".join(families),))
    return len(wanted)


def is_better(row: Stored, held: Stored | None, path: Path, other: Path) -> bool:
    """Whether a row of another atlas has more values than the one held; an error if the two contradict each other."""
    if held is None:
        return True
    new, old = (dict(zip(COLUMNS, cells, strict=True)) for cells in (row, held))
    if "failed" in (new["status"], old["status"]):
        return new["status"] == "done"
    if new["known"] != old["known"]:
        return int(new["known"] or 0) > int(old["known"] or 0)
    if any(new[name] != old[name] for name in COMPARED_COLUMNS):
        raise GrundyError(f"{path} and {other} contradict each other on {row[0]!s}; sweep it again with --fresh")
    return False
