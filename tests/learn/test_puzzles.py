"""Puzzles: the same from the same seed, with the property that they claim, and answers that the solver judges."""

from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest
from make_puzzles import describe_gaps, next_puzzle

from grundy import catalog, nim, parse
from grundy.core.game import Game
from grundy.errors import GrundyError
from grundy.learn.definition import Definition
from grundy.learn.difficulty import LEVELS, asymmetry, natural_moves, rate, rate_lost
from grundy.learn.puzzle_answers import LOST, judge_answer
from grundy.learn.puzzles import KINDS, NoPuzzleError, Puzzle, has_property, list_options, make_puzzle, why_not
from grundy.learn.shipped import choose_puzzles, daily_puzzle, read_day, shipped_names, shipped_puzzles

SHARE = 40  # of the puzzles that come with the package are checked in the first tier
SAMPLE = Random("a share").sample(shipped_puzzles(), SHARE)
COSTLY = "sprouts"  # 2 ms for a position by the definition


def test_a_thousand_from_every_ruleset() -> None:
    puzzles = shipped_puzzles()
    assert len(puzzles) == len(shipped_names()) == 1000
    assert {puzzle.ruleset for puzzle in puzzles} == set(catalog.entries())
    assert all(len(choose_puzzles(kind=kind, level=level)) > 30 for kind in KINDS for level in LEVELS)


def test_the_file_says_which_kinds_are_missing_and_why() -> None:
    text = Path(catalog.FOLDER).parent.joinpath("data/puzzles.txt").read_text(encoding="utf-8")
    assert list(describe_gaps(list(shipped_puzzles()))) == [
        line for line in text.splitlines()[1:] if line.startswith("#")
    ]


@pytest.mark.parametrize("puzzle", [it for it in SAMPLE if it.ruleset != COSTLY][:12], ids=lambda it: it.name)
def test_a_seed_gives_the_shipped_puzzle(puzzle: Puzzle) -> None:
    assert make_puzzle(puzzle.ruleset, puzzle.kind, puzzle.seed) == puzzle


def test_the_tool_makes_the_shipped_puzzles() -> None:
    mine = choose_puzzles("kayles", "rescue")
    assert next_puzzle(("kayles", "rescue"), 0, frozenset()) == mine[0]
    assert next_puzzle(("kayles", "rescue"), mine[0].seed + 1, frozenset({mine[0].position})) == mine[1]


@pytest.mark.parametrize("puzzle", [it for it in SAMPLE if it.ruleset != COSTLY], ids=lambda it: it.name)
def test_the_definition_says_what_a_puzzle_claims(puzzle: Puzzle) -> None:
    assert has_property(puzzle)


@pytest.mark.slow
@pytest.mark.parametrize("start", range(0, 1000, 100))
def test_the_definition_says_what_every_puzzle_claims(start: int) -> None:
    assert [it.name for it in shipped_puzzles()[start : start + 100] if not has_property(it)] == []


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda it: it.name)
def test_the_solver_judges_as_the_definition(puzzle: Puzzle) -> None:
    game, facts = puzzle.game, Definition(puzzle.misere, 10**6, 10**6)
    if puzzle.kind == "worth":
        nimber = facts.nimber(game)
        assert [n for n in range(nimber + 3) if judge_answer(puzzle, str(n)).is_right] == [nimber]
        return
    moves = list_options(game)[:8]
    assert [judge_answer(puzzle, str(move.to)).is_right for move in moves] == [
        facts.outcome_after(move) == "P" for move in moves
    ]
    assert judge_answer(puzzle, LOST).is_right == (facts.outcome(game) == "P")


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda it: it.name)
def test_a_wrong_answer_is_refuted_by_a_position(puzzle: Puzzle) -> None:
    facts = Definition(puzzle.misere, 10**6, 10**6)
    answers = ["0", "1", "7"] if puzzle.kind == "worth" else [str(move.to) for move in list_options(puzzle.game)[:4]]
    for answer in answers:
        judged = judge_answer(puzzle, answer)
        if not judged.is_right and judged.shown and not judged.shown[0].goes_on:
            shown = judged.shown[0]  # under misère play perhaps the answer itself, if it is the last move
            assert facts.outcome_after(shown) == ("N" if str(shown.to) == answer else "P")


def test_a_rescue_tells_its_story() -> None:
    puzzle = make_puzzle("kayles", "rescue", 1)
    before, after = map(parse, puzzle.story)
    assert after in before.options()
    assert puzzle.game in after.options()
    assert before.outcome == after.outcome == "N"


def test_the_rating_grows_with_options_and_with_natural_mistakes() -> None:
    assert rate(8, 1, 0) == 3
    assert rate(8, 2, 0) < rate(8, 1, 0) < rate(16, 1, 0)
    assert rate(8, 1, 0.5) < rate(8, 1, 1)


def test_a_move_that_is_refuted_in_one_way_makes_a_lost_position_hard() -> None:
    facts = Definition()
    games = nim(1, 2, 3), nim(2, 2)
    ratings = [rate_lost(list_options(game), facts) for game in games]
    assert ratings == [rate(7, 1, 1), rate(3, 1, 1)]


def natural(game: Game) -> set[str]:
    return {str(move.to) for move in natural_moves(game, list_options(game), Definition())}


def test_natural_moves() -> None:
    assert "nim(5,5)" in natural(nim(5, 9))  # to symmetry
    assert "nim(5)" in natural(nim(5, 9))  # greedy: the fewest replies
    assert "nim(4,9)" in natural(nim(5, 9))  # cautious: the most
    assert natural(nim(1, 2, 12)) >= {"nim(1,2)"}  # the largest part as if it were alone
    assert asymmetry(nim(4, 4)) < asymmetry(nim(4, 5))


def test_each_day_has_its_puzzle() -> None:
    start = date(2026, 11, 17)
    days = [daily_puzzle(start + timedelta(n)) for n in range(1000)]
    assert len(set(days)) == 1000
    assert daily_puzzle(start) == daily_puzzle(read_day("2026-11-17"))
    assert len({puzzle.ruleset for puzzle in days[:30]}) > 20


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("kaylse", "win", 0), "did you mean kayles?"),
        (("kayles", "draw", 0), "choose one of win, rescue, worth"),
        (("sos", "worth", 0), "does not add"),
        (("notakto", "worth", 0), "normal play"),
        (("dots_and_boxes", "worth", 0), "points decide"),
    ],
)
def test_what_has_no_puzzle(arguments: tuple[str, str, int], line: str) -> None:
    with pytest.raises(NoPuzzleError, match=line.replace("?", r"\?")):
        make_puzzle(*arguments)


def test_a_position_that_no_move_reaches_is_wrong() -> None:
    assert not judge_answer(make_puzzle("kayles", "win", 0), "kayles(99)").is_right


@pytest.mark.parametrize(("kind", "answer"), [("win", "nonsense"), ("win", "kayles("), ("win", ""), ("worth", "many")])
def test_an_answer_that_cannot_be_read(kind: str, answer: str) -> None:
    with pytest.raises(GrundyError):
        judge_answer(make_puzzle("kayles", kind, 0), answer)


def test_kinds_that_make_no_sense_say_why() -> None:
    assert {name for name, entry in catalog.entries().items() if why_not("worth", entry.about)} >= {"sos", "notakto"}
    assert not any(why_not("win", entry.about) for entry in catalog.entries().values())


def test_a_puzzle_as_a_line_reads_back() -> None:
    puzzle = make_puzzle("kayles", "rescue", 2)
    assert Puzzle.read(puzzle.line()) == puzzle
