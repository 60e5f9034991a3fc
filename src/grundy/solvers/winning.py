"""Winning moves: every option that is a P-position, found without listing what a theorem or a period covers.

Under normal play a winning move makes the nim-sum zero, so in each summand it leads to the nim-sum of the others.
"""

import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from grundy.boards.heaps import HeapGame, Position
from grundy.core.budget import Budget
from grundy.core.code import Code
from grundy.core.game import Game, Move, Summand
from grundy.core.ordinals import Nimber, Ordinal
from grundy.core.ruleset import Outcome
from grundy.errors import NotDecided
from grundy.solvers.far_options import far_options
from grundy.solvers.inquiry import QUOTIENT, THEOREM, Inquiry, Method
from grundy.solvers.search import has_pattern
from grundy.solvers.solver import Solver, adds, nim_total

if TYPE_CHECKING:
    from grundy.solvers.value_sequence import ValueSequence

T = TypeVar("T")
MOST_OPTIONS = 100_000  # of one part that are examined before the rest is left uncounted
FURTHER_SECONDS = 1.0  # at least, for winning moves beyond those that are known without search
OTHER_SECONDS = 10.0  # at least, for the other winning moves where moves entail: each takes a search of its own
COUNTED_MOVES = 10_000  # winning moves that are counted beyond those that are listed
LARGEST_LISTED_HEAP = 100_000  # whose options are all examined where a proved period could replace that
LISTED_LOOPS = 1_000  # winning moves that are compared where play can go round
MOST_FAR_OPTIONS = 1_000  # winning options of one heap that are listed where a period makes them endless


@dataclass(frozen=True)
class Winning:
    """Winning moves to distinct options, and their exact number where it is known."""

    moves: list[Move]
    count: int | None

    @property
    def complete(self) -> bool:
        return self.count == len(self.moves)


def find_winning(solver: Solver, game: Game, misere: bool, most: int, inquiry: Inquiry) -> Winning:
    if solver.outcome(game, misere, inquiry) != "N":
        return Winning([], 0)
    search = WinningSearch(solver, inquiry)
    found = collect_moves(search, search.moves(game, misere), game, most)
    if any(solver.has_loops(each, misere) for each in (game, *(move.to for move in found.moves))):
        found.moves.sort(key=lambda move: solver.distance(move.to, misere, inquiry))
    return replace(found, moves=found.moves[:most])


def find_reply(solver: Solver, game: Game, misere: bool, inquiry: Inquiry) -> Move | None:
    """One winning move, without looking for others; where play can go round, the one that comes nearest to the end."""
    search = WinningSearch(solver, inquiry)
    known = next(search.by_known_outcome(game, misere), None)
    if known:
        return known
    if solver.outcome(game, misere, inquiry) != "N":
        return None
    move = next(search.moves(game, misere), None)
    if move and any(solver.has_loops(each, misere) for each in (game, move.to)):
        return find_winning(solver, game, misere, LISTED_LOOPS, inquiry).moves[0]
    return move


def find_best(solver: Solver, game: Game, most: int, inquiry: Inquiry) -> Winning | None:
    """The moves that reach the margin, where points decide; None where a bounded time is not enough to find one."""
    margin, side = solver.margin(game, inquiry), side_question(inquiry)
    search = WinningSearch(solver, side)
    best = search.by_each_move(game, lambda move, inquiry: solver.margin_after(move, inquiry) == margin)
    try:
        found = collect_moves(search, best, game, most)
    except NotDecided:
        return None
    return replace(found, moves=found.moves[:most])


def side_question(inquiry: Inquiry) -> Inquiry:
    """The inquiry with as much time as it took so far, or some seconds, for what is known to be answered in part."""
    seconds = max(OTHER_SECONDS, inquiry.budget.elapsed)
    return replace(inquiry, budget=replace(inquiry.budget.smaller(0, seconds), positions=None))


