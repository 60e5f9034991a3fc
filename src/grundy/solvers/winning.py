"""Winning moves: every option that is a P-position, found without listing what a theorem or a period covers.

Under normal play a winning move makes the nim-sum zero, so in each summand it leads to the nim-sum of the others.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from time import monotonic
from typing import Any, TypeVar

from grundy.boards.heaps import HeapGame, Position
from grundy.core.code import Code
from grundy.core.game import Game, Move, Summand
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome
from grundy.errors import NotDecided
from grundy.solvers.answer import Solver, adds, has_pattern, nim_total
from grundy.solvers.loopy import Infinity

__all__ = ["Winning", "winning"]

T = TypeVar("T")
PATIENCE = 100_000  # options of one part that are looked at before the rest is left uncounted
ASIDE = 1.0  # seconds at least for winning moves beyond those that are told without search
SPARE = 10_000  # winning moves that are counted beyond those that are listed
FAR = 1_000  # winning options of one heap that are listed where a period makes them endless


@dataclass(frozen=True)
class Winning:
    """Winning moves to distinct options, and their exact number where it is known."""

    moves: list[Move]
    count: int | None

    @property
    def complete(self) -> bool:
        """Whether all of them are listed."""
        return self.count == len(self.moves)


def winning(solver: Solver, game: Game, misere: bool = False, most: int = 1000) -> Winning:
    """The winning moves of a game, at most so many of them."""
    if solver.outcome(game, misere) != "N":
        return Winning([], 0)
    hunt = Hunt(solver)
    spare = SPARE // (1 + weight(game) // 100)
    first: dict[Hashable, Move] = {}
    ways: Counter[Hashable] = Counter()
    try:
        for move in islice(hunt.moves(game, misere), most + spare):
            key = move.key
            first.setdefault(key, move)
            ways[key] += 1
    except NotDecided:
        if not first:
            raise
        hunt.cut = True  # what was found is worth telling
    found = list(first)
    if solver.met_loops:
        found.sort(key=lambda key: solver.distance(first[key].to, misere))
    listed = [replace(first[key], ways=ways[key]) for key in found[:most]]
    return Winning(listed, None if hunt.cut or ways.total() == most + spare else len(first))


def weight(game: Game) -> int:
    """The size of the position: an option of a graph with many edges costs as many steps to tell from others."""
    items = (item for s in game.summands if isinstance(s.position, tuple | str) for item in s.position)
    return sum(len(item) if isinstance(item, tuple | frozenset) else 1 for item in items)


class Hunt:
    """The search for winning moves; `cut` tells whether options were left out."""

    def __init__(self, solver: Solver) -> None:
        self.solver, self.cut = solver, False

    def some(self, options: Iterator[Any], most: int = PATIENCE) -> Iterator[Any]:
        """The options, as far as patience goes."""
        for seen, option in enumerate(options):
            if seen >= most:
                self.cut = True
                return
            self.solver.budget.spend()
            yield option

    def moves(self, game: Game, misere: bool) -> Iterator[Move]:
        """Every winning move of an N-position."""
        if misere or not adds(game) or (len(game.summands) > 1 and any(map(self.solver.is_hard, game.summands))):
            return self.by_outcome(game, misere)
        at_once = list(self.solver.wins_at_once(game))
        return iter(at_once) if at_once else self.by_value(game)

    def by_outcome(self, game: Game, misere: bool) -> Iterator[Move]:
        """The moves to options whose outcome is P."""
        if len(game.summands) == 1:
            reached = game.summands[0].ruleset.reach(game.summands[0].position, 0, misere)
            if reached is None and misere:
                reached = self.solver.misere_play.reach(game) or self.told_all(game.summands[0], misere)
            if reached is not None:
                yield from (Move(game, 0, to) for to in reached)
                return
        yield from self.tested(
            self.some(game.each_move()),
            lambda move: self.solver.recalled(move.to, misere),
            lambda move: self.solver.outcome(move.to, misere) == "P",
        )

    def by_value(self, game: Game) -> Iterator[Move]:
        """The moves that make the nim-sum zero; an infinite summand has to go to the nim-sum of the others."""
        alone = len(game.summands) == 1
        values = enumerate([0] if alone else map(self.solver.value, game.summands))
        finite = {index: value for index, value in values if not isinstance(value, Infinity)}
        total, infinite = nim_total(finite.values()), set(range(len(game.summands))) - finite.keys()
        wanted = dict.fromkeys(infinite, total) or {index: total ^ value for index, value in finite.items()}
        for index, nimber in wanted.items():
            for to in self.reach(game.summands[index], nimber):
                yield Move(game, index, to)

    def reach(self, summand: Summand, nimber: Nimber) -> Iterator[Hashable]:
        """The moves of one summand to positions of this nimber."""
        rules, position = summand.ruleset, summand.position
        reached = rules.reach(position, nimber)
        if reached is None and not nimber:
            reached = self.told_all(summand, False)
        if reached is not None:
            return iter(reached)
        if isinstance(rules, HeapGame):
            return self.reach_heaps(rules, summand.position, nimber)
        return self.by_listing(summand, nimber)

    def told_all(self, summand: Summand, misere: bool) -> Iterator[Hashable] | None:
        """All moves to lost positions, where that is hard to tell and a kernel lists them."""
        solver = self.solver
        hard = solver.is_hard_misere(Game((summand,))) if misere else solver.is_hard(summand)
        return solver.proved(lambda: solver.provers.reach(summand, misere, solver.budget)) if hard else None

    def by_listing(self, summand: Summand, nimber: Nimber) -> Iterator[Hashable]:
        """The moves to this nimber among all moves."""
        rules = summand.ruleset
        return self.tested(
            self.some(rules.moves(summand.position)),
            lambda to: self.told(Summand(rules, to), nimber),
            lambda to: self.has_value(Summand(rules, to), nimber),
        )

    def tested(
        self, options: Iterator[T], told: Callable[[T], Outcome | None], wins: Callable[[T], bool]
    ) -> Iterator[T]:
        """The options that win: first those that are told without search, then those that a search finds.

        Where some were told, the search for others is a side question and may end early.
        """
        unknown, some = list[T](), False
        for option in options:
            outcome = told(option)
            if outcome == "P":
                some = True
                yield option
            elif not outcome:
                unknown.append(option)
        whole = self.solver.budget
        self.solver.budget = whole.smaller(PATIENCE, max(ASIDE, monotonic() - whole.started)) if some else whole
        try:
            yield from filter(wins, unknown)
        except NotDecided:
            self.cut = True
        finally:
            self.solver.budget = whole

    def told(self, summand: Summand, nimber: Nimber) -> Outcome | None:
        """Whether the position has this nimber (P), by a theorem or by what a proof search remembers."""
        verdict = None if nimber else self.solver.verdict(summand, False)
        return verdict or (self.solver.recalled(Game((summand,)), heap=nimber) if isinstance(nimber, int) else None)

    def has_value(self, summand: Summand, nimber: Nimber) -> bool:
        """Whether the position has this nimber; one that loses to a pattern has none."""
        if not nimber and (verdict := self.solver.verdict(summand, False)):
            return verdict == "P"
        if has_pattern(summand.ruleset) and any(self.solver.wins_at_once(Game((summand,)))):
            return False
        return self.solver.equals(summand, nimber)

    def reach_heaps(self, rules: HeapGame, position: Any, nimber: Nimber) -> Iterator[Position]:
        """The moves of a position of heaps, heap by heap."""
        values = [self.solver.nimber(Game((Summand(rules, (heap,)),))) for heap in position]
        total = nim_total(values)
        for i, (heap, value) in enumerate(zip(position, values, strict=True)):
            for left in self.options(rules, heap, total ^ value ^ nimber):
                yield position[:i] + left + position[i + 1 :]

    def options(self, rules: HeapGame, heap: int, nimber: Nimber) -> Iterator[Position]:
        """The options of one heap that have this nimber."""
        period = self.solver.tables[rules].period if rules in self.solver.tables else None
        code = rules.as_code()
        if code and code.heaps in (1, 2) and period and period.proved and not period.saltus and heap > PATIENCE:
            return self.some(far_options(code, self.solver.table(rules), heap, nimber), FAR)
        return (left for left in self.some(rules.options(heap)) if self.solver.value(Summand(rules, left)) == nimber)


def far_options(code: Code, table: Any, heap: int, nimber: Nimber) -> Iterator[Position]:
    """The options of a heap far beyond the period that have this nimber.

    Once both parts are past the preperiod the value depends on the first modulo the period: a whole period without
    a hit means that there is none after it.
    """
    settled, period = table.period.preperiod, table.period.period
    for place, digit in code.places(heap):
        left = heap - place
        if digit & 2 and table[left] == nimber:
            yield (left,)
        if digit & 4:
            last = -1
            for a in range(1, left // 2 + 1):
                if table[a] ^ table[left - a] == nimber:
                    last = a
                    yield (a, left - a)
                elif a >= settled + period and a - max(last, settled) > period:
                    break
