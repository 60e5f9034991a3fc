"""The questions about games that came later, found by brute force, asked through the public interface."""

import json
import re
from csv import reader
from itertools import count, product
from math import comb, isqrt
from pathlib import Path

import pytest
from answers import Answer, misere

from grundy import Game, parse, parse_ruleset
from grundy.catalog import find
from grundy.core.budget import Budget
from grundy.expressions import NAME
from grundy.solvers import search
from grundy.solvers.misere.mixed_quotient import MixedQuotient
from grundy.solvers.solver import Solver

ANSWERS: list[Answer] = json.loads((Path(__file__).parent / "data" / "answers_games.json").read_text(encoding="utf-8"))
PUBLISHED = Path(__file__).parent / "data" / "published_games.csv"
PUBLISHED_POSITIONS = Path(__file__).parent / "data" / "published_positions.csv"
PUBLISHED_PAIRS = Path(__file__).parent / "data" / "published_pairs.csv"
KNOWN = [answer for answer in ANSWERS if find(re.match(NAME, answer["game"]).group())]  # type: ignore[union-attr]
OUTCOMES = "P", "N", "D"
SCORED = "margin"  # of games that are counted, which have a test of their own


def game(answer: Answer, position: str) -> Game:
    return parse(f"{answer['game']}({position})")


def targets(answer: Answer) -> list[Game] | None:
    """The expected games after the winning moves, where the answer has them."""
    expected = answer["expected"]
    if "to" in expected:
        return [parse(text) for text in expected["to"]]
    return [game(answer, text) for text in expected["winning_positions"]] if "winning_positions" in expected else None


POSITIONS = [answer for answer in KNOWN if answer["query"].startswith("outcome") and SCORED not in answer["expected"]]


@pytest.mark.parametrize("answer", POSITIONS, ids=lambda answer: answer["id"])
def test_positions(answer: Answer) -> None:
    it, expected = game(answer, answer["position"][0]), answer["expected"]
    played = it.misere if misere(answer) else it
    assert played.outcome == expected["outcome"]
    if "sg" in expected:
        assert str(it.nimber) == str(expected["sg"])
    moves = played.winning_moves()
    assert len(moves) == expected["n_winning"]
    wanted = targets(answer)
    if wanted is not None:
        assert {parse(str(move.to)).live().key for move in moves} == {to.live().key for to in wanted}


def test_sequences() -> None:
    sequences = [answer for answer in KNOWN if answer["query"] == "sg_sequence"]
    for answer in sequences:
        values = parse_ruleset(answer["game"]).values(answer["params"]["range"][1] + 1)
        assert [int(value) for value in values] == answer["expected"]


def test_single_positions() -> None:
    for answer in (answer for answer in KNOWN if answer["query"] == "sg"):
        assert {text: int(str(game(answer, text).nimber)) for text in answer["expected"]} == answer["expected"]


def published_rows(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return [row for row in reader(file) if not row[0].startswith("#")]


def test_published_values() -> None:
    for rules, _, text in published_rows(PUBLISHED):
        expected = [int(value) for value in text.split()]
        ruleset = parse_ruleset(rules)
        assert [int(value) for value in ruleset.values(ruleset.board.first + len(expected))] == expected


@pytest.mark.parametrize("row", published_rows(PUBLISHED_POSITIONS), ids=lambda row: row[0])
def test_published_positions(row: list[str]) -> None:
    position, first, _, text = row
    for n, expected in enumerate(text.split(), int(first)):
        if expected == "-":  # no position
            continue
        it = parse(position.replace("{n}", str(n)))
        played = it if it.summands[0].ruleset.has_normal else it.misere
        assert str(played.outcome if expected in OUTCOMES else it.nimber) == expected, it


@pytest.mark.parametrize("row", published_rows(PUBLISHED_PAIRS), ids=lambda row: f"{row[0]}-{row[2]}")
def test_published_pairs(row: list[str]) -> None:
    """All pairs up to the last one that is listed, in either order."""
    rules, _, play, text = row
    lost = {tuple(map(int, pair.split(","))) for pair in text.split()}
    ruleset, solver, (_, most) = parse_ruleset(rules), Solver(), max(lost)
    for a, b in product(range(max(lost)[0] + 1), range(most + 1)):
        expected = "P" if (min(a, b), max(a, b)) in lost else "N"
        for pair in ((a, b), (b, a)):
            assert solver.outcome(Game.of(ruleset, pair), play == "misere") == expected, pair


def test_the_published_quotient_of_notakto() -> None:
    """Eighteen elements, four of them lost, and who wins on k boards (Plambeck and Whitehead 2013)."""
    quotient, _ = MixedQuotient().elements(parse("notakto(1)").summands, Budget())
    assert (quotient.monoid.order, quotient.monoid.p_portion) == (18, 4)


def test_sixteen_counters_of_tac_tix_are_lost_under_misere_play() -> None:
    """As Gardner's readers found (Scientific American, February 1958), and HAKMEM 1972, item 74."""
    assert parse("tac_tix(4x4)").misere.outcome == "P"


def test_lost_rows_of_timber_are_counted_by_catalan_numbers() -> None:
    """Lost paths are Dyck paths (Nowakowski et al. 2013)."""
    solver = Solver()
    for length in range(9):
        rows = [parse(f"timber({''.join(row)})") for row in product("LR", repeat=length)]
        half, odd = divmod(length, 2)
        expected = 0 if odd else comb(length, half) // (half + 1)
        assert sum(solver.outcome(row) == "P" for row in rows) == expected


def test_the_published_triangle_of_wythoff() -> None:
    """OEIS A317205, as Blass and Fraenkel 1990 print it: the first rows."""
    rows = [[0], [1, 2], [2, 0, 1], [3, 4, 5, 6], [4, 5, 3, 2, 7], [5, 3, 4, 0, 6, 8], [6, 7, 8, 1, 9, 10, 3]]
    assert [[parse(f"wythoff({r},{c})").nimber for c in range(r + 1)] for r in range(len(rows))] == rows


def test_lost_pairs_after_wythoff() -> None:
    """Fraenkel 1998: B = sA + tn, and A is the least number left; for s = 1 and t = 2 that is OEIS A001951."""
    for s, t in ((1, 2), (2, 1), (2, 3), (3, 2)):
        rules, seen, memo = parse_ruleset(f"st_wythoff({s},{t})"), set[int](), search.Labels()
        for n in range(6):
            least = next(a for a in count() if a not in seen)
            assert s != 1 or t != 2 or least == isqrt(2 * n * n)
            seen |= {least, s * least + t * n}
            lost = [
                b
                for b in range(s * least + t * n + 3)
                if search.outcome(rules(least, b), memo=memo) == "P" and b >= least
            ]
            assert lost == [s * least + t * n]
