"""Every lesson is read, and the judge tells a right answer to each of its tasks from a wrong one."""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from task_answers import find_answers

from grundy.catalog import entries
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.core.ruleset import Outcome
from grundy.errors import LoopError, NotDecided, UndefinedError
from grundy.expressions import parse
from grundy.learn.judging import AnswerError, Judgement
from grundy.learn.lessons import KINDS, OWN_FOLDER, Lesson, chapters, lessons, lessons_on, read_lesson, read_task
from grundy.learn.table_tasks import MarkTask, RuleTask, TableTask
from grundy.learn.tasks import LessonError, MoveTask, NimberTask, OutcomeTask, Task
from grundy.play.turns import has_entailing_moves
from grundy.solvers import loopy, search
from grundy.solvers.solution import is_scored

SEARCHED_POSITIONS = 2_000  # beyond them a refutation is not compared with the definition
QUICK = {"a-heap-of-chips", "two-heaps", "binary-sums", "mex", "kayles", "turning-coins", "stalks", "strategy-stealing"}


def all_lessons() -> list[object]:
    return [
        pytest.param(lesson, id=name, marks=[] if name in QUICK else [pytest.mark.slow])
        for name, lesson in lessons().items()
    ]


def test_there_are_lessons_in_chapters() -> None:
    assert len(lessons()) >= 40
    assert sum(map(len, chapters().values())) == len(lessons())
    assert all(2 < len(lesson.tasks) < 7 for lesson in lessons().values())
    assert {kind for lesson in lessons().values() for kind in map(type, lesson.tasks)} == {*KINDS.values()}


def test_lessons_name_rulesets_that_link_back() -> None:
    known = entries()
    for lesson in lessons().values():
        assert lesson.games
        for name in lesson.games:
            assert name in known, (lesson.name, name)
            assert lesson in lessons_on(name)


@pytest.mark.parametrize("lesson", all_lessons())
def test_every_task_has_a_right_and_a_wrong_answer(lesson: Lesson) -> None:
    for number, task in enumerate(lesson.tasks, 1):
        found = find_answers(task)
        assert set(found) == {True, False}, (number, task)
        for _, judged in found.values():
            assert judged.words
        check_refutation(task, found[False][1])
        assert is_right_by_definition(task, found[True][0]) is not False, (number, task)
        assert is_right_by_definition(task, found[False][0]) is not True, (number, task)


def is_right_by_definition(task: Task, answers: Sequence[str]) -> bool | None:
    """Whether the answer is right by the definition; None where that takes too many positions."""
    match task:
        case MoveTask() if not has_entailing_moves(task.game):
            best = {"N": "P", "D": "D", None: None}[outcome(task.game, task.misere)]
            return all_agree([(best, outcome(parse(answers[0]), task.misere))])
        case OutcomeTask():
            return all_agree([(outcome(task.game, task.misere), answers[0])])
        case NimberTask():
            return all_agree([(nimber(task.game), answers[0])])
        case TableTask():
            return all_agree(zip([nimber(task.cells.game(place)) for place in task.blanks], answers, strict=True))
        case MarkTask():
            outcomes = {name: outcome(task.game(name), task.misere) for name in task.names}
            return all_agree((one and one == "P", name in answers) for name, one in outcomes.items())
    return None


def all_agree(pairs: Iterable[tuple[object, object]]) -> bool | None:
    """Whether both of each pair are written alike; None where some are not known and no others differ."""
    agree = [None if None in pair else str(pair[0]) == str(pair[1]) for pair in pairs]
    return False if False in agree else None if None in agree else True


def nimber(game: Game) -> search.PartValue | None:
    """The value by the definition, where that takes few positions."""
    if game.has_infinite_moves():
        return None
    with suppress(NotDecided, LoopError, UndefinedError):
        return search.value(game, {}, Budget(SEARCHED_POSITIONS))
    return None


def check_refutation(task: Task, judged: Judgement) -> None:
    """The moves that are shown win, or keep the draw, by the definition."""
    misere = getattr(task, "misere", False)
    if not isinstance(task, MoveTask | NimberTask | OutcomeTask | MarkTask | TableTask | RuleTask):
        return
    for move in judged.shown:
        before, after = outcome(move.game, misere), outcome(move.to, misere)
        if before and after:
            best = {"N": "N" if move.goes_on else "P", "D": "D"}
            assert after == best[before], move


def outcome(game: Game, misere: bool) -> Outcome | None:
    """The outcome by the definition, where that takes few positions."""
    if is_scored(game) or game.has_infinite_moves():
        return None
    budget = Budget(SEARCHED_POSITIONS)
    with suppress(NotDecided):
        try:
            return search.outcome(game, misere, {}, budget)
        except LoopError:
            return loopy.label_game(game, misere, budget)[search.whole(game)][0]
    return None


@pytest.mark.parametrize(
    ("kind", "lines", "answers", "line"),
    [
        ("move", ["game: nim(3,5,7)"], ["nim("], "the answer is the position after your move"),
        ("move", ["game: nim(3,5,7)"], [], "one answer is asked for"),
        ("nimber", ["game: nim(3,5)"], ["five"], "the answer is a whole number"),
        ("nimber", ["game: nim(3,5)"], ["1,2"], "the answer is a whole number"),
        ("outcome", ["game: nim(3,5)"], ["X"], "the answer is N, P or D"),
        ("column", ["game: nim(3,5)"], ["16"], "the columns are 4, 2, 1"),
        ("mark", ["cell: nim({n})", "cells: 0-3"], ["9"], "only the positions that are listed"),
        ("table", ["cell: nim({n})", "cells: 0-3", "blanks: 1 2"], ["1"], "every empty cell wants a number"),
        ("rule", ["ruleset: kayles"], ["0", "0"], "from 1 to 60"),
        ("period", ["ruleset: kayles"], ["0"], "at least 1"),
        ("calculate", ["calculate: 3 + 5"], ["9" * 400 + "0"], "at most 400 characters"),
    ],
)
def test_an_answer_that_cannot_be_read_gets_one_line(
    kind: str, lines: list[str], answers: list[str], line: str
) -> None:
    with pytest.raises(AnswerError, match=re.escape(line)):
        read_task(kind, lines).judge(answers)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("no title", "it begins with"),
        ("# A\nchapter: B", "it begins with"),
        ("# A\nchapter: B\nsource: C\n\n```task jump\ngame: nim(1)\n```", "no kind of task is called 'jump'"),
        ("# A\nchapter: B\nsource: C\n\n```task move\n```", "one line 'game: ...'"),
        ("# A\nchapter: B\nsource: C\n\n```task move\ngame: nim(1\n```", "lesson mine: "),
        ("# A\nchapter: B\nsource: C\n\n```task move\ngame: nim(1)\nanswer: 0\n```", "no line 'answer: ...'"),
        ("# A\nchapter: B\nsource: C\n\n```task table\ncell: nim({n})\ncells: 3-1\nblanks: 1\n```", "a range is"),
    ],
)
def test_a_lesson_that_cannot_be_read_names_the_cure(text: str, line: str) -> None:
    with pytest.raises(LessonError, match=re.escape(line)):
        assert read_lesson("mine", text).tasks


def test_lessons_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "901-mine.md").write_text("# Mine\nchapter: Own\nsource: me\n\n```task nimber\ngame: nim(4)\n```\n")
    monkeypatch.setenv(OWN_FOLDER, str(tmp_path))
    lessons.cache_clear()
    try:
        assert list(lessons())[-1] == "mine"
        assert lessons()["mine"].tasks[0].judge(["4"]).is_right
    finally:
        monkeypatch.undo()
        lessons.cache_clear()
