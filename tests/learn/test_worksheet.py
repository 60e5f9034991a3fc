"""Worksheets: the same from the same seed, answers that the definition confirms, and what students hand in marked."""

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from grundy import kayles, mex, nim
from grundy.cli import group
from grundy.core.latex import escape
from grundy.errors import GrundyError
from grundy.explain.account import explain
from grundy.learn import worksheet_html, worksheet_latex
from grundy.learn.autograder import judge_mex, judge_nimber, judge_winning_move
from grundy.learn.definition import Definition
from grundy.learn.marking import mark_answers, totals
from grundy.learn.puzzles import has_property, list_options
from grundy.learn.worksheet import Worksheet, make_worksheet, read_code
from grundy.solvers import search

SHEET = make_worksheet(["nim", "kayles"], 6, 7)
TWENTY = "nim,kayles,cram,chomp,hackenbush,turning_turtles,wythoff,fibonacci_nim,northcott,notakto"


def right_answer(sheet: Worksheet, number: int) -> str:
    """An answer to a question by the definition."""
    puzzle = sheet.questions[number - 1].puzzle
    facts = Definition(puzzle.misere, 10**6, 10**6)
    if puzzle.kind == "worth":
        return str(facts.nimber(puzzle.game))
    wins = [move for move in list_options(puzzle.game) if facts.outcome_after(move) == "P"]
    return str(wins[0].to) if wins else "lost"


def test_the_same_seed_gives_the_same_sheet() -> None:
    assert make_worksheet(["nim", "kayles"], 6, 7) == SHEET == read_code(SHEET.code)
    assert make_worksheet(["nim", "kayles"], 6, 8) != SHEET
    assert len({question.puzzle.position for question in SHEET.questions}) == 6


def test_every_kind_has_its_turn_and_the_level_is_kept() -> None:
    assert {question.puzzle.kind for question in SHEET.questions} == {"win", "rescue", "worth"}
    easy = make_worksheet(["nim"], 3, 1, "easy")
    assert {question.puzzle.level for question in easy.questions} == {"easy"}


def test_the_solutions_agree_with_the_definition() -> None:
    for question in SHEET.questions:
        assert has_property(question.puzzle)
        right = right_answer(SHEET, question.number)
        assert ("No: every move loses" if right == "lost" else right) in question.answer
        assert question.reason.game == question.puzzle.position


@pytest.mark.parametrize(
    "code", ["nim", "nim/x/7/any", "nim/1/7/deadly", "nonsense/1/7/any", "nim/0/7/any", "nim/999/7/any"]
)
def test_a_code_that_is_none(code: str) -> None:
    with pytest.raises(GrundyError):
        read_code(code)


def test_what_is_handed_in_is_marked() -> None:
    rows = [f"Ada,{n},{right_answer(SHEET, n)!r}".replace("'", '"') for n in range(1, 7)]
    rows += ["Bob,1,", "Bob,2,nonsense", "Bob,3,99"]
    marks = mark_answers(["student,question,answer", *rows], SHEET)
    assert [mark.is_right for mark in marks] == [True] * 6 + [False] * 3
    assert totals(marks) == {"Ada": 6, "Bob": 0}
    assert all(mark.words for mark in marks)


def test_a_position_may_be_written_without_its_game() -> None:
    number = next(q.number for q in SHEET.questions if q.puzzle.kind == "win")
    inside = right_answer(SHEET, number).partition("(")[2].removesuffix(")")
    assert mark_answers(["student,question,answer", f'Ada,{number},"{inside}"'], SHEET)[0].is_right


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["who,what"], "no column student"),
        (["student,question,answer", "Ada,77,1"], "1 to 6"),
        (["student,question,answer", "Ada,one,1"], "1 to 6"),
        (["student,question,answer", "Ada,1," + "x" * 200_000], "no CSV"),
        ([], "no column student"),
    ],
)
def test_a_file_that_cannot_be_marked(lines: list[str], words: str) -> None:
    with pytest.raises(GrundyError, match=words):
        mark_answers(lines, SHEET)


