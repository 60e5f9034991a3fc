"""Tables: the nimbers along a line of positions (heap n, coin n), grown on demand until a period is proved.

A proved period ends the work: every later value is a look-up, however large the heap.
"""

from collections.abc import Callable
from functools import reduce, singledispatch
from operator import xor
from typing import TYPE_CHECKING, Any

from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.core.nimbers import mex
from grundy.core.ordinals import Nimber
from grundy.core.period import Period, find_period
from grundy.core.ruleset import Ruleset
from grundy.solvers import search

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Table", "period"]

FIRST = 128  # values before the first look for a period


class Table:
    """The values of one ruleset as far as they are known, with the period once it is proved."""

    def __init__(self, ruleset: Ruleset[Any], budget: Budget | None = None) -> None:
        self.ruleset, self.budget = ruleset, budget or Budget()
        self.first = ruleset.board.first
        self.known: list[int] = []
        self.period: Period | None = None
        self._next = plain(ruleset, self)

    @property
    def method(self) -> str:
        """How the values were found."""
        if self.period and self.period.proved:
            return f"period {self.period.period} from {self.period.preperiod}, proved by {self.period.theorem}"
        return "table by the definition"

    def __getitem__(self, n: int) -> int:
        """The value of n, where it is known."""
        if self.period and self.period.proved:
            return self.known[self.period.index(n) - self.first]
        return self.known[n - self.first]

    def covers(self, n: int) -> bool:
        """Whether the value of n is known."""
        return bool(self.period and self.period.proved) or n - self.first < len(self.known)

    def value(self, n: int) -> int:
        """The value of n, found if need be."""
        while not self.covers(n):
            self.grow(min(n + 1, max(FIRST, 2 * (len(self.known) + self.first))))
        return self[n]

    def grow(self, to: int) -> None:
        """Compute the values below `to`, and look whether they have become periodic."""
        while len(self.known) + self.first < to:
            self.budget.spend(1 + len(self.known))
            self.known.append(self._next(len(self.known) + self.first))
        self.period = self.look()

    def look(self) -> Period | None:
        """The period of the known values, proved where a theorem says so."""
        found = find_period(self.known) if len(self.known) >= 8 else None
        if not found:
            return None
        start, length, saltus = found
        exceptions = tuple(
            n for n in range(start) if self.known[n] != self.known[n + -(-(start - n) // length) * length]
        )
        proof = theorem(self.ruleset, start, length, len(self.known))
        return Period(
            start + self.first,
            length,
            bool(proof),
            saltus,
            proof or "",
            len(self.known) + self.first,
            tuple(n + self.first for n in exceptions),
        )

    def json(self) -> dict[str, object]:
        """The object of `grundy period --json`."""
        found = self.period
        return {
            "ruleset": str(self.ruleset),
            "period": found.period if found else None,
            "preperiod": found.preperiod if found else None,
            "saltus": found.saltus if found else None,
            "proved": bool(found and found.proved),
            "theorem": found.theorem if found else None,
            "checked_to": len(self.known) + self.first,
            "exceptions": list(found.exceptions) if found else [],
        }

    def sentence(self) -> str:
        """The period in words."""
        checked = len(self.known) + self.first
        if not self.period:
            return f"{self.ruleset}: no period found among {checked:,} values; allow more with --limit"
        found = self.period
        proof = f"proved by {found.theorem}" if found.proved else f"observed to {checked:,}, not proved"
        exceptions = ", ".join(map(str, found.exceptions[:40])) + (" ..." if len(found.exceptions) > 40 else "")
        return f"{self.ruleset}: period {found.period} from {found.preperiod} on; {proof}." + (
            f"\nExceptions: {exceptions}" if exceptions else ""
        )

    def up_to(self, to: int) -> list[int]:
        """The values from the first to the one before `to`."""
        if to > self.first:
            self.value(to - 1)
        return [self[n] for n in range(self.first, to)]

    def array(self, to: int) -> "NDArray[np.integer[Any]]":
        """The values below `to` as an array."""
        import numpy as np

        return np.array(self.up_to(to), dtype=np.int64)


def theorem(ruleset: Ruleset[Any], start: int, length: int, known: int) -> str | None:
    """The name of the theorem by which this many values prove the period, if they do.

    With at most m heaps left by a move and k the last place of the code, it is enough that g(n + p) = g(n) for
    n0 <= n < m n0 + (m - 1) p + k: one of the heaps is at least n0 and may be shortened by p.
    """
    code = ruleset.as_code() if isinstance(ruleset, HeapGame) else None
    if code is None or code.length is None:
        return None
    heaps = max(max(code.digits).bit_length() - 1, 1)
    enough = heaps * max(start, 1) + heaps * length + code.length
    if known < enough:
        return None
    return {1: "a repeated window of values", 2: "Guy and Smith 1956"}.get(heaps, "Guy and Smith 1956, for three heaps")


@singledispatch
def plain(ruleset: Ruleset[Any], table: Table) -> Callable[[int], int]:
    """The next value of the table by the rules."""
    memo: search.Values = {}
    return lambda n: search.nimber(Game.of(ruleset, ruleset.board.line(n)), memo, table.budget)


@plain.register
def _(ruleset: HeapGame, table: Table) -> Callable[[int], int]:
    known = table.known
    code = ruleset.as_code()
    options = ruleset.options if code is None else code.options
    return lambda n: mex(reduce(xor, (known[heap] for heap in option), 0) for option in options(n))


def grid(ruleset: Ruleset[Any], rows: int, columns: int, budget: Budget | None = None) -> list[list[Nimber]]:
    """The nimbers of a table of positions, row by row."""
    from grundy.solvers.answer import Solver

    solver, (top, left) = Solver(budget), ruleset.board.origin
    cell = ruleset.board.cell
    return [
        [solver.nimber(Game.of(ruleset, cell(row, column))) for column in range(left, left + columns)]
        for row in range(top, top + rows)
    ]


def period(ruleset: Ruleset[Any], limit: int, budget: Budget | None = None) -> Table:
    """The table grown until a period is proved, or to the limit."""
    table = Table(ruleset, budget)
    while len(table.known) < limit and not (table.period and table.period.proved):
        table.grow(min(limit, max(FIRST, 2 * len(table.known))))
    return table
