"""The values g(first), g(first + 1), ... along a line of positions (heap n, coin n), extended until a period is proved.

The first values come from the rules in plain Python, which starts at once; later ones from a kernel, where there is
one for the ruleset. A proved period ends the work: from then on every value is a look-up, however large the heap.
"""

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property, partial, reduce
from operator import or_, xor
from time import monotonic
from typing import TYPE_CHECKING, Any

from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.core.nimbers import LOONY, Entailed, Loony, least_missing, lost_heaps, mex
from grundy.core.ordinals import Nimber
from grundy.core.period import REPEATED_WINDOW, Period, count_to_prove, count_to_prove_repeating_set, find_period
from grundy.core.ruleset import Ruleset
from grundy.errors import NotDecided, PositionError, UndefinedError
from grundy.solvers import search
from grundy.solvers.periods import PeriodReport, continue_period, find_exceptions, find_repetition, is_arithmetic

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from grundy.solvers.solver import Solver
    from grundy.solvers.value_sources import ValueSource

    Integers = NDArray[np.integer[Any]]

FIRST_SEARCH_VALUES = 128  # before the first search for a period
PLAIN_OPTIONS = 250_000  # options tried in plain Python before loading Numba and a kernel pays,
PLAIN_OPTIONS_LOADED = 20_000  # and where Numba is loaded already, or surely will be, and the ruleset has a code
MANY_VALUES = 1 << 12  # that plain Python would not find so soon
FIRST_KERNEL = "grundy.kernels.definition.fill_by_definition"
FIRST_STRETCH_VALUES = 1 << 12  # of a kernel's first call; doubled while a call takes less than CLOCK_SECONDS
CLOCK_SECONDS = 0.1  # between checks of the budget and of Ctrl-C
MOST_EXCEPTIONS = 10_000
HeapValue = int | Loony | Entailed
LOONY_CODE = -1  # a loony heap in a list or an array of values
ARITHMETIC = "high bits that add without a carry (docs/theory/arithmetic.md, after Austin 1976)"
REPEATING = "a repeated window and no new value (Golomb 1966, for sets that repeat)"
THEOREMS = {1: REPEATED_WINDOW, 2: "Guy and Smith 1956"}


