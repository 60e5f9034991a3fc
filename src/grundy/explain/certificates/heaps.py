"""Values of heaps for certificates, and periods with as many values as their theorem asks for."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.core.code import Code
from grundy.core.period import Period, count_to_prove, count_to_prove_repeating_set
from grundy.errors import NotDecided, UndefinedError
from grundy.solvers.value_sequence import ValueSequence, extend_to_period

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BLOCK_VALUES = 1 << 20  # written at a time
FIRST_VALUES = 1 << 12  # among which a period is looked for at first
LISTED_VALUES = 1 << 22  # up to which all values are listed where no period is proved by few
MOST_VALUES = 1 << 29  # among which a period is looked for, as far as the budget goes


@dataclass(frozen=True)
class HeapValues:
    """The first values of a ruleset, and their period where that many prove it."""

    table: ValueSequence
    count: int
    period: Period | None = None

    @cached_property
    def width(self) -> int:
        largest = max(int(block.max()) for block in self.blocks())
        return 1 if largest < 1 << 8 else 2 if largest < 1 << 16 else 4

    def blocks(self) -> "Iterator[NDArray[np.integer[Any]]]":
        return (self.table.slice(n, min(n + BLOCK_VALUES, self.count)) for n in range(0, self.count, BLOCK_VALUES))

    def body(self) -> Iterator[bytes]:
        return (block.astype(f"<u{self.width}").tobytes() for block in self.blocks())

    def about(self) -> dict[str, object]:
        period = self.period and [self.period.preperiod, self.period.period, self.period.saltus]
        return {"ruleset": str(self.table.ruleset), "width": self.width, "count": self.count, "period": period}

    def value(self, heap: int) -> int:
        if not self.period or heap < self.count:
            return int(self.table[heap])
        turns, rest = divmod(heap - self.period.preperiod, self.period.period)
        return int(self.table[self.period.preperiod + rest]) + turns * self.period.saltus


def values_below(ruleset: HeapGame, to: int, budget: Budget) -> HeapValues:
    table = ValueSequence(ruleset, budget)
    table.extend(to)
    return HeapValues(table, to)


def period_values(ruleset: HeapGame, budget: Budget, limits: Iterable[int] = (FIRST_VALUES, MOST_VALUES)) -> HeapValues:
    """As many values as a theorem asks for that proves their period."""
    table, code = ValueSequence(ruleset, budget), ruleset.as_code()
    for limit in limits if code and code.heaps else ():
        extend_to_period(table, limit)
        proof = table.period and code and code.heaps and provable_period(table, table.period, code, code.heaps)
        if proof and proof[1] <= len(table.values):
            return HeapValues(table, proof[1], proof[0])
    if table.period and table.period.proved:
        cure = f"`grundy certify '{ruleset}' --to N` certifies its values below N"
        raise UndefinedError(f"the period of {ruleset} rests on a theorem that certificates do not state; {cure}")
    raise NotDecided(f"no period of {ruleset} is proved; `--to N` certifies its values below N")


def least_values(ruleset: HeapGame, largest: int, budget: Budget) -> HeapValues:
    """The fewest values from which that of a heap follows."""
    if largest < FIRST_VALUES:
        return values_below(ruleset, largest + 1, budget)
    try:
        limits = (FIRST_VALUES, MOST_VALUES) if largest >= LISTED_VALUES else (FIRST_VALUES,)
        return period_values(ruleset, budget, limits)
    except (NotDecided, UndefinedError):
        if largest >= LISTED_VALUES:
            raise
        return values_below(ruleset, largest + 1, budget)


def provable_period(table: ValueSequence, period: Period, code: Code, heaps: int) -> tuple[Period, int] | None:
    """The period as a theorem proves it, and the number of values that this takes."""
    last = len(code.digits) - 1
    if period.saltus:
        simple = arithmetic_period(table, period, last) if heaps == 1 and set(code.tail) == {3} else None
        return simple or ((period, table.searched) if period.proved else None)
    if code.tail:
        return period, count_to_prove_repeating_set(period.preperiod, period.period, last, len(code.tail))
    return period, count_to_prove(period.preperiod, period.period, heaps, last)


def arithmetic_period(table: ValueSequence, period: Period, last: int) -> tuple[Period, int] | None:
    """The period from where the values that were not met yet grow by the saltus, where all larger heaps can be left."""
    for start in range(max(period.preperiod, 1), len(table.values) - period.period - last):
        early = {table[n] for n in range(start)}
        met = early | {table[n] for n in range(start, start + period.period)}
        if met == {*range(period.saltus), *(value + period.saltus for value in early)}:
            return replace(period, preperiod=start), start + last + period.period
    return None
