"""Other ways to play games at once: in all of them, in as many as one likes, or one on top of the other.

Conjunctive: play ends when the first component ends. Call the number of moves when the winner hurries and the loser
delays the remoteness. That of the compound is the least one of a component, so whoever wins that component wins, under
normal and under misère play (Steinhaus 1925, Smith 1966; Conway, *On Numbers and Games*, 1976, chapter 14). A drawn
component has no remoteness; where all are drawn, so is the compound.

Selective: the previous player wins if he wins every component, by an answer to each move in the same component (Smith
1966). Misère play has the same outcome while two components or more can move: the winner of normal play only deviates
where his answer would leave one of them or none, and then he ends all others and leaves one that is lost to the
opponent, moving in it or not. That needs a component without draws, so misère play with cycles is left to the search.
Under normal play a drawn component makes the compound a draw: both can stay in it for ever.

Ordinal: a move in a game clears away all that stand on top of it. If S is the set of nimbers that one move in the base
reaches, and h the nimber of what stands on it, then the nimber of both is the h-th number, from 0, that is not in S; so
equal tops may stand for each other, which is the colon principle (Berlekamp, Conway and Guy 1982, chapter 7).
"""

import copy
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, count, islice, product, repeat
from math import inf, prod
from sys import maxsize
from typing import TYPE_CHECKING, Self

from grundy.boards.compound import Components, Compound, Stacked
from grundy.core.budget import Budget
from grundy.core.game import Game, Summand
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.errors import LoopError, NotDecided, PositionError
from grundy.games.kayles import kayles
from grundy.games.nim import nim
from grundy.games.subtraction import Subtraction
from grundy.games.wythoff import wythoff

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block
    from grundy.solvers.inquiry import Inquiry
    from grundy.solvers.solver import Solver

MOST_COMPONENTS = 50
UNASKED_BUDGET = 200_000, 5.0  # positions and seconds for the components, where no solver asks with a budget of its own
QUICK_BUDGET = 10_000, 1.0  # likewise, before it is tried whether some component ends within few moves
MOST_POSITIONS = 1_000_000  # of the components whose remoteness is worked out, which are kept in memory
MOST_MOVES = 1_000_000  # of a compound that are looked through
NOTHING = nim(0)  # as it is printed
SMALL_RULESETS = nim, kayles, Subtraction(1, 3, 4), wythoff
Remoteness = dict[Game, int | None]  # by canonical form; None for a draw


class CompoundGame(Ruleset[Components]):
    """A ruleset that plays several games together."""

    board = Compound(SMALL_RULESETS)
    source = "Conway 1976"
    example = "kayles(5), nim(3)"
    asked: "tuple[Solver, Inquiry] | None" = None  # who answers questions about the components

    def with_solver(self, solver: "Solver", inquiry: "Inquiry") -> Self:
        twin = copy.copy(self)
        twin.__dict__["asked"] = solver, inquiry
        return twin

    @contextmanager
    def ask(self) -> "Iterator[tuple[Solver, Inquiry]]":
        """A solver and an inquiry about components. What it used is noted at the end, unless it was too long.

        It may take half of the time that is left: a search of the compound as a whole may need the other half.
        """
        from grundy.solvers.inquiry import Inquiry

        solver, whole = self.asked or (NOTHING.solver(Budget(*UNASKED_BUDGET)), None)
        budget = whole.budget if whole else solver.inquiry.budget
        left = inf if budget.seconds is None else budget.seconds - budget.elapsed
        mine = Inquiry(budget.share(maxsize, left / 2))
        yield solver, mine
        if whole:
            whole.note(mine.methods)

    def check(self, position: Components) -> None:
        if not 2 <= len(position) <= MOST_COMPONENTS:
            raise PositionError(f"{self} plays {len(position)} games; give it two to {MOST_COMPONENTS}")
        for rules in (summand.ruleset for game in position for summand in game.summands):
            if not rules.adds or type(rules).terminal is not Ruleset.terminal:
                raise PositionError(f"{rules} is decided by a pattern, so {self} does not play it; solve it alone")
            if not rules.has_normal:  # the values of components under normal play decide most compounds
                raise PositionError(f"{rules} is misère only, so {self} does not play it; solve it alone")
            if rules.entails():
                raise PositionError(f"some moves of {rules} entail others, so {self} does not play it; solve it alone")

    def has_infinite_moves(self, position: Components) -> bool:
        return any(game.has_infinite_moves() for game in position)

    def canonical(self, position: Components) -> Components:
        return tuple(map(canonical, position))


class Symmetric(CompoundGame):
    """A compound in which the order of the components means nothing."""

    def canonical(self, position: Components) -> Components:
        return tuple(sorted(super().canonical(position), key=str))


