"""Take-away games against the book's answers, and their theorems against the definition."""

import json
from collections import Counter
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import pytest

from grundy import parse, parse_ruleset, solve
from grundy.boards.heaps import FormulaGame
from grundy.core.game import Game
from grundy.core.nimbers import xor_pairs
from grundy.core.ruleset import Ruleset
from grundy.errors import GrundyError, NotationError, NotDecided, PositionError
from grundy.games.dynamic_subtraction import expansion
from grundy.games.take_a_divisor import aliquot
from grundy.games.thirty_one import ThirtyOne
from grundy.solvers import search

ANSWERS = json.loads((Path(__file__).parents[1] / "data" / "answers.json").read_text(encoding="utf-8"))
HEAPS = [
    "aliquot",
    "at_least_half",
    "at_most_half",
    "dim_plus",
    "even_if_not_all",
    "even_or_singleton",
    "impatient_subtraction(1,3,4)",
    "impatient_subtraction(2,5)",
    "impatient_subtraction(4,7,9)",
    "impatient_subtraction(squares)",
    "mod3_take",
    "rayles",
    "rims",
    "take1mod3_split",
    "take2plus_split",
]
GAMES = {name.partition("(")[0] for name in HEAPS} | {
    "dynamic_subtraction",
    "empty_and_divide",
    "fibonacci_nim",
    "thirty_one",
}


def ours(entry: dict[str, Any]) -> bool:
    return any(
        name in GAMES for name in [entry["game"], *entry["params"].get("components", [])] if isinstance(name, str)
    )


def entries(*queries: str) -> pytest.MarkDecorator:
    """The answers about our games to these queries."""
    found = [entry for entry in ANSWERS if entry["query"] in queries and ours(entry)]
    return pytest.mark.parametrize("entry", found, ids=[entry["id"] for entry in found])


def ruleset(entry: dict[str, Any]) -> Ruleset[Any]:
    params = entry["params"]
    if entry["game"] == "fibonacci_nim":
        return parse_ruleset("fibonacci_nim")
    values = params.get("S") or ([params["multiplier"]] if "multiplier" in params else [])
    return parse_ruleset(f"{entry['game']}({','.join(map(str, values))})" if values else entry["game"])


def game(entry: dict[str, Any], position: Any) -> Game:
    if entry["game"] == "sum":
        parts = zip(entry["params"]["components"], position, strict=True)
        return parse(" + ".join(f"{name}({heap})" for name, heap in parts))
    return ruleset(entry)(*(position if isinstance(position, list) else [position]))


def numbers(to: Game) -> list[int]:
    """All heaps of a game, in order."""
    return [heap for summand in to.summands for heap in summand.position if heap]  # type: ignore[attr-defined]


@entries("sg_sequence")
def test_sequence_of_values(entry: dict[str, Any]) -> None:
    first, last = entry["params"]["range"]
    rules = ruleset(entry)
    assert list(rules.values(last + 1))[first:] == entry["expected"]
    assert [rules(n).nimber for n in range(first, last + 1)] == entry["expected"]


@entries("sg_table")
def test_table_of_values(entry: dict[str, Any]) -> None:
    sides = range(1, entry["params"]["max"] + 1)
    assert [[game(entry, [row, column]).nimber for column in sides] for row in sides] == entry["expected"]


@entries("p_positions")
def test_lost_positions(entry: dict[str, Any]) -> None:
    if "range" in entry["params"]:
        first, last = entry["params"]["range"]
        positions: list[Any] = list(range(first, last + 1))
    else:
        most = entry["params"]["max"]
        positions = [[a, b] for a in range(1, most + 1) for b in range(a, most + 1)]
    assert [p for p in positions if game(entry, p).outcome == "P"] == entry["expected"]


@entries("winning_amounts", "winning_amount")
def test_winning_amounts(entry: dict[str, Any]) -> None:
    expected = entry["expected"]
    for heap, amounts in expected.items() if isinstance(expected, dict) else [(entry["position"], expected)]:
        moves = game(entry, int(heap)).winning_moves()
        assert sorted(int(heap) - move.position[0] for move in moves) == sorted(amounts)  # type: ignore[index]


