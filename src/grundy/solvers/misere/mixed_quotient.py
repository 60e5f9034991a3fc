"""The misère quotient of any parts of any rulesets, with all parts that play from them can reach.

A part is numbered after its options, and parts with equal options have one number (docs/theory/misere.md).
"""

from collections.abc import Iterable

from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.core.game import Summand
from grundy.errors import NotDecided
from grundy.solvers.misere.builder import QuotientBuilder
from grundy.solvers.misere.forms import option_parts
from grundy.solvers.misere.quotient import FIRST_HEAPS, MOST_HEAPS, Quotient, period_of
from grundy.solvers.search import induction

NEAR_HEAP = 64  # up to which a heap is numbered itself; for a larger one a period is looked for
Options = frozenset[tuple[int, ...]]


class MixedQuotient:
    """The parts numbered so far, and the quotient of all their sums."""

    def __init__(self) -> None:
        self.options: list[Options] = [frozenset()]
        self.numbers: dict[Options, int] = {frozenset(): 0}
        self.parts: dict[Summand, int] = {}
        self.builder = QuotientBuilder(self.options.__getitem__)

    def number(self, part: Summand, budget: Budget) -> int:
        """The number of a part; its options are numbered first."""

        def value(_: Summand, options: list[list[int]]) -> int:
            mine = frozenset(tuple(sorted(filter(None, option))) for option in options)
            if mine not in self.numbers:
                self.numbers[mine] = len(self.options)
                self.options.append(mine)
            return self.numbers[mine]

        return induction(part, option_parts, value, self.parts, budget)

    def elements(self, parts: Iterable[Summand], budget: Budget) -> tuple[Quotient, list[int]]:
        """A quotient that has all these parts, and their elements."""
        wanted, to = list(parts), FIRST_HEAPS
        far = {rules for part in wanted if isinstance(rules := part.ruleset, HeapGame) and heap_of(part) > NEAR_HEAP}
        for part in (part for part in wanted if part.ruleset not in far):
            self.number(part, budget)
        while to <= MOST_HEAPS:
            heaps = {rules: [self.number(heap_part(rules, heap), budget) for heap in range(to)] for rules in far}
            known = self.quotient(budget)
            places = [self.place(part, heaps, known, budget) for part in wanted]
            if None not in places:
                return known, [known.elements[place] for place in places if place is not None]
            to *= 2
        raise NotDecided(f"no period of the elements is proved up to heap {MOST_HEAPS}")

    def quotient(self, budget: Budget) -> Quotient:
        self.builder.extend(len(self.options), budget)
        proved = self.builder.candidate
        return Quotient(proved.monoid, list(proved.elements), proved.essential)

    def place(self, part: Summand, heaps: dict[HeapGame, list[int]], known: Quotient, budget: Budget) -> int | None:
        """The number of a part, or of another one that has its element, if one is known."""
        rules, heap = part.ruleset, heap_of(part)
        if not isinstance(rules, HeapGame) or rules not in heaps:
            return self.number(part, budget)
        mine = heaps[rules]
        if heap < len(mine):
            return mine[heap]
        period = period_of(rules, [known.elements[number] for number in mine])
        return mine[period.index(heap)] if period and period.proved else None


def heap_of(part: Summand) -> int:
    position = part.position
    return max(position, default=0) if isinstance(part.ruleset, HeapGame) and isinstance(position, tuple) else 0


def heap_part(rules: HeapGame, heap: int) -> Summand:
    return Summand(rules, rules.canonical((heap,)))
