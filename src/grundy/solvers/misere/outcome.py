"""Who wins under misère play, by the cheapest way that is enough.

In turn: the definition, on a few positions; canonical forms with genus; the quotient of the heaps of one ruleset, or of
all that is played together, for any size of heap where the period is proved; then forms and the definition again, on
all that the budget allows.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from grundy.boards.heaps import HeapGame, Position
from grundy.core.budget import Budget
from grundy.core.code import Code
from grundy.core.game import Game, Summand
from grundy.core.period import Period
from grundy.core.ruleset import Outcome, Ruleset
from grundy.errors import NotDecided
from grundy.solvers import search
from grundy.solvers.misere.forms import Forms, pieces

if TYPE_CHECKING:  # numpy and a kernel: loaded when a quotient is asked for
    from grundy.solvers.misere.builder import Builder
    from grundy.solvers.misere.company import Company
    from grundy.solvers.misere.quotient import Quotient

__all__ = ["MiserePlay"]

Kinds = frozenset[Ruleset[Any]]
Way = tuple[str, Callable[[Game, Budget], bool], int, float]
DEFINITION = "search by the definition"
FORMS = "misère canonical forms and genus (Conway 1976)"
QUOTIENT = "misère quotient (Plambeck and Siegel 2008)"
PATIENCE = 60.0  # seconds for the last way where the budget does not say
LARGE = 1000  # a heap of which no search gets to the end
SURE = 2  # of the ways, the last one that what it answered before does not make look hopeless


def exhausted(budget: Budget) -> bool:
    """Whether nothing is left to spend."""
    return any(left is not None and left <= 0 for left in (budget.positions, budget.seconds))


class MiserePlay:
    """Outcomes under misère play; it remembers forms, quotients, and what was enough for which rulesets."""

    def __init__(self, budget: Budget) -> None:
        self.budget, self.forms = budget, Forms(budget)
        self.labels: search.Labels = {}
        self.builders: dict[HeapGame, Builder] = {}
        self.quotients: dict[HeapGame, Quotient] = {}
        self.companies: dict[Kinds, Company] = {}
        self.enough: dict[Kinds, int] = {}

    @property
    def ways(self) -> list[Way]:
        """What is tried, in order, each with positions and seconds."""
        return [
            (DEFINITION, self.by_definition, 5_000, 1.0),
            (FORMS, self.by_forms, 50_000, 2.0),
            (QUOTIENT, self.by_quotient, 1 << 40, 20.0),
            (FORMS, self.by_forms, 2_000_000, 30.0),
            (DEFINITION, self.by_definition, 1 << 40, self.budget.seconds or PATIENCE),
        ]

    def outcome(self, game: Game) -> tuple[Outcome, str]:
        """N or P, and the method; the parts of each ruleset stand together in one summand."""
        rulesets = frozenset(summand.ruleset for summand in game.summands)
        tried: dict[str, str] = {}
        start = self.enough.get(rulesets, 0)
        for number, (method, way, positions, seconds) in enumerate(self.ways[start:], start):
            share = self.share(positions, seconds)
            if tried and exhausted(share):
                break
            try:
                lost = way(game, share)
            except NotDecided as error:
                tried[method] = f"{method}: {error}"
                continue
            finally:
                self.budget.spent += share.spent
            self.enough[rulesets] = min(number, SURE)
            return "P" if lost else "N", method
        raise NotDecided(f"not decided within the budget; tried {'; '.join(tried.values())}")

    def share(self, positions: int, seconds: float) -> Budget:
        """A part of what is left of the budget."""
        share = self.budget.smaller(positions, seconds)
        share.report = self.budget.report
        if self.budget.positions is not None:
            share.positions = min(positions, self.budget.positions - self.budget.spent)
        return share

    def by_definition(self, game: Game, budget: Budget) -> bool:
        """Whether the game is lost, by labelling whole positions."""
        refuse_large(game)
        return search.outcome(game, True, self.labels, budget) == "P"

    def by_forms(self, game: Game, budget: Budget) -> bool:
        """Whether the game is lost, by the canonical forms of its parts."""
        refuse_large(game)
        self.forms.budget = budget
        return self.forms.lost(self.forms.parts(game))

    def by_quotient(self, game: Game, budget: Budget) -> bool:
        """Whether the game is lost, by the quotient of its ruleset, or of all that is played together."""
        known, elements = self.elements(pieces(game), budget)
        return bool(known.monoid.lost[known.monoid.product(elements)])

    def elements(self, parts: Iterable[Summand], budget: Budget) -> "tuple[Quotient, list[int]]":
        """A quotient that knows all these parts, and their elements in it."""
        parts = list(parts)
        rulesets = frozenset(part.ruleset for part in parts)
        rules = next(iter(rulesets), None)
        if len(rulesets) > 1 or not isinstance(rules, HeapGame):
            return self.company(rulesets, budget).elements(parts, budget)
        heaps = [heaps_of(part) for part in parts]
        known = self.quotient(rules, tuple(heap for mine in heaps for heap in mine), budget)
        return known, [known.element(mine) for mine in heaps]

    def company(self, rulesets: Kinds, budget: Budget) -> "Company":
        """A company to which these rulesets belong; a new one where there is none."""
        from grundy.solvers.misere.company import Company

        known = (company for kinds, company in self.companies.items() if rulesets <= kinds)
        return next(known, None) or self.companies.setdefault(rulesets, Company(budget))

    def quotient(self, rules: HeapGame, heaps: Position, budget: Budget) -> "Quotient":
        """A quotient of the ruleset that knows these heaps."""
        from grundy.solvers.misere.quotient import builder_of, knowing

        known = self.quotients.get(rules)
        if known is None or not known.knows(heaps):
            builder = self.builders.setdefault(rules, builder_of(rules, budget))
            builder.budget = budget
            self.quotients[rules] = known = knowing(rules, builder, heaps)
        return known

    def reach(self, game: Game) -> Iterator[Position] | None:
        """All winning moves of heaps whose quotient is known, or None."""
        rules = game.summands[0].ruleset if len(game.summands) == 1 else None
        if not isinstance(rules, HeapGame) or rules not in self.quotients:
            return None
        known, heaps = self.quotients[rules], heaps_of(game.summands[0])
        return winning(rules, heaps, known) if known.knows(heaps) else None


def refuse_large(game: Game) -> None:
    """Raise where a heap is too large for any search."""
    heaps = (heap for summand in game.summands for heap in heaps_of(summand))
    if any(not isinstance(heap, int) or heap > LARGE for heap in heaps):
        raise NotDecided("a heap too large to search")


def heaps_of(summand: Summand) -> Position:
    """The heaps of a summand, none where it is played with something else."""
    position = summand.position
    return position if isinstance(summand.ruleset, HeapGame) and isinstance(position, tuple) else ()


def winning(rules: HeapGame, heaps: Position, known: "Quotient") -> Iterator[Position]:
    """The moves to P-positions, heap by heap."""
    for i, heap in enumerate(heaps):
        rest = (*heaps[:i], *heaps[i + 1 :])
        for left in options(rules, heap, rest, known):
            if known.lost((*rest, *left)):
                yield (*heaps[:i], *left, *heaps[i + 1 :])


def options(rules: HeapGame, heap: int, rest: Position, known: "Quotient") -> Iterator[Position]:
    """The options of a heap, without those that a period shows to be no wins."""
    code, period = rules.as_code(), known.period
    if code and period and code.heaps in (1, 2) and heap > LARGE + 4 * (period.preperiod + period.period):
        return far_options(code, heap, lambda left: known.lost((*rest, *left)), period)
    return rules.options(heap)


def far_options(code: Code, heap: int, wins: Callable[[Position], bool], period: Period) -> Iterator[Position]:
    """The options of a heap far beyond a proved period, to where no more of them win.

    Once both parts are past the preperiod the element depends on the first part modulo the period: a whole period
    without a win means that there is none after it.
    """
    for place, digit in code.places(heap):
        left, last = heap - place, period.preperiod
        if digit & 2:
            yield (left,)
        for a in range(1, left // 2 + 1 if digit & 4 else 0):
            if wins((a, left - a)):
                last = max(a, last)
                yield (a, left - a)
            elif a > last + period.period:
                break