def test_the_sheet_may_stand_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "answers.csv"
    file.write_text(f'sheet,student,question,answer\n"{SHEET.code}",Ada,1,"{right_answer(SHEET, 1)}"\n')
    answer = json.loads(run("check", str(file), "--json"))
    assert answer["totals"] == {"Ada": 1}


def run(*arguments: str) -> str:
    found = CliRunner().invoke(group, list(arguments), catch_exceptions=False)
    assert found.exit_code == 0, found.output
    return found.output


def test_the_command_writes_files(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.tex"
    run("worksheet", "--ruleset", "nim", "--count", "1", "--solutions", "separate", "--out", str(sheet))
    assert "Worksheet" in sheet.read_text()
    assert "Solutions" in (tmp_path / "sheet-solutions.tex").read_text()


def test_html_is_a_part_or_a_page() -> None:
    part = worksheet_html.write_part(SHEET)
    assert part.count("<svg") == 6
    assert "<!doctype" not in part
    page = worksheet_html.write_page(part + worksheet_html.write_solution_part(SHEET), "Sheet")
    assert "@page" in page
    assert page.count('class="solution"') == 6


def test_latex_has_pictures_and_balanced_braces() -> None:
    text = worksheet_latex.write_both(SHEET)
    assert text.count(r"\begin{tikzpicture}") == 6
    assert text.count("{") == text.count("}")
    assert all(letter.isascii() or letter in "èéöü" for letter in text), {c for c in text if not c.isascii()}


def test_explanations_in_latex() -> None:
    text = explain(nim(13, 12, 8)).latex()
    assert r"\begin{tabular}" in text
    assert r"\texttt{nim(13,\allowbreak{}12,\allowbreak{}8)}" in text
    assert escape("a_b & c") == r"a\_b \& c"


def test_p_positions_are_marked_in_a_latex_table() -> None:
    text = run("export", "wythoff", "--size", "3x3", "--format", "latex")
    assert text.count(r"\fbox{0}") == 3  # (0,0), (1,2), (2,1)


@pytest.mark.slow
def test_twenty_questions_compile(tmp_path: Path) -> None:
    if not shutil.which("pdflatex"):
        (pytest.fail if os.environ.get("GRUNDY_NEED_LATEX") else pytest.skip)("no pdflatex is installed here")
    sheet = make_worksheet(TWENTY.split(","), 20, 1)
    assert all(has_property(question.puzzle) for question in sheet.questions)
    (tmp_path / "sheet.tex").write_text(worksheet_latex.write_both(sheet), encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "sheet.tex"]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, errors="replace", check=False)
    assert found.returncode == 0, found.stdout[-2000:]
    assert (tmp_path / "sheet.pdf").stat().st_size > 10_000


def bouton(heaps: list[int]) -> list[int] | None:
    total = 0
    for heap in heaps:
        total ^= heap
    for n, heap in enumerate(heaps):
        if heap ^ total < heap:
            return [*heaps[:n], heap ^ total, *heaps[n + 1 :]]
    return None


def largest_first(heaps: list[int]) -> list[int]:
    return sorted(heaps)[:-1]


def test_right_functions_of_students_pass() -> None:
    judge_mex(mex)
    judge_nimber(lambda heaps: search.nimber(nim(*heaps)), nim)
    judge_nimber(lambda heaps: search.nimber(kayles(*heaps)), kayles)
    judge_winning_move(bouton, nim)


@pytest.mark.parametrize(
    ("judge", "words"),
    [
        (lambda: judge_mex(len), "mex"),
        (lambda: judge_nimber(len, kayles), "worth"),
        (lambda: judge_winning_move(largest_first, nim), "loses"),
        (lambda: judge_winning_move(lambda heaps: [99], nim), "no move leads"),
    ],
)
def test_wrong_functions_of_students_are_told_a_counterexample(judge: Callable[[], None], words: str) -> None:
    with pytest.raises(AssertionError, match=words):
        judge()