class ValueSequence:
    """The values of one ruleset as far as they are known, with the period once it is proved."""

    def __init__(self, ruleset: Ruleset[Any], budget: Budget | None = None) -> None:
        self.ruleset, self.budget = ruleset, budget or Budget()
        self.first = ruleset.board.first
        self.code = ruleset.as_code() if isinstance(ruleset, HeapGame) else None
        self.plain: list[int] = []  # the values found in plain Python
        self.values: Sequence[int] | Integers = self.plain  # all values found so far, from `first` on
        self.source: ValueSource | None = None
        self.buffer: NDArray[np.uint16] | None = None  # where a kernel writes the values, if it can: a mapped file
        self.period: Period | None = None
        self.searched = 0  # the number of values at the last search for a period
        self.next_search = FIRST_SEARCH_VALUES  # the number of values at which to search again
        self.stretch = FIRST_STRETCH_VALUES
        self.plain_only = False  # there is no kernel for the ruleset, or it cannot go on
        self.options_tried = 0  # in plain Python
        self.entailing: dict[int, HeapValue] = {}  # where moves entail: the values of heaps n, and of ~n to be answered

    @property
    def is_proved(self) -> bool:
        return bool(self.period and self.period.proved)

    @property
    def proved_period(self) -> Period | None:
        return self.period if self.is_proved else None

    @property
    def method(self) -> str:
        if self.period and self.period.proved:
            return f"period {self.period.period} from {self.period.preperiod}, proved by {self.period.theorem}"
        return f"table: {self.source.method}" if self.source else "table by the definition"

    def __getitem__(self, n: int) -> int:
        """The value of n, if it is known."""
        if not (self.period and self.period.proved):
            return int(self.values[n - self.first])
        place = self.period.index(n)
        return int(self.values[place - self.first]) + (n - place) // self.period.period * self.period.saltus

    def value(self, n: int, budget: Budget | None = None) -> int:
        if not self.is_proved:
            self.extend(n + 1, budget)
        return self[n]

    def part(self, heap: int, budget: Budget | None = None) -> HeapValue:
        """The value of a heap; a negative number ~n is a heap of n in which the player to move must answer."""
        value = self.value(max(heap, ~heap), budget)
        return self.entailing.get(heap, value)

    def extend(self, to: int, budget: Budget | None = None) -> None:
        """Compute the values below `to`, or until a period is proved; a side question has its own budget."""
        budget = budget or self.budget
        while len(self.values) + self.first < to and not self.is_proved:
            if len(self.values) >= self.next_search:
                self.look_for_period()
            elif self.source:
                self.extend_source(self.source, min(to - self.first, self.next_search), budget)
            elif self.options_tried >= self.plain_options(to) and not self.plain_only:
                self.start_source(self.plain)
            else:
                self.plain.append(self.next_value(len(self.plain) + self.first, budget))

    def plain_options(self, to: int) -> int:
        """How many options are tried in plain Python before a kernel takes over."""
        if not self.code or self.options_tried < PLAIN_OPTIONS_LOADED:
            return PLAIN_OPTIONS
        from grundy.kernels.cache import is_kept  # not needed for a short question

        has_kernel = "numba" in sys.modules or (to > MANY_VALUES and is_kept(FIRST_KERNEL))
        return PLAIN_OPTIONS_LOADED if has_kernel else PLAIN_OPTIONS

    def resume(self, values: "Integers", buffer: "NDArray[np.uint16] | None" = None) -> None:
        """Go on from known values; a kernel that can works in the buffer, which begins with them."""
        self.buffer = buffer
        if len(values):
            self.start_source(values)
        if self.source is None:
            self.plain[:] = values.tolist()

    def leave_buffer(self, values: "NDArray[np.uint16]") -> None:
        """Go on in memory, from the same values held elsewhere: the buffer is about to be closed."""
        from grundy.solvers.value_sources import leave_buffer

        if self.source:
            leave_buffer(self.source, values)
            self.values = self.source.values
        self.buffer = None

    def start_source(self, values: "ArrayLike") -> None:
        """Switch from plain Python to a kernel, if there is one for the ruleset."""
        from grundy.solvers.value_sources import value_source

        self.source = value_source(self.ruleset, values, self.buffer)
        self.plain_only = self.source is None
        self.values = self.source.values if self.source else self.plain

    def extend_source(self, source: "ValueSource", count: int, budget: Budget) -> None:
        """Compute one stretch of values by the kernel, short enough to check the clock and Ctrl-C in between."""
        from grundy.solvers.value_sources import CannotCompile

        started, before = monotonic(), len(self.values)
        try:
            source.extend(min(count, before + self.stretch))
            self.values = source.values
        except CannotCompile:
            self.values = self.plain = source.values.tolist()
            self.source, self.plain_only = None, True
        if monotonic() - started < CLOCK_SECONDS:
            self.stretch *= 2
        budget.spend(len(self.values) - before)
        budget.look()

    def next_value(self, n: int, budget: Budget) -> int:
        if not isinstance(self.ruleset, HeapGame):
            return self.value_on_line(n)
        if self.ruleset.entails():
            return self.next_entailing_value(self.ruleset, n, budget)
        options = self.code.options(n) if self.code else self.ruleset.options(n)
        value: Callable[[int], int] = self.plain.__getitem__ if self.code else partial(self.part_value, n=n)
        values = [reduce(xor, map(value, option), 0) for option in search.spend_each(options, budget)]
        self.options_tried += len(values)
        return mex(values)

    def next_entailing_value(self, ruleset: HeapGame, n: int, budget: Budget) -> int:
        """The least nim heap beside which no move in a heap of n wins, found as in the definition."""
        value, options = self.entailing.__getitem__, search.spend_each(ruleset.options(n), budget)
        reached: set[tuple[HeapValue, bool]] = {
            (reduce(xor, map(value, option), 0), ruleset.goes_on((n,), option)) for option in options
        }
        won = reduce(or_, (~lost_heaps(total) if again else lost_heaps(total) for total, again in reached), 0)
        self.entailing |= {n: least_missing(won), ~n: Entailed(~won)}
        least = self.entailing[n]
        return least if isinstance(least, int) else LOONY_CODE

    def part_value(self, heap: int, n: int) -> int:
        if not 0 <= heap < n:
            raise PositionError(f"{self.ruleset} moves from a heap of {n} to one of {heap}; a move must leave less")
        return self.plain[heap]

    def value_on_line(self, n: int) -> int:
        """The value of a position that is no heap, by theorem or by the definition."""
        from grundy.boards.coins import CoinGame  # not needed for heaps

        if isinstance(self.ruleset, CoinGame):
            return self.ruleset.value(n)
        value = self.solver.nimber(Game.of(self.ruleset, self.ruleset.board.line(n)))
        if not isinstance(value, int):
            raise UndefinedError(f"{self.ruleset} has the infinite value {value} at {n}; solve single positions")
        return value

    @cached_property
    def solver(self) -> "Solver":
        from grundy.solvers.solver import Solver

        return Solver(self.budget)

    def look_for_period(self) -> None:
        """Search the known values for a period and for a theorem that proves it; decide when to search again."""
        self.searched, self.next_search, self.period = len(self.values), 2 * len(self.values), None
        if self.source:
            repetition = find_repetition(self.ruleset, self.source.values)
        else:
            repetition = find_period(self.plain) if len(self.plain) >= 8 else None
        if repetition is None:
            return
        start, length, saltus = repetition
        needed, theorem = self.proof(*repetition) or (self.next_search, "")
        proved = bool(theorem) and self.searched >= needed
        exceptions = find_exceptions(self.source.values if self.source else self.plain, repetition, MOST_EXCEPTIONS)
        shifted = tuple(n + self.first for n in exceptions)
        self.period = Period(start + self.first, length, proved, saltus, theorem if proved else "", shifted)
        self.next_search = min(max(needed, self.searched + self.searched // 8), self.next_search)

    def proof(self, start: int, length: int, saltus: int) -> tuple[int, str] | None:
        """How many values prove such a period, and by which theorem, where there is one."""
        code = self.code
        if code is None or code.heaps is None:
            return None if saltus else self.ruleset.period_proof(start, length)
        if saltus:
            return (self.searched, ARITHMETIC) if is_arithmetic(code, self.values, start, length, saltus) else None
        if code.tail and code.heaps > 1:
            return None
        last = len(code.digits) - 1
        if code.tail:
            return count_to_prove_repeating_set(start, length, last, len(code.tail)), REPEATING
        theorem = THEOREMS.get(code.heaps, f"Guy and Smith 1956, for {code.heaps} heaps")
        return count_to_prove(start, length, code.heaps, last), theorem

    def values_below(self, to: int) -> list[int]:
        """The values g(first) .. g(to - 1) as a list."""
        self.extend(to)
        return [self[n] for n in range(self.first, to)] if self.source is None else self.array_below(to).tolist()

    def array_below(self, to: int) -> "Integers":
        self.extend(to)
        return self.slice(self.first, to)

    def slice(self, start: int, stop: int) -> "Integers":
        """The known values of start .. stop - 1; those that follow a proved period are copied from it."""
        import numpy as np

        is_short = not self.ruleset.entails() and max(self.plain, default=0) < 1 << 16
        kind = np.uint16 if is_short else np.int64
        values: Integers = self.source.values if self.source else np.array(self.plain, kind)
        count, known = max(0, stop - start), values[start - self.first : stop - self.first]
        if len(known) == count or not self.period:
            return known.copy()
        preperiod = self.period.preperiod - self.first
        cycle = values[preperiod : preperiod + self.period.period]
        whole = np.empty(count, np.int64 if self.period.saltus else values.dtype)
        whole[: len(known)] = known
        offset = start - self.first + len(known) - preperiod
        continue_period(whole[len(known) :], cycle, self.period.saltus, offset)
        return whole

    @property
    def report(self) -> PeriodReport:
        return PeriodReport(str(self.ruleset), self.period, len(self.values) + self.first, self.method)


def show_value(value: int) -> int | str:
    """A value of a sequence as people and programs read it."""
    return str(LOONY) if value == LOONY_CODE else value


def nimber_table(ruleset: Ruleset[Any], rows: int, columns: int, budget: Budget | None = None) -> list[list[Nimber]]:
    """The nimbers of the positions with two coordinates, such as two heaps or a square of a board, row by row."""
    from grundy.solvers.solver import Solver

    solver, (top, left) = Solver(budget), ruleset.board.origin
    cell = ruleset.board.cell
    return [
        [solver.nimber(Game.of(ruleset, cell(row, column))) for column in range(left, left + columns)]
        for row in range(top, top + rows)
    ]


def extend_to_period(sequence: ValueSequence, limit: int) -> None:
    """Extend the sequence until a period is proved, `limit` values are known, or its budget ends."""
    with suppress(NotDecided):  # the values computed so far may still show a period
        sequence.extend(limit + sequence.first)
    if not sequence.is_proved and len(sequence.values) > sequence.searched:
        sequence.look_for_period()


def search_period(ruleset: Ruleset[Any], limit: int, budget: Budget | None = None) -> ValueSequence:
    """The sequence of a ruleset after `extend_to_period`."""
    sequence = ValueSequence(ruleset, budget)
    extend_to_period(sequence, limit)
    return sequence
