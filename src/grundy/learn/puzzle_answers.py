"""Answers to puzzles: a position to move to, a nimber, or that every move loses."""

from grundy.expressions import parse
from grundy.learn.judging import Judgement, judge_move, judge_nimber, judge_outcome, read_nimber
from grundy.learn.puzzles import Puzzle
from grundy.solvers.solver import Solver

LOST = "lost"  # the answer that no move wins


def judge_answer(puzzle: Puzzle, answer: str, solver: Solver | None = None) -> Judgement:
    """What the solver says to an answer.

    >>> puzzle = Puzzle("nim", "win", 0, 1.0, "nim(1,2)")
    >>> judge_answer(puzzle, "nim(1,1)").is_right, judge_answer(puzzle, "lost").is_right
    (True, False)
    """
    if puzzle.kind == "worth":
        return judge_nimber(puzzle.game, read_nimber(answer), solver)
    if answer.strip().lower() == LOST:
        return judge_outcome(puzzle.game, "P", puzzle.misere, solver)
    return judge_move(puzzle.game, parse(answer), puzzle.misere, solver)


def judgement_json(judgement: Judgement) -> dict[str, object]:
    shown = [{"from": str(move.game), "move": move.label, "to": str(move.to)} for move in judgement.shown]
    return {"right": judgement.is_right, "words": judgement.words, "shown": shown}
