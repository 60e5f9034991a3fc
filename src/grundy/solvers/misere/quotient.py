"""Misère quotients: the arithmetic of all sums of heaps of a ruleset under misère play (Plambeck 2005).

Two sums are equal in it if no third one, added to both, gives different outcomes. The elements of the heaps are the
pretending function; docs/theory/misere.md proves when its period lasts.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.core.period import Period, count_to_prove, find_period
from grundy.errors import NotDecided
from grundy.solvers.misere.builder import QuotientBuilder
from grundy.solvers.misere.monoid import Monoid, word_text

THEOREM = "Plambeck and Siegel 2008"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
FIRST_HEAPS = 16  # whose quotient is built before a period is looked for
MOST_HEAPS = 1024  # the search for a period stops here


@dataclass(frozen=True, eq=False)
class Quotient:
    """The quotient of the sums of heaps 0 .. len(elements) - 1, or of all heaps where the period is proved."""

    monoid: Monoid
    elements: list[int]
    essential: list[int]
    period: Period | None = None

    @property
    def names(self) -> list[str]:
        """A letter for each generator."""
        if len(self.essential) > len(LETTERS):
            return [f"x{heap}." for heap in self.essential]
        return list(LETTERS[: len(self.essential)])

    @property
    def presentation(self) -> str:
        return self.monoid.presentation(self.names)

    @property
    def pretending_function(self) -> list[str]:
        return [self.text(element) for element in self.elements]

    def text(self, element: int) -> str:
        return word_text(self.monoid.words[element], self.names)

    def covers(self, heaps: Iterable[int]) -> bool:
        return bool(self.period and self.period.proved) or max(heaps, default=0) < len(self.elements)

    def element(self, heaps: Iterable[int]) -> int:
        place = self.period.index if self.period and self.period.proved else int
        return self.monoid.product([self.elements[place(heap)] for heap in heaps])

    def is_lost(self, heaps: Iterable[int]) -> bool:
        return bool(self.monoid.lost[self.element(heaps)])


def quotient_of(ruleset: HeapGame, builder: QuotientBuilder) -> Quotient:
    proved, elements = builder.candidate, list(builder.candidate.elements)
    return Quotient(proved.monoid, elements, proved.essential, period_of(ruleset, elements))


def quotient(ruleset: HeapGame, to: int, budget: Budget | None = None) -> Quotient:
    """The quotient of all sums of heaps 0 .. to - 1.

    >>> from grundy import kayles
    >>> found = quotient(kayles, 30)
    >>> found.monoid.order, found.monoid.p_portion, found.is_lost([7, 9, 13])
    (40, 9, False)
    """
    builder = QuotientBuilder(ruleset.options)
    builder.extend(to, budget or Budget())
    return quotient_of(ruleset, builder)


def period_of(ruleset: HeapGame, elements: list[int]) -> Period | None:
    """The period of the pretending function, proved where enough of it is known."""
    found, code = find_period(elements), ruleset.as_code()
    if not found or found[2]:
        return None
    start, length, _ = found
    if code is None or code.heaps is None or code.length is None:
        return Period(start, length, False)
    proved = len(elements) >= count_to_prove(start, length, code.heaps, code.length)
    return Period(start, length, proved, theorem=THEOREM if proved else "")


def covering_quotient(ruleset: HeapGame, builder: QuotientBuilder, heaps: Iterable[int], budget: Budget) -> Quotient:
    """The first quotient, of twice as many heaps each time, that covers these heaps."""
    heaps, to = list(heaps), max(FIRST_HEAPS, len(builder.candidate.elements))
    while to <= MOST_HEAPS:
        builder.extend(to, budget)
        known = quotient_of(ruleset, builder)
        if known.covers(heaps):
            return known
        to *= 2
    raise NotDecided(f"no period of the pretending function is proved up to heap {MOST_HEAPS}")


def full_quotient(ruleset: HeapGame, budget: Budget | None = None) -> Quotient:
    """The quotient of all heaps, where the pretending function has a period that can be proved."""
    return covering_quotient(ruleset, QuotientBuilder(ruleset.options), [MOST_HEAPS], budget or Budget())