@entries("winning_positions", "sg+winning_positions")
def test_winning_positions(entry: dict[str, Any]) -> None:
    expected = entry["expected"] if isinstance(entry["expected"], dict) else {"winning_positions": entry["expected"]}
    whole = game(entry, entry["position"])
    assert whole.nimber == expected.get("sg", whole.nimber)
    found = sorted(sorted(numbers(move.to)) for move in whole.winning_moves())
    assert found == sorted(map(sorted, expected["winning_positions"]))


def complement_play(reply: int) -> tuple[list[int], list[int]]:
    """The cards played, and those left, when the first player completes each card to 7 and the other always replies so.

    It ends when one of them does not find his card any more. Against fours the threes run out, with 28 on the table.
    """
    board = ThirtyOne.board
    modulus = board.ranks + 1
    left, played = [board.copies] * board.ranks, list[int]()
    card = board.limit % modulus
    while left[card - 1] and sum(played) + card <= board.limit:
        left[card - 1] -= 1
        played.append(card)
        card = reply if len(played) % 2 else modulus - card
    return played, left


@entries("line")
def test_naive_line_of_thirty_one(entry: dict[str, Any]) -> None:
    played, left = complement_play(4)
    rules = parse_ruleset("thirty_one")
    found = {
        "played": played,
        "sum": sum(played),
        "remaining": left,
        "outcome_for_player_to_move": rules(*left).outcome,
    }
    assert found == entry["expected"]


@pytest.mark.parametrize("name", HEAPS)
def test_theorem_is_the_definition_up_to_heaps_of_60(name: str) -> None:
    rules, memo = parse_ruleset(name), {}  # type: ignore[var-annotated]
    for heap in range(61):
        value = search.nimber(rules(heap), memo)
        assert rules.theorem((heap,)) in (None, value)
        assert rules(heap).nimber == value


@pytest.mark.parametrize("name", [n for n in HEAPS if isinstance(parse_ruleset(n), FormulaGame)])
def test_moves_to_a_nimber_are_all_of_them_up_to_heaps_of_30(name: str) -> None:
    rules = parse_ruleset(name)
    assert isinstance(rules, FormulaGame)
    for heap in range(31):
        options = Counter((rules.theorem(left), rules.canonical(left)) for left in rules.options(heap))
        found = Counter((k, rules.canonical(left)) for k in range(32) for left in rules.left(heap, k))
        assert found == options


def test_pairs_of_given_nim_sum_up_to_a_sum_of_24() -> None:
    for nimber in range(16):
        pairs = [(x, y) for x in range(25) for y in range(x, 25) if x ^ y == nimber and x + y <= 24]
        assert sorted(xor_pairs(nimber, 24)) == pairs


@pytest.mark.parametrize("multiplier", range(1, 8))
@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misere"])
def test_dynamic_subtraction_is_the_definition_up_to_heaps_of_40(multiplier: int, misere: bool) -> None:
    rules = parse_ruleset(f"dynamic_subtraction({multiplier})")
    memo: search.Labels = {}
    label = {p: search.outcome(rules(*p), misere, memo) for p in rules.board.small(40)}
    for position, outcome in label.items():
        assert rules.verdict(position, misere) == outcome
        reached = rules.reach(position, 0, misere)
        assert reached is not None
        assert sorted(reached) == sorted(to for to in rules.moves(position) if label[to] == "P")


@pytest.mark.parametrize("multiplier", range(1, 12))
def test_expansions_fall_faster_than_the_multiplier(multiplier: int) -> None:
    for heap in range(1, 300):
        terms = expansion(multiplier, heap)
        assert sum(terms) == heap
        assert all(a > multiplier * b for a, b in pairwise(terms))


