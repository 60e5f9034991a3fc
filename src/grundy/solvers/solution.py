"""The whole answer to a question about a game, as `grundy solve` prints it."""

import sys
from dataclasses import dataclass
from itertools import islice
from math import inf
from time import perf_counter
from typing import Literal, NamedTuple

from grundy.core.budget import Budget
from grundy.core.game import Game, Move, distinct_moves
from grundy.core.nimbers import Entailed, Loony
from grundy.core.ordinals import Nimber
from grundy.core.reader import ellipsis
from grundy.core.ruleset import Outcome, Ruleset
from grundy.core.values import Infinity, Value
from grundy.errors import LoopError, NotationError, NotDecided, UndefinedError
from grundy.solvers import search
from grundy.solvers.inquiry import SAVED, SHIPPED, Inquiry, Method
from grundy.solvers.solver import Solver, adds, nim_total
from grundy.solvers.winning import Winning, find_best

LENGTH_POSITIONS = 100_000_000  # more than any memory holds
LENGTH_SHARE = 0.8  # of the time that is left once the rest is answered
UNASKED_POSITIONS, UNASKED_SECONDS = 20_000, 2.0  # for what is not asked: a nimber where it is known who wins
COMPILED_SECONDS = 5.0  # for the same where one compiled search decides it, which looks at millions of positions
ENTAILING_SECONDS = 10.0  # the same where moves entail: only the value tells whether the position is loony
MoveChoice = Literal["winning", "all", "none"]
Json = dict[str, object]
Values = list[tuple[Game, Value | None]]


@dataclass(frozen=True)
class Solution:
    """Who wins, by which moves, and how that was found."""

    game: Game
    misere: bool
    outcome: Outcome | None
    nimber: Value | None
    nimber_status: str
    parts: Values
    winning: Winning | None
    moves: "ListedMoves | None"
    methods: tuple[Method, ...]
    seconds: float
    reason: str = ""
    margin: int | None = None  # of points, where these decide
    margin_bounds: tuple[int, int] | None = None  # where the budget ended before the margin was found
    lengths: "PlayLengths | None" = None  # of play, where they were asked for
    best: Winning | None = None  # the moves that reach the margin, where points decide

    @property
    def method(self) -> str:
        return "; ".join(map(str, self.methods))

    @property
    def winning_moves(self) -> list[Move]:
        """The winning moves that were found: all of them, where `winning.complete` says so."""
        return list(self.winning.moves) if self.winning else []

    @property
    def saved(self) -> str | None:
        """On which results found before the answer rests: "cache", saved on this machine, or else "shipped"."""
        kinds = {method.kind for method in self.methods}
        return "cache" if SAVED in kinds else "shipped" if SHIPPED in kinds else None

    def differs(self, other: "Solution") -> bool:
        """Whether two answers to one question contradict each other."""
        values = {self.nimber, other.nimber} - {None}
        lists = [[str(move.to) for move in won.moves] for won in (self.winning, other.winning) if won and won.complete]
        moves = {tuple(sorted(moves)) for moves in lists}
        return self.outcome != other.outcome or len(values) > 1 or len(moves) > 1

    def json(self) -> Json:
        answer: Json = {
            "schema": 1,
            "game": str(self.game),
            "play": "misere" if self.misere else "normal",
            "outcome": self.outcome,
            **value_entry(self.nimber),
            "nimber_status": self.nimber_status,
            "parts": [{"game": str(part), **value_entry(value)} for part, value in self.parts],
            "winning_moves": move_entries(self.winning),
            "winning_count": self.winning.count if self.winning else None,
            "complete": self.winning.complete if self.winning else False,
            "method": self.method,
            "seconds": round(self.seconds, 6),
        }
        bounds = list(self.margin_bounds) if self.margin_bounds else None
        more = {"margin": self.margin, "margin_bounds": bounds, "saved": self.saved}
        best = {"best_moves": move_entries(self.best), "best_count": self.best.count} if self.best else {}
        listed = {"moves": self.moves.rows, "moves_complete": self.moves.complete} if self.moves else {}
        lengths = self.lengths._asdict() if self.lengths else {}
        return answer | {key: value for key, value in more.items() if value is not None} | best | listed | lengths


