"""A game: rulesets with positions, summed. What a user holds in the hand.

Questions are answered by solvers, explanations and drawers, which the methods load when they are asked.
"""

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from grundy.core.board import Handle
from grundy.core.nimber import starred
from grundy.core.ordinals import Nimber
from grundy.core.period import Period
from grundy.core.ruleset import Outcome, Ruleset
from grundy.core.summand import Summand
from grundy.errors import MoveError, UndefinedError

if TYPE_CHECKING:
    from types import ModuleType

    import numpy as np
    from numpy.typing import NDArray

    from grundy.core.budget import Budget
    from grundy.explain.structure import Explanation
    from grundy.render.plot import Plot
    from grundy.solvers.answer import Solver

__all__ = ["Game", "Misere", "Move", "Summand"]

MANY = 1_000_000  # moves that are looked through for one that leads to a given position


@dataclass(frozen=True, eq=False)
class Game:
    """A sum of rulesets with positions."""

    summands: tuple[Summand, ...]

    def __post_init__(self) -> None:
        if len(self.summands) > 1:
            for summand in self.summands:
                if not summand.ruleset.adds:
                    raise summand.ruleset.refuse_sum()

    @classmethod
    def of(cls, ruleset: Ruleset[Any], position: Hashable) -> "Game":
        """The game of one ruleset at a position, checked."""
        ruleset.check(position)
        return cls((Summand(ruleset, position),))

    def __add__(self, other: "Game") -> "Game":
        return Game(self.summands + other.summands) if isinstance(other, Game) else NotImplemented

    def __str__(self) -> str:
        return " + ".join(str(summand) for summand in self.summands) or "nim(0)"

    __repr__ = __str__

    def _tidy(self) -> tuple[Summand, ...]:
        return tuple(tidy for summand in self.summands if (tidy := summand.tidy()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._tidy() == other._tidy()

    def __hash__(self) -> int:
        return hash(self._tidy())

    def parts(self) -> Iterator["Game"]:
        """The games that this one is the sum of, down to the smallest."""
        return (Game((part,)) for summand in self.summands for part in summand.parts())

    @property
    def key(self) -> Hashable:
        """The multiset of parts: games with the same key are the same but for order."""
        return frozenset(Counter((s.ruleset, piece) for s in self.summands for piece in s.pieces()).items())

    def put(self, index: int, position: Hashable) -> "Game":
        """The game after a move in one summand."""
        changed = Summand(self.summands[index].ruleset, position)
        return Game((*self.summands[:index], changed, *self.summands[index + 1 :]))

    def live(self) -> "Game":
        """The game without its finished summands."""
        return Game(tuple(summand for summand in self.summands if not summand.ruleset.over(summand.position)))

    def each_move(self) -> Iterator["Move"]:
        """Every single move, also where several lead to the same option; none where the game is decided."""
        if any(summand.ruleset.terminal(summand.position) for summand in self.summands):
            return
        for index, summand in enumerate(self.summands):
            for position in summand.ruleset.moves(summand.position):
                yield Move(self, index, position)

    def moves(self) -> list["Move"]:
        """The moves to distinct options, each with the number of ways to make it."""
        for summand in self.summands:
            if summand.ruleset.endless(summand.position):
                raise UndefinedError(f"{summand} has infinitely many moves; winning_moves() finds those that win")
        return distinct(self.each_move())

    def options(self) -> list["Game"]:
        """The distinct games that one move reaches."""
        return [move.to for move in self.moves()]

    def play(self, move: "Move | Game") -> "Game":
        """The game after the move (or after the move to that option)."""
        to = move.to if isinstance(move, Move) else move
        own = isinstance(move, Move) and move.game == self
        if not own and not any(candidate.to == to for candidate in islice(self.each_move(), MANY)):
            raise MoveError(f"no move leads from {self} to {to}; options() lists what can be reached")
        return to

    def solver(self, budget: "Budget | None" = None) -> "Solver":
        """A solver for this game and others, which remembers what it finds."""
        from grundy.solvers.answer import Solver

        return Solver(budget)

    @property
    def nimber(self) -> Nimber:
        """The Sprague-Grundy value."""
        return starred(self.solver().nimber(self))

    @property
    def outcome(self) -> Outcome:
        """Who wins under normal play: N, P or D."""
        return self.solver().outcome(self)

    def winning_moves(self) -> list["Move"]:
        """All winning moves."""
        return self.solver().winning_moves(self)

    def explain(self, full: bool = False) -> "Explanation":
        """Why, in words that print: the values of the parts, their nim-sum, the theorem and the winning moves."""
        from grundy.explain.account import explain

        return explain(self, full=full)

    def draw(self, width: int = 78) -> str:
        """The game in plain characters, for `print`."""
        from grundy.render.text import draw

        return draw(self, width)

    def _repr_svg_(self) -> str:
        from grundy.render.svg.compose import svg

        return svg(self)

    def graph(self, misere: bool = False) -> "Plot":
        """Every position that play can reach, with its value and its winning moves: a picture for a notebook."""
        from grundy.render.plot import graph

        return graph(self, misere)

    @property
    def misere(self) -> "Misere":
        """The same game under misère play."""
        return Misere(self)

    def equivalent(self, other: "Game") -> bool:
        """Whether both have the same nimber, so that they may stand for each other in every sum."""
        return self.nimber == other.nimber

    @property
    def height(self) -> int:
        """The number of moves in the longest play."""
        return int(definition().height(self))

    @property
    def shortest(self) -> int:
        """The number of moves in the shortest play."""
        return int(definition().shortest(self))

    @property
    def remoteness(self) -> int | None:
        """The number of moves if the winner hurries and the loser delays; None for a draw."""
        from grundy.solvers import loopy

        return loopy.remoteness(self)

    def count_positions(self) -> int:
        """The number of positions that play can reach, this one included."""
        return int(definition().count_positions(self))


@dataclass(frozen=True)
class Misere:
    """A game under misère play: whoever makes the last move loses."""

    game: Game

    @property
    def outcome(self) -> Outcome:
        """Who wins: N, P or D."""
        return self.game.solver().outcome(self.game, misere=True)

    def winning_moves(self) -> list["Move"]:
        """All winning moves."""
        return self.game.solver().winning_moves(self.game, misere=True)

    def explain(self, full: bool = False) -> "Explanation":
        """Why, in words that print."""
        from grundy.explain.account import explain

        return explain(self.game, True, full)

    @property
    def remoteness(self) -> int | None:
        """The number of moves if the winner hurries and the loser delays; None for a draw."""
        from grundy.solvers import loopy

        return loopy.remoteness(self.game, misere=True)


@dataclass(frozen=True, repr=False)
class Move:
    """A move: the position that it leads to, in one summand of a game."""

    game: Game
    index: int
    position: Hashable
    ways: int = 1

    @property
    def to(self) -> Game:
        """The whole game after the move; finished summands are dropped."""
        return self.game.put(self.index, self.position).live()

    @property
    def key(self) -> Hashable:
        """The change in the multiset of parts: moves with the same key lead to the same option."""
        before = self.game.summands[self.index]
        change = Counter(Summand(before.ruleset, self.position).pieces())
        change.subtract(before.pieces())
        return before.ruleset, frozenset((piece, copies) for piece, copies in change.items() if copies)

    @property
    def label(self) -> str:
        """The move in words."""
        summand = self.game.summands[self.index]
        words = summand.ruleset.board.differ(summand.position, self.position)
        return words if len(self.game.summands) == 1 else f"in {summand}, {words}"

    @property
    def handle(self) -> Handle:
        """What a person touches to make the move."""
        summand = self.game.summands[self.index]
        return summand.ruleset.board.handle(summand.position, self.position)

    def __str__(self) -> str:
        return self.label

    def __repr__(self) -> str:
        return f"{self.label} -> {self.to}"


def definition() -> "ModuleType":
    """The module that answers straight from the rules."""
    from grundy.solvers import search

    return search


def distinct(moves: Iterator[Move]) -> list[Move]:
    """The moves to distinct options, each with its number of ways, in the order of their first appearance."""
    first, ways = dict[Hashable, Move](), Counter[Hashable]()
    for move in moves:
        key = move.key
        first.setdefault(key, move)
        ways[key] += 1
    return [Move(move.game, move.index, move.position, ways[key]) for key, move in first.items()]


def values_of(ruleset: Ruleset[Any], to: int) -> "NDArray[np.integer[Any]]":
    """The nimbers along the line of the ruleset's board, as an array."""
    from grundy.render.sequence import Values
    from grundy.solvers import table

    return Values.of(table.Table(ruleset).array(to), ruleset.board.first)


def period_of(ruleset: Ruleset[Any], limit: int) -> Period | None:
    """The period of the values along the line of the ruleset's board."""
    from grundy.solvers import table

    return table.period(ruleset, limit).period
