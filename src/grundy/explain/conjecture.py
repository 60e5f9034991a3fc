"""Conjectures: the simplest law that the nimbers of a ruleset follow, found from values alone.

Values are computed by the rules, laws are fitted to two thirds of them and tested on the rest, and the one with the
shortest description is chosen (`laws.law`). A law is called proved only where an argument covers all positions: a
proved period that the law shares, or a theorem that states this very law, of the ruleset or of one with the same code.
That a law agrees with a theorem at some positions proves nothing. See docs/theory/laws.md.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from grundy.boards.coin_grid import Tartan
from grundy.boards.coins import CoinGame
from grundy.core.budget import Budget
from grundy.core.nimbers import Entailed, Loony
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, Ruleset
from grundy.errors import GrundyError, NotDecided
from grundy.explain.laws import disguises, line, pairs, several
from grundy.explain.laws.law import FittedLaw, Index, deciding_length
from grundy.explain.laws.samples import FEWEST_VALUES, Sample, sample

TheoremAt = tuple[Index, Nimber | None, Outcome | None]  # what a theorem says of one position
FAR_NUMBERS = tuple(3**k + k for k in range(4, 13))  # beyond the sample, where laws are compared with a theorem
MOST_ONES = 64  # heaps of one stone that are compared, where a move may change several
MOST_JSON_EXCEPTIONS = 10_000
MOST_TEXT_EXCEPTIONS = 40
FAMILIES = {
    "line": "periods, remainders, multiples of n, functions of its digits and factors, lost numbers, other games",
    "table": "nim-sums, nim-products and other functions of row and column, lost pairs",
    "several": "nim-sums, sums, Welter's function, Moore's rule",
}


@dataclass(frozen=True)
class Conjecture:
    """The simplest law that was found, the argument that proves it if there is one, and the other laws that fit."""

    sample: Sample
    law: FittedLaw | None
    theorem: str | None = None
    others: list[FittedLaw] = field(default_factory=list)
    facts: list[TheoremAt] = field(default_factory=list)  # of a theorem, with which the law agrees

    def json(self) -> dict[str, object]:
        exceptions = list(self.law.exceptions)[:MOST_JSON_EXCEPTIONS] if self.law else []
        return {
            "schema": 1,
            "ruleset": str(self.sample.ruleset),
            "law": self.law.json() if self.law else None,
            "proved": self.theorem is not None,
            "theorem": self.theorem,
            "checked_to": self.sample.to,
            "evidence": self.evidence(),
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
            more = " ..." if len(shown) > MOST_TEXT_EXCEPTIONS else ""
            yield f"Exceptions: {', '.join(shown[:MOST_TEXT_EXCEPTIONS])}{more}"
        yield from (f"Also: {law.statement}." for law in self.others)

    def evidence(self) -> str:
        """How far the law was compared: with values by the rules, and with a theorem."""
        where, count = f"n below {self.sample.to:,}", f"{len(self.sample.values):,} positions"
        if self.sample.shape == "table":
            where = f"{count}, the first {self.sample.to:,} rows and columns"
        elif self.sample.shape == "several":
            where = f"{count}, up to seven numbers below {self.sample.to:,}"
        return f"{where}, and agrees with {self.agreement()}" if self.facts and not self.theorem else where

    def agreement(self) -> str:
        """The theorem with which the law was compared, and how far."""
        ruleset, largest = self.sample.ruleset, max(max(index) for index, _, _ in self.facts)
        by_nimber = any(nimber is not None for _, nimber, _ in self.facts)
        source, count = ruleset.citation("theorem" if by_nimber else "verdict"), len(self.facts)
        return f"{source} at {count} positions with numbers up to {largest:,}"


def conjecture(ruleset: Ruleset[Any], to: int | None = None, budget: Budget | None = None) -> Conjecture:
    """The simplest law of a ruleset.

    >>> from grundy import at_least_half
    >>> conjecture(at_least_half).law.formula
    'g(n) = bits(n)'
    """
    budget = budget or Budget()
    budget.note_stage(f"values of {ruleset}")
    found = sample(ruleset, to, budget)
    if len(found.values) < FEWEST_VALUES:
        too_few = f"only {len(found.values)} values of {ruleset} were found, too few for a law"
        raise NotDecided(f"{too_few}; allow more with --timeout or --to")
    laws = sorted(fitting_laws(found, budget), key=rank)
    facts = list(far_facts(found)) if laws else []
    laws = [law for law in laws if not is_refuted(law, facts)]
    if not laws:
        return Conjecture(found, None)
    compared = [] if laws[0].kind == "disguise" else facts
    return Conjecture(found, laws[0], proof(laws[0], found), laws[1:], compared)


def rank(law: FittedLaw) -> tuple[bool, bool, int]:
    """Laws of nimbers first, disguises last, shorter ones before longer ones."""
    return law.about != "nimbers", law.kind == "disguise", law.length


def fitting_laws(found: Sample, budget: Budget) -> Iterator[FittedLaw]:
    budget.note_stage(f"formulas for {len(found.values):,} values")
    if found.shape == "line":
        first = min(found.values)[0]
        yield from line.laws(found.line, first)
        yield from disguises.laws(found.ruleset, found.line[: found.to - first], first, budget)
        return
    training = dict(list(found.values.items())[: line.training_size(len(found.values))])
    for law in (pairs if found.shape == "table" else several).laws(training):
        if all(law.holds(index, nimber) for index, nimber in found.values.items()):
            yield law


def proof(law: FittedLaw, found: Sample) -> str | None:
    """The argument that covers all positions, if there is one."""
    return by_formula(law, found.ruleset) or by_period(law, found) or by_code(law, found)


def by_formula(law: FittedLaw, ruleset: Ruleset[Any]) -> str | None:
    """The theorem of a ruleset that states this very law; the exceptions to it are in the sample."""
    if not ruleset.formula or law.formula != ruleset.formula:
        return None
    return ruleset.citation("verdict" if law.about == "lost positions" else "theorem")


def by_period(law: FittedLaw, found: Sample) -> str | None:
    """The theorem of a proved period, if the law agrees with it for so many values that it agrees for ever."""
    period, enough = found.period, deciding_length(law.repeats, found.period)
    if not period or not enough or enough > len(found.values):
        return None
    return f"period {period.period} from {period.preperiod} on, {period.theorem}"


def by_code(law: FittedLaw, found: Sample) -> str | None:
    """The theorem of a ruleset of the catalogue with the same code, and so the same options."""
    from grundy.catalog import entries

    for entry in entries().values():
        theorem = by_formula(law, entry.ruleset) if entry.ruleset else None
        if theorem and entry.ruleset and disguises.same_code(found.ruleset, entry.ruleset):
            return f"the rules are those of {entry.name}, {theorem}"
    return None


def far_facts(found: Sample) -> Iterator[TheoremAt]:
    """What theorems of the ruleset say of some positions beyond the sample."""
    for index in far_indices(found):
        with suppress(GrundyError):  # no such position, or the theorem does not reach so far
            position = found.position(index)
            found.ruleset.check(position)
            nimber, verdict = theorem_nimber(found.ruleset, found, index), found.ruleset.verdict(position, False)
            if nimber is not None or verdict:
                yield index, nimber, verdict


def far_indices(found: Sample) -> Iterator[Index]:
    if found.shape == "line":
        yield from ((n,) for n in FAR_NUMBERS)
    elif found.shape == "table":
        top, left = found.ruleset.board.origin
        yield from ((top + 3 * k, left + 5 * k + 1) for k in range(1, 10))
    else:
        yield from ((n, n + 1, 2 * n + 1) for n in FAR_NUMBERS)
        yield from ((1,) * count for count in range(2, MOST_ONES + 1))


def theorem_nimber(ruleset: Ruleset[Any], found: Sample, index: Index) -> Nimber | None:
    """The nimber by a theorem; that of a single head by its formula, without building the row of coins."""
    if isinstance(ruleset, CoinGame):
        return ruleset.head(index[0])
    if isinstance(ruleset, Tartan) and (ruleset.down.head(index[0]) is None or ruleset.across.head(index[1]) is None):
        return None
    value = ruleset.theorem(found.position(index))
    return None if isinstance(value, Loony | Entailed) else value


def is_refuted(law: FittedLaw, facts: Sequence[TheoremAt]) -> bool:
    """Whether a theorem contradicts the law; that of a law by another game is not computed so far out."""
    return law.kind != "disguise" and any(contradicts(fact, law) for fact in facts)


def contradicts(fact: TheoremAt, law: FittedLaw) -> bool:
    index, nimber, verdict = fact
    if nimber is not None:
        return not law.holds(index, nimber)
    is_lost = law.value(index) == 0 if law.about == "nimbers" else bool(law.value(index))
    return verdict is not None and (verdict == "P") != is_lost