class Conjunctive(Symmetric):
    """Move in every game at once; play ends when one of them ends."""

    title = "conjunctive sum"
    board = Compound(SMALL_RULESETS, "and")

    def moves(self, position: Components) -> Iterator[Components]:
        return joint_moves(position, may_rest=False) if all(map(can_move, position)) else iter(())

    @cites("Smith 1966")
    def verdict(self, position: Components, misere: bool) -> Outcome | None:
        """Who wins the component of least remoteness; one may be so near to its end that others need no search."""
        with self.ask() as (_, inquiry):
            known = remotenesses(position, misere, inquiry, *QUICK_BUDGET)
            if known is None and (moves := moves_to_the_end(position, misere, inquiry)) is not None:
                return outcome_after(moves, misere)
            known = known or remotenesses(position, misere, inquiry)
            return None if known is None else outcome_after(least(known, position), misere)

    @cites("Smith 1966")
    def reach(self, position: Components, nimber: Nimber, misere: bool = False) -> Iterator[Components] | None:
        """The joint moves after which the least remoteness means a loss; other nimbers have no formula."""
        if nimber:
            return None
        with self.ask() as (_, inquiry):
            known = remotenesses(position, misere, inquiry)
        if known is None:
            return None
        choices = [list(options(game)) for game in position]
        if prod(map(len, choices)) > MOST_MOVES:
            return None
        return (to for to in product(*choices) if outcome_after(least(known, to), misere) == "P")

    def why(self, parts: Sequence[Components], page: "Page") -> "Iterator[Block]":
        from grundy.games.sums.why import why_conjunctive

        return why_conjunctive(self, parts[0], page)


class Selective(Symmetric):
    """Move in as many of the games as you like, at least in one."""

    title = "selective sum"
    board = Compound(SMALL_RULESETS, "and/or")

    def moves(self, position: Components) -> Iterator[Components]:
        return islice(joint_moves(position, may_rest=True), 1, None)  # the first of them moves nowhere

    @cites("Smith 1966")
    def verdict(self, position: Components, misere: bool) -> Outcome | None:
        """P where every component is, D where one is; misère the outcome of the last component that can move."""
        live = [game for game in position if can_move(game)] or [NOTHING]
        try:
            with self.ask() as (solver, inquiry):
                labels = {solver.outcome(game, misere and len(live) == 1, inquiry) for game in live}
        except NotDecided:
            return None
        if misere and len(live) > 1 and any(may_return(game) or solver.has_loops(game, False) for game in live):
            return None
        return "D" if "D" in labels else "N" if "N" in labels else "P"

    @cites("Smith 1966")
    def reach(self, position: Components, nimber: Nimber, misere: bool = False) -> Iterator[Components] | None:
        """A winning move in each component that has one, and in no other; other nimbers have no formula."""
        if nimber or misere:
            return None
        if self.verdict(position, False) == "D":
            return iter(())
        try:
            with self.ask() as (solver, inquiry):
                wins = [moves_to(game, 0, solver, inquiry) for game in position]
        except NotDecided:
            return None
        choices = [won or [game] for won, game in zip(wins, position, strict=True)]
        return product(*choices) if any(wins) else iter(())

    def why(self, parts: Sequence[Components], page: "Page") -> "Iterator[Block]":
        from grundy.games.sums.why import why_selective

        return why_selective(self, parts[0], page)


class OrdinalSum(CompoundGame):
    """Move in one of the games, which ends all that stand after it."""

    title = "ordinal sum"
    name = "ordinal"
    board = Stacked(SMALL_RULESETS, "below")

    def moves(self, position: Components) -> Iterator[Components]:
        return (cut(position, i, to) for i, game in enumerate(position) for to in options(game))

    @cites("Berlekamp, Conway and Guy 1982")
    def theorem(self, position: Components) -> Nimber | None:
        """The nimber of the top, counted among the numbers that the bases do not reach."""
        *bases, top = position
        try:
            with self.ask() as (solver, inquiry):
                value = solver.nimber(top, inquiry)
                for base in reversed(bases):
                    value = number_outside(reachable_nimbers(base, solver, inquiry), value)
        except (NotDecided, LoopError):
            return None
        return value

    @cites("Berlekamp, Conway and Guy 1982")
    def reach(self, position: Components, nimber: Nimber, misere: bool = False) -> Iterator[Components] | None:
        """The moves to the nimber in the first base that reaches it, or in the top."""
        try:
            with self.ask() as (solver, inquiry):
                index, nimber = level(position, nimber, solver, inquiry)
                found = moves_to(position[index], nimber, solver, inquiry)
        except (NotDecided, LoopError):
            return None
        return None if misere else (cut(position, index, to) for to in found)

    def why(self, parts: Sequence[Components], page: "Page") -> "Iterator[Block]":
        from grundy.games.sums.why import why_ordinal

        return why_ordinal(self, parts[0], page)


def canonical(game: Game) -> Game:
    """The game with its unfinished summands in canonical form, in the order of their texts."""
    live = (s for s in game.summands if s.tidy())
    forms = sorted((Summand(s.ruleset, s.ruleset.canonical(s.position)) for s in live), key=str)
    return Game(tuple(forms)) if forms else NOTHING


def options(game: Game) -> Iterator[Game]:
    return (move.to for move in game.each_move())


def can_move(game: Game) -> bool:
    return next(game.each_move(), None) is not None


