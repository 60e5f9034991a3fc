"""Misère canonical forms: for each position the least game that may stand for it in every sum (Conway 1976, ch. 12)."""

from collections.abc import Callable, Iterable, Iterator
from functools import reduce

from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.core.game import Game, Summand
from grundy.errors import NotDecided
from grundy.solvers.misere.genus import Genus, genus_of
from grundy.solvers.search import canonical, induction, refuse_endless, separate_parts

GENUS_POSITIONS = 400_000  # canonical forms grow without bound
Form = int
Pair = tuple[Form, Form]


class Forms:
    """Canonical forms, numbered as they are found, options before the game. Form 0 is the end."""

    def __init__(self) -> None:
        self.options: list[frozenset[Form]] = []
        self.genera: list[Genus] = []
        self.numbers: dict[frozenset[Form], Form] = {}
        self.sums: dict[Pair, Form] = {}
        self.positions: dict[Summand, Form] = {}
        self.make([])

    def make(self, options: Iterable[Form]) -> Form:
        wanted = frozenset(options)
        if wanted in self.numbers:
            return self.numbers[wanted]
        found = self.replacement(wanted)
        if found is None:
            found = len(self.options)
            self.options.append(wanted)
            self.genera.append(genus_of([self.genera[option] for option in wanted]))
        self.numbers[wanted] = found
        return found

    def replacement(self, options: frozenset[Form]) -> Form | None:
        """The form that may replace a game with these options, which is not numbered yet."""
        won = any(self.genera[option].is_lost for option in options)
        # The last option is not an option of anything simpler, so it must have the simpler game as an option.
        for form in self.options[max(options)] if options else ():
            mine = self.options[form]
            if (mine or won) and mine <= options and all(form in self.options[other] for other in options - mine):
                return form
        return None

    def add(self, first: Form, second: Form, budget: Budget | None = None) -> Form:
        def options(pair: Pair) -> Iterator[tuple[Pair]]:
            a, b = pair
            yield from ((sorted_pair(left, b),) for left in self.options[a])
            yield from ((sorted_pair(a, left),) for left in self.options[b])

        def value(_: Pair, options: list[list[Form]]) -> Form:
            return self.make(option for (option,) in options)

        if not first or not second:
            return first or second
        pair = sorted_pair(first, second)
        known = self.sums.get(pair)
        return induction(pair, options, value, self.sums, budget or Budget()) if known is None else known

    def total(self, forms: Iterable[Form], budget: Budget | None = None) -> Form:
        return reduce(lambda first, second: self.add(first, second, budget), sorted(forms), 0)

    def of(self, summand: Summand, budget: Budget | None = None) -> Form:
        """The form of one part of a position, which is in the canonical shape of its ruleset."""

        def value(_: Summand, options: list[list[Form]]) -> Form:
            return self.make({self.total(option, budget) for option in options})

        return induction(summand, option_parts, value, self.positions, budget or Budget())

    def parts(self, game: Game, budget: Budget | None = None) -> list[Form]:
        return [self.of(part, budget) for part in canonical_parts(game)]

    def is_lost(self, forms: list[Form], budget: Budget | None = None) -> bool:
        """Whether the sum is a P-position: tame parts add like nim heaps, others by their forms."""
        genera = [self.genera[form] for form in forms]
        if all(genus.is_tame for genus in genera):
            return Genus.is_lost_sum(genera)
        return self.genera[self.total(forms, budget)].is_lost


def canonical_parts(game: Game) -> tuple[Summand, ...]:
    """The independent parts of a game, each in the canonical shape of its ruleset."""
    return tuple(map(canonical, separate_parts(game)))


def option_parts(part: Summand) -> Iterator[tuple[Summand, ...]]:
    """The parts of each option of a part from which all play ends."""
    refuse_endless([part])
    return (canonical_parts(Game((Summand(part.ruleset, to),))) for to in part.ruleset.moves(part.position))


def sorted_pair(first: Form, second: Form) -> Pair:
    return (first, second) if first <= second else (second, first)


def genera_of(
    ruleset: HeapGame, to: int, seconds: float, report: Callable[[int], None] | None = None
) -> Iterator[Genus]:
    """The genera of heaps 0, 1, ... below a bound, as far as the time and the number of forms allow."""
    forms, budget = Forms(), Budget(GENUS_POSITIONS, seconds, report)
    try:
        for heap in range(to):
            yield forms.genera[forms.of(Summand(ruleset, ruleset.canonical((heap,))), budget)]
    except NotDecided:
        return
