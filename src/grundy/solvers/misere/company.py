"""The quotient of whatever is played together: any parts of any rulesets, with all that play makes of them.

A part is numbered after its options, and parts with the same options are one. A heap too large for that has the element
of a smaller one, where the elements of its ruleset have a period that is proved in this company: the argument is that
for one ruleset, because it looks at nothing but the elements of options (Plambeck and Siegel 2008).
"""

from collections.abc import Iterable, Iterator

from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.core.game import Game, Summand
from grundy.errors import NotDecided
from grundy.solvers.misere.builder import Builder
from grundy.solvers.misere.forms import pieces
from grundy.solvers.misere.quotient import FARTHEST, FIRST, Quotient, period_of
from grundy.solvers.search import induction, refuse_endless

__all__ = ["Company"]

NEAR = 64  # the largest heap for which no period is looked for
Options = frozenset[tuple[int, ...]]


class Company:
    """The parts numbered so far, and the quotient of all their sums."""

    def __init__(self, budget: Budget) -> None:
        self.options: list[Options] = [frozenset()]
        self.numbers: dict[Options, int] = {frozenset(): 0}
        self.parts: dict[Summand, int] = {}
        self.builder = Builder(self.options.__getitem__, budget)

    def number(self, part: Summand) -> int:
        """The number of a part."""

        def options(part: Summand) -> Iterator[tuple[Summand, ...]]:
            refuse_endless([part])
            return (pieces(Game((Summand(part.ruleset, to),))) for to in part.ruleset.moves(part.position))

        def value(_: Summand, options: list[list[int]]) -> int:
            mine = frozenset(tuple(sorted(filter(None, option))) for option in options)
            if mine not in self.numbers:
                self.numbers[mine] = len(self.options)
                self.options.append(mine)
            return self.numbers[mine]

        return induction(part, options, value, self.parts, self.builder.budget)

    def elements(self, parts: Iterable[Summand], budget: Budget) -> tuple[Quotient, list[int]]:
        """The quotient of a company that has all these parts, and their elements."""
        self.builder.budget, wanted, to = budget, list(parts), FIRST
        far = {rules for part in wanted if isinstance(rules := part.ruleset, HeapGame) and heap_of(part) > NEAR}
        for part in (part for part in wanted if part.ruleset not in far):
            self.number(part)
        while to <= FARTHEST:
            heaps = {rules: [self.number(heap_part(rules, heap)) for heap in range(to)] for rules in far}
            known = self.quotient()
            places = [self.place(part, heaps, known) for part in wanted]
            if None not in places:
                return known, [known.elements[place] for place in places if place is not None]
            to *= 2
        raise NotDecided(f"no period of the elements is proved up to heap {FARTHEST}")

    def quotient(self) -> Quotient:
        """The quotient of all that is numbered."""
        self.builder.extend(len(self.options))
        guess = self.builder.guess
        return Quotient(guess.monoid, list(guess.elements), guess.essential)

    def place(self, part: Summand, heaps: dict[HeapGame, list[int]], known: Quotient) -> int | None:
        """The number of a part, or of another one that has its element, if one is known."""
        rules, heap = part.ruleset, heap_of(part)
        if not isinstance(rules, HeapGame) or rules not in heaps:
            return self.number(part)
        mine = heaps[rules]
        if heap < len(mine):
            return mine[heap]
        period = period_of(rules, [known.elements[number] for number in mine])
        return mine[period.index(heap)] if period and period.proved else None


def heap_of(part: Summand) -> int:
    """The size of a heap, 0 for other parts."""
    position = part.position
    return max(position, default=0) if isinstance(part.ruleset, HeapGame) and isinstance(position, tuple) else 0


def heap_part(rules: HeapGame, heap: int) -> Summand:
    """One heap as a part."""
    return Summand(rules, rules.canonical((heap,)))
