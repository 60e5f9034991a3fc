"""The makers for heap rulesets: values, and periods with as many values as their theorem asks for."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.core.code import Code
from grundy.core.period import Period, enough, enough_of_repeating_set
from grundy.errors import NotDecided, UndefinedError
from grundy.solvers.table import Table, grow_to_period

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Listed", "least_of", "period_of", "values_to"]

BLOCK = 1 << 20  # values written at a time
FIRST = 1 << 12  # values that are looked at before many more are found
LIMIT = 1 << 22  # values among which a period is looked for; to check so many takes days


@dataclass(frozen=True)
class Listed:
    """The first values of a ruleset, and their period where that many prove it."""

    table: Table
    count: int
    period: Period | None = None

    @cached_property
    def width(self) -> int:
        """The bytes of a value."""
        return 4 if any((block >= 1 << 16).any() for block in self.blocks()) else 2

    def blocks(self) -> "Iterator[NDArray[np.integer[Any]]]":
        """The values, many at a time."""
        return (self.table.between(n, min(n + BLOCK, self.count)) for n in range(0, self.count, BLOCK))

    def body(self) -> Iterator[bytes]:
        """The values as bytes."""
        return (block.astype(f"<u{self.width}").tobytes() for block in self.blocks())

    def about(self) -> dict[str, object]:
        """The entry of the header."""
        entry = {"ruleset": str(self.table.ruleset), "width": self.width, "count": self.count}
        period = self.period and [self.period.preperiod, self.period.period, self.period.saltus]
        return entry | ({"period": period} if period else {})

    def value(self, heap: int) -> int:
        """The value of a heap."""
        if not self.period or heap < self.count:
            return int(self.table[heap])
        turns, rest = divmod(heap - self.period.preperiod, self.period.period)
        return int(self.table[self.period.preperiod + rest]) + turns * self.period.saltus


def values_to(ruleset: HeapGame, to: int, budget: Budget) -> Listed:
    """All values below a bound."""
    table = Table(ruleset, budget)
    table.grow(to)
    return Listed(table, to)


def period_of(ruleset: HeapGame, budget: Budget, limits: Iterable[int] = (FIRST, LIMIT)) -> Listed:
    """As many values as a theorem asks for that proves their period."""
    table, code = Table(ruleset, budget), ruleset.as_code()
    for limit in limits if code and code.heaps else ():
        grow_to_period(table, limit)
        found = table.period and code and code.heaps and proof(table, table.period, code, code.heaps)
        if found and found[1] <= len(table.known):
            return Listed(table, found[1], found[0])
    if table.period and table.period.proved:
        cure = f"`grundy certify '{ruleset}' --to N` certifies its values below N"
        raise UndefinedError(f"the period of {ruleset} rests on a theorem that certificates do not state; {cure}")
    raise NotDecided(f"no period of {ruleset} is proved; `--to N` certifies its values below N")


def least_of(ruleset: HeapGame, largest: int, budget: Budget) -> Listed:
    """The fewest values from which that of a heap follows."""
    if largest < FIRST:
        return values_to(ruleset, largest + 1, budget)
    try:
        return period_of(ruleset, budget, (FIRST, LIMIT) if largest >= LIMIT else (FIRST,))
    except (NotDecided, UndefinedError):
        if largest >= LIMIT:
            raise
        return values_to(ruleset, largest + 1, budget)


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
