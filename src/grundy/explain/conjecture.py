"""Conjectures: the simplest law that the nimbers of a ruleset follow, found from values alone.

Values are found by the rules, laws are fitted to two thirds of them and tried on the rest, and the shortest description
wins (`laws.law`). A law is called proved only where a theorem covers it: a proved period that the law shares, or a
formula with a citation that agrees with it on the sample and far beyond. See docs/theory/laws.md.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from grundy.boards.coin_grid import Tartan
from grundy.boards.coins import CoinGame
from grundy.core.budget import Budget
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Ruleset
from grundy.errors import GrundyError, NotDecided
from grundy.explain.laws import disguises, line, pairs, several
from grundy.explain.laws.law import Index, Law, agreement
from grundy.explain.laws.samples import Sample, sample

__all__ = ["Conjecture", "conjecture"]

FEWEST = 12  # values from which a law is guessed
FAR = tuple(3**k + k for k in range(4, 13))  # numbers beyond the sample at which a formula is compared
LISTED = 10_000  # exceptions in JSON
SHOWN = 40  # exceptions in words
FAMILIES = {
    "line": "periods, remainders, multiples of n, functions of its digits and factors, lost numbers, other games",
    "table": "nim-sums, nim-products and other functions of row and column, lost pairs",
    "several": "nim-sums, sums, Welter's function, Moore's rule",
}


@dataclass(frozen=True)
class Conjecture:
    """The simplest law that was found, how it is known, and the others that fit too."""

    sample: Sample
    law: Law | None
    theorem: str | None = None
    others: list[Law] = field(default_factory=list)

    def json(self) -> dict[str, object]:
        """The object of `grundy conjecture --json`."""
        exceptions = list(self.law.exceptions)[:LISTED] if self.law else []
        return {
            "schema": 1,
            "ruleset": str(self.sample.ruleset),
            "law": self.law.json() if self.law else None,
            "proved": self.theorem is not None,
            "theorem": self.theorem,
            "checked_to": self.sample.to,
            "exceptions": [index[0] if len(index) == 1 else list(index) for index in exceptions],
            "others": [law.json() for law in self.others],
        }

    def lines(self) -> Iterator[str]:
        """The law in a sentence, and the evidence."""
        name, checked = self.sample.ruleset, self.evidence()
        if self.law is None:
            yield f"{name}: no law found among {FAMILIES[self.sample.shape]}; looked at {checked}."
            return
        yield f"{name}: {self.law.statement}."
        yield self.law.formula
        yield f"Proved: {self.theorem}." if self.theorem else f"Not proved: it holds for {checked}."
        if self.law.exceptions:
            shown = [f"g({index[0]}) = {value}" for index, value in self.law.exceptions.items()]
            yield f"Exceptions: {', '.join(shown[:SHOWN])}{' ...' if len(shown) > SHOWN else ''}"
        yield from (f"Also: {law.statement}." for law in self.others)

    def evidence(self) -> str:
        """How far the values are known."""
        if self.sample.shape == "line":
            return f"n below {self.sample.to:,}"
        count = f"{len(self.sample.values):,} positions"
        if self.sample.shape == "table":
            return f"{count}, the first {self.sample.to:,} rows and columns"
        return f"{count}, up to seven numbers below {self.sample.to:,}"


def conjecture(ruleset: Ruleset[Any], to: int | None = None, budget: Budget | None = None) -> Conjecture:
    """The simplest law of a ruleset.

    >>> from grundy import at_least_half
    >>> conjecture(at_least_half).law.formula
    'g(n) = bits(n)'
    """
    budget = budget or Budget()
    found = sample(ruleset, to, budget)
    if len(found.values) < FEWEST:
        found_few = f"only {len(found.values)} values of {ruleset} were found, too few for a law"
        raise NotDecided(f"{found_few}; allow more with --timeout or --to")
    laws = sorted(fitting(found, budget), key=rank)
    if not laws:
        return Conjecture(found, None)
    return Conjecture(found, laws[0], proof(laws[0], found), laws[1:])


def rank(law: Law) -> tuple[bool, bool, int]:
    """Laws of nimbers first, then those that stand by themselves, then the shorter ones."""
    return law.about != "nimbers", law.kind == "disguise", law.length


def fitting(found: Sample, budget: Budget) -> Iterator[Law]:
    """The laws that hold for the whole sample."""
    if found.shape == "line":
        first = min(found.values)[0]
        yield from line.laws(found.line, first)
        yield from disguises.laws(found.ruleset, found.line[: found.to - first], first, budget)
        return
    known = dict(list(found.values.items())[: line.seen(len(found.values))])
    for law in (pairs if found.shape == "table" else several).laws(known):
        if all(law.holds(index, nimber) for index, nimber in found.values.items()):
            yield law


def proof(law: Law, found: Sample) -> str | None:
    """The theorem that covers the law, if one does."""
    return by_formula(law, found, found.ruleset) or by_period(law, found) or by_code(law, found)


def by_period(law: Law, found: Sample) -> str | None:
    """The theorem of a proved period, if the law agrees with it for so long that it agrees for ever."""
    period, enough = found.period, agreement(law.repeats, found.period)
    if not period or not enough or enough > len(found.values):
        return None
    return f"period {period.period} from {period.preperiod} on, {period.theorem}"


def by_formula(law: Law, found: Sample, ruleset: Ruleset[Any]) -> str | None:
    """The theorem of a ruleset whose formula agrees with the law on the sample and far beyond it."""
    try:
        agree = all(stated(law, ruleset, found, index) for index in [*found.values, *far(found)])
    except GrundyError:  # the formula does not reach so far
        return None
    if not agree:
        return None
    lost = law.about == "lost positions" and has_verdict(ruleset)
    return ruleset.cited("verdict" if lost else "theorem")


def far(found: Sample) -> Iterator[Index]:
    """Indices beyond the sample."""
    if found.shape == "line":
        yield from ((n,) for n in FAR)
    elif found.shape == "table":
        top, left = found.ruleset.board.origin
        yield from ((top + 3 * k, left + 5 * k + 1) for k in range(1, 10))
    else:
        yield from ((n, n + 1, 2 * n + 1) for n in FAR)


def has_verdict(ruleset: Ruleset[Any]) -> bool:
    """Whether the ruleset knows outcomes by a theorem."""
    return type(ruleset).verdict is not Ruleset.verdict


def stated(law: Law, ruleset: Ruleset[Any], found: Sample, index: Index) -> bool:
    """Whether a theorem of the ruleset says here what the law says."""
    if law.about == "lost positions" and has_verdict(ruleset):
        verdict = ruleset.verdict(found.position(index), False)
        return verdict is not None and (verdict == "P") == law.value(index)
    nimber = known(ruleset, found, index)
    return nimber is not None and law.holds(index, nimber)


def known(ruleset: Ruleset[Any], found: Sample, index: Index) -> Nimber | None:
    """The nimber by a theorem; that of a head by its formula, which needs no row as long as its number."""
    if isinstance(ruleset, CoinGame):
        return ruleset.head(index[0])
    if isinstance(ruleset, Tartan) and (ruleset.down.head(index[0]) is None or ruleset.across.head(index[1]) is None):
        return None
    return ruleset.theorem(found.position(index))


def by_code(law: Law, found: Sample) -> str | None:
    """The theorem of a ruleset of the catalogue with the same code."""
    from grundy.catalog import entries

    for entry in entries().values():
        if entry.ruleset and disguises.same_code(found.ruleset, entry.ruleset):
            theorem = by_formula(law, found, entry.ruleset)
            if theorem:
                return f"the rules are those of {entry.name}, {theorem}"
    return None
