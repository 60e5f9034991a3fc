"""Nim in its disguises: the published answers, each through the public interface."""

import json
from collections import Counter
from collections.abc import Callable
from functools import reduce
from itertools import combinations, combinations_with_replacement, product
from operator import add
from pathlib import Path
from typing import Any

import pytest

from grundy import parse
from grundy.core.game import Game
from grundy.core.ordinals import Nimber, omega_power
from grundy.games.choose_heap import choose_heap
from grundy.games.northcott.board import draw_row
from grundy.games.northcott.rules import gap

Entry = dict[str, Any]
GAMES = {
    "moore_nim",
    "nim",
    "nimble",
    "northcott",
    "ordinal_nim",
    "poker_nim",
    "rook_nim",
    "silver_dollar",
    "staircase_nim",
    "two_dimensional_nim",
    "welter",
}
ANSWERS = json.loads((Path(__file__).parents[1] / "data" / "answers.json").read_text(encoding="utf-8"))
MINE = [entry for entry in ANSWERS if entry["game"] in GAMES]
ORDERED = {"nim", "staircase_nim"}  # where an answer keeps the order of the heaps


def game(entry: Entry, position: Any) -> Game:
    """The game of an answer at a position, given as a list or as text."""
    name, k = entry["game"], entry["params"].get("k")
    return parse(
        f"{name}({k})({write_position(entry, position)})" if k else f"{name}({write_position(entry, position)})"
    )


def write_position(entry: Entry, position: Any) -> str:
    if isinstance(position, str):
        return position
    if entry["game"] == "northcott":
        return "/".join(draw_row(entry["params"]["width"], *row) for row in position)
    return ",".join(f"({x[0]},{x[1]})" if isinstance(x, list) else str(x) for x in position)


def won(entry: Entry) -> list[Any]:
    """The positions that winning moves lead to."""
    start = game(entry, entry["position"])
    moves = start.misere.winning_moves() if entry["params"].get("play") == "misere" else start.winning_moves()
    return [move.position for move in moves]


def outcome(entry: Entry, position: Any) -> str:
    start = game(entry, position)
    return start.misere.outcome if entry["params"].get("play") == "misere" else start.outcome


def ordinal(terms: Any) -> Nimber:
    return reduce(add, (omega_power(e) * c for e, c in terms), 0) if isinstance(terms, list) else terms


def check_nimber(entry: Entry, expected: Any) -> None:
    if entry["game"] == "ordinal_nim":
        assert choose_heap().nimber == ordinal(expected)
    elif entry["position"]:
        assert game(entry, entry["position"]).nimber == ordinal(expected)
    elif isinstance(expected, dict):
        for position, value in expected.items():
            text = f"({position})" if entry["game"] == "two_dimensional_nim" else position
            assert game(entry, text).nimber == ordinal(value)
    else:
        for x, y in product(range(entry["params"]["size"]), repeat=2):
            assert game(entry, [[x, y]]).nimber == expected[x][y]


def check_outcome(entry: Entry, expected: Any) -> None:
    if isinstance(expected, dict):
        assert {position: outcome(entry, position) for position in expected} == expected
    elif entry["position"]:
        assert outcome(entry, entry["position"]) == expected
    else:
        assert [outcome(entry, position) for position in ("0,0,1", "1,1,0")] == expected  # as its question asks


def check_winning_positions(entry: Entry, expected: list[list[int]]) -> None:
    order: Callable[[Any], Any] = tuple if entry["game"] in ORDERED else lambda p: tuple(sorted(p))
    assert Counter(map(order, won(entry))) == Counter(map(order, expected))


def check_winning_moves(entry: Entry, expected: list[Any]) -> None:
    before = [tuple(square) for square in entry["position"]]
    moved = [next((i, b, a) for i, (b, a) in enumerate(zip(before, to, strict=True)) if b != a) for to in won(entry)]
    by_index = isinstance(expected[0][0], int)
    assert [[i if by_index else list(b), list(a)] for i, b, a in moved] == expected


def check_p_positions(entry: Entry, expected: list[list[int]]) -> None:
    piles, least = entry["params"].get("piles", 3), 0 if "piles" in entry["params"] else 1
    positions = combinations_with_replacement(range(least, entry["params"]["max"] + 1), piles)
    assert [list(p) for p in positions if outcome(entry, list(p)) == "P"] == expected


def check_count_p(entry: Entry, expected: dict[str, int]) -> None:
    for size, number in expected.items():
        positions = combinations(range(int(size)), entry["params"]["coins"])
        assert sum(outcome(entry, list(p)) == "P" for p in positions) == number


def check_height(entry: Entry, expected: dict[str, int]) -> None:
    assert {position: game(entry, position).height for position in expected} == expected


def check_gaps(entry: Entry, expected: list[int]) -> None:
    assert [gap(draw_row(entry["params"]["width"], *row)) for row in entry["position"]] == expected


CHECKS: dict[str, Callable[[Entry, Any], None]] = {
    "count_p": check_count_p,
    "count_positions": lambda entry, n: _equal(game(entry, entry["position"]).count_positions(), n),
    "gaps": check_gaps,
    "height": check_height,
    "mover_wins": lambda entry, wins: _equal(outcome(entry, entry["position"]) == "N", wins),
    "nim_sum": check_nimber,
    "outcome": check_outcome,
    "outcomes": lambda entry, labels: _equal([outcome(entry, p) for p in entry["position"]], labels),
    "p_positions": check_p_positions,
    "sg": check_nimber,
    "sg_ordinal": check_nimber,
    "sg_table": check_nimber,
    "winning_moves": check_winning_moves,
    "winning_positions": check_winning_positions,
}


def _equal(one: object, other: object) -> None:
    assert one == other


@pytest.mark.parametrize("entry", MINE, ids=lambda entry: entry["id"])
def test_answer(entry: Entry) -> None:
    query, expected = entry["query"], entry["expected"]
    several = isinstance(expected, dict) and expected.keys() <= CHECKS.keys()
    for name, value in expected.items() if several else [(query, expected)]:
        CHECKS[name](entry, value)
