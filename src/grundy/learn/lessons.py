"""Lessons: pages of Markdown in this package, in the order of their file names, with tasks that the solver judges.

A file begins with its title, `# ...`, and lines `chapter: ...`, `source: ...`, `games: ...`. A fenced block whose first
line is `task KIND` is a task, one whose first line is `board` a board to play on (docs/howto/lessons.md).
"""

import os
import re
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from grundy.errors import GrundyError
from grundy.learn.markdown import FENCE, split_blocks
from grundy.learn.table_tasks import MarkCellsTask, MarkTask, PeriodTask, RuleTask, TableTask
from grundy.learn.tasks import (
    CalculationTask,
    ColumnTask,
    CountTask,
    Fields,
    LengthTask,
    LessonError,
    MoveTask,
    NimberTask,
    OutcomeTask,
    Task,
)

FOLDER = Path(__file__).parent / "lessons"
OWN_FOLDER = "GRUNDY_LESSONS"  # an environment variable: a folder with lessons of one's own
NAME = re.compile(r"(\d+)-([a-z0-9-]+)")
FIELD = re.compile(r"([a-z]+): *(.*)")
KINDS: dict[str, type[Task]] = {
    "move": MoveTask,
    "nimber": NimberTask,
    "outcome": OutcomeTask,
    "count": CountTask,
    "length": LengthTask,
    "column": ColumnTask,
    "calculate": CalculationTask,
    "which": MarkTask,
    "mark": MarkCellsTask,
    "table": TableTask,
    "rule": RuleTask,
    "period": PeriodTask,
}


@dataclass(frozen=True)
class Lesson:
    """A lesson: what it is called and cites, its text, and the tasks in it."""

    name: str
    title: str
    chapter: str
    source: str
    games: tuple[str, ...]  # rulesets whose pages link here
    text: str

    @cached_property
    def task_blocks(self) -> list[list[str]]:
        blocks = split_blocks(self.text.splitlines())
        return [block for block in blocks if block[0].startswith(FENCE) and task_kind(block[0])]

    @cached_property
    def tasks(self) -> tuple[Task, ...]:
        """The tasks; they are read when they are asked for, since to list lessons takes none of them."""
        try:
            return tuple(read_task(task_kind(block[0]) or "", block[1:-1]) for block in self.task_blocks)
        except GrundyError as error:
            raise LessonError(f"lesson {self.name}: {error}") from None


def read_fields(lines: list[str]) -> Fields:
    """The values of each key; a line that has none continues the value before it."""
    fields: dict[str, list[str]] = {}
    key = ""
    for line in filter(str.strip, lines):
        found = FIELD.fullmatch(line.strip())
        if found:
            key = found[1]
            fields.setdefault(key, []).append(found[2].strip())
        elif key:
            fields[key][-1] += f" {line.strip()}"
        else:
            raise LessonError(f"a block has lines 'key: value', not '{line[:60]}'")
    return fields


def read_task(kind: str, lines: list[str]) -> Task:
    """The task of a fenced block.

    >>> read_task("move", ["game: nim(3,5,7)"]).judge(["nim(2,5,7)"]).is_right
    True
    """
    if kind not in KINDS:
        raise LessonError(f"no kind of task is called '{kind[:40]}'; choose one of {', '.join(KINDS)}")
    fields, known = read_fields(lines), {"ask", *KINDS[kind].keys}
    if unknown := fields.keys() - known:
        raise LessonError(f"a task '{kind}' has no line '{min(unknown)}: ...'; it may have {', '.join(sorted(known))}")
    return KINDS[kind].read(fields)


def task_kind(first: str) -> str | None:
    """The kind of task that the first line of a fenced block names."""
    words = first.strip("` ").split()
    return words[1] if len(words) == 2 and words[0] == "task" else None


def read_lesson(name: str, text: str) -> Lesson:
    """A lesson from its text; an error names the lesson."""
    head, _, body = text.partition("\n\n")
    title, *lines = head.splitlines() or [""]
    fields = read_fields(lines) if title.startswith("# ") else {}
    if not (fields.get("chapter") and fields.get("source")):
        line = "it begins with '# title' and the lines 'chapter: ...' and 'source: ...'"
        raise LessonError(f"lesson {name}: {line}")
    games = tuple(word.strip() for word in " ".join(fields.get("games", ())).split(",") if word.strip())
    return Lesson(name, title[2:].strip(), fields["chapter"][0], fields["source"][0], games, body)


@cache
def lessons() -> dict[str, Lesson]:
    """All lessons by name, in their order; those of one's own folder come last."""
    own = os.environ.get(OWN_FOLDER)
    found = dict[str, Lesson]()
    for folder in (FOLDER, *([Path(own)] if own else [])):
        for path in sorted(folder.glob("*.md")):
            parts = NAME.fullmatch(path.stem)
            if not parts:
                raise LessonError(f"lesson {path.name}: a file is called like 101-a-heap-of-stones.md")
            found[parts[2]] = read_lesson(parts[2], path.read_text(encoding="utf-8"))
    return found


@cache
def chapters() -> dict[str, list[Lesson]]:
    """The lessons by chapter."""
    found: dict[str, list[Lesson]] = {}
    for lesson in lessons().values():
        found.setdefault(lesson.chapter, []).append(lesson)
    return found


@cache
def lessons_on(ruleset: str) -> list[Lesson]:
    """The lessons that use a ruleset."""
    return [lesson for lesson in lessons().values() if ruleset in lesson.games]
