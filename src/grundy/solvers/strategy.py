"""Winning strategies: a reply to every move, found position by position when it is asked for.

A strategy is a set of positions that the winner leaves. Each is lost for the player to move, and the set is closed: to
every move from one of them there is a reply that leads into the set again. `grundy certify` writes such a set as a
proof; here nothing is found but what is asked for, so that the strategy of a large game costs no more than its first
moves. Two equal parts are left out, since a move in one of them is answered by the same move in the other.
"""

from collections import Counter, deque
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from itertools import islice
from math import inf
from time import perf_counter

from grundy.core.budget import Budget
from grundy.core.game import Game, Move
from grundy.core.ruleset import Outcome
from grundy.errors import NotDecided, UndefinedError
from grundy.solvers import search
from grundy.solvers.inquiry import Inquiry, Method
from grundy.solvers.solution import Json
from grundy.solvers.solver import Solver, adds, refuse_play
from grundy.solvers.winning import find_reply

LISTED_MOVES = 2_000  # single moves of one position, several of which may lead to equal positions
MOST_POSITIONS = 100_000  # of a tree, all of them in memory
MOST_COUNTED = 2_000  # positions of a whole strategy
COUNT_NODES, COUNT_SECONDS = 20_000, 2.0  # to count them, which nobody asked for


@dataclass(frozen=True)
class Reply:
    """Moves of the loser that lead to equal positions, and what the winner answers to the first of them.

    The answer has several moves where the winner moves again, and none where the loser does, or has lost by the move.
    """

    moves: tuple[Move, ...]
    answer: tuple[Move, ...]

    @property
    def is_last(self) -> bool:
        """Whether the loser has lost by the move, as by the last one under misère play."""
        return not self.answer and not self.moves[0].goes_on

    @property
    def leaves(self) -> Game:
        """The position after that, in which the loser is to move again if he has not lost yet."""
        return self.answer[-1].to if self.answer else self.moves[0].to

    def __str__(self) -> str:
        return f"{self.moves[0]}: {', then '.join(map(str, self.answer)) or 'nothing'}, leaving {self.leaves}"

    __repr__ = __str__


@dataclass(frozen=True)
class FoundReplies:
    """Replies to moves from one position, and whether these are all its moves."""

    replies: tuple[Reply, ...]
    complete: bool


@dataclass(frozen=True)
class LeftPosition:
    """A position of a strategy, and the numbers of those that it leads to; one that was not opened has no replies."""

    number: int
    depth: int
    game: Game
    rest: Game  # without pairs of equal parts
    found: FoundReplies | None
    leads_to: tuple[int | None, ...]  # none after the last move of all

    def json(self) -> Json:
        found = self.found
        rows = [reply_entry(*row) for row in zip(found.replies, self.leads_to, strict=True)] if found else None
        return {
            "number": self.number,
            "depth": self.depth,
            "game": str(self.game),
            "without_pairs": None if self.rest is self.game else str(self.rest),
            "replies": rows,
            "complete": bool(found and found.complete),
        }


def move_entry(move: Move) -> Json:
    return {"move": move.label, "to": str(move.to)}


def reply_entry(reply: Reply, number: int | None) -> Json:
    return {
        "moves": list(map(move_entry, reply.moves)),
        "answer": list(map(move_entry, reply.answer)),
        "leaves": str(reply.leaves),
        "position": number,
    }