def test_empty_and_divide_is_the_definition_up_to_boxes_of_24() -> None:
    rules, memo = parse_ruleset("empty_and_divide"), {}  # type: ignore[var-annotated]
    for position in rules.board.small(24):
        assert rules.theorem(position) == search.nimber(rules(*position), memo)
        options = Counter((rules.theorem(to), to) for to in rules.moves(position))
        reached = Counter((k, to) for k in range(6) for to in rules.reach(position, k) or ())
        assert reached == options


@pytest.mark.parametrize(
    "text",
    [
        "fibonacci_nim(10^100)",
        "dynamic_subtraction(5)(10^100)",
        "at_least_half(10^100)",
        "at_most_half(10^100, 10^99)",
        "dim_plus(10^100, 12)",
        "aliquot(10^100)",
        "even_if_not_all(10^100, 5)",
        "even_or_singleton(10^100)",
        "mod3_take(10^100, 17)",
        "impatient_subtraction(2,5)(10^100)",
    ],
)
def test_huge_heaps_have_winning_moves_that_win(text: str) -> None:
    solution = solve(parse(text))
    assert solution.outcome == "N"
    assert solution.winning
    assert solution.winning.complete
    assert solution.winning.moves
    assert all(move.to.outcome == "P" for move in solution.winning.moves)


@pytest.mark.parametrize("name", ["rims", "take2plus_split", "take1mod3_split"])
def test_huge_heaps_that_split_too(name: str) -> None:
    rules = parse_ruleset(name)
    reached = rules.reach((10**100, 5), 0)
    assert reached is not None
    positions = list(islice(reached, 200))
    assert len(set(positions)) == 200
    assert all(rules.theorem(position) == 0 for position in positions)


def test_thirty_one_is_won_and_every_winning_card_leaves_a_lost_position() -> None:
    start = parse("thirty_one(4,4,4,4,4,4)")
    wins = {str(move.to) for move in start.winning_moves()}
    assert wins
    assert wins == {str(to) for to in start.options() if search.outcome(to) == "P"}


def test_divisors_that_nobody_knows_leave_the_nimber_known() -> None:
    prime = 10**30 + 57
    solution = solve(parse(f"aliquot({2 * prime * prime})"))
    assert (solution.outcome, solution.nimber) == ("N", 1)
    assert solution.winning
    assert not solution.winning.complete
    with pytest.raises(NotDecided, match="not known"):
        list(aliquot.options(prime * prime))


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("dynamic_subtraction(0)(5)", PositionError, "at least 1"),
        ("dynamic_subtraction(10^9)(10^12)", PositionError, "too large"),
        ("fibonacci_nim(3,4,5)", NotationError, "nothing more"),
        ("thirty_one(4,4,4)", NotationError, "expected 6"),
        ("thirty_one(5,4,4,4,4,4)", PositionError, "4 cards of each rank"),
        ("thirty_one(4,4,4,4,0,0)", PositionError, "leave more cards"),
        ("empty_and_divide(0,3)", PositionError, "at least 1"),
        ("empty_and_divide(3)", NotationError, "between the two boxes"),
        ("rims(-1)", NotationError, "negative"),
        ("impatient_subtraction(0)(5)", NotationError, "at least 1"),
    ],
)
def test_errors_name_the_cure(text: str, error: type[GrundyError], words: str) -> None:
    with pytest.raises(error, match=words):
        parse(text)


def test_printed_caps_are_no_more_than_the_heap() -> None:
    assert str(parse("fibonacci_nim(43)")) == "fibonacci_nim(43,42)"
    assert str(parse("fibonacci_nim(5,99)")) == "fibonacci_nim(5,5)"
    assert {str(to) for to in parse("fibonacci_nim(5,3)").options()} == {
        "fibonacci_nim(4,2)",
        "fibonacci_nim(3,3)",
        "fibonacci_nim(2,2)",
    }


def test_staircase_nim_is_not_told_to_spare_its_even_steps() -> None:
    """A move from an even step may win, so no account says that it gains nothing."""
    account = parse("staircase_nim(1,2,3)").explain().text()
    assert "move 2 coins from step 2 down" in account
    assert "gains nothing" not in account
