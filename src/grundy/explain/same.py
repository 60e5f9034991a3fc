"""Whether two rulesets have the same nimbers, position by position, and where they first differ.

One difference is a proof. Equality is proved where the rules have one code; where both sequences are proved to be
periodic, for from the larger preperiod on two sequences of periods p and q that agree for p + q terms agree for ever
(Fine and Wilf 1965); and where both follow one law that is proved for each (`conjecture.proof`). Otherwise the answer
says how far they agree.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from grundy.catalog import entries
from grundy.core.budget import Budget
from grundy.core.ruleset import Ruleset
from grundy.errors import NotDecided, PositionError, UndefinedError
from grundy.explain.conjecture import Conjecture, conjecture, far_facts
from grundy.explain.laws.disguises import same_code
from grundy.explain.laws.law import Index, deciding_length, plus
from grundy.explain.laws.samples import may_be_proved, sample, shape_of
from grundy.expressions import parse_ruleset
from grundy.solvers.value_sequence import ValueSequence

CODED_VALUES = 1 << 16  # to compare where both rulesets have kernels
UNCODED_VALUES = 512  # to compare elsewhere
FIRST_VALUES = 256  # computed before the first comparison
ALIKE_VALUES = 24  # that are compared before two rulesets are compared at length,
ALIKE_POSITIONS, ALIKE_SECONDS = 5_000, 0.1  # and what they may cost
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
    is_first: bool = True  # False of a difference between theorems, beyond the positions that were computed

    def json(self) -> dict[str, object]:
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
        if self.difference is None:
            proof = f"proved: {self.theorem}" if self.theorem else f"not proved; they agree below {self.checked_to:,}"
            yield f"{self.a} and {self.b} have the same nimbers ({proof})."
            return
        where = ", ".join(map(str, self.difference))
        yield f"{self.a} and {self.b} differ {'first ' * self.is_first}at {where}: {self.theorem}."
        if self.shift is not None:
            there = plus("n", self.shift)
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
    if shapes[0] == "line":
        return SequencePair(ValueSequence(a, budget), ValueSequence(b, budget)).compare(to)
    return position_by_position(a, b, to, budget)


def equal_rulesets(ruleset: Ruleset[Any], budget: Budget | None = None) -> Iterator[Comparison]:
    """The rulesets of the catalogue that are proved to have the same nimbers, a parameter being that of the example."""
    budget = budget or Budget()
    if shape_of(ruleset) != "line":
        raise UndefinedError(f"the positions of {ruleset} are no sequence; compare it with one other ruleset")
    for name in sorted(entries()):
        other = parse_ruleset(entries()[name].at(""))
        if str(other) != str(ruleset) and other.has_normal and begins_alike(ruleset, other, budget):
            found = same(ruleset, other, budget=budget)
            if found.difference is None and found.theorem:
                yield found


def begins_alike(a: Ruleset[Any], b: Ruleset[Any], budget: Budget) -> bool:
    """Whether the first values are the same, as far as these are found quickly."""
    try:
        if shape_of(b) != "line":
            return False
        one, other = (ValueSequence(it, budget.smaller(ALIKE_POSITIONS, ALIKE_SECONDS)) for it in (a, b))
        first = max(one.first, other.first)
        return all(one.value(n) == other.value(n) for n in range(first, first + ALIKE_VALUES))
    except (NotDecided, UndefinedError, PositionError):
        budget.look()
        return False


class SequencePair:
    """Two sequences of nimbers that are compared number by number."""

    def __init__(self, a: ValueSequence, b: ValueSequence) -> None:
        self.a, self.b = a, b
        self.first = max(a.first, b.first)
        self.known = self.first  # the values of both are known below it
        self.difference: int | None = None

    def compare(self, to: int | None) -> Comparison:
        """The comparison below `to`, or as far as it is quick."""
        limit = to or (CODED_VALUES if may_be_proved(self.a) and may_be_proved(self.b) else UNCODED_VALUES)
        try:
            while self.difference is None and self.known < limit:
                self.grow(min(limit, max(FIRST_VALUES, 4 * self.known)))
                limit = max(limit, self.deciding_length() or 0)
        except NotDecided:
            if self.known == self.first:
                raise
        return self.report_equality() if self.difference is None else self.report_difference(self.difference)

    def grow(self, bound: int) -> None:
        """Compute the values of both below a bound, and where they first differ."""
        import numpy as np

        one, other = (table.array_below(bound)[self.first - table.first :] for table in (self.a, self.b))
        differ = np.flatnonzero(one != other)
        self.known, self.difference = bound, int(differ[0]) + self.first if len(differ) else None

    def report_equality(self) -> Comparison:
        rulesets, enough = (self.a.ruleset, self.b.ruleset), self.deciding_length()
        theorem = self.period_argument(enough) if enough and enough <= self.known else by_law(*rulesets, self.a.budget)
        return Comparison(*rulesets, None, self.known, theorem, 0)

    def report_difference(self, n: int) -> Comparison:
        values = f"the nimbers of {n} are {self.a[n]} and {self.b[n]}"
        shift = next((shift for shift in SHIFTS if self.is_shifted(shift)), None)
        return Comparison(self.a.ruleset, self.b.ruleset, (n,), self.known, values, shift)

    def deciding_length(self) -> int | None:
        """The number of equal values that proves equality, where both periods are proved."""
        return deciding_length(self.a.proved_period, self.b.proved_period)

    def period_argument(self, enough: int) -> str:
        found = (self.a.proved_period, self.b.proved_period)
        lengths = " and ".join(f"{p.period} from {p.preperiod} on ({p.theorem})" for p in found if p)
        return f"periods {lengths}; they agree below {enough:,}, and so for ever"

    def is_shifted(self, shift: int) -> bool:
        """Whether g(n) of the first is g(n + shift) of the second, wherever both are known."""
        start, stop = max(self.a.first, self.b.first - shift), self.known - max(0, shift)
        return all(self.a[n] == self.b[n + shift] for n in range(start, stop))


def by_law(a: Ruleset[Any], b: Ruleset[Any], budget: Budget) -> str | None:
    """The one law that both rulesets follow by a theorem."""
    try:
        one, other = conjecture(a, None, budget), conjecture(b, None, budget)
    except NotDecided:
        return None
    if not one.law or not other.law or not one.theorem or not other.theorem or one.law.about != "nimbers":
        return None
    if other.law.about != "nimbers" or not is_one_law(one, other):
        return None
    return f"both follow {one.law.formula} ({one.theorem}; {other.theorem})"


def is_one_law(one: Conjecture, other: Conjecture) -> bool:
    """Whether two laws say the same of all positions.

    Periodic ones are compared for so long that they agree for ever. The formula of another law says all of it except
    for the first positions, which are in both samples.
    """
    assert one.law
    assert other.law
    if one.law.repeats or other.law.repeats:
        enough = deciding_length(one.law.repeats, other.law.repeats)
        first = min(one.sample.values)[0]
        return bool(enough) and all(one.law.value((n,)) == other.law.value((n,)) for n in range(first, enough or 0))
    values = other.sample.values
    return one.law.formula == other.law.formula and all(
        values.get(index, nimber) == nimber for index, nimber in one.sample.values.items()
    )


def position_by_position(a: Ruleset[Any], b: Ruleset[Any], to: int | None, budget: Budget) -> Comparison:
    """The comparison of all positions of two samples."""
    one, other = sample(a, to, budget), sample(b, to, budget)
    common = [index for index in one.values if index in other.values]
    if not common:
        raise NotDecided(f"no position of {a} and {b} was compared; allow more with --timeout")
    checked = min(one.to, other.to)
    for index in common:
        if one.values[index] != other.values[index]:
            values = f"the nimbers there are {one.values[index]} and {other.values[index]}"
            return Comparison(a, b, index, checked, values)
    facts = {index: nimber for index, nimber, _ in far_facts(other)}
    for index, nimber, _ in far_facts(one):
        if nimber is not None and facts.get(index) not in (None, nimber):
            values = (
                f"the nimbers there are {nimber} ({a.citation('theorem')}) and {facts[index]} ({b.citation('theorem')})"
            )
            return Comparison(a, b, index, checked, values, is_first=False)
    return Comparison(a, b, None, checked, by_law(a, b, budget), 0)
