"""Misère quotients: the arithmetic of all sums of heaps of a ruleset under misère play.

Two sums are equal in the quotient if no third one, added to both, gives different outcomes (Plambeck 2005). The
elements of the heaps 0, 1, 2, ... are the pretending function. Let moves take at most k stones and leave at most q
heaps. If the elements repeat with period p from heap n0 >= 1 on, over the stretch that `core.period.enough` asks for,
they do so for ever, and the quotient is that of all heaps: the next heap has the same options, as elements, as the heap
p stones smaller, and the proof of the quotient looks at nothing else (Plambeck and Siegel 2008).
"""

from collections.abc import Iterable
from dataclasses import dataclass

from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.core.period import Period, enough, find_period
from grundy.errors import NotDecided
from grundy.solvers.misere.builder import Builder
from grundy.solvers.misere.monoid import Monoid

__all__ = ["Quotient", "builder_of", "knowing", "period_of", "quotient", "quotient_of", "solved"]

THEOREM = "Plambeck and Siegel 2008"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
FIRST = 16  # heaps that are looked at before a period is hoped for
FARTHEST = 1024  # heaps after which no period is hoped for


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
        """Generators and relations."""
        return self.monoid.presentation(self.names)

    @property
    def pretending(self) -> list[str]:
        """The element of each heap as a word."""
        return [self.text(element) for element in self.elements]

    def text(self, element: int) -> str:
        """An element as a word in the generators."""
        return self.monoid.text(element, self.names)

    def knows(self, heaps: Iterable[int]) -> bool:
        """Whether the heaps are within reach of the quotient."""
        return bool(self.period and self.period.proved) or max(heaps, default=0) < len(self.elements)

    def element(self, heaps: Iterable[int]) -> int:
        """The element of a sum of heaps."""
        place = self.period.index if self.period and self.period.proved else int
        return self.monoid.product([self.elements[place(heap)] for heap in heaps])

    def lost(self, heaps: Iterable[int]) -> bool:
        """Whether a sum of heaps is a P-position."""
        return bool(self.monoid.lost[self.element(heaps)])


def builder_of(ruleset: HeapGame, budget: Budget | None = None) -> Builder:
    """A builder without heaps."""
    return Builder(ruleset.options, budget or Budget())


def quotient_of(ruleset: HeapGame, builder: Builder) -> Quotient:
    """What the builder has proved."""
    guess, elements = builder.guess, list(builder.guess.elements)
    return Quotient(guess.monoid, elements, guess.essential, period_of(ruleset, elements))


def quotient(ruleset: HeapGame, to: int, budget: Budget | None = None) -> Quotient:
    """The quotient of all sums of heaps 0 .. to - 1.

    >>> from grundy import kayles
    >>> found = quotient(kayles, 30)
    >>> found.monoid.order, found.monoid.p_portion, found.lost([7, 9, 13])
    (40, 9, False)
    """
    builder = builder_of(ruleset, budget)
    builder.extend(to)
    return quotient_of(ruleset, builder)


def period_of(ruleset: HeapGame, elements: list[int]) -> Period | None:
    """The period of the pretending function, proved where enough of it is known."""
    found, code = find_period(elements), ruleset.as_code()
    if not found or found[2]:
        return None
    start, length, _ = found
    if code is None or code.heaps is None or code.length is None:
        return Period(start, length, False)
    proved = len(elements) >= enough(start, length, code.heaps, code.length)
    return Period(start, length, proved, theorem=THEOREM if proved else "")


def knowing(ruleset: HeapGame, builder: Builder, heaps: Iterable[int]) -> Quotient:
    """The first quotient, of twice as many heaps each time, that knows these heaps."""
    heaps, to = list(heaps), max(FIRST, len(builder.guess.elements))
    while to <= FARTHEST:
        builder.extend(to)
        found = quotient_of(ruleset, builder)
        if found.knows(heaps):
            return found
        to *= 2
    raise NotDecided(f"no period of the pretending function is proved up to heap {FARTHEST}")


def solved(ruleset: HeapGame, budget: Budget | None = None) -> Quotient:
    """The quotient of all heaps, where the pretending function has a period that can be proved."""
    return knowing(ruleset, builder_of(ruleset, budget), [FARTHEST])
