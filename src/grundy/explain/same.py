"""Whether two rulesets have the same nimbers, position by position, and where they first differ.

One difference is a proof. Equality is proved where the rules have one code; where both sequences are proved to be
periodic, for from the larger preperiod on two sequences of periods p and q that agree for p + q terms agree for ever
(Fine and Wilf 1965); and where both follow one law that is proved for each. Else it is told how far they agree.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from grundy.core.budget import Budget
from grundy.core.ruleset import Ruleset
from grundy.errors import NotDecided, UndefinedError
from grundy.explain.conjecture import conjecture
from grundy.explain.laws.disguises import same_code
from grundy.explain.laws.law import Index, agreement, shifted
from grundy.explain.laws.samples import NUMBERED, proved_period, sample, shape_of
from grundy.solvers.table import Table

__all__ = ["Comparison", "same"]

CODED = 1 << 16  # values to compare where kernels serve both rulesets
PLAIN = 512  # values to compare elsewhere
FIRST = 256  # values before the first comparison
SHIFTS = tuple(sign * shift for shift in range(1, 9) for sign in (1, -1))


@dataclass(frozen=True)
class Comparison:
    """Where two rulesets first differ, or how it is known that they do not."""

    a: Ruleset[Any]
    b: Ruleset[Any]
    difference: Index | None
    checked_to: int
    theorem: str | None = None  # why the answer is certain
    shift: int | None = None  # g of a at n is g of b at n + shift

    def json(self) -> dict[str, object]:
        """The object of `grundy same --json`."""
        first = self.difference
        return {
            "schema": 1,
            "a": str(self.a),
            "b": str(self.b),
            "same": first is None,
            "first_difference": first[0] if first and len(first) == 1 else first,
            "checked_to": self.checked_to,
            "proved": self.theorem is not None,
            "theorem": self.theorem,
            "shift": self.shift,
        }

    def lines(self) -> Iterator[str]:
        """The answer in words."""
        if self.difference is None:
            proof = f"proved: {self.theorem}" if self.theorem else f"not proved; they agree below {self.checked_to:,}"
            yield f"{self.a} and {self.b} have the same nimbers ({proof})."
            return
        where = ", ".join(map(str, self.difference))
        yield f"{self.a} and {self.b} differ first at {where}: {self.theorem}."
        if self.shift is not None:
            there = shifted("n", self.shift)
            yield f"Shifted they agree below {self.checked_to:,}: n in {self.a} has the nimber of {there} in {self.b}."


def same(a: Ruleset[Any], b: Ruleset[Any], to: int | None = None, budget: Budget | None = None) -> Comparison:
    """How the nimbers of two rulesets compare.

    >>> from grundy import octal
    >>> same(octal("0.161"), octal("0.36")).difference
    (519,)
    """
    budget, shapes = budget or Budget(), (shape_of(a), shape_of(b))
    if shapes[0] != shapes[1]:
        raise UndefinedError(
            f"{a} and {b} cannot be compared: positions on {a.board.kind} and on {b.board.kind} do not correspond; "
            "compare rulesets on boards of one kind"
        )
    if a == b or same_code(a, b):
        return Comparison(a, b, None, 0, "the rules are the same", 0)
    if shapes[0] == "line" and not {a.board.kind, b.board.kind} & set(NUMBERED):
        return Line(Table(a, budget), Table(b, budget)).compared(to)
    return position_by_position(a, b, to, budget)


class Line:
    """Two sequences of nimbers that are compared number by number."""

    def __init__(self, a: Table, b: Table) -> None:
        self.a, self.b = a, b
        self.first = max(a.first, b.first)
        self.known = self.first  # the values of both are known below it
        self.difference: int | None = None

    def compared(self, to: int | None) -> Comparison:
        """The comparison below `to`, or as far as it comes soon."""
        limit = to or (CODED if finite(self.a) and finite(self.b) else PLAIN)
        try:
            while self.difference is None and self.known < limit:
                self.look(min(limit, max(FIRST, 4 * self.known)))
                limit = max(limit, self.enough() or 0)
        except NotDecided:
            if self.known == self.first:
                raise
        return self.same() if self.difference is None else self.different(self.difference)

    def look(self, bound: int) -> None:
        """Find the values of both below a bound, and where they first differ."""
        import numpy as np

        one, other = (table.array(bound)[self.first - table.first :] for table in (self.a, self.b))
        differ = np.flatnonzero(one != other)
        self.known, self.difference = bound, int(differ[0]) + self.first if len(differ) else None

    def same(self) -> Comparison:
        """The answer where no difference was found."""
        rulesets, enough = (self.a.ruleset, self.b.ruleset), self.enough()
        theorem = self.periods(enough) if enough and enough <= self.known else by_law(*rulesets, self.a.budget)
        return Comparison(*rulesets, None, self.known, theorem, 0)

    def different(self, n: int) -> Comparison:
        """The answer where n is the first difference."""
        values = f"the nimbers of {n} are {self.a[n]} and {self.b[n]}"
        shift = next((shift for shift in SHIFTS if self.agree(shift)), None)
        return Comparison(self.a.ruleset, self.b.ruleset, (n,), self.known, values, shift)

    def enough(self) -> int | None:
        """The number of equal values that proves equality, where both periods are proved."""
        return agreement(proved_period(self.a), proved_period(self.b))

    def periods(self, enough: int) -> str:
        """The argument from two periods, in words."""
        found = (proved_period(self.a), proved_period(self.b))
        lengths = " and ".join(f"{p.period} from {p.preperiod} on ({p.theorem})" for p in found if p)
        return f"periods {lengths}; they agree below {enough:,}, and so for ever"

    def agree(self, shift: int) -> bool:
        """Whether g(n) of the first is g(n + shift) of the second, wherever both are known."""
        start, stop = max(self.a.first, self.b.first - shift), self.known - max(0, shift)
        return all(self.a[n] == self.b[n + shift] for n in range(start, stop))


def finite(table: Table) -> bool:
    """Whether the ruleset has a code with an end."""
    return table.code is not None and table.code.length is not None


def by_law(a: Ruleset[Any], b: Ruleset[Any], budget: Budget) -> str | None:
    """The one law that both rulesets follow by a theorem."""
    try:
        one, other = conjecture(a, None, budget), conjecture(b, None, budget)
    except NotDecided:
        return None
    if not one.law or not other.law or not one.theorem or not other.theorem or one.law.about != "nimbers":
        return None
    if (one.law.formula, one.law.exceptions) != (other.law.formula, other.law.exceptions):
        return None
    return f"both follow {one.law.formula} ({one.theorem}; {other.theorem})"


def position_by_position(a: Ruleset[Any], b: Ruleset[Any], to: int | None, budget: Budget) -> Comparison:
    """The comparison of all small positions."""
    one, other = sample(a, to, budget), sample(b, to, budget)
    common = [index for index in one.values if index in other.values]
    if not common:
        raise NotDecided(f"no position of {a} and {b} was compared; allow more with --timeout")
    checked = min(one.to, other.to)
    for index in common:
        if one.values[index] != other.values[index]:
            values = f"the nimbers there are {one.values[index]} and {other.values[index]}"
            return Comparison(a, b, index, checked, values)
    return Comparison(a, b, None, checked, by_law(a, b, budget), 0)
