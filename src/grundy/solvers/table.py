"""Tables: the nimbers along a line of positions (heap n, coin n), grown on demand until a period is proved.

The first values come from the rules in plain Python, which starts at once; later ones from a kernel, where one
serves the ruleset. A proved period ends the work: every later value is a look-up, however large the heap.
"""

import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import reduce
from itertools import islice
from operator import xor
from time import monotonic
from typing import TYPE_CHECKING, Any

from grundy.boards.coins import CoinGame
from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.core.nimbers import mex
from grundy.core.ordinals import Nimber
from grundy.core.period import Period, enough, enough_of_repeating_set, find_period
from grundy.core.ruleset import Ruleset
from grundy.errors import NotDecided, PositionError, UndefinedError
from grundy.solvers import search
from grundy.solvers.continued import continue_in, exceptions, goes_on
from grundy.solvers.finding import Finding

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from grundy.solvers.engines import Source

    Known = Sequence[int] | NDArray[np.integer[Any]]

__all__ = ["Table", "grid", "grow_to_period", "period"]

FIRST = 128  # values before the first look for a period
WORK = 250_000  # options looked at in plain Python; beyond them a kernel is worth its start,
LOADED = 20_000  # or beyond so few, where Numba is there already and the ruleset has a code
CHUNK = 1 << 12  # values of the first stretch of a kernel; it doubles while a stretch takes less than a glance
GLANCE = 0.1  # seconds between looks at the clock and at Ctrl-C
MANY = 10_000  # exceptions that are listed
ARITHMETIC = "high bits that add without a carry (docs/theory/arithmetic.md, after Austin 1976)"
REPEATING = "a repeated window and no new value (Golomb 1966, for sets that repeat)"
THEOREMS = {1: "a repeated window (Golomb 1966)", 2: "Guy and Smith 1956"}


