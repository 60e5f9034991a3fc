"""Other ways to play games at once: in all of them, in as many as one likes, or one on top of the other.

Conjunctive: play ends when the first component ends. Call the number of moves when the winner hurries and the loser
delays the remoteness. That of the compound is the least one of a component, so whoever wins that component wins, under
normal and under misère play (Steinhaus 1925, Smith 1966; Conway, *On Numbers and Games*, 1976, chapter 14).

Selective: the previous player wins if he wins every component, by an answer to each move in the same component (Smith
1966). Misère play has the same outcome while two components or more can move: the winner of normal play only deviates
where his answer would leave one of them or none, and then he ends all others and leaves one that is lost to the
opponent, moving in it or not.

Ordinal: a move in a game clears away all that stand on top of it. If S is the set of nimbers that one move in the base
reaches, and h the nimber of what stands on it, then the nimber of both is the h-th number, from 0, that is not in S; so
equal tops may stand for each other, which is the colon principle (Berlekamp, Conway and Guy 1982, chapter 7).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice, product, repeat
from math import prod

from grundy.boards.compound import Components, Compound
from grundy.core.budget import Budget
from grundy.core.game import Game, Summand
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.errors import NotDecided, PositionError
from grundy.games.nim import nim
from grundy.games.octal import kayles
from grundy.games.subtraction import Subtraction
from grundy.games.wythoff import wythoff

__all__ = ["Conjunctive", "OrdinalSum", "Selective", "conjunctive", "ordinal", "selective"]

MOST = 50  # components
ASIDE = 200_000, 5.0  # positions and seconds for a question about the components
MANY = 1_000_000  # moves of a compound that are looked through
NOTHING = Game(())
Remoteness = dict[Game, int]  # by canonical form


class CompoundGame(Ruleset[Components]):
    """A ruleset that plays several games together."""

    board = Compound((nim, kayles, Subtraction(1, 3, 4), wythoff))
    source = "Conway 1976"
    example = "kayles(5), nim(3)"

    def check(self, position: Components) -> None:
        """Raise unless there are two games or more, each of which ends when nobody can move."""
        if not 2 <= len(position) <= MOST:
            raise PositionError(f"{self} plays {len(position)} games; give it two to {MOST}")
        for rules in (summand.ruleset for game in position for summand in game.summands):
            if not rules.adds or type(rules).terminal is not Ruleset.terminal:
                raise PositionError(f"{rules} is decided by a pattern, so {self} does not play it; solve it alone")

    def endless(self, position: Components) -> bool:
        """Whether some component has infinitely many options."""
        return any(endless(game) for game in position)

    def canonical(self, position: Components) -> Components:
        """Each component in canonical form."""
        return tuple(map(canonical, position))


class Symmetric(CompoundGame):
    """A compound in which the order of the components means nothing."""

    def canonical(self, position: Components) -> Components:
        """The components in canonical form, in the order of their texts."""
        return tuple(sorted(super().canonical(position), key=str))


@dataclass(frozen=True)
class Conjunctive(Symmetric):
    """Move in every game at once; play ends when one of them ends."""

    def moves(self, position: Components) -> Iterator[Components]:
        """One move in each component."""
        return joint(position) if all(map(can_move, position)) else iter(())

    @cites("Smith 1966")
    def verdict(self, position: Components, misere: bool) -> Outcome | None:
        """Who wins the component of least remoteness."""
        known = remotenesses(position, misere)
        return None if known is None else "P" if least(known, position) % 2 == misere else "N"

    @cites("Smith 1966")
    def reach(self, position: Components, nimber: Nimber, misere: bool = False) -> Iterator[Components] | None:
        """The joint moves after which the least remoteness means a loss; other nimbers have no formula."""
        known = None if nimber else remotenesses(position, misere)
        if known is None:
            return None
        choices = [list(options(game)) for game in position]
        if prod(map(len, choices)) > MANY:
            return None
        return (to for to in product(*choices) if least(known, to) % 2 == misere)


@dataclass(frozen=True)
class Selective(Symmetric):
    """Move in as many of the games as you like, at least in one."""

    def moves(self, position: Components) -> Iterator[Components]:
        """One move in each component of a set."""
        return islice(some(position), 1, None)  # the first of them moves nowhere

    @cites("Smith 1966")
    def verdict(self, position: Components, misere: bool) -> Outcome | None:
        """P where every component is; misère the outcome of the last component once the others have ended."""
        live = [game for game in position if can_move(game)] or [NOTHING]
        solver = NOTHING.solver(Budget(*ASIDE))
        try:
            labels = {solver.outcome(game, misere and len(live) == 1) for game in live}
        except NotDecided:
            return None
        return None if "D" in labels else "N" if "N" in labels else "P"

    @cites("Smith 1966")
    def reach(self, position: Components, nimber: Nimber, misere: bool = False) -> Iterator[Components] | None:
        """A winning move in each component that has one, and in no other; other nimbers have no formula."""
        if nimber or misere:
            return None
        try:
            wins = [moves_to(game, 0, Budget(*ASIDE)) for game in position]
        except NotDecided:
            return None
        choices = [won or [game] for won, game in zip(wins, position, strict=True)]
        return product(*choices) if any(wins) else iter(())


@dataclass(frozen=True)
class OrdinalSum(CompoundGame):
    """Move in one of the games, which ends all that stand after it."""

    name = "ordinal"

    def moves(self, position: Components) -> Iterator[Components]:
        """One component changed, and those after it gone."""
        return (cut(position, i, to) for i, game in enumerate(position) for to in options(game))

    @cites("Berlekamp, Conway and Guy 1982")
    def theorem(self, position: Components) -> Nimber | None:
        """The nimber of the top, counted among the numbers that the bases do not reach."""
        *bases, top = position
        budget = Budget(*ASIDE)
        try:
            value = top.solver(budget).nimber(top)
            for base in reversed(bases):
                value = outside(reached(base, budget), value)
        except NotDecided:
            return None
        return value

    @cites("Berlekamp, Conway and Guy 1982")
    def reach(self, position: Components, nimber: Nimber, misere: bool = False) -> Iterator[Components] | None:
        """The moves to the nimber in the first base that reaches it, or in the top."""
        budget = Budget(*ASIDE)
        try:
            index, nimber = level(position, nimber, budget)
            found = moves_to(position[index], nimber, budget)
        except NotDecided:
            return None
        return None if misere else (cut(position, index, to) for to in found)


def endless(game: Game) -> bool:
    """Whether the game has infinitely many options."""
    return any(summand.ruleset.endless(summand.position) for summand in game.summands)


def canonical(game: Game) -> Game:
    """The game with its summands in canonical form, in the order of their texts."""
    return Game(tuple(sorted((Summand(s.ruleset, s.ruleset.canonical(s.position)) for s in game.summands), key=str)))


def options(game: Game) -> Iterator[Game]:
    """The game after each of its moves."""
    return (move.to for move in game.each_move())


def can_move(game: Game) -> bool:
    """Whether the game has a move."""
    return next(game.each_move(), None) is not None


def joint(games: Components) -> Iterator[Components]:
    """The games after one move in each; nothing is listed beforehand, for a heap may be huge."""
    if not games:
        yield ()
        return
    for first in options(games[0]):
        yield from ((first, *others) for others in joint(games[1:]))


def some(games: Components) -> Iterator[Components]:
    """The games, each of them as it is or after one move."""
    if not games:
        yield ()
        return
    for first in chain(games[:1], options(games[0])):
        yield from ((first, *others) for others in some(games[1:]))


def cut(games: Components, index: int, game: Game) -> Components:
    """The games with one of them changed, and those after it gone."""
    return (*games[:index], game, *repeat(NOTHING, len(games) - index - 1))


def least(known: Remoteness, games: Components) -> int:
    """The least remoteness of a component."""
    return min(known[canonical(game)] for game in games)


def remotenesses(games: Components, misere: bool) -> Remoteness | None:
    """The numbers of moves, if the winner hurries and the loser delays, of the games and all that follow from them.

    That of a position which the previous player wins is even under normal play and odd under misère play.
    """
    known: Remoteness = {}
    stack, budget = list(map(canonical, games)), Budget(*ASIDE)
    try:
        while stack:
            followers = {canonical(to) for to in spending(options(stack[-1]), budget)}
            unknown = followers - known.keys()
            if not unknown:
                known[stack.pop()] = after([known[to] for to in followers], misere)
            stack += unknown
    except NotDecided:
        return None
    return known


def spending(games: Iterator[Game], budget: Budget) -> Iterator[Game]:
    """The games, each paid for, and the look at them too."""
    budget.spend()
    for game in games:
        budget.spend()
        yield game


def after(numbers: list[int], misere: bool) -> int:
    """The remoteness of a position from those of its options."""
    lost = [number for number in numbers if number % 2 == misere]
    return 1 + min(lost) if lost else 1 + max(numbers, default=-1)


def reached(game: Game, budget: Budget) -> set[int]:
    """The nimbers that one move reaches."""
    if endless(game):
        raise NotDecided(f"{game} has infinitely many moves; put it on the top")
    solver = game.solver(budget)
    values = (solver.nimber(to) for to in spending(options(game), budget))
    return {value for value in values if isinstance(value, int)}


def outside(taken: set[int], index: Nimber) -> Nimber:
    """The number with this index, from 0, among those that are not taken.

    >>> [outside({0, 2, 3}, index) for index in range(3)]
    [1, 4, 5]
    """
    for number in sorted(taken) if isinstance(index, int) else ():
        index += number <= index
    return index


def level(games: Components, nimber: Nimber, budget: Budget) -> tuple[int, Nimber]:
    """The place of the game in which a move may reach the nimber, and the nimber that it must reach there alone."""
    for index, game in enumerate(games[:-1]):
        taken = reached(game, budget)
        if nimber in taken:
            return index, nimber
        if isinstance(nimber, int):
            nimber -= sum(number < nimber for number in taken)
    return len(games) - 1, nimber


def moves_to(game: Game, nimber: Nimber, budget: Budget) -> list[Game]:
    """The options of this nimber, once for each move."""
    found = game.solver(budget).winning(game + nim(nimber) if nimber else game)
    if not found.complete:
        raise NotDecided(f"{game} has too many moves to list those that win")
    mine = (move for move in found.moves if move.index < len(game.summands))
    return [to for move in mine for to in repeat(game.put(move.index, move.position).live(), move.ways)]


conjunctive = Conjunctive()
selective = Selective()
ordinal = OrdinalSum()