def move_entries(found: Winning | None) -> list[Json]:
    return [{"move": move.label, "to": str(move.to), "ways": move.ways} for move in (found.moves if found else [])]


class ListedMoves(NamedTuple):
    """Moves with what they lead to, and whether these are all."""

    rows: list[Json]
    complete: bool


class PlayLengths(NamedTuple):
    """How long play lasts: if the winner hurries and the loser delays, and at most; None where it need not end."""

    remoteness: int | None
    height: int | None
    lengths_decided: bool = True  # else the budget ended first, and both are None


def find_lengths(game: Game, misere: bool, budget: Budget) -> PlayLengths:
    """The lengths of play, if they are found in most of the time that is left: the answer at hand is not lost."""
    from grundy.solvers import loopy

    left = inf if budget.seconds is None else budget.seconds - budget.elapsed
    side = budget.smaller(LENGTH_POSITIONS, LENGTH_SHARE * left)
    try:
        return PlayLengths(loopy.remoteness(game, misere, side), find_height(game, side))
    except NotDecided:
        return PlayLengths(None, None, False)


def find_height(game: Game, budget: Budget) -> int | None:
    try:
        return search.height(game, budget)
    except LoopError:
        return None


def plain_nimber(nimber: Nimber | Loony | None) -> int | str | None:
    """The nimber as JSON has it: an ordinal is text, and so is `loony`."""
    return nimber if nimber is None or isinstance(nimber, int) else str(nimber)


def value_entry(value: Value | None) -> Json:
    """The entry of a value: an infinite one is null, with the finite values that it reaches; a loony one is a word.

    That of a position that must be answered is null, with the nim heaps beside which it is lost.
    """
    if isinstance(value, Entailed):
        return {"nimber": None, "entailed": str(value)}
    if isinstance(value, Infinity):
        return {"nimber": None, "infinity": [plain_nimber(nimber) for nimber in sorted(value.reached)]}
    return {"nimber": plain_nimber(value)}


def solve(
    game: Game | str,
    *,
    misere: bool = False,
    moves: MoveChoice = "winning",
    most: int = 1000,
    budget: Budget | None = None,
    fresh: bool = False,
    solver: Solver | None = None,
    lengths: bool = False,
) -> Solution:
    """The whole answer, its outcome None where the budget ended first; a given solver brings the answers it remembers.

    >>> from grundy import kayles, nim
    >>> answer = solve(nim(3, 5, 7) + kayles(5))
    >>> answer.outcome, answer.nimber, answer.method
    ('N', 5, 'theorem: Bouton 1902; table by the definition')
    """
    if isinstance(game, str):
        from grundy.expressions import parse

        game = parse(game)
    if not isinstance(game, Game):
        cure = f"{game}({game.example})" if isinstance(game, Ruleset) else "nim(3,5), or an expression in quotes"
        raise NotationError(f"{ellipsis(repr(game))} is not a game with a position; give one such as {cure}")
    started, solver = perf_counter(), solver or Solver(budget, fresh)
    inquiry = solver.inquire(budget)
    outcome, reason, won, best = None, "", None, None
    listed: ListedMoves | None = None
    values: Values = [(part, None) for part in game.parts()]
    nimber, margin, status = None, None, "not computed"
    length: PlayLengths | None = None
    try:
        outcome = solver.outcome(game, misere, inquiry)
        margin = solver.margin(game, inquiry) if is_scored(game) else None
        values, nimber, status = part_values(solver, game, misere, inquiry, moves == "none")
        won = solver.winning(game, misere, most, inquiry) if moves != "none" else None
        best = find_best(solver, game, most, inquiry) if is_scored(game) and moves != "none" else None
        listed = list_moves(solver, game, misere, most, inquiry) if moves == "all" else None
        length = find_lengths(game, misere, inquiry.budget) if lengths else None
    except NotDecided as error:
        reason = str(error)
    if nimber is None and outcome == "P" and status == "not computed":
        nimber, status = 0, "exact"
    bounds = solver.margin_bounds(game) if margin is None and is_scored(game) else None
    methods, seconds = tuple(inquiry.methods), perf_counter() - started
    return Solution(
        game,
        misere,
        outcome,
        nimber,
        status,
        values,
        won,
        listed,
        methods,
        seconds,
        reason,
        margin,
        bounds,
        length,
        best,
    )


