"""Players: functions from a match to a move and what was thought about it.

The perfect player wins what is won. The others err, each in a way that can be understood and punished: they see only so
many moves ahead, or know the theory but for one step. The higher the level, the later the mistake comes.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from time import monotonic

from grundy.core.budget import Budget
from grundy.core.game import Game, Move, distinct_moves
from grundy.errors import GrundyError, NotDecided
from grundy.play.guess import guess_move
from grundy.play.look_ahead import look_ahead
from grundy.play.match import Match
from grundy.play.thoughts import Thought
from grundy.solvers.inquiry import Inquiry
from grundy.solvers.solution import is_scored
from grundy.solvers.solver import Solver, adds, nim_total
from grundy.solvers.winning import WinningSearch, find_reply

MOVE_SECONDS = 10.0  # before a move is made without proof
PROOF_SHARE = 0.6  # of the time of a move; the rest is for a guess
COMPARED_MOVES = 1000
COMPARED_WINS, COMPARE_SECONDS = 12, 0.2  # winning moves that are compared, and the time to find them
COUNTED_CANDIDATES, COUNTED_MOVES = 60, 300  # whose moves are counted, and how many of them
COUNT_SECONDS = 0.2
SIGHT_POSITIONS = 20_000  # that a player looks at
SIGHT_SHARE = 0.4  # of the time of a move
OPPONENTS = {
    "level1": "a beginner, who sees one move and the answer to it",
    "level2": "one who sees four moves ahead",
    "level3": "one who plays every part well, and forgets to add them",
    "level4": "one who adds, and forgets the column of ones",
    "perfect": "the perfect player",
}
ALIASES = {"kind1": "level1", "kind2": "level2", "kind3": "level3"}  # names in addresses of earlier versions
SIGHT = {
    "level1": 2,
    "level2": 4,
    "level3": 6,
    "level4": 8,
}  # moves ahead; of the last two where nothing is to be added


@dataclass(frozen=True)
class ChosenMove:
    """A move and how it was found."""

    move: Move
    thought: Thought

    @property
    def is_guess(self) -> bool:
        return self.thought.is_guess


def choose_move(
    match: Match, player: str, chance: Random, seconds: float = MOVE_SECONDS, solver: Solver | None = None
) -> ChosenMove:
    """The move of the player of this name: a level, or else the perfect one."""
    level, solver = ALIASES.get(player, player), solver or Solver()
    if level not in SIGHT:
        return perfect(match, seconds, solver, chance)
    if is_scored(match.game):
        return prefer(match, chance)
    forget = {"level3": forget_to_add, "level4": forget_ones}.get(level)
    if forget is None or match.misere or not adds(match.game):
        return see_ahead(match, SIGHT[level], chance, seconds)
    last = see_ahead(match, 1, chance, seconds)
    if last.thought.kind == "seen":
        return last
    return forget(match, chance, seconds, solver) or see_ahead(match, SIGHT[level], chance, seconds)


def perfect(
    match: Match, seconds: float = MOVE_SECONDS, solver: Solver | None = None, chance: Random | None = None
) -> ChosenMove:
    """A winning move if there is one, else one that keeps a draw; otherwise one that leaves the most moves.

    Of several winning moves the one that leaves the fewest moves. Where pieces may go back, as in Northcott's game, any
    winning move keeps the win, and this one comes nearer to it. What is not decided in time is guessed.
    """
    solver, game, chance = solver or Solver(), match.game, chance or Random(str(match.game))
    inquiry = limit_time(solver, PROOF_SHARE * seconds)
    if is_scored(game):
        return most_points(match, solver, inquiry, chance)
    try:
        win = find_reply(solver, game, match.misere, inquiry)
        if not win and solver.outcome(game, match.misere, inquiry) != "N":
            drawing = drawing_move(match, solver, inquiry)
            return ChosenMove(drawing, Thought("draw")) if drawing else resist(match, chance, Thought("lost"))
        wins = [win] if win else []
    except NotDecided:
        wins = []
    if not wins:  # none was found, though there may be some
        return ChosenMove(*guess_move(match, chance, (1 - PROOF_SHARE) * seconds, solver))
    try:
        brief = limit_time(solver, min(COMPARE_SECONDS, seconds))
        wins = [*solver.winning(game, match.misere, COMPARED_WINS, brief).moves, *wins]
    except NotDecided:
        pass
    chosen = count_replies(wins, chance)[0]
    return ChosenMove(chosen, winning_thought(match, chosen))


def limit_time(solver: Solver, seconds: float) -> Inquiry:
    """An inquiry that reports its progress as the solver does."""
    return solver.inquire(Budget(seconds=seconds, report=solver.inquiry.budget.report))


def winning_thought(match: Match, move: Move) -> Thought:
    if move.goes_on or move.to.entailed():
        return Thought("again" if move.goes_on else "demand")
    if match.misere or not adds(match.game):
        return Thought("leave")
    return Thought("sum" if len(list(islice(match.game.parts(), 2))) > 1 else "zero")


def drawing_move(match: Match, solver: Solver, inquiry: Inquiry) -> Move | None:
    if solver.outcome(match.game, match.misere, inquiry) != "D":
        return None
    moves = islice(match.game.each_move(), COMPARED_MOVES)
    return next((move for move in moves if solver.outcome_after(move, match.misere, inquiry) == "D"), None)


def most_points(match: Match, solver: Solver, inquiry: Inquiry, chance: Random) -> ChosenMove:
    """A move after which the most points are made; where that is not decided, one that looks good."""
    moves = list(match.game.each_move())
    try:
        return ChosenMove(max(moves, key=lambda move: solver.margin_after(move, inquiry)), Thought("points"))
    except NotDecided:
        return prefer(match, chance)


def prefer(match: Match, chance: Random) -> ChosenMove:
    """One of the moves that look best at a glance, where points decide."""
    moves = [(move, move.game.summands[move.index]) for move in match.game.each_move()]
    looks = [before.ruleset.preference(before.position, move.position) for move, before in moves]
    best = [move for (move, _), look in zip(moves, looks, strict=True) if look == max(looks)]
    return ChosenMove(chance.choice(best), Thought("greedy"))


def resist(match: Match, chance: Random, thought: Thought) -> ChosenMove:
    """The move after which most moves remain, which keeps a lost game long."""
    return ChosenMove(count_replies(match.game.each_move(), chance)[-1], thought)


def count_replies(moves: Iterable[Move], chance: Random) -> Sequence[Move]:
    """Some of the moves, those first that leave the fewest; as many as can be compared in a short time."""
    listed = distinct_moves(islice(iter(moves), COMPARED_MOVES))
    chosen = listed if len(listed) <= COUNTED_CANDIDATES else chance.sample(listed, COUNTED_CANDIDATES)
    counts, until = list[tuple[int, int, Move]](), monotonic() + COUNT_SECONDS
    for number, move in enumerate(chosen):
        counts.append((sum(1 for _ in islice(move.to.each_move(), COUNTED_MOVES)), number, move))
        if monotonic() > until:
            break
    return [move for *_, move in sorted(counts, key=lambda it: it[:2])]


def see_ahead(match: Match, depth: int, chance: Random, seconds: float) -> ChosenMove:
    """The move of one who sees so many moves ahead, and else is greedy: it leaves the fewest moves."""
    moves = distinct_moves(islice(match.game.each_move(), COMPARED_MOVES))
    chance.shuffle(moves)
    seen, reached = look_ahead(moves, match.misere, depth, Budget(SIGHT_POSITIONS, SIGHT_SHARE * seconds))
    win = next((move for move, outcome in seen if outcome == "P"), None)
    if win:
        return ChosenMove(win, Thought("seen", reached))
    safe = [move for move, outcome in seen if outcome != "N"]
    if not safe:
        return resist(match, chance, Thought("doomed", reached))
    return ChosenMove(count_replies(safe, chance)[0], Thought("blind", reached))


def forget_to_add(match: Match, chance: Random, seconds: float, solver: Solver) -> ChosenMove | None:
    """The move of one who wins the largest part as if it were alone; None where there is but one part."""
    game, inquiry = match.game, limit_time(solver, SIGHT_SHARE * seconds)
    try:
        parts = [(part, solver.total(part, inquiry)) for part in game.parts()]
        values = [value for _, value in parts if isinstance(value, int)]
        if len(parts) < 2 or len(values) < len(parts):
            return None
        if not any(values):
            return resist(match, chance, Thought("parts"))
        largest = next(part for part, value in parts if value == max(values))
        found = islice(WinningSearch(solver, inquiry).by_value(game, nim_total([*values, max(values)])), COMPARED_MOVES)
        mine = [move for move in found if moved_part(move) == largest]
    except GrundyError:
        return None
    return ChosenMove(count_replies(mine, chance)[0], Thought("part")) if mine else None


def moved_part(move: Move) -> Game | None:
    """The part that a move is made in; None where it changes several, as it may among coins."""
    gone = Counter(move.game.parts()) - Counter(move.to.parts())
    return next(iter(gone)) if gone.total() == 1 else None


def forget_ones(match: Match, chance: Random, seconds: float, solver: Solver) -> ChosenMove | None:
    """The move of one who makes every column of the nim-sum even but that of ones; None where values are not known."""
    game, inquiry = match.game, limit_time(solver, SIGHT_SHARE * seconds)
    try:
        value = solver.total(game, inquiry)
        if not isinstance(value, int):
            return None
        if value < 2:
            return resist(match, chance, Thought("even"))
        search = WinningSearch(solver, inquiry)
        found = [move for nimber in (0, 1) for move in islice(search.by_value(game, nimber), COMPARED_WINS)]
    except GrundyError:
        return None
    return ChosenMove(chance.choice(found), Thought("columns"))
