"""Random positions of a game: by size, by how hard the win is to find, and won or lost as a person asks.

A position is reached from the example of its ruleset by random edits of its board, which are legal, until it is as
large as it should be. The solver decides who wins, within a bound on the positions it looks at; what it does not decide
is not claimed.
"""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Any

from grundy.core.budget import Budget
from grundy.core.game import Game, Move, Summand
from grundy.core.ruleset import Outcome, Ruleset
from grundy.errors import GrundyError
from grundy.play.review import find_outcome
from grundy.solvers.solver import Solver

SIZES = {"small": 0.6, "medium": 1.0, "large": 1.7}  # as a share of the size of the example
LEVELS = {"easy": (0.3, 1.0), "medium": (0.12, 0.3), "hard": (0.0, 0.12)}  # the share of moves that win, from and to
WANTED: dict[str, Outcome | None] = {"won": "N", "lost": "P", "either": None}  # for the player to move
TRIES = 24
STEPS = 40  # of random edits that mix a position before its size counts
MOST_STEPS = 150
LISTED_EDITS = 400  # of a position
LISTED_MOVES = 400  # that are counted for the level
FOLLOWED_MOVES = 6  # that are tried for the wanted outcome
SEARCHED_POSITIONS = 20_000  # for the outcome of one position
SMALL_POSITIONS = 2_000  # from which one is taken where a board has no edits


@dataclass(frozen=True)
class RandomPosition:
    """A position with its outcome, None where that was not decided, and the numbers of its moves and winning moves."""

    game: Game
    outcome: Outcome | None
    moves: int = 0
    winning: int | None = None
    size: str = "medium"

    def has_outcome(self, wanted: Outcome | None) -> bool:
        return wanted is None or self.outcome == wanted

    def far_from(self, level: str) -> float:
        """By how much the share of winning moves misses the level; positions that are not won have no level."""
        if self.outcome != "N" or self.winning is None:
            return 0.0
        least, most = LEVELS[level]
        share = self.winning / max(1, self.moves)
        return max(least - share, share - most, 0.0)


def random_position(
    game: Game,
    size: str = "medium",
    level: str = "medium",
    wanted: Outcome | None = None,
    misere: bool = False,
    seed: int | str = 0,
    seconds: float = 5.0,
) -> RandomPosition:
    """A random position of the rulesets of a game; the same seed gives the same position.

    The best of several tries: one with the wanted outcome and nearest to the level, else any, whose `outcome` then says
    what it is. Where half of the tries found none with the outcome, the others are large, since some games have no
    small one. Only where the seconds end the tries sooner does a seed give another position.
    """
    chance, budget = Random(f"{seed}"), Budget(seconds=seconds)
    found = list[RandomPosition]()
    for number in range(TRIES):
        if number == TRIES // 2 and not any(it.has_outcome(wanted) for it in found):
            size = "large"
        found.append(replace(judge(shuffle(game, size, chance), misere, seconds / 4), size=size))
        if not found[-1].has_outcome(wanted) and found[-1].outcome in ("N", "P"):
            after = follow_move(found[-1].game, wanted, misere, chance, seconds / 4)
            found += [replace(one, size=size) for one in after]
        fits = found[-1].has_outcome(wanted) and not found[-1].far_from(level)
        if fits or budget.elapsed > seconds:
            break
    return min(found, key=lambda it: (not it.has_outcome(wanted), it.far_from(level)))


def follow_move(
    game: Game, wanted: Outcome | None, misere: bool, chance: Random, seconds: float
) -> list[RandomPosition]:
    """One of the positions after a move that has the wanted outcome, if one is found.

    Lost positions are rare, but each won one has a move to one; and most that are one move below a lost one are won.
    """
    moves = list(islice(game.each_move(), LISTED_MOVES))
    if wanted == "P":
        moves = find_wins(game, misere, seconds) or []
    chance.shuffle(moves)
    for move in moves[:FOLLOWED_MOVES]:
        after = move.to
        if len(after.summands) == len(game.summands) and all(map(can_begin_with, after.summands)):
            judged = judge(after, misere, seconds)
            if judged.moves and judged.outcome == wanted:
                return [judged]
    return []


def can_begin_with(summand: Summand) -> bool:
    """Whether the position can be written and so be the first of a match."""
    rules = summand.ruleset
    return rules.is_legal(summand.position) and rules.board.is_writable(summand.position)


def shuffle(game: Game, size: str, chance: Random) -> Game:
    """The game with a random position in each summand."""
    mixed = [Game.of(s.ruleset, shuffle_position(s.ruleset, s.position, size, chance)) for s in game.summands]
    return Game(tuple(summand for one in mixed for summand in one.summands))


def shuffle_position(ruleset: Ruleset[Any], position: Hashable, size: str, chance: Random) -> Hashable:
    """A random position with a move that is about as large as the size says."""
    board = ruleset.board
    here = best = board.make(ruleset.example) if can_begin_with_example(ruleset) else position
    wanted, infinite = SIZES[size] * board.extent(here), ruleset.has_infinite_moves(here)
    for step in range(MOST_STEPS):
        edits = [edit.position for edit in islice(ruleset.edits(here), LISTED_EDITS)]
        edits = [to for to in edits if infinite or not ruleset.has_infinite_moves(to)]
        if not edits:
            return chance.choice(list(islice(some_positions(ruleset), SMALL_POSITIONS)) or [position])
        far = max(1.0, wanted / 6, abs(board.extent(here) - wanted))
        here = chance.choice([to for to in edits if abs(board.extent(to) - wanted) <= far] or edits)
        if ruleset.terminal(here) is None and not ruleset.is_over(here):
            best = here
            if step >= STEPS and abs(board.extent(here) - wanted) <= max(1.0, wanted / 6):
                break
    return best


def can_begin_with_example(ruleset: Ruleset[Any]) -> bool:
    try:
        return bool(ruleset.example) and ruleset.is_legal(ruleset.board.make(ruleset.example))
    except GrundyError:  # components are read by the parser of expressions alone
        return False


def some_positions(ruleset: Ruleset[Any]) -> Iterator[Hashable]:
    """Small positions with a move, for a board that has no edits."""
    return (p for p in ruleset.board.small(8) if ruleset.is_legal(p) and not ruleset.is_over(p))


def judge(game: Game, misere: bool, seconds: float) -> RandomPosition:
    """The position with its outcome and its numbers of moves, as far as they are found within the budget."""
    outcome = find_outcome(game, misere, Solver(), Budget(SEARCHED_POSITIONS, seconds))
    moves = len(list(islice(game.each_move(), LISTED_MOVES)))
    if outcome != "N":
        return RandomPosition(game, outcome, moves, 0 if outcome else None)
    wins = find_wins(game, misere, seconds)
    return RandomPosition(game, outcome, moves, None if wins is None else sum(move.ways for move in wins))


def find_wins(game: Game, misere: bool, seconds: float) -> list[Move] | None:
    """The winning moves; None where they are not found within the budget."""
    solver = Solver()
    try:
        return solver.winning(game, misere, LISTED_MOVES, solver.inquire(Budget(SEARCHED_POSITIONS, seconds))).moves[:]
    except GrundyError:
        return None
