"""The atlas: rows of a file that sweeps wrote, asked for by a condition, and two such files made one.

The one that comes with the package is of all octal codes of up to three digits; docs/theory/atlas.md tells its origin.
"""

from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from grundy.cluster.filters import Condition, read_condition
from grundy.cluster.ledger import Ledger, connect, in_words, listed, meta
from grundy.cluster.study import COLUMNS
from grundy.core.budget import Budget
from grundy.errors import GrundyError

__all__ = ["SHIPPED", "Cell", "Page", "merge", "read", "read_columns"]

Cell = int | float | str | list[int] | None
Stored = tuple[int | float | str | bytes | None, ...]
SHIPPED = Path(__file__).parents[1] / "data" / "atlas.db"
DECIDING = ("known", "period", "preperiod", "saltus", "largest", "largest_at", "checksum")


@dataclass(frozen=True)
class Page:
    """Some rows of an atlas, and what the file says of itself."""

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
) -> Page:
    """The rows for which a condition holds, in the order of their names."""
    clock = budget or Budget()
    condition = read_condition(where) if where else Condition("TRUE")
    with in_words(path), closing(connect(path)) as link:
        names = ", ".join(f'"{name}"' for name in columns)
        found = link.execute(f"SELECT {names} FROM rulesets WHERE {condition.sql} ORDER BY ruleset", condition.values)
        rows = [dict(zip(columns, map(plain, row), strict=True)) for row in counted(found, clock)]
        return Page(meta(link), columns, rows)


def counted(rows: Iterable[Stored], budget: Budget) -> Iterator[Stored]:
    """The rows, each of which the budget is asked for."""
    for row in rows:
        budget.spend()
        budget.look()
        yield row


def plain(cell: int | float | str | bytes | None) -> Cell:
    """The cell as it was before it was written."""
    return listed(cell) if isinstance(cell, bytes) else cell


def merge(path: Path, other: Path) -> int:
    """The number of rows that an atlas took over from another: those it lacks, failed in, or has fewer values of."""
    with in_words(other), closing(connect(other)) as link:
        theirs, about = link.execute("SELECT * FROM rulesets").fetchall(), meta(link)
    if not path.exists():
        raise GrundyError(f"{path} is not there; merge into an atlas that is")
    with Ledger(path) as ledger, in_words(path):
        ours = {row[0]: row for row in ledger.link.execute("SELECT * FROM rulesets")}
        wanted = [row for row in theirs if better(row, ours.get(row[0]), path, other)]
        families = dict.fromkeys(f"{meta(ledger.link).get('family')}; {about.get('family')}".split("; "))
        with ledger.transaction():
            marks = ", ".join("?" * len(COLUMNS))
            ledger.link.executemany(f"INSERT OR REPLACE INTO rulesets VALUES ({marks})", wanted)
            ledger.link.execute("UPDATE meta SET value = ? WHERE key = 'family'", ("; ".join(families),))
    return len(wanted)


def better(row: Stored, held: Stored | None, path: Path, other: Path) -> bool:
    """Whether a row of another atlas tells more than the one held; two that contradict each other are refused."""
    if held is None:
        return True
    new, old = (dict(zip(COLUMNS, cells, strict=True)) for cells in (row, held))
    if "failed" in (new["status"], old["status"]):
        return new["status"] == "done"
    if new["known"] != old["known"]:
        return int(new["known"] or 0) > int(old["known"] or 0)
    if any(new[name] != old[name] for name in DECIDING):
        raise GrundyError(f"{path} and {other} contradict each other on {row[0]!s}; sweep it again with --fresh")
    return False
