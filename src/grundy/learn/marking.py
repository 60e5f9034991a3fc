"""What students hand in, marked against a worksheet: the solver judges every answer.

The file is CSV with a heading: the columns student, question and answer, and sheet where the code of the sheet is not
given otherwise. An answer is a nimber, the position after the move, with or without the name of the game, or "lost".
"""

import csv
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from grundy.errors import GrundyError, NotDecided
from grundy.learn.puzzle_answers import LOST, judge_answer
from grundy.learn.worksheet import Question, Worksheet, read_code
from grundy.solvers.solver import Solver

COLUMNS = "student", "question", "answer"
MOST_LINES = 100_000
NO_ANSWER = "No answer."


@dataclass(frozen=True)
class MarkedAnswer:
    """An answer of a student, whether it is right, and what is said to it."""

    student: str
    question: int
    answer: str
    is_right: bool
    words: str

    def json(self) -> dict[str, object]:
        return {
            "student": self.student,
            "question": self.question,
            "answer": self.answer,
            "right": self.is_right,
            "words": self.words,
        }


def mark_answers(lines: Iterable[str], sheet: Worksheet | None = None) -> list[MarkedAnswer]:
    """The marks of all answers in a file, in its order.

    >>> lines = ["sheet,student,question,answer", "nim/1/7/any,Ada,1,nim(99)"]
    >>> [mark.is_right for mark in mark_answers(lines)]
    [False]
    """
    sheets, solver = dict[str, Worksheet](), Solver()
    return [mark_row(row, number, sheet or sheet_of(row, number, sheets), solver) for number, row in read_rows(lines)]


def read_rows(lines: Iterable[str]) -> Iterator[tuple[int, Mapping[str, str]]]:
    """The rows by the names in the heading, with the numbers of their lines."""
    reader = csv.DictReader(lines, skipinitialspace=True)
    names = [(name or "").strip().lower() for name in reader.fieldnames or ()]
    if missing := [column for column in COLUMNS if column not in names]:
        raise GrundyError(f"the heading has no column {missing[0]}; write one such as {','.join(COLUMNS)}")
    try:
        for row in islice(reader, MOST_LINES):
            values = zip(names, (row[name] for name in reader.fieldnames or ()), strict=True)
            yield reader.line_num, {name: (value or "").strip() for name, value in values}
        if next(reader, None) is not None:
            raise GrundyError(f"more than {MOST_LINES:,} answers; divide the file")
    except csv.Error as error:
        raise GrundyError(f"line {reader.line_num + 1} is no CSV: {error}; save the file again") from error


def sheet_of(row: Mapping[str, str], line: int, known: dict[str, Worksheet]) -> Worksheet:
    """The sheet that a row names."""
    code = row.get("sheet", "")
    if not code:
        raise GrundyError(f"line {line} names no sheet; add a column sheet with its code, or give --sheet")
    if code not in known:
        known[code] = read_code(code)
    return known[code]


def mark_row(row: Mapping[str, str], line: int, sheet: Worksheet, solver: Solver) -> MarkedAnswer:
    text, most = row["question"], len(sheet.questions)
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and 1 <= int(text) <= most):
        raise GrundyError(f"line {line} has no question '{text[:20]}'; this sheet has 1 to {most}")
    is_right, words = judge_written(sheet.questions[int(text) - 1], row["answer"], solver)
    return MarkedAnswer(row["student"], int(text), row["answer"], is_right, words)


def judge_written(question: Question, answer: str, solver: Solver) -> tuple[bool, str]:
    """The verdict on what a student wrote; what cannot be read is wrong, and the words say how it is written."""
    puzzle = question.puzzle
    if not answer:
        return False, NO_ANSWER
    if puzzle.kind != "worth" and "(" not in answer and answer.lower() != LOST:
        answer = f"{puzzle.game.summands[0].ruleset}({answer})"
    try:
        judged = judge_answer(puzzle, answer, solver)
    except NotDecided:  # the time is up
        raise
    except GrundyError as error:
        return False, f"Not understood: {error}."
    return judged.is_right, judged.words


def totals(marks: Iterable[MarkedAnswer]) -> dict[str, int]:
    """The number of right answers of each student; of two to the same question the last counts."""
    last = {(mark.student, mark.question): mark for mark in marks}
    students = dict.fromkeys(student for student, _ in last)
    return {student: sum(mark.is_right for (who, _), mark in last.items() if who == student) for student in students}