class Strategy:
    """How the winner of a game wins: by an opening, if he moves first, and by a reply to every move after that."""

    def __init__(
        self, game: Game, misere: bool = False, solver: Solver | None = None, budget: Budget | None = None
    ) -> None:
        refuse_play(game, misere)
        self.game, self.misere, self.solver = game, misere, solver or Solver()
        self.inquiry = self.solver.inquire(budget) if budget else self.solver.inquiry
        if any(summand.ruleset.scored for summand in game.summands):
            cure = "`grundy solve` lists the best moves"
            raise UndefinedError(f"points decide {game}, so a reply depends on those made so far; {cure}")
        self.outcome: Outcome = self.solver.outcome(game, misere, self.inquiry)
        if self.outcome == "D":
            cure = "`grundy explain` says how the draw is kept"
            raise UndefinedError(f"{game} is a draw: neither player has a strategy that wins; {cure}")
        self.opening = self.answer(game, self.inquiry) if self.outcome == "N" else ()

    @property
    def start(self) -> Game:
        """The position in which the loser makes a first move."""
        return self.opening[-1].to if self.opening else self.game

    def answer(self, position: Game, inquiry: Inquiry) -> tuple[Move, ...]:
        """What the winner does where it is his turn, until it is the other's; nothing where he has won already."""
        moves = list[Move]()
        while not moves or moves[-1].goes_on:
            move = find_reply(self.solver, moves[-1].to if moves else position, self.misere, inquiry)
            if move is None:
                break
            moves.append(move)
        return tuple(moves)

    def replies(self, position: Game | None = None, most: int = LISTED_MOVES) -> list[Reply]:
        """A reply to each move, at most so many, from a position that the winner leaves; by default from the first."""
        return list(self.find_replies(self.start if position is None else position, most, self.inquiry).replies)

    def find_replies(self, position: Game, most: int, inquiry: Inquiry) -> FoundReplies:
        groups, complete = alike_moves(position, inquiry.budget)
        return FoundReplies(tuple(self.reply(it, inquiry) for it in groups[:most]), complete and len(groups) <= most)

    def reply(self, alike: tuple[Move, ...], inquiry: Inquiry) -> Reply:
        """The reply to moves that lead to equal positions; none is needed where the same player moves again."""
        return Reply(alike, () if alike[0].goes_on else self.answer(alike[0].to, inquiry))

    def positions(
        self, depth: float = inf, most: int = LISTED_MOVES, inquiry: Inquiry | None = None
    ) -> Iterator[LeftPosition]:
        """The positions that the winner leaves, nearest first; equal ones once, and opened only above the depth.

        There is none where he has won by the move that led to the game, as by the last one of the other in misère play.
        """
        numbers, todo = dict[Hashable, int](), deque[tuple[Game, Game, int]]()

        def number(position: Game, depth: int) -> int:
            """The number of a position, which is opened later if it is new."""
            rest = without_pairs(position, self.misere) if numbers else position
            key = search.whole(rest)
            if key not in numbers:
                if len(numbers) == MOST_POSITIONS:
                    raise NotDecided(f"more than {MOST_POSITIONS:,} positions; ask for a smaller --depth")
                numbers[key] = len(numbers) + 1
                todo.append((position, rest, depth))
            return numbers[key]

        if self.opening or self.outcome == "P":
            number(self.start, 0)
        opened = 0
        while todo:
            position, rest, level = todo.popleft()
            opened += 1
            found = self.find_replies(rest, most, inquiry or self.inquiry) if level < depth else None
            replies = found.replies if found else ()
            below = tuple(None if reply.is_last else number(reply.leaves, level + 1) for reply in replies)
            yield LeftPosition(opened, level, position, rest, found, below)

    def count(self) -> int | None:
        """The number of positions that the winner may leave, where these are few; None where they are not."""
        inquiry, number = Inquiry(self.inquiry.budget.smaller(COUNT_NODES, COUNT_SECONDS)), 0
        try:
            for position in self.positions(inquiry=inquiry):
                number += 1
                if number > MOST_COUNTED or not (position.found and position.found.complete):
                    return None
        except NotDecided:
            self.inquiry.budget.look()
            return None
        return number


@dataclass(frozen=True)
class StrategyTree:
    """The first positions of a strategy, for people and programs to read; the outcome is None if it was not decided."""

    game: Game
    misere: bool
    outcome: Outcome | None
    opening: tuple[Move, ...]
    positions: tuple[LeftPosition, ...]
    count: int | None  # of the positions of the whole strategy, where these are few
    methods: tuple[Method, ...]
    seconds: float
    reason: str  # where the budget ended before all was found that was asked for

    @property
    def winner(self) -> str | None:
        return {"N": "first", "P": "second"}.get(self.outcome or "")

    def json(self) -> Json:
        return {
            "schema": 1,
            "game": str(self.game),
            "play": "misere" if self.misere else "normal",
            "outcome": self.outcome,
            "winner": self.winner,
            "opening": list(map(move_entry, self.opening)),
            "positions": [position.json() for position in self.positions],
            "count": self.count,
            "method": "; ".join(map(str, self.methods)),
            "seconds": round(self.seconds, 6),
            **({"reason": self.reason} if self.reason else {}),
        }


def undecided_tree(game: Game, misere: bool) -> StrategyTree:
    """What is known where nothing was found."""
    return StrategyTree(game, misere, None, (), (), None, (), 0.0, "not decided in time")


def find_strategy(
    game: Game, misere: bool = False, depth: int = 1, most: int = LISTED_MOVES, solver: Solver | None = None
) -> StrategyTree:
    """A strategy down to a depth, with replies to at most so many moves of each position; as far as the budget goes."""
    started, solver = perf_counter(), solver or Solver()
    outcome, opening, count, reason = None, tuple[Move, ...](), None, ""
    found = list[LeftPosition]()
    try:
        outcome = solver.outcome(game, misere)
        if outcome != "D":
            strategy = Strategy(game, misere, solver)
            opening = strategy.opening
            for position in strategy.positions(depth, most):
                found.append(position)
            count = strategy.count()
    except NotDecided as error:
        reason = str(error)
    seconds = perf_counter() - started
    return StrategyTree(game, misere, outcome, opening, tuple(found), count, tuple(solver.methods), seconds, reason)


def alike_moves(position: Game, budget: Budget) -> tuple[list[tuple[Move, ...]], bool]:
    """The different moves in groups that lead to equal positions, and whether these are all moves."""
    every = position.each_move()
    groups = dict[Hashable, dict[Hashable, Move]]()
    for move in islice(every, LISTED_MOVES):
        budget.spend()
        groups.setdefault(search.whole_after(move), {}).setdefault(move.key, move)
    return [tuple(group.values()) for group in groups.values()], next(every, None) is None


def without_pairs(position: Game, misere: bool) -> Game:
    """The position without pairs of equal parts, where these cancel: in a sum under normal play that ends."""
    rulesets = {summand.ruleset for summand in position.summands}
    apart = all(it.finite and it.separate and not it.entails() and it.board.kind != "compound" for it in rulesets)
    if misere or not apart or not adds(position) or any(map(search.has_pattern, rulesets)):
        return position
    parts = list(search.separate_parts(position))
    forms = list(map(search.canonical, parts))
    copies = Counter(forms)
    if len(copies) == len(parts):
        return position
    return Game(tuple({form: part for form, part in zip(forms, parts, strict=True) if copies[form] % 2}.values()))
