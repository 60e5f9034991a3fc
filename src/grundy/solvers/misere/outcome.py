"""Who wins under misère play, by the cheapest method that decides it (docs/theory/misere.md)."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from grundy.boards.heaps import HeapGame, Position
from grundy.core.budget import Budget
from grundy.core.game import Game, Summand
from grundy.core.ruleset import Outcome, Ruleset
from grundy.errors import NotDecided
from grundy.solvers import search
from grundy.solvers.far_options import far_options
from grundy.solvers.inquiry import DEFINITION, QUOTIENT, Method
from grundy.solvers.misere.forms import Forms, canonical_parts
from grundy.system import has_arrays

if TYPE_CHECKING:  # numpy and a kernel: loaded when a quotient is needed
    from grundy.solvers.misere.builder import QuotientBuilder
    from grundy.solvers.misere.mixed_quotient import MixedQuotient
    from grundy.solvers.misere.quotient import Quotient

Rulesets = frozenset[Ruleset[Any]]
Attempt = tuple[Method, Callable[[Game, Budget], bool], int, float]  # the method, with its positions and seconds
FORMS = Method("misère canonical forms and genus", "Conway 1976")
LAST_SECONDS = 60.0  # for the last attempt where the budget has no limit
LARGEST_SEARCHED_HEAP = 1000  # beyond it no search comes to an end
LAST_FIRST_ATTEMPT = 2  # a question begins with the attempt that decided the last one, but with none after this


class MiserePlay:
    """Outcomes under misère play; it remembers forms, quotients, and which attempt decided which rulesets."""

    def __init__(self) -> None:
        self.forms = Forms()
        self.labels: search.Labels = {}
        self.builders: dict[HeapGame, QuotientBuilder] = {}
        self.quotients: dict[HeapGame, Quotient] = {}
        self.mixed: dict[Rulesets, MixedQuotient] = {}
        self.first_attempt: dict[Rulesets, int] = {}

    def attempts(self, budget: Budget) -> list[Attempt]:
        return [
            (DEFINITION, self.by_definition, 5_000, 1.0),
            (FORMS, self.by_forms, 50_000, 2.0),
            (QUOTIENT, self.by_quotient, 1 << 40, 20.0),
            (FORMS, self.by_forms, 2_000_000, 30.0),
            (DEFINITION, self.by_definition, 1 << 40, budget.seconds or LAST_SECONDS),
        ]

    def outcome(self, game: Game, budget: Budget) -> tuple[Outcome, Method]:
        """N or P, and the method; the parts of each ruleset stand together in one summand."""
        rulesets = frozenset(summand.ruleset for summand in game.summands)
        tried: dict[Method, str] = {}
        start = self.first_attempt.get(rulesets, 0)
        for number, (method, is_lost, positions, seconds) in enumerate(self.attempts(budget)[start:], start):
            share = budget.share(positions, seconds)
            if tried and any(left is not None and left <= 0 for left in (share.positions, share.seconds)):
                break
            try:
                lost = is_lost(game, share)
            except NotDecided as error:
                tried[method] = f"{method}: {error}"
                continue
            finally:
                budget.meter.spent += share.spent
            self.first_attempt[rulesets] = min(number, LAST_FIRST_ATTEMPT)
            return "P" if lost else "N", method
        raise NotDecided(f"not decided within the budget; tried {'; '.join(tried.values())}")

    def by_definition(self, game: Game, budget: Budget) -> bool:
        refuse_large(game)
        return search.outcome(game, True, self.labels, budget) == "P"

    def by_forms(self, game: Game, budget: Budget) -> bool:
        refuse_large(game)
        return self.forms.is_lost(self.forms.parts(game, budget), budget)

    def by_quotient(self, game: Game, budget: Budget) -> bool:
        """Whether the game is lost, by the quotient of its ruleset, or of all its parts."""
        known, elements = self.elements(canonical_parts(game), budget)
        return bool(known.monoid.lost[known.monoid.product(elements)])

    def elements(self, parts: Iterable[Summand], budget: Budget) -> "tuple[Quotient, list[int]]":
        if not has_arrays():
            raise NotDecided(
                "not decided: misère quotients need arrays of numbers, which a browser lacks; ask a computer"
            )
        parts = list(parts)
        rulesets = frozenset(part.ruleset for part in parts)
        rules = next(iter(rulesets), None)
        if len(rulesets) > 1 or not isinstance(rules, HeapGame):
            return self.mixed_quotient(rulesets).elements(parts, budget)
        heaps = [heaps_of(part) for part in parts]
        known = self.quotient(rules, tuple(heap for mine in heaps for heap in mine), budget)
        return known, [known.element(mine) for mine in heaps]

    def mixed_quotient(self, rulesets: Rulesets) -> "MixedQuotient":
        """A mixed quotient that has begun with these rulesets or more; a new one where there is none."""
        from grundy.solvers.misere.mixed_quotient import MixedQuotient

        known = (quotient for others, quotient in self.mixed.items() if rulesets <= others)
        return next(known, None) or self.mixed.setdefault(rulesets, MixedQuotient())

    def quotient(self, rules: HeapGame, heaps: Position, budget: Budget) -> "Quotient":
        from grundy.solvers.misere.builder import QuotientBuilder
        from grundy.solvers.misere.quotient import covering_quotient

        known = self.quotients.get(rules)
        if known is None or not known.covers(heaps):
            builder = self.builders.setdefault(rules, QuotientBuilder(rules.options))
            self.quotients[rules] = known = covering_quotient(rules, builder, heaps, budget)
        return known

    def reach(self, game: Game, budget: Budget) -> Iterator[Position] | None:
        """All winning moves of heaps whose quotient is known, or None."""
        rules = game.summands[0].ruleset if len(game.summands) == 1 else None
        if not isinstance(rules, HeapGame) or rules not in self.quotients:
            return None
        known, heaps = self.quotients[rules], heaps_of(game.summands[0])
        return winning_moves(rules, heaps, known, budget) if known.covers(heaps) else None


def refuse_large(game: Game) -> None:
    heaps = (heap for summand in game.summands for heap in heaps_of(summand))
    if any(not isinstance(heap, int) or heap > LARGEST_SEARCHED_HEAP for heap in heaps):
        raise NotDecided("a heap too large to search")


def heaps_of(summand: Summand) -> Position:
    """The heaps of a summand, none where it is played with something else."""
    position = summand.position
    return position if isinstance(summand.ruleset, HeapGame) and isinstance(position, tuple) else ()


def winning_moves(rules: HeapGame, heaps: Position, known: "Quotient", budget: Budget) -> Iterator[Position]:
    for i, heap in enumerate(heaps):
        for left in winning_options(rules, heap, (*heaps[:i], *heaps[i + 1 :]), known, budget):
            yield (*heaps[:i], *left, *heaps[i + 1 :])


def winning_options(
    rules: HeapGame, heap: int, rest: Position, known: "Quotient", budget: Budget
) -> Iterator[Position]:
    """The options of a heap that win beside other heaps."""

    def wins(left: Position) -> bool:
        return known.is_lost((*rest, *left))

    code, period = rules.as_code(), known.period
    if code and period and period.proved and code.heaps in (1, 2) and heap > LARGEST_SEARCHED_HEAP:
        return far_options(code, heap, wins, period, budget)
    return filter(wins, search.spend_each(rules.options(heap), budget))
