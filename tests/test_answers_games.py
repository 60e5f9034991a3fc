"""The questions about games that came later, found by brute force, asked through the public interface."""

import json
from csv import reader
from pathlib import Path

import pytest
from answers import Answer, misere

from grundy import Game, parse, parse_ruleset
from grundy.catalog import find
from grundy.expressions import NAME

ANSWERS: list[Answer] = json.loads((Path(__file__).parent / "data" / "answers_games.json").read_text(encoding="utf-8"))
PUBLISHED = Path(__file__).parent / "data" / "published_games.csv"
KNOWN = [answer for answer in ANSWERS if find(NAME.match(answer["game"]).group())]  # type: ignore[union-attr]
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


def test_published_values() -> None:
    with PUBLISHED.open(encoding="utf-8", newline="") as file:
        rows = [row for row in reader(file) if not row[0].startswith("#")]
    for rules, _, text in rows:
        expected = [int(value) for value in text.split()]
        ruleset = parse_ruleset(rules)
        assert [int(value) for value in ruleset.values(ruleset.board.first + len(expected))] == expected
