"""An atlas against a published table: each difference, with the first heap that shows it where there is one.

The table is a CSV file; lines that begin with # are remarks. A column `ruleset` (or `code`, of an octal game) names the
ruleset, others are columns of the atlas, and `same` names a ruleset said to have the same values but for zeros at the
start. Empty cells are not compared.
"""

import csv
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import grundy.expressions as expressions
from grundy.boards.heaps import HeapGame
from grundy.cluster.atlas import Cell, read
from grundy.cluster.rows import COLUMNS
from grundy.cluster.study import value_sequence
from grundy.core.budget import Budget
from grundy.errors import GrundyError

if TYPE_CHECKING:
    from grundy.solvers.value_sequence import ValueSequence

Published = dict[str, str]
Rows = dict[str, dict[str, Cell]]
MOST_BYTES = 64 << 20  # of a table
# May change with more values:
UNSETTLED_COLUMNS = ("period", "preperiod", "largest", "largest_at", "rares", "last_rare")


@dataclass(frozen=True)
class Difference:
    """The entry of a table, that of the atlas, and the first heap by which the table is wrong.

    `reached` is False where the atlas has too few values to decide, and those it has do not contradict the table.
    """

    ruleset: str
    column: str
    published: str
    atlas: Cell
    first_heap: int | None = None
    reached: bool = True


def compare(path: Path, table: Path, budget: Budget | None = None) -> list[Difference]:
    budget = budget or Budget()
    rows: Rows = {str(row["ruleset"]): row for row in read(path, budget=budget).rows}
    return [difference for line in lines(table) for difference in differences(line, rows, budget)]


def lines(table: Path) -> list[Published]:
    """The lines of a table, each with the name of its ruleset as the atlas spells it."""
    try:
        if table.stat().st_size > MOST_BYTES:
            raise GrundyError(f"{table} has more than {MOST_BYTES:,} bytes; compare with a shorter table")
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


def atlas_name(text: str) -> str:
    """The name that the atlas gives to a ruleset, which the table may write as an octal code alone."""
    return str(ruleset_of(text if "(" in text else f"octal({text})"))


def ruleset_of(name: str) -> HeapGame:
    ruleset = expressions.parse_ruleset(name)
    if not isinstance(ruleset, HeapGame):
        raise GrundyError(f"{name} has no heaps; an atlas is of heap games")
    return ruleset


def differences(line: Published, rows: Rows, budget: Budget) -> list[Difference]:
    name = atlas_name(line.get("ruleset") or line.get("code") or "")
    row = rows.get(name)
    if row is None:
        return [Difference(name, "ruleset", "listed", None, reached=False)]
    budget.look()
    found = [same(row, atlas_name(line["same"]), rows, budget)] if line.get("same") else []
    stated = {key: cell for key, cell in line.items() if cell and key in COLUMNS and key != "ruleset"}
    for column, cell in stated.items():
        if not is_equal(cell, row[column]):
            heap = counterexample(row, line, budget) if column in ("period", "preperiod") else None
            reached = heap is not None or bool(row["proved"]) or column not in UNSETTLED_COLUMNS
            found.append(Difference(name, column, cell, row[column], heap, reached))
    return [difference for difference in found if difference]


def is_equal(cell: str, held: Cell) -> bool:
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
        return None  # the known values do not decide it
    sequence, known = values_of(row, budget)
    found = sequence.period
    proved_from = found.preperiod + found.period if found and sequence.is_proved else 0
    stop = max(start, proved_from) + (found.period if found else 0) if proved_from else known - period
    return next((n for n in range(start, stop) if sequence[n] != sequence[n + period]), None)


def known_of(row: dict[str, Cell]) -> int:
    return int(str(row["known"] or 0))


def values_of(row: dict[str, Cell], budget: Budget) -> "tuple[ValueSequence, int]":
    """The values of a ruleset, as many as its row is based on."""
    known = known_of(row)
    sequence = value_sequence(ruleset_of(str(row["ruleset"])), known, budget)
    budget.look()  # a sequence that was stopped by it would be too short
    return sequence, known


def same(row: dict[str, Cell], other: str, rows: Rows, budget: Budget) -> Difference | None:
    """The first heap by which two rulesets differ that the table calls the same; zeros at the start do not count."""
    partner = rows.get(other)
    if partner is None or row["standard"] == partner["standard"]:
        return None
    import numpy as np

    (mine, known), (theirs, most) = values_of(row, budget), values_of(partner, budget)
    ours, others = mine.array_below(known), theirs.array_below(most)
    start, begin = int(np.argmax(ours > 0)), int(np.argmax(others > 0))
    count = min(known - start, most - begin)
    unequal = np.flatnonzero(ours[start : start + count] != others[begin : begin + count])
    return Difference(str(row["ruleset"]), "same", other, None, start + int(unequal[0])) if len(unequal) else None
