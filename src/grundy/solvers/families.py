"""Families of positions with a free size n, such as arc_kayles(grid 2xn): their nimbers for n = 1, 2, 3, ...

A narrow strip is answered by the compiled sweep (`solvers.strips`), whose table the members share; any other position,
and small ones before anything is compiled, as if they were asked for alone.
"""

from functools import cached_property
from typing import TYPE_CHECKING

from grundy.core.budget import Budget
from grundy.core.game import Game, Summand
from grundy.core.nimbers import nim_sum
from grundy.core.period import Period, find_period
from grundy.errors import GrundyError, NotationError, NotDecided, UndefinedError
from grundy.expressions import has_free_size, parse, with_size
from grundy.solvers import search
from grundy.solvers.inquiry import DEFINITION, Method
from grundy.solvers.solver import Solver
from grundy.system import has_arrays

if TYPE_CHECKING:
    from grundy.boards.narrow_strip import NarrowStrip
    from grundy.core.ruleset import Outcome
    from grundy.solvers.strips import StripTables

LARGEST_FIRST = 10  # a family begins at most here: in welter(1,n) no two numbers are equal
PLAIN_POSITIONS = 3_000  # by the definition before a sweep is compiled: half a second
LEAST_VALUES = 8  # that repeat, before a period is told


class Family:
    """The nimbers of the positions that an expression with a free size n names, for n = `first`, `first` + 1, ...

    >>> Family("arc_kayles(grid 3xn)").values(8)
    [1, 1, 0, 1, 1, 4, 1]
    >>> Family("welter(1,n)").first, Family("welter(1,n)").values(8)
    (2, [2, 1, 4, 3, 6, 5])
    """

    def __init__(self, text: str, budget: Budget | None = None, fresh: bool = False) -> None:
        if not has_free_size(text):
            raise NotationError(f"no size is free in {text}; write n for it, as in arc_kayles(grid 2xn)")
        self.text, self.budget, self.fresh = text, budget or Budget(), fresh  # fresh: without saved results
        self.first = self.find_first()
        self.known: list[int] = []  # the nimbers from `first` on
        self.known_outcomes: dict[bool, list[Outcome]] = {False: [], True: []}  # under misère play or not
        self.methods: dict[Method, None] = {}
        self.plain = Budget(PLAIN_POSITIONS)  # of the definition, for all sizes together
        self.is_large = False  # whether it is used up

    def __str__(self) -> str:
        return self.text

    def at(self, n: int) -> Game:
        """The game of size n."""
        return parse(with_size(self.text, n))

    def find_first(self) -> int:
        """The least size from 1 on for which there is a position."""
        for n in range(1, LARGEST_FIRST):
            try:
                self.at(n)
            except GrundyError:
                continue
            return n
        self.at(1)
        return 1

    def values(self, to: int) -> list[int]:
        """The nimbers of all sizes below `to`; what an interrupted call has found is in `known`."""
        while self.first + len(self.known) < to:
            self.known.append(self.nimber(self.at(self.first + len(self.known))))
        return self.known[: max(0, to - self.first)]

    def nimber(self, game: Game) -> int:
        return nim_sum(*map(self.part_nimber, game.summands))

    def part_nimber(self, summand: Summand) -> int:
        rules, position = summand.ruleset, summand.position
        strip = rules.narrow_strip(position) if has_arrays() and rules.disguise(position) is None else None
        if strip and rules.verdict(position, False) != "P":
            return self.strip_nimber(summand, strip)
        value = 0 if strip else self.solver.nimber(Game((summand,)))
        if not isinstance(value, int):
            raise UndefinedError(f"{summand} has the infinite nimber {value}; solve single positions")
        return value

    def strip_nimber(self, summand: Summand, strip: "NarrowStrip") -> int:
        """The nimber by the definition as long as few positions are enough, then by the sweep."""
        if not self.is_large:
            try:
                found = search.nimber(Game((summand,)), self.solver.values, self.plain)
            except NotDecided:
                self.is_large = True
            else:
                self.methods[DEFINITION] = None
                return found
        from grundy.solvers.strips import METHOD

        self.methods[METHOD] = None
        return self.strips.nimber(strip, self.budget)

    @cached_property
    def strips(self) -> "StripTables":
        from grundy.solvers.strips import StripTables

        return StripTables()

    @cached_property
    def solver(self) -> Solver:
        return Solver(self.budget, self.fresh)

    def outcomes(self, to: int, misere: bool = False) -> "list[Outcome]":
        """Who wins for all sizes below `to`; what an interrupted call has found is in `known_outcomes`."""
        found = self.known_outcomes[misere]
        while self.first + len(found) < to:
            found.append(self.solver.outcome(self.at(self.first + len(found)), misere))
        return found[: max(0, to - self.first)]

    @property
    def method(self) -> str:
        """How the nimbers were found."""
        return "; ".join(map(str, dict.fromkeys([*self.methods, *self.solver.methods])))

    def observed_period(self) -> Period | None:
        """The period that the last half of the known values shows, if it is long enough. Nothing is proved by that."""
        found = find_period(self.known)
        if found is None or len(self.known) - found[0] < max(LEAST_VALUES, len(self.known) // 2) or found[2] < 0:
            return None
        return Period(self.first + found[0], found[1], False, found[2])