def list_moves(solver: Solver, game: Game, misere: bool, most: int, inquiry: Inquiry) -> ListedMoves:
    """The distinct options of the first moves, with what they are worth."""
    every = game.each_move()
    first = distinct_moves(islice(every, min(most, sys.maxsize)))
    side = inquiry.budget.smaller(UNASKED_POSITIONS, UNASKED_SECONDS)  # for all remotenesses together
    rows = list[Json]()
    for move in first:
        inquiry.budget.look()
        rows.append(move_entry(solver, move, misere, inquiry, side))
    return ListedMoves(rows, next(every, None) is None)


def is_scored(game: Game) -> bool:
    """Whether points decide the game."""
    return any(summand.ruleset.scored for summand in game.summands)


def undecided_solution(game: Game, misere: bool, reason: str) -> Solution:
    """The answer where nothing was found, not even the parts."""
    return Solution(game, misere, None, None, "not computed", [], None, None, (), 0.0, reason)


def part_values(
    solver: Solver, game: Game, misere: bool, inquiry: Inquiry, is_all: bool = False
) -> tuple[Values, Value | None, str]:
    """The parts with their nimbers, that of the whole, and its status: exact, none, or not computed.

    Where these are all that is asked, compiled searches have the whole budget for them.
    """
    parts = list(game.parts())
    if misere or not adds(game):
        return [(part, None) for part in parts], None, "none"
    mine = Inquiry(inquiry.budget)  # the methods for values that are not shown are not named
    try:
        with inquiry.note_after(mine.methods):
            values: Values = [(part, part_value(solver, part, mine, is_all)) for part in parts]
    except UndefinedError:
        return [(part, None) for part in parts], None, "none"
    known = [value for _, value in values if value is not None]
    if len(known) < len(parts):
        return values, None, "not computed"
    total = nim_total(known)
    return values, total, "none" if isinstance(total, Infinity | Entailed) else "exact"


def part_value(solver: Solver, part: Game, inquiry: Inquiry, is_all: bool) -> Value | None:
    """The nimber of a part; None where it takes a long search and the outcome is known without it."""
    (summand,) = part.summands
    if solver.verdict(summand, False, inquiry, "P") or solver.recall(part, inquiry) == "P":
        return 0
    if not solver.verdict(summand, False, Inquiry(inquiry.budget)) and not solver.is_hard(summand, inquiry):
        return solver.value(summand, inquiry)
    seconds = ENTAILING_SECONDS if summand.ruleset.entails() else UNASKED_SECONDS
    side = inquiry.side_question(UNASKED_POSITIONS, seconds)
    rules, position = summand.ruleset, summand.position
    if (rules.cell_set(position) or rules.plane_set(position)) and solver.provers.is_compiled(summand):
        side = Inquiry(inquiry.budget) if is_all else inquiry.side_question(sys.maxsize, COMPILED_SECONDS)
    try:
        value = solver.value(summand, side)
    except NotDecided:
        return None
    inquiry.note(side.methods)
    return value


def move_entry(solver: Solver, move: Move, misere: bool, inquiry: Inquiry, side: Budget) -> Json:
    from grundy.solvers import loopy

    to = move.to
    _, nimber, _ = part_values(solver, to, misere, inquiry)
    try:
        remoteness = loopy.remoteness(to, misere, side)
    except (NotDecided, UndefinedError):
        remoteness = None
    return {
        "move": move.label,
        "to": str(to),
        "outcome": solver.outcome(to, misere, inquiry),
        **({"again": True} if move.goes_on else {}),
        **({"margin": solver.margin(to, inquiry)} if is_scored(to) else {}),
        **value_entry(nimber),
        "remoteness": remoteness,
    }
