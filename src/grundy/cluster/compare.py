"""An atlas against a published table: each difference, with the first heap that shows it where that can be told.

The table is a CSV file; lines that begin with # are remarks. A column `ruleset` (or `code`, of an octal game) names the
ruleset, others are columns of the atlas, and `same` names a ruleset said to have the same values but for zeros at the
start. What a table leaves empty it does not say.
"""

import csv
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import grundy.expressions as expressions
from grundy.boards.heaps import HeapGame
from grundy.cluster.atlas import Cell, read
from grundy.cluster.study import COLUMNS, grown
from grundy.core.budget import Budget
from grundy.errors import GrundyError

if TYPE_CHECKING:
    from grundy.solvers.table import Table

__all__ = ["Difference", "compare"]

Published = dict[str, str]
Rows = dict[str, dict[str, Cell]]
LONGEST = 64 << 20  # bytes of a table
FAR = ("period", "preperiod", "largest", "largest_at", "rares", "last_rare")  # more values may change these


@dataclass(frozen=True)
class Difference:
    """What a table says of a ruleset, what the atlas says, and the first heap by which the table is wrong.

    Where the atlas has not come so far, and nothing up to there speaks against the table, it is not reached.
    """

    ruleset: str
    column: str
    published: str
    atlas: Cell
    first_heap: int | None = None
    reached: bool = True


def compare(path: Path, table: Path, budget: Budget | None = None) -> list[Difference]:
    """All that the table and the atlas say differently."""
    budget = budget or Budget()
    rows: Rows = {str(row["ruleset"]): row for row in read(path, budget=budget).rows}
    return [difference for line in lines(table) for difference in differences(line, rows, budget)]


def lines(table: Path) -> list[Published]:
    """The lines of a table, each with the name of its ruleset as the atlas spells it."""
    try:
        if table.stat().st_size > LONGEST:
            raise GrundyError(f"{table} has more than {LONGEST:,} bytes; compare with a shorter table")
        text = table.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise GrundyError(f"cannot read {table}: {getattr(error, 'strerror', None) or 'it is not UTF-8'}") from error
    reader = csv.DictReader(line for line in text if not line.startswith("#"))
    names = set(reader.fieldnames or ())
    unknown = names - {*COLUMNS, "code", "same"}
    if not names & {"code", "ruleset"} or unknown:
        wrong = f"the column '{min(unknown)}'" if unknown else "no column `code` or `ruleset`"
        raise GrundyError(f"{table} has {wrong}; name columns of the atlas, `code`, `ruleset` or `same`")
    return [{key: (cell or "").strip() for key, cell in line.items() if key} for line in reader]


def spelled(text: str) -> str:
    """The name of a ruleset, of which an octal code is one."""
    return str(ruleset_of(text if "(" in text else f"octal({text})"))


def ruleset_of(name: str) -> HeapGame:
    """The ruleset of a name."""
    ruleset = expressions.parse_ruleset(name)
    if not isinstance(ruleset, HeapGame):
        raise GrundyError(f"{name} has no heaps; an atlas is of heap games")
    return ruleset


def differences(line: Published, rows: Rows, budget: Budget) -> list[Difference]:
    """What a line of the table says differently from the atlas."""
    name = spelled(line.get("ruleset") or line.get("code") or "")
    row = rows.get(name)
    if row is None:
        return [Difference(name, "ruleset", "listed", None, reached=False)]
    budget.look()
    found = [same(row, spelled(line["same"]), rows, budget)] if line.get("same") else []
    stated = {key: cell for key, cell in line.items() if cell and key in COLUMNS and key != "ruleset"}
    for column, cell in stated.items():
        if not agrees(cell, row[column]):
            heap = counterexample(row, line, budget) if column in ("period", "preperiod") else None
            reached = heap is not None or bool(row["proved"]) or column not in FAR
            found.append(Difference(name, column, cell, row[column], heap, reached))
    return [difference for difference in found if difference]


def agrees(cell: str, held: Cell) -> bool:
    """Whether a cell of the table is what the atlas holds; numbers may be written as 0x1f."""
    if isinstance(held, int | float):
        try:
            return float(int(cell, 0) if cell.lower().startswith("0x") else float(cell)) == held
        except ValueError:
            return False
    return cell == (held or "")


def counterexample(row: dict[str, Cell], line: Published, budget: Budget) -> int | None:
    """The least heap n from the published preperiod on with g(n + period) != g(n), within what is known."""
    try:
        period, start = int(line.get("period") or str(row["period"] or 0)), int(line.get("preperiod") or 0)
    except ValueError:
        return None
    if not row["proved"] and start + period >= known_of(row):
        return None  # nothing that is known speaks of it
    table, known = values_of(row, budget)
    found = table.period
    settled = found.preperiod + found.period if found and table.proved else 0
    stop = max(start, settled) + (found.period if found else 0) if settled else known - period
    return next((n for n in range(start, stop) if table[n] != table[n + period]), None)


def known_of(row: dict[str, Cell]) -> int:
    """The number of values that the atlas knows of a ruleset."""
    return int(str(row["known"] or 0))


def values_of(row: dict[str, Cell], budget: Budget) -> "tuple[Table, int]":
    """The values of a ruleset, as many as the atlas knows."""
    known = known_of(row)
    table = grown(ruleset_of(str(row["ruleset"])), known, budget)
    budget.look()  # a table that ran out of it would be too short
    return table, known


def same(row: dict[str, Cell], other: str, rows: Rows, budget: Budget) -> Difference | None:
    """The difference of two rulesets that the table calls the same, if there is one."""
    partner = rows.get(other)
    if partner is None or row["standard"] == partner["standard"]:
        return None
    heap = first_difference(row, partner, budget)
    return None if heap is None else Difference(str(row["ruleset"]), "same", other, None, heap)


def first_difference(row: dict[str, Cell], partner: dict[str, Cell], budget: Budget) -> int | None:
    """The first heap of a ruleset whose value the other lacks, zeros at the start left out in both."""
    import numpy as np

    (mine, known), (theirs, most) = values_of(row, budget), values_of(partner, budget)
    ours, others = mine.array(known), theirs.array(most)
    start, begin = int(np.argmax(ours > 0)), int(np.argmax(others > 0))
    count = min(known - start, most - begin)
    unequal = np.flatnonzero(ours[start : start + count] != others[begin : begin + count])
    return start + int(unequal[0]) if len(unequal) else None
