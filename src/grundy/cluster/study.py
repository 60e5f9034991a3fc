"""What a worker finds out about rulesets of one standard form: a row of the atlas for each.

The values of the standard form are computed once. Those of a ruleset are the same, each repeated `scale` times, after
`shift * scale` zeros; its period begins where that of the standard form does, or earlier if the zeros fit it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from importlib.metadata import version
from time import process_time
from typing import TYPE_CHECKING
from zlib import crc32

from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.core.period import Period

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from grundy.solvers.table import Table

    Values = NDArray[np.uint32]

__all__ = ["COLUMNS", "Form", "Member", "Row", "failed", "study"]

LISTED = 10_000  # exceptions


@dataclass(frozen=True)
class Member:
    """A ruleset whose value of n is that of n // scale - shift in the standard form."""

    ruleset: HeapGame
    scale: int
    shift: int


@dataclass(frozen=True)
class Form:
    """A standard form with the rulesets that are studied by it."""

    ruleset: HeapGame
    members: tuple[Member, ...]


@dataclass(frozen=True)
class Row:
    """What is known of a ruleset; docs/theory/atlas.md says what each column means."""

    ruleset: str
    standard: str
    scale: int
    shift: int
    status: str
    reason: str | None = None
    known: int | None = None
    period: int | None = None
    preperiod: int | None = None
    saltus: int | None = None
    proved: int | None = None
    theorem: str | None = None
    checked_to: int | None = None
    exceptional: int | None = None
    exceptions: tuple[int, ...] = ()
    largest: int | None = None
    largest_at: int | None = None
    mask: int | None = None
    parity: int | None = None
    rares: int | None = None
    last_rare: int | None = None
    checksum: int | None = None
    method: str | None = None
    seconds: float | None = None
    version: str | None = None


COLUMNS = tuple(field.name for field in fields(Row))


@cache
def own_version() -> str:
    """The version of this package, as it is installed where the work is done."""
    return version("grundy")


def study(forms: Sequence[Form], limit: int) -> list[Row]:
    """A row for each member of each form, from this many values."""
    return [row for form in forms for row in study_form(form, limit)]


def study_form(form: Form, limit: int) -> list[Row]:
    """The rows of one form; an error that is the ruleset's own makes them failed."""
    try:
        return rows(form, limit)
    except (ArithmeticError, MemoryError, ValueError) as error:
        return failed(form, f"{type(error).__name__}: {error}")


def failed(form: Form, reason: str) -> list[Row]:
    """The rows of a form that could not be studied."""
    return [
        Row(str(member.ruleset), str(form.ruleset), member.scale, member.shift, "failed", reason)
        for member in form.members
    ]


def rows(form: Form, limit: int) -> list[Row]:
    """The rows of one form; the first is charged with the time of the values."""
    started, found = process_time(), []
    table = grown(form.ruleset, limit)
    for member in form.members:
        row = facts(*best(member, table, limit), str(form.ruleset), limit)
        seconds = round(process_time() - started, 4)
        found.append(replace(row, scale=member.scale, shift=member.shift, seconds=seconds, version=own_version()))
        started = process_time()
    return found


def best(member: Member, table: "Table", limit: int) -> "tuple[Member, Table]":
    """The table to tell about a member: its own where an arithmetic period is not proved in the standard form.

    The theorem on arithmetic periods sees the moves that a code allows: it proves 0.8, but not its cousin 0.113377E.
    """
    found = table.period
    if found is None or found.proved or not found.saltus:
        return member, table
    return Member(member.ruleset, 1, 0), grown(member.ruleset, limit)


def grown(ruleset: HeapGame, limit: int, budget: Budget | None = None) -> "Table":
    """The table of a ruleset, by the kernels from the start: a worker has them loaded."""
    from grundy.solvers.table import Table, grow_to_period

    table = Table(ruleset, budget)
    table.start_source([])
    grow_to_period(table, limit)
    return table


def facts(member: Member, table: "Table", standard: str, limit: int) -> Row:
    """What the values of a ruleset tell."""
    whole = values_of(member, table, limit)
    values = whole[:limit]
    row = Row(
        ruleset=str(member.ruleset),
        standard=standard,
        scale=member.scale,
        shift=member.shift,
        status="done",
        known=len(values),
        checked_to=(len(table.known) + member.shift) * member.scale,
        largest=int(values.max(initial=0)),
        largest_at=int(values.argmax()) if len(values) else None,
        checksum=crc32(values.astype("<u4").tobytes()),
        method=table.method,
    )
    return with_sparse_space(with_period(row, table.period, whole), member.ruleset, values)


def values_of(member: Member, table: "Table", limit: int) -> "Values":
    """The values of a ruleset from those of its standard form, at least as far as the end of its first period."""
    import numpy as np

    found = table.period
    turn = found.preperiod + found.period if found else 0
    base = table.array(max(limit, turn)) if table.proved else table.between(0, len(table.known))
    zeros = np.zeros(member.shift * member.scale, np.uint32)
    return np.concatenate([zeros, np.repeat(base.astype(np.uint32), member.scale)])


def with_period(row: Row, found: Period | None, values: "Values") -> Row:
    """The row with the period, found from that of its standard form."""
    from grundy.solvers.engines import exceptions

    if found is None:
        return row
    start = (found.preperiod + row.shift) * row.scale
    length = 1 if (found.period, found.saltus) == (1, 0) else found.period * row.scale
    while start and values[start - 1] + found.saltus == values[start - 1 + length]:
        start -= 1
    differing = exceptions(values, (start, length, found.saltus), start)
    return replace(
        row,
        period=length,
        preperiod=start,
        saltus=found.saltus,
        proved=int(found.proved),
        theorem=found.theorem or None,
        exceptional=len(differing),
        exceptions=tuple(differing[:LISTED]),
    )


def with_sparse_space(row: Row, ruleset: HeapGame, values: "Values") -> Row:
    """The row with the mask and the rare values, where moves may leave two heaps."""
    import numpy as np

    from grundy.core.budget import Budget
    from grundy.solvers.rares import WIDEST, choose, find, histogram, split_parity

    code, bits = ruleset.as_code(), max(1, int(values.max(initial=0)).bit_length())
    if code is None or code.heaps != 2 or bits > WIDEST:
        return row
    mask, parity = choose(histogram(values, 0, bits, Budget()), split_parity(row.ruleset))
    places = np.concatenate([*find(values, 0, bits, mask, parity, Budget()), np.empty(0, np.intp)])
    last = int(places[-1]) if len(places) else None
    return replace(row, mask=mask, parity=parity, rares=len(places), last_rare=last)