class Table:
    """The values of one ruleset as far as they are known, with the period once it is proved."""

    def __init__(self, ruleset: Ruleset[Any], budget: Budget | None = None) -> None:
        self.ruleset, self.budget = ruleset, budget or Budget()
        self.first = ruleset.board.first
        self.code = ruleset.as_code() if isinstance(ruleset, HeapGame) else None
        self.plain: list[int] = []
        self.known: Known = self.plain  # the values found so far, from `first` on
        self.source: Source | None = None
        self.room: NDArray[np.uint16] | None = None  # where a kernel shall put the values, if it can
        self.period: Period | None = None
        self.looked = 0  # how many values were known when a period was last looked for
        self.again = FIRST  # how many there shall be at the next look
        self.chunk = CHUNK
        self.stuck = False  # whether only plain Python goes on
        self.work = 0  # options looked at in plain Python

    @property
    def proved(self) -> bool:
        """Whether every value is known by a proved period."""
        return bool(self.period and self.period.proved)

    @property
    def method(self) -> str:
        """How the values were found."""
        if self.period and self.period.proved:
            return f"period {self.period.period} from {self.period.preperiod}, proved by {self.period.theorem}"
        return f"table: {self.source.method}" if self.source else "table by the definition"

    def __getitem__(self, n: int) -> int:
        """The value of n, where it is known."""
        if not (self.period and self.period.proved):
            return int(self.known[n - self.first])
        place = self.period.index(n)
        return int(self.known[place - self.first]) + (n - place) // self.period.period * self.period.saltus

    def value(self, n: int) -> int:
        """The value of n, found if need be."""
        self.grow(n + 1)
        return self[n]

    def grow(self, to: int) -> None:
        """Find the values below `to`, unless a period is proved on the way."""
        while len(self.known) + self.first < to and not self.proved:
            if len(self.known) >= self.again:
                self.look()
            else:
                self.step(min(to - self.first, self.again))

    def step(self, count: int) -> None:
        """The next value in plain Python, or by a kernel as many as are wanted and a glance at the clock allows."""
        enough = LOADED if self.code and "numba" in sys.modules else WORK
        if self.source is None and self.work >= enough and not self.stuck:
            self.start_source(self.plain)
        if self.source is None:
            self.plain.append(self.next_value(len(self.plain) + self.first))
        else:
            self.extend_source(self.source, count)

    def resume(self, values: "NDArray[np.integer[Any]]", room: "NDArray[np.uint16] | None" = None) -> None:
        """Go on from values that are known already, in a room that begins with them, if there is one."""
        self.room = room
        if len(values):
            self.start_source(values)
        if self.source is None:
            self.plain[:] = values.tolist()

    def leave(self, values: "NDArray[np.uint16]") -> None:
        """Leave the room; what is known is in these values from now on."""
        from grundy.solvers.engines import move

        if self.source:
            move(self.source, values)
            self.known = self.source.values
        self.room = None

    def start_source(self, values: "ArrayLike") -> None:
        """Go over from these values to a kernel, if one serves the ruleset."""
        from grundy.solvers.engines import source

        self.source = source(self.ruleset, values, self.room)
        self.stuck = self.source is None
        self.known = self.source.values if self.source else self.plain

    def extend_source(self, source: "Source", count: int) -> None:
        """One stretch of values by the kernel, short enough for the clock and for Ctrl-C."""
        from grundy.solvers.engines import Stuck

        started, before = monotonic(), len(self.known)
        try:
            source.extend(min(count, before + self.chunk))
            self.known = source.values
        except Stuck:
            self.known = self.plain = source.values.tolist()
            self.source, self.stuck = None, True
        if monotonic() - started < GLANCE:
            self.chunk *= 2
        self.budget.spend(len(self.known) - before)
        self.budget.look()

    def next_value(self, n: int) -> int:
        """The next value by the rules, in plain Python."""
        rules = self.ruleset
        if not isinstance(rules, HeapGame):
            return self.value_on_line(n)
        options = rules.options(n) if self.code is None else self.code.options(n)
        values = [
            reduce(xor, (self.smaller(heap, n) for heap in option), 0)
            for option in search.counted(options, self.budget)
        ]
        self.work += len(values)
        return mex(values)

    def smaller(self, heap: int, n: int) -> int:
        """The value of a part of heap n."""
        if not 0 <= heap < n:
            raise PositionError(f"{self.ruleset} moves from a heap of {n} to one of {heap}; a move must leave less")
        return self.plain[heap]

    def value_on_line(self, n: int) -> int:
        """The value of a position that is no heap, by theorem or by the definition."""
        if isinstance(self.ruleset, CoinGame):
            return self.ruleset.value(n)
        from grundy.solvers.answer import Solver

        value = Solver(self.budget).nimber(Game.of(self.ruleset, self.ruleset.board.line(n)))
        if not isinstance(value, int):
            raise UndefinedError(f"{self.ruleset} has the infinite value {value} at {n}; solve single positions")
        return value

    def look(self) -> None:
        """Look for a period, and for a theorem that proves it; say when the next look is worth while."""
        self.looked, self.again, self.period = len(self.known), 2 * len(self.known), None
        found = self.candidate()
        if found is None:
            return
        start, length, saltus = found
        needed, theorem = self.proof(*found) or (self.again, "")
        proved = bool(theorem) and self.looked >= needed
        exceptions = self.exceptions(found)
        self.period = Period(start + self.first, length, proved, saltus, theorem if proved else "", exceptions)
        self.again = min(max(needed, self.looked + self.looked // 8), self.again)

    def candidate(self) -> tuple[int, int, int] | None:
        """The repetition at the end of the known values."""
        if self.source is None:
            return find_period(self.plain) if len(self.plain) >= 8 else None
        from grundy.solvers.engines import repetition

        return repetition(self.ruleset, self.source.values)

    def proof(self, start: int, length: int, saltus: int) -> tuple[int, str] | None:
        """How many values prove such a period, and the theorem, where there is one."""
        code = self.code
        if code is None or code.heaps is None:
            return None
        if saltus:
            return (self.looked, ARITHMETIC) if goes_on(code, self.known, start, length, saltus) else None
        if code.tail and code.heaps > 1:
            return None
        last = len(code.digits) - 1
        if code.tail:
            return enough_of_repeating_set(start, length, last, len(code.tail)), REPEATING
        theorem = THEOREMS.get(code.heaps, f"Guy and Smith 1956, for {code.heaps} heaps")
        return enough(start, length, code.heaps, last), theorem

    def exceptions(self, found: tuple[int, int, int]) -> tuple[int, ...]:
        """The first indices that differ from the period continued backwards."""
        if self.source is None:
            return tuple(n + self.first for n in islice(exceptions(self.plain, *found), MANY))
        from grundy.solvers import engines

        return tuple(n + self.first for n in engines.exceptions(self.source.values, found, MANY))

    def up_to(self, to: int) -> list[int]:
        """The values below `to` as a list."""
        self.grow(to)
        return [self[n] for n in range(self.first, to)] if self.source is None else self.array(to).tolist()

    def array(self, to: int) -> "NDArray[np.integer[Any]]":
        """The values from the first to the one before `to`."""
        self.grow(to)
        return self.between(self.first, to)

    def between(self, start: int, stop: int) -> "NDArray[np.integer[Any]]":
        """The known values of start .. stop - 1; beyond a proved period they are a fill."""
        import numpy as np

        kind = np.int64 if max(self.plain, default=0) >= 1 << 16 else np.uint16
        found: NDArray[np.integer[Any]] = self.source.values if self.source else np.array(self.plain, kind)
        count, known = max(0, stop - start), found[start - self.first : stop - self.first]
        if len(known) == count or not self.period:
            return known.copy()
        settled = self.period.preperiod - self.first
        cycle = found[settled : settled + self.period.period]
        whole = np.empty(count, np.int64 if self.period.saltus else found.dtype)
        whole[: len(known)] = known
        continue_in(whole[len(known) :], cycle, self.period.saltus, start - self.first + len(known) - settled)
        return whole

    @property
    def finding(self) -> Finding:
        """What is known of the period."""
        return Finding(str(self.ruleset), self.period, len(self.known) + self.first, self.method)

    def json(self) -> dict[str, object]:
        """The object of `grundy period --json`."""
        return self.finding.json()

    def sentence(self) -> str:
        """The period in words."""
        return self.finding.sentence()


def grid(ruleset: Ruleset[Any], rows: int, columns: int, budget: Budget | None = None) -> list[list[Nimber]]:
    """The nimbers of a table of positions, row by row."""
    from grundy.solvers.answer import Solver

    solver, (top, left) = Solver(budget), ruleset.board.origin
    cell = ruleset.board.cell
    return [
        [solver.nimber(Game.of(ruleset, cell(row, column))) for column in range(left, left + columns)]
        for row in range(top, top + rows)
    ]


def grow_to_period(table: Table, limit: int) -> None:
    """Grow the table until a period is proved, to the limit, or to the end of its budget."""
    with suppress(NotDecided):  # what was computed still tells something
        table.grow(limit + table.first)
    if not table.proved and len(table.known) > table.looked:
        table.look()


def period(ruleset: Ruleset[Any], limit: int, budget: Budget | None = None) -> Table:
    """The table grown until a period is proved, to the limit, or to the end of the budget."""
    table = Table(ruleset, budget)
    grow_to_period(table, limit)
    return table