def joint_moves(games: Components, may_rest: bool) -> Iterator[Components]:
    """The games after one move in each; if some may rest, each as it is or after one move.

    Unlike `product` this lists no options beforehand, for a heap may be huge.
    """
    if not games:
        yield ()
        return
    for first in chain(games[:1] if may_rest else (), options(games[0])):
        yield from ((first, *others) for others in joint_moves(games[1:], may_rest))


def cut(games: Components, index: int, game: Game) -> Components:
    """The games with one of them changed, and those after it gone."""
    return (*games[:index], game, *repeat(NOTHING, len(games) - index - 1))


def may_return(game: Game) -> bool:
    """Whether play may return to a position, as far as the rulesets declare it."""
    return any(
        any(map(may_return, summand.position))
        if isinstance(summand.ruleset, CompoundGame) and isinstance(summand.position, tuple)
        else not summand.ruleset.finite and not summand.ruleset.has_infinite_moves(summand.position)
        for summand in game.summands
    )


def outcome_after(remoteness: int | None, misere: bool) -> Outcome:
    """The outcome of a game of this remoteness."""
    return "D" if remoteness is None else "P" if remoteness % 2 == misere else "N"


def least(known: Remoteness, games: Components) -> int | None:
    return min((number for game in games if (number := known[canonical(game)]) is not None), default=None)


def moves_to_the_end(games: Components, misere: bool, inquiry: "Inquiry") -> int | None:
    """The least remoteness of a component, if that is found quickly without the whole graph of any of them."""
    from grundy.solvers.inquiry import DEFINITION

    budget = inquiry.budget.share(*QUICK_BUDGET)
    try:
        for moves in count():
            won = outcome_after(moves, misere) == "N"
            if any(is_decided(game, won, moves, misere, budget) for game in games):
                inquiry.note([DEFINITION])
                return moves
    except NotDecided:
        pass
    return None


def is_decided(game: Game, won: bool, most: int, misere: bool, budget: Budget) -> bool:
    """Whether the player to move can win, or cannot but lose, within so many moves."""
    budget.spend()
    followers = options(game)
    first = next(followers, None)
    if first is None:
        return won == misere
    if not most:
        return False
    decided = (is_decided(to, not won, most - 1, misere, budget) for to in chain([first], followers))
    return any(decided) if won else all(decided)


def remotenesses(
    games: Components, misere: bool, inquiry: "Inquiry", positions: int = MOST_POSITIONS, seconds: float = inf
) -> Remoteness | None:
    """The numbers of moves, if the winner hurries and the loser delays, of the games and all that follow from them.

    That of a position which the previous player wins is even under normal play and odd under misère play.
    """
    from grundy.solvers.inquiry import RETROGRADE
    from grundy.solvers.loopy import reachable_graph
    from grundy.solvers.retrograde import labels

    graph: dict[Game, list[Game]] = {}
    budget = inquiry.budget.share(positions, seconds)
    try:
        for game in map(canonical, games):
            graph |= reachable_graph(game, lambda game: map(canonical, options(game)), budget)
    except NotDecided:
        return None
    inquiry.note([RETROGRADE])
    return {game: number for game, (_, number) in labels(graph, lambda _: "N" if misere else "P").items()}


def charge(games: Iterator[Game], budget: Budget) -> Iterator[Game]:
    """The games; one position of the budget is spent on each of them, and one on the list."""
    budget.spend()
    for game in games:
        budget.spend()
        yield game


def reachable_nimbers(game: Game, solver: "Solver", inquiry: "Inquiry") -> set[int]:
    if game.has_infinite_moves():
        raise NotDecided(f"{game} has infinitely many moves; put it on the top")
    values = (solver.nimber(to, inquiry) for to in charge(options(game), inquiry.budget))
    return {value for value in values if isinstance(value, int)}


def number_outside(taken: set[int], index: Nimber) -> Nimber:
    """The number with this index, from 0, among those that are not taken.

    >>> [number_outside({0, 2, 3}, index) for index in range(3)]
    [1, 4, 5]
    """
    for number in sorted(taken) if isinstance(index, int) else ():
        index += number <= index
    return index


def level(games: Components, nimber: Nimber, solver: "Solver", inquiry: "Inquiry") -> tuple[int, Nimber]:
    """The place of the game in which a move may reach the nimber, and the nimber that it must reach there alone."""
    for index, game in enumerate(games[:-1]):
        taken = reachable_nimbers(game, solver, inquiry)
        if nimber in taken:
            return index, nimber
        if isinstance(nimber, int):
            nimber -= sum(number < nimber for number in taken)
    return len(games) - 1, nimber


def moves_to(game: Game, nimber: Nimber, solver: "Solver", inquiry: "Inquiry") -> list[Game]:
    """The game after each of its moves to this nimber."""
    from grundy.solvers.winning import WinningSearch

    if not nimber and solver.outcome(game, inquiry=inquiry) != "N":
        return []
    search = WinningSearch(solver, inquiry)
    found = [move.to for move in islice(search.by_value(game, nimber), MOST_MOVES + 1)]
    if len(found) > MOST_MOVES or not search.complete:
        raise NotDecided(f"{game} has too many moves to list those that win")
    return found


conjunctive = Conjunctive()
selective = Selective()
ordinal = OrdinalSum()
