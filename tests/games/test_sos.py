"""SOS against the book's answers, and the theory of traps against the definition."""

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from grundy import parse, sos
from grundy.core.game import Game
from grundy.errors import NotationError, NotDecided, PositionError, UndefinedError
from grundy.games.sos import WIN, essence, known_without_search, trapper_wins
from grundy.solvers import search

ANSWERS = json.loads((Path(__file__).parents[1] / "data" / "answers.json").read_text(encoding="utf-8"))
ENTRIES = [entry for entry in ANSWERS if entry["game"] == "sos" and entry["query"] == "outcome"]
ROWS = {"n8_O2": ".O......"}
LETTER = {"N": "N", "P": "P", "D": "D", "draw": "D"}


@pytest.mark.parametrize("entry", ENTRIES, ids=[entry["id"] for entry in ENTRIES])
def test_outcomes(entry: dict[str, Any]) -> None:
    expected = entry["expected"]
    position = entry["position"] or entry["params"].get("n")
    for row, outcome in expected.items() if isinstance(expected, dict) else [(position, expected)]:
        assert sos(ROWS.get(row, row) or 0).outcome == LETTER[outcome]


def test_verdict_and_winning_moves_are_the_definition_on_all_rows_up_to_7_cells() -> None:
    memo: search.Labels = {}
    for row in sos.board.small(7):
        assert sos.verdict(row, False) == search.outcome(Game.of(sos, row), memo=memo)
        if sos.terminal(row) is None:
            wins = [to for to in sos.moves(row) if search.outcome(Game.of(sos, to), memo=memo) == "P"]
            assert list(sos.reach(row, 0) or ()) == wins


@pytest.mark.parametrize("length", [8, 9])
def test_empty_rows_are_the_definition(length: int) -> None:
    assert sos(length).outcome == search.outcome(sos(length))


def by_traps(row: str, memo: dict[str, bool]) -> bool:
    """Whether the trapper wins, by traps alone, without forks and without cutting the row."""
    row = min(row, row[::-1])
    if row not in memo:
        options = [sos_row for sos_row in sos.moves(row) if not WIN.search(sos_row)]
        choose = any if row.count(".") % 2 else all
        memo[row] = "S..S" in row or (bool(options) and choose(by_traps(to, memo) for to in options))
    return memo[row]


def test_forks_and_essence_are_right_on_all_rows_up_to_9_cells() -> None:
    plain: dict[str, bool] = {}
    fast: dict[str, bool] = {}
    for length in range(10):
        for row in map("".join, product(".SO", repeat=length)):
            if "SOS" not in row and not WIN.search(row):
                assert trapper_wins(row, fast) == by_traps(row, plain), row
                assert known_without_search(row) in (None, plain[min(row, row[::-1])]), row
                assert essence(essence(row)) == essence(row)


@pytest.mark.parametrize("length", [11, 12, 13])
def test_longer_empty_rows_without_forks(length: int) -> None:
    assert trapper_wins("." * length, {}) == by_traps("." * length, {})


@pytest.mark.parametrize("length", range(7, 40, 2))
def test_odd_rows_of_at_least_7_are_won_from_the_middle(length: int) -> None:
    middle = "." * (length // 2)
    assert sos(length).outcome == "N"
    assert sos(middle + "S" + middle).outcome == "P"


@pytest.mark.parametrize("length", [*range(16, 40, 2), 2000])
def test_even_rows_of_at_least_16_are_lost(length: int) -> None:
    assert sos(length).outcome == "P"
    assert sos(length).winning_moves() == []


@pytest.mark.parametrize("length", [0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 14])
def test_shorter_rows_are_drawn(length: int) -> None:
    assert sos(length).outcome == "D"


def test_moves_print_as_rows_and_mirror_images_apart() -> None:
    assert [str(move.to) for move in sos("S...").winning_moves()] == ["sos(S..S)"]
    assert len(sos(5).options()) == 10


def test_no_sums_and_no_misere_form() -> None:
    with pytest.raises(UndefinedError, match="does not add"):
        parse("sos(7) + nim(3)")
    with pytest.raises(UndefinedError, match="no misère form"):
        _ = sos(7).misere.outcome


def test_errors() -> None:
    with pytest.raises(NotationError):
        parse("sos(S..X)")
    with pytest.raises(PositionError, match="at most"):
        sos(20_000)
    with pytest.raises(NotDecided, match="fill some cells"):
        _ = sos(".....O" * 25).outcome
