"""A game: a sum of rulesets with positions, and the questions that a user asks of it.

The answers come from solvers, explanations and drawers, which the methods load when they are called.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from grundy.core.board import Handle
from grundy.core.nimbers import Loony, star
from grundy.core.ordinals import Nimber
from grundy.core.reader import ellipsis
from grundy.core.ruleset import Outcome, Ruleset
from grundy.errors import MoveError, PositionError, UndefinedError

if TYPE_CHECKING:
    from grundy.core.budget import Budget
    from grundy.explain.structure import Explanation
    from grundy.render.picture import Picture
    from grundy.solvers.solver import Solver
    from grundy.solvers.strategy import Strategy

SEARCHED_MOVES = 1_000_000  # for one that leads to a given position
MOST_LISTED_MOVES = 1_000_000  # more would fill the memory
FEW_MOVES = 1_000  # are listed without being counted before


@dataclass(frozen=True)
class Summand:
    """One ruleset with one position."""

    ruleset: Ruleset[Any]
    position: Hashable

    def __str__(self) -> str:
        text, rules = self.ruleset.board.show(self.position), self.ruleset
        return f"{rules}({text})" if text or rules.example else str(rules)  # choose_heap has no position to write

    def parts(self) -> "Iterator[Summand]":
        for part in self.ruleset.parts(self.position):
            yield Summand(self.ruleset, part)

    def pieces(self) -> Iterable[Hashable]:
        """The positions of the parts where these are played separately, the position itself elsewhere."""
        return self.ruleset.parts(self.position) if self.ruleset.separate else (self.position,)

    def marks(self) -> Iterable[Hashable]:
        """What tells options apart: the pieces, or the position as it is written; nothing once it is over."""
        if not self.ruleset.keeps_dead:
            return self.pieces()
        return () if self.ruleset.is_over(self.position) else (self.position,)

    def tidy(self) -> "Summand | None":
        position = self.ruleset.board.tidy(self.position)
        return None if position is None else Summand(self.ruleset, position)


@dataclass(frozen=True, eq=False)
class Game:
    """A sum of rulesets with positions."""

    summands: tuple[Summand, ...]

    def __post_init__(self) -> None:
        if len(self.summands) > 1:
            for summand in self.summands:
                if not summand.ruleset.adds:
                    raise UndefinedError(f"{summand.ruleset} does not add to other games; solve it alone")
            if len(self.entailed()) > 1:
                raise PositionError(f"{self} demands an answer in two places; one move demands it in one")

    @classmethod
    def of(cls, ruleset: Ruleset[Any], position: Hashable) -> "Game":
        """The game of one ruleset at a position, checked."""
        ruleset.check(position)
        return cls((Summand(ruleset, position),))

    def __add__(self, other: "Game") -> "Game":
        return Game(self.summands + other.summands) if isinstance(other, Game) else NotImplemented

    def __radd__(self, other: object) -> "Game":
        """The game itself where nothing stands before it, so that `sum` adds games."""
        return self if other == 0 else NotImplemented

    def __iter__(self) -> Iterator["Game"]:
        return iter(self.options())

    def __str__(self) -> str:
        return " + ".join(str(summand) for summand in self.summands) or "nim(0)"

    __repr__ = __str__

    def _tidy(self) -> Hashable:
        """The multiset of the summands that are not used up; where all are, their rulesets."""
        tidy = Counter(tidy for summand in self.summands if (tidy := summand.tidy()))
        return frozenset(tidy.items() if tidy else (summand.ruleset for summand in self.summands))

    def __eq__(self, other: object) -> bool:
        """Whether both are the same position: the same summands in any order, those aside that are used up."""
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
        ruleset = self.summands[index].ruleset
        other = ruleset.continuation(position)
        changed = other.summands if other else (Summand(ruleset, position),)
        return Game((*self.summands[:index], *changed, *self.summands[index + 1 :]))

    @property
    def position(self) -> Hashable:
        """The position of a game that is no sum."""
        if len(self.summands) != 1:
            raise UndefinedError(f"{self} is a sum; each of its summands has a position")
        return self.summands[0].position

    @property
    def is_over(self) -> bool:
        """Whether no move is left."""
        return next(self.each_move(), None) is None

    def live(self) -> "Game":
        """The game without its finished summands."""
        return Game(tuple(summand for summand in self.summands if not summand.ruleset.is_over(summand.position)))

    def has_infinite_moves(self) -> bool:
        """Whether some summand has infinitely many options."""
        return any(summand.ruleset.has_infinite_moves(summand.position) for summand in self.summands)

    def entailed(self) -> list[int]:
        """The number of the summand in which the player to move must answer, if there is one."""
        return [n for n, summand in enumerate(self.summands) if summand.ruleset.is_entailed(summand.position)]

    def playable(self) -> Sequence[int]:
        """The numbers of the summands in which a move may be made."""
        return self.entailed() or range(len(self.summands))

    def each_move(self) -> Iterator["Move"]:
        """Every single move, also where several lead to the same option; none where the game is decided."""
        if any(summand.ruleset.terminal(summand.position) for summand in self.summands):
            return
        for index in self.playable():
            summand = self.summands[index]
            for position in summand.ruleset.moves(summand.position):
                yield Move(self, index, position)

    def moves(self) -> list["Move"]:
        """The moves to distinct options, each with the number of ways to make it."""
        for summand in self.summands:
            if summand.ruleset.has_infinite_moves(summand.position):
                raise UndefinedError(f"{summand} has infinitely many moves; winning_moves() finds those that win")
        first = list(islice(self.each_move(), FEW_MOVES))
        if len(first) < FEW_MOVES:
            return distinct_moves(iter(first))
        live = (self.summands[index] for index in self.playable())
        reached = chain.from_iterable(summand.ruleset.moves(summand.position) for summand in live)
        if next((True for _ in islice(reached, MOST_LISTED_MOVES, None)), False):
            many = f"{ellipsis(str(self), 60)} has more than {MOST_LISTED_MOVES:,} moves"
            raise UndefinedError(f"{many}; winning_moves() finds those that win without listing all")
        return distinct_moves(self.each_move())

    def options(self) -> list["Game"]:
        """The distinct games that one move reaches."""
        return [move.to for move in self.moves()]

    def play(self, move: "Move | Game") -> "Game":
        """The game after the move (or after the move to that option, however it is written)."""
        to = move.to if isinstance(move, Move) else move
        if isinstance(move, Move) and move.game == self:
            return to
        wanted, key, same = to._tidy(), to.live().key, None
        for option in (candidate.to for candidate in islice(self.each_move(), SEARCHED_MOVES)):
            if option._tidy() == wanted:
                return to
            if same is None and option.live().key == key:  # nim(3) + nim(2) for nim(3,2), or the end of another game
                same = option
        if same is None:
            raise MoveError(f"no move leads from {self} to {to}; options() lists what can be reached")
        return same

    def solver(self, budget: "Budget | None" = None) -> "Solver":
        """A solver, which remembers what it finds: the one of this game, or a new one with a budget."""
        from grundy.solvers.solver import Solver

        return Solver(budget) if budget else self._solver

    @cached_property
    def _solver(self) -> "Solver":
        from grundy.solvers.solver import Solver

        return Solver()

    def __getstate__(self) -> dict[str, Any]:
        return {"summands": self.summands}  # without the solver: a copy in another process makes its own

    @property
    def nimber(self) -> Nimber | Loony:
        """The Sprague-Grundy value; `loony` where moves that entail win every sum."""
        solver = self.solver()
        value = solver.total(self)
        return value if isinstance(value, Loony) else star(solver.nimber(self))

    @property
    def outcome(self) -> Outcome:
        """Who wins under normal play: N, P or D."""
        return self.solver().outcome(self)

    @property
    def margin(self) -> int:
        """By how many points the player to move wins from here on, where points decide; negative if he loses."""
        return self.solver().margin(self)

    def winning_moves(self) -> "WinningMoves":
        """The winning moves: all of them, unless `complete` of the list is False."""
        return self.solver().winning_moves(self)

    def strategy(self) -> "Strategy":
        """How the winner wins: his opening, and a reply to every move of the other, found when it is asked for."""
        from grundy.solvers.strategy import Strategy

        return Strategy(self, solver=self.solver())

    def explain(self, full: bool = False) -> "Explanation":
        """Why, in words that print: the values of the parts, their nim-sum, the theorem and the winning moves."""
        from grundy.explain.account import explain

        return explain(self, full=full, solver=self.solver())

    def draw(self, width: int = 78) -> str:
        """The game in plain characters, for `print`."""
        from grundy.render.text import draw

        return draw(self, width)

    def _repr_svg_(self) -> str:
        from grundy.render.scenes.compose import draw_game

        return draw_game(self).svg

    def graph(self, misere: bool = False) -> "Picture":
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
        from grundy.solvers import search

        return search.height(self)

    @property
    def shortest(self) -> int:
        """The number of moves in the shortest play."""
        from grundy.solvers import search

        return search.shortest(self)

    @property
    def remoteness(self) -> int | None:
        """The number of moves if the winner hurries and the loser delays; None for a draw."""
        from grundy.solvers import loopy

        return loopy.remoteness(self)

    def count_positions(self) -> int:
        """The number of positions that play can reach, this one included; the parts of this one are told apart."""
        from grundy.solvers import search

        return search.count_positions(self)


class WinningMoves(list["Move"]):
    """A list of winning moves that knows whether it is the whole list; printed, it ends in dots if it is not."""

    def __init__(self, moves: Iterable["Move"], complete: bool) -> None:
        super().__init__(moves)
        self.complete = complete

    def __repr__(self) -> str:
        return f"[{', '.join([*map(repr, self), *['...'] * (not self.complete)])}]"


@dataclass(frozen=True)
class Misere:
    """A game under misère play: whoever makes the last move loses."""

    game: Game

    @property
    def outcome(self) -> Outcome:
        """Who wins: N, P or D."""
        return self.game.solver().outcome(self.game, misere=True)

    def winning_moves(self) -> "WinningMoves":
        """The winning moves: all of them, unless `complete` of the list is False."""
        return self.game.solver().winning_moves(self.game, misere=True)

    def strategy(self) -> "Strategy":
        """How the winner wins: his opening, and a reply to every move of the other, found when it is asked for."""
        from grundy.solvers.strategy import Strategy

        return Strategy(self.game, True, self.game.solver())

    def explain(self, full: bool = False) -> "Explanation":
        """Why, in words that print."""
        from grundy.explain.account import explain

        return explain(self.game, True, full, solver=self.game.solver())

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
        """The whole game after the move, without finished summands; where all are, the one that was played in."""
        after = self.game.put(self.index, self.position)
        live = after.live()
        return live if live.summands else Game(after.summands[self.index : self.index + 1])

    @property
    def key(self) -> Hashable:
        """The change in what tells options apart: moves with the same key lead to the same option."""
        before = self.game.summands[self.index]
        change = Counter(Summand(before.ruleset, self.position).marks())
        change.subtract(before.marks())
        return before.ruleset, frozenset((piece, copies) for piece, copies in change.items() if copies)

    @property
    def goes_on(self) -> bool:
        """Whether the player who makes the move must move again."""
        before = self.game.summands[self.index]
        return before.ruleset.goes_on(before.position, self.position)

    @property
    def points(self) -> int:
        """What the move scores, where points decide the game."""
        before = self.game.summands[self.index]
        return before.ruleset.points(before.position, self.position)

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


def distinct_moves(moves: Iterator[Move]) -> list[Move]:
    """The moves to distinct options, each with its number of ways, in the order of their first appearance."""
    first, ways = dict[Hashable, Move](), Counter[Hashable]()
    for move in moves:
        key = move.key
        first.setdefault(key, move)
        ways[key] += 1
    return [Move(move.game, move.index, move.position, ways[key]) for key, move in first.items()]
