"""Misère canonical forms: for each position the least game that may stand for it in every sum (Conway 1976, ch. 12).

A game G may be replaced by H if every option of H is an option of G and every other option of G has H as an option, so
that a move there can be answered at once; where H has no options, G must also be won by the player to move. When
all options are in canonical form and no such H is left, G is in canonical form, and equal games have equal forms.
"""

from collections.abc import Iterable, Iterator
from functools import reduce

from grundy.core.budget import Budget
from grundy.core.game import Game, Summand
from grundy.solvers.misere.genus import Genus, genus_of
from grundy.solvers.search import canonical, induction, refuse_endless, separate

__all__ = ["Forms"]

Form = int
Pair = tuple[Form, Form]


class Forms:
    """Canonical forms, numbered as they are met; an option has a smaller number than the game. Form 0 is the end."""

    def __init__(self, budget: Budget | None = None) -> None:
        self.budget = budget or Budget()
        self.options: list[frozenset[Form]] = []
        self.genera: list[Genus] = []
        self.numbers: dict[frozenset[Form], Form] = {}
        self.sums: dict[Pair, Form] = {}
        self.positions: dict[Summand, Form] = {}
        self.make([])

    def make(self, options: Iterable[Form]) -> Form:
        """The form of the game with these options."""
        wanted = frozenset(options)
        if wanted in self.numbers:
            return self.numbers[wanted]
        found = self.simpler(wanted)
        if found is None:
            found = len(self.options)
            self.options.append(wanted)
            self.genera.append(genus_of([self.genera[option] for option in wanted]))
        self.numbers[wanted] = found
        return found

    def simpler(self, options: frozenset[Form]) -> Form | None:
        """The form that may replace a game with these options, which is not numbered yet."""
        won = any(self.genera[option].lost for option in options)
        # The last option is not an option of anything simpler, so it must have the simpler game as an option.
        for form in self.options[max(options)] if options else ():
            mine = self.options[form]
            if (mine or won) and mine <= options and all(form in self.options[other] for other in options - mine):
                return form
        return None

    def add(self, first: Form, second: Form) -> Form:
        """The form of the sum."""

        def options(pair: Pair) -> Iterator[tuple[Pair]]:
            a, b = pair
            yield from ((ordered(left, b),) for left in self.options[a])
            yield from ((ordered(a, left),) for left in self.options[b])

        def value(_: Pair, options: list[list[Form]]) -> Form:
            return self.make(option for (option,) in options)

        if not first or not second:
            return first or second
        return induction(ordered(first, second), options, value, self.sums, self.budget)

    def total(self, forms: Iterable[Form]) -> Form:
        """The form of the sum of many."""
        return reduce(self.add, sorted(forms), 0)

    def of(self, summand: Summand) -> Form:
        """The form of one part of a position, which is in canonical shape."""

        def options(part: Summand) -> Iterator[tuple[Summand, ...]]:
            refuse_endless([part])
            return (pieces(Game((Summand(part.ruleset, to),))) for to in part.ruleset.moves(part.position))

        def value(_: Summand, options: list[list[Form]]) -> Form:
            return self.make({self.total(option) for option in options})

        return induction(summand, options, value, self.positions, self.budget)

    def parts(self, game: Game) -> list[Form]:
        """The forms of the parts of a game."""
        return [self.of(part) for part in pieces(game)]

    def lost(self, forms: list[Form]) -> bool:
        """Whether the sum is a P-position: tame ones are added as nim heaps are, others by their forms."""
        genera = [self.genera[form] for form in forms]
        if all(genus.tame for genus in genera):
            return Genus.lost_sum(genera)
        return self.genera[self.total(forms)].lost


def pieces(game: Game) -> tuple[Summand, ...]:
    """The parts of a game that do not touch each other, each in canonical shape."""
    return tuple(map(canonical, separate(game)))


def ordered(first: Form, second: Form) -> Pair:
    """The pair with the smaller form first."""
    return (first, second) if first <= second else (second, first)
