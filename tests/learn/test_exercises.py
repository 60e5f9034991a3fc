"""The table of exercises: none is missing, and each task is about what the table says."""

import re
from pathlib import Path

import pytest

from grundy.errors import GrundyError
from grundy.expressions import parse
from grundy.learn.lessons import lessons
from grundy.learn.table_tasks import MarkCellsTask, MarkTask, PeriodTask, RuleTask, TableTask
from grundy.learn.tasks import CalculationTask, PositionTask, Task

TABLE = Path(__file__).parents[2] / "docs" / "exercises.md"
CODE = re.compile(r"`([^`]+)`")
LAST = {"1.5": 8, "2.6": 7, "3.5": 9, "4.5": 11, "5.5": 10, "6.4": 1}  # exercise of each section of Ferguson
PARTS = {"1.5.4": "abcd", "2.6.2": "abc", "3.5.6": "abc", "4.5.11": "abcde", "5.5.1": "abcd", "5.5.6": "abcde"}
OTHERS = {"Pritchard": 2, "CMU": 3, "MIT": 10, "Cairns and Ho": 2}  # exercises of the other texts


def rows() -> list[list[str]]:
    lines = [line for line in TABLE.read_text().splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def subjects(task: Task) -> list[str]:
    """What a task is about: expressions, a ruleset or a template."""
    match task:
        case PositionTask() | CalculationTask():
            return [task.text]
        case MarkCellsTask() | TableTask():
            return [task.cells.template]
        case MarkTask():
            return list(task.games)
        case RuleTask() | PeriodTask():
            return [task.ruleset]
    raise AssertionError(task)


def normal(text: str) -> str:
    try:
        return text if "{" in text else str(parse(text))
    except GrundyError:
        return text


@pytest.mark.parametrize("row", rows(), ids=lambda row: " ".join(row[:2]))
def test_a_row_names_a_task_or_a_reason(row: list[str]) -> None:
    _, _, lesson, task, about = row
    assert not lesson or lesson in lessons()
    if not task:
        assert len(about.split()) > 1
        return
    found = CODE.match(about)
    assert found
    assert normal(found[1]) in map(normal, subjects(lessons()[lesson].tasks[int(task) - 1]))


def test_no_exercise_is_missing() -> None:
    named = {(text, exercise) for text, exercise, *_ in rows()}
    ferguson = {exercise for text, exercise in named if text == "Ferguson"}
    for section, last in LAST.items():
        for number in range(1, last + 1):
            name = f"{section}.{number}"
            wanted = {name + part for part in PARTS.get(name, "")}
            assert wanted <= ferguson, name
            assert any(re.fullmatch(re.escape(name) + "[a-e]?", exercise) for exercise in ferguson), name
    assert {text: len({e for t, e in named if t == text}) for text in OTHERS} == OTHERS
