"""The makers for heap rulesets: values, periods with as many values as their theorem asks for, misère quotients."""

from collections.abc import Iterator
from dataclasses import replace

from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.core.code import Code
from grundy.core.period import Period, enough, enough_of_repeating_set
from grundy.errors import NotDecided
from grundy.solvers.misere.quotient import Quotient
from grundy.solvers.table import Table, grow_to_period

__all__ = ["blocks", "period_of", "quotient_lines", "values_to", "width_of"]

BLOCK = 1 << 20  # values written at a time
FIRST = 1 << 12  # values that are looked at before many more are found
LIMIT = 1 << 22  # values among which a period is looked for; to check so many takes days


def blocks(table: Table, to: int, width: int) -> Iterator[bytes]:
    """The values below a bound as bytes."""
    for start in range(0, to, BLOCK):
        yield table.between(start, min(start + BLOCK, to)).astype(f"<u{width}").tobytes()


def width_of(table: Table, to: int) -> int:
    """The bytes of a value."""
    large = any((table.between(n, min(n + BLOCK, to)) >= 1 << 16).any() for n in range(0, to, BLOCK))
    return 4 if large else 2


def values_to(ruleset: HeapGame, to: int, budget: Budget) -> Table:
    """A table of all values below a bound."""
    table = Table(ruleset, budget)
    table.grow(to)
    return table


def period_of(ruleset: HeapGame, budget: Budget) -> tuple[Table, Period, int]:
    """A table of values, a period that a theorem proves, and the number of values that the theorem asks for."""
    table, code = Table(ruleset, budget), ruleset.as_code()
    for limit in (FIRST, LIMIT):
        grow_to_period(table, limit)
        found = table.period and code and code.heaps and proof(table, table.period, code, code.heaps)
        if found and found[1] <= len(table.known):
            return table, *found
    raise NotDecided(f"no period of {ruleset} is proved; `--to N` certifies its values below N")


def proof(table: Table, period: Period, code: Code, heaps: int) -> tuple[Period, int] | None:
    """The period as a theorem proves it, and the number of values that this takes."""
    last = len(code.digits) - 1
    if period.saltus:
        return arithmetic(table, period, last) if heaps == 1 and set(code.tail) == {3} else None
    if code.tail:
        return period, enough_of_repeating_set(period.preperiod, period.period, last, len(code.tail))
    return period, enough(period.preperiod, period.period, heaps, last)


def arithmetic(table: Table, period: Period, last: int) -> tuple[Period, int] | None:
    """The period from where the values that were not met yet grow by the saltus, where all larger heaps can be left."""
    for start in range(max(period.preperiod, 1), len(table.known) - period.period - last):
        early = {table[n] for n in range(start)}
        met = early | {table[n] for n in range(start, start + period.period)}
        if met == {*range(period.saltus), *(value + period.saltus for value in early)}:
            return replace(period, preperiod=start), start + last + period.period
    return None


def quotient_lines(found: Quotient) -> Iterator[str]:
    """The lost elements, the elements of the heaps, and the products by those heaps that are generators."""
    monoid, elements = found.monoid, found.elements
    rows = [monoid.lost.nonzero()[0].tolist(), elements]
    rows += [[heap, *monoid.times[elements[heap]].tolist()] for heap in found.essential]
    return ("\t".join(map(str, row)) for row in rows)
