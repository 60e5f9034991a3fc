"""A match looked at afterwards: the moves in words, and those that gave a win or a draw away."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice, pairwise

from grundy.core.budget import Budget
from grundy.core.game import Game, Move, Summand
from grundy.core.ruleset import Outcome
from grundy.errors import GrundyError, NotDecided
from grundy.render.scenes.compose import last_words
from grundy.render.scenes.tracks import remaining_summands
from grundy.solvers.solution import is_scored
from grundy.solvers.solver import FLIPPED, Solver

SEARCHED_MOVES = 2_400  # for the one that was made
RANK = {"P": 0, "D": 1, "N": 2}  # of an outcome, for the player to move
PAST_TENSE = {
    "add": "added",
    "bite": "bit",
    "choose": "chose",
    "cover": "covered",
    "divide": "divided",
    "draw": "drew",
    "empty": "emptied",
    "go": "went",
    "join": "joined",
    "move": "moved",
    "play": "played",
    "reduce": "reduced",
    "remove": "removed",
    "slide": "slid",
    "split": "split",
    "stay": "stayed",
    "take": "took",
    "turn": "turned",
    "write": "wrote",
}


@dataclass(frozen=True)
class ReviewedMove:
    """A move of a match with the outcomes before and after it, each for the player to move; None if not decided."""

    move: Move | None  # None where no single move leads from one position to the next
    before: Outcome | None
    after: Outcome | None
    better: Move | None = None  # a move that would have kept the win or the draw that this one gave away

    @property
    def lost(self) -> str:
        return what_was_lost(self.before, self.after)

    @property
    def mark(self) -> str:
        """The sign of a mistake, as chess players write it."""
        return {"win": "??", "draw": "?"}.get(self.lost, "")


def what_was_lost(before: Outcome | None, after: Outcome | None) -> str:
    """What a move between positions of these outcomes gave away: "win", "draw" or nothing."""
    if before is None or after is None or 2 - RANK[after] >= RANK[before]:
        return ""
    return {2: "win", 1: "draw"}[RANK[before]]


def find_step(before: Game, after: Game) -> Move | None:
    """The move that led from one game to the next, from the summand that differs or is gone."""
    kept = remaining_summands(before, after)
    if kept is None:
        return find_last_step(before, after)
    for index, summand in zip(kept, after.summands, strict=True):
        if before.summands[index].position != summand.position:
            return find_move(before, index, partial(is_same, summand))
    gone = next((index for index in range(len(before.summands)) if index not in kept), None)
    return None if gone is None else find_move(before, gone, is_over)


def find_last_step(before: Game, after: Game) -> Move | None:
    """The same where nothing is left: the game then prints as the end of a ruleset, whichever it was."""
    if len(before.summands) > 1 or not all(map(is_over, after.summands)):
        return None
    return find_move(before, 0, is_over)


def is_same(one: Summand, other: Summand) -> bool:
    return one.tidy() == other.tidy()


def is_over(summand: Summand) -> bool:
    return summand.ruleset.is_over(summand.position)


def find_move(game: Game, index: int, test: Callable[[Summand], bool]) -> Move | None:
    """The first move of a summand after which a test of it is true."""
    rules, position = game.summands[index].ruleset, game.summands[index].position
    options = islice(rules.moves(position), SEARCHED_MOVES)
    return next((Move(game, index, to) for to in options if test(Summand(rules, to))), None)


def past_sentence(move: Move, past: Sequence[Game] = (), notes: Sequence[str] = ()) -> str:
    """A move of a match as what happened after these games, in a sum with the summand that it happened in.

    >>> from grundy import kayles, nim
    >>> past_sentence((kayles(5) + nim(7)).moves()[-1])
    'took 1 from the heap of 7, in nim(7)'
    """
    summand = move.game.summands[move.index]
    told = last_words(move, past, notes) or summand.ruleset.board.differ(summand.position, move.position)
    words = past_tense(told)
    return words if len(move.game.summands) == 1 else f"{words}, in {summand}"


def past_tense(label: str) -> str:
    """The words of a move with their verbs in the past tense.

    >>> past_tense("take 3 from the heap of 7 and add 2 to the heap of 1")
    'took 3 from the heap of 7 and added 2 to the heap of 1'
    """
    words = label.split(" ")
    starts = [n for n, word in enumerate(words) if n == 0 or words[n - 1] == "and" or words[n - 1].endswith(",")]
    for n in starts:
        words[n] = PAST_TENSE.get(words[n], words[n])
    return " ".join(words)


def review(
    games: Sequence[Game], misere: bool, solver: Solver, budget: Budget, leads: Sequence[int] = ()
) -> list[ReviewedMove]:
    """The moves between these positions; what is not decided within the budget stays open.

    The last positions are decided first: they take least, and help with those before them. Where points decide,
    `leads` are those of the player to move before the others.
    """
    all_leads = leads or [0] * len(games)
    asked = reversed(list(zip(games, all_leads, strict=True)))
    outcomes = [find_outcome(game, misere, solver, budget, lead) for game, lead in asked][::-1]
    rows = []
    for pair, (before, after), lead in zip(pairwise(games), pairwise(outcomes), all_leads, strict=False):
        step = find_step(*pair)
        result = FLIPPED[after] if step and step.goes_on and after else after
        better = better_move(pair[0], lead, misere, solver, budget, before, result)
        rows.append(ReviewedMove(step, before, result, better))
    return rows


def find_outcome(game: Game, misere: bool, solver: Solver, budget: Budget, lead: int = 0) -> Outcome | None:
    """Who wins, where the player to move has this lead in points."""
    try:
        budget.look()  # a search looks only now and then
        if is_scored(game):
            total = lead + solver.margin(game, solver.inquire(budget))
            return "N" if total > 0 else "P" if total < 0 else "D"
        return solver.outcome(game, misere, solver.inquire(budget))
    except GrundyError:
        return None


def better_move(
    game: Game, lead: int, misere: bool, solver: Solver, budget: Budget, before: Outcome | None, after: Outcome | None
) -> Move | None:
    lost = what_was_lost(before, after)
    inquiry = solver.inquire(budget)
    try:
        if lost and is_scored(game):
            return max(game.each_move(), key=lambda move: solver.margin_after(move, inquiry))
        if lost == "win":
            return next(iter(solver.winning(game, misere, 1, inquiry).moves), None)
        if lost == "draw":
            moves = islice(game.each_move(), SEARCHED_MOVES)
            return next((move for move in moves if solver.outcome_after(move, misere, inquiry) == "D"), None)
    except NotDecided:
        pass
    return None