def collect_moves(search: "WinningSearch", moves: Iterator[Move], game: Game, most: int) -> Winning:
    """Moves to distinct options with their ways, and how many there are where that can be counted."""
    counted = min(most + COUNTED_MOVES // (1 + weight(game) // 100), sys.maxsize)
    first: dict[Hashable, Move] = {}
    ways: Counter[Hashable] = Counter()
    try:
        for move in islice(moves, counted):
            key = move.key
            first.setdefault(key, move)
            ways[key] += 1
    except NotDecided:
        if not first:
            raise
        search.complete = False
    found = [replace(move, ways=ways[key]) for key, move in first.items()]
    return Winning(found, len(found) if search.complete and ways.total() < counted else None)


def weight(game: Game) -> int:
    """The size of the position: to compare options of a graph takes as many steps as it has edges."""
    items = (item for s in game.summands if isinstance(s.position, tuple | str) for item in s.position)
    return sum(len(item) if isinstance(item, tuple | frozenset) else 1 for item in items)


class WinningSearch:
    """The search for the winning moves of one position; `complete` is False once options were left out."""

    def __init__(self, solver: Solver, inquiry: Inquiry) -> None:
        self.solver, self.inquiry, self.complete = solver, inquiry, True

    def limit(self, options: Iterator[T], most: int = MOST_OPTIONS) -> Iterator[T]:
        """The first options, each counted against the budget."""
        for number, option in enumerate(options):
            if number >= most:
                self.complete = False
                return
            self.inquiry.budget.spend()
            yield option

    def moves(self, game: Game, misere: bool) -> Iterator[Move]:
        several = len(game.summands) > 1
        if any(summand.ruleset.entails() for summand in game.summands):
            return self.by_each_move(
                game, lambda move, inquiry: self.solver.outcome_after(move, misere, inquiry) == "P"
            )
        if misere or not adds(game) or (several and any(self.solver.is_hard(s, self.inquiry) for s in game.summands)):
            return self.by_outcome(game, misere)
        at_once = list(self.solver.wins_at_once(game))
        return iter(at_once) if at_once else self.by_value(game)

    def by_known_outcome(self, game: Game, misere: bool) -> Iterator[Move]:
        """The moves of one summand that is hard to options that a theorem or an earlier search says are lost."""
        solver, inquiry = self.solver, self.inquiry
        if len(game.summands) > 1 or game.summands[0].ruleset.entails():
            return
        hard = solver.is_hard_misere(game, inquiry) if misere else solver.is_hard(game.summands[0], inquiry)
        for move in self.limit(game.each_move()) if hard else ():
            (*others, last) = move.to.summands
            has_verdict = not others and solver.verdict(last, misere, inquiry, "P")
            if has_verdict or solver.recall(move.to, inquiry, misere) == "P":
                yield move

    def by_outcome(self, game: Game, misere: bool) -> Iterator[Move]:
        """The moves to options whose outcome is P."""
        if len(game.summands) == 1:
            reached = self.reach_by_theorem(game.summands[0], 0, misere)
            if reached is None and misere:
                reached = self.reach_by_quotient(game) or self.lost_options(game.summands[0], misere)
            if reached is not None:
                yield from (Move(game, 0, to) for to in reached)
                return
        yield from self.select(
            self.limit(game.each_move()),
            lambda move: self.solver.recall(move.to, self.inquiry, misere),
            lambda move, inquiry: self.solver.outcome(move.to, misere, inquiry) == "P",
        )

    def by_each_move(self, game: Game, is_good: Callable[[Move, Inquiry], bool]) -> Iterator[Move]:
        """The moves that are good, where after some moves the same player moves again.

        Once one is found, the search for others is a side question with a smaller budget.
        """
        inquiry = self.inquiry
        try:
            for move in self.limit(game.each_move()):
                if is_good(move, inquiry):
                    yield move
                    if inquiry is self.inquiry:
                        inquiry = side_question(inquiry)
        except NotDecided:
            if inquiry is self.inquiry:
                raise
            self.complete = False

    def by_value(self, game: Game, nimber: Nimber = 0) -> Iterator[Move]:
        """The moves that make the nim-sum this nimber; an infinite summand has to go to what the others leave of it."""
        alone = len(game.summands) == 1  # then its own value is not needed
        values = enumerate([0] if alone else [self.solver.value(s, self.inquiry) for s in game.summands])
        finite = {index: value for index, value in values if isinstance(value, int | Ordinal)}
        total, infinite = nim_total([nimber, *finite.values()]), set(range(len(game.summands))) - finite.keys()
        wanted = dict.fromkeys(infinite, total) or {index: total ^ value for index, value in finite.items()}
        for index, target in wanted.items():
            for to in self.reach(game.summands[index], target):
                yield Move(game, index, to)

    def reach(self, summand: Summand, nimber: Nimber) -> Iterator[Hashable]:
        """The moves of one summand to positions of this nimber."""
        rules, position = summand.ruleset, summand.position
        reached = self.reach_by_theorem(summand, nimber, False)
        if reached is None and not nimber:
            reached = self.lost_options(summand, False)
        if reached is not None:
            return iter(reached)
        if isinstance(rules, HeapGame):
            return self.reach_heaps(rules, summand.position, nimber)
        return self.select(
            self.limit(rules.moves(position)),
            lambda to: self.known_outcome(Summand(rules, to), nimber),
            lambda to, inquiry: self.has_value(Summand(rules, to), nimber, inquiry),
        )

    def reach_by_theorem(self, summand: Summand, nimber: Nimber, misere: bool) -> Iterator[Hashable] | None:
        """The moves of one summand to positions of this nimber, where its ruleset knows them; the theorem is noted."""
        rules = summand.ruleset.with_solver(self.solver, self.inquiry)
        reached = rules.reach(summand.position, nimber, misere)
        if reached is not None:
            self.inquiry.note([Method(THEOREM, rules.citation("reach"))])
        return reached

    def reach_by_quotient(self, game: Game) -> Iterator[Position] | None:
        """The winning moves under misère play where the quotient of the heaps is known."""
        reached = self.solver.misere_play.reach(game, self.inquiry.budget)
        if reached is not None:
            self.inquiry.note([QUOTIENT])
        return reached

    def lost_options(self, summand: Summand, misere: bool) -> Iterator[Hashable] | None:
        """All moves to lost positions, where outcomes are hard to find and a kernel lists these."""
        solver, inquiry = self.solver, self.inquiry
        hard = solver.is_hard_misere(Game((summand,)), inquiry) if misere else solver.is_hard(summand, inquiry)
        if not hard:
            return None
        prover = solver.provers.of(summand.ruleset)
        return solver.prove(lambda: prover.reach(summand.position, misere, inquiry.budget), inquiry)

    def select(
        self, options: Iterator[T], recall: Callable[[T], Outcome | None], wins: Callable[[T, Inquiry], bool]
    ) -> Iterator[T]:
        """The options that win: first those whose outcome is known without search, then those that a search finds.

        Where some were known, the search for others is a side question with a smaller budget.
        """
        unknown, has_win = list[T](), False
        for option in options:
            self.inquiry.budget.look()  # the verdict on a compound may take long
            outcome = recall(option)
            if outcome == "P":
                has_win = True
                yield option
            elif not outcome:
                unknown.append(option)
        inquiry, budget = self.inquiry, self.inquiry.budget
        if has_win:
            inquiry = replace(inquiry, budget=budget.smaller(MOST_OPTIONS, max(FURTHER_SECONDS, budget.elapsed)))
        try:
            for option in unknown:
                inquiry.budget.look()  # one option of a long row may take long
                if wins(option, inquiry):
                    yield option
        except NotDecided:
            self.complete = False

    def known_outcome(self, summand: Summand, nimber: Nimber) -> Outcome | None:
        """Whether the position has this nimber (P), by a theorem or by what a proof search remembers."""
        verdict = None if nimber else self.solver.verdict(summand, False, self.inquiry)
        if verdict or not isinstance(nimber, int):
            return verdict
        return self.solver.recall(Game((summand,)), self.inquiry, heap=nimber)

    def has_value(self, summand: Summand, nimber: Nimber, inquiry: Inquiry) -> bool:
        """Whether the position has this nimber; one that loses to a pattern has none."""
        if not nimber and (verdict := self.solver.verdict(summand, False, inquiry)):
            return verdict == "P"
        if has_pattern(summand.ruleset) and any(self.solver.wins_at_once(Game((summand,)))):
            return False
        return self.solver.equals(summand, nimber, inquiry)

    def reach_heaps(self, rules: HeapGame, position: Any, nimber: Nimber) -> Iterator[Position]:
        """The moves of a position of heaps, heap by heap."""
        values = [self.solver.nimber(Game((Summand(rules, (heap,)),)), self.inquiry) for heap in position]
        total = nim_total(values)
        for i, (heap, value) in enumerate(zip(position, values, strict=True)):
            for left in self.options(rules, heap, total ^ value ^ nimber):
                yield position[:i] + left + position[i + 1 :]

    def options(self, rules: HeapGame, heap: int, nimber: Nimber) -> Iterator[Position]:
        """The options of one heap that have this nimber."""
        table, code = self.solver.tables.get(rules), rules.as_code()
        if table is None:  # a theorem gives the values
            options = self.limit(rules.options(heap))
            return (left for left in options if self.solver.value(Summand(rules, left), self.inquiry) == nimber)
        value = table.__getitem__ if table.is_proved else partial(table.value, budget=self.inquiry.budget)

        def has_nimber(left: Position) -> bool:
            return nim_total(map(value, left)) == nimber

        period = table.period if code and code.heaps in (1, 2) else None
        if code and period and period.proved and not period.saltus and heap > LARGEST_LISTED_HEAP:
            return self.limit(far_options(code, heap, has_nimber, period, self.inquiry.budget), MOST_FAR_OPTIONS)
        if code and code.heaps == 1 and period and period.proved and period.saltus and heap > LARGEST_LISTED_HEAP:
            return iter(growing_options(code, table, heap, nimber, self.inquiry.budget))
        return filter(has_nimber, self.limit(rules.options(heap)))


def growing_options(code: Code, table: "ValueSequence", heap: int, nimber: Nimber, budget: Budget) -> list[Position]:
    """The options of a heap that have this nimber, where moves leave one heap and the nimbers grow by a saltus.

    After the preperiod a nimber belongs to one heap at most of each remainder modulo the period.
    """
    assert table.period
    preperiod, period, saltus = table.period.preperiod, table.period.period, table.period.saltus
    if not isinstance(nimber, int):
        return []
    lefts = []
    for n in range(preperiod + period):
        budget.spend()
        steps, rest = divmod(nimber - table[n], saltus) if n >= preperiod else (0, nimber - table[n])
        left = n + steps * period
        if not rest and steps >= 0 and left <= heap and code[heap - left] & (2 if left else 1):
            lefts.append(left)
    return [(left,) if left else () for left in sorted(lefts, reverse=True)]
