"""Nim in its disguises: the published answers, theorems against the definition, and what does not read."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, reduce
from itertools import combinations, combinations_with_replacement, islice, product
from operator import add, xor
from pathlib import Path
from typing import Any

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy import nim, parse
from grundy.boards.ordinal_heaps import below
from grundy.core.game import Game
from grundy.core.ordinals import Nimber, omega_power
from grundy.core.ruleset import Ruleset
from grundy.errors import GrundyError, UndefinedError
from grundy.games.moore import MooreNim, NimbleK
from grundy.games.nim_in_disguise import TwoDimensionalNim, choose_heap, length, nimble, rook_nim, two_dimensional_nim
from grundy.games.northcott import gap, northcott
from grundy.games.poker import poker_nim
from grundy.games.staircase import silver_dollar, staircase_nim
from grundy.games.welter import longer, mates, welter
from grundy.solvers import search
from grundy.solvers.solution import solve

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
    return parse(f"{name}({k})({written(entry, position)})" if k else f"{name}({written(entry, position)})")


def written(entry: Entry, position: Any) -> str:
    if isinstance(position, str):
        return position
    if entry["game"] == "northcott":
        return "/".join(drawn(entry["params"]["width"], *row) for row in position)
    return ",".join(f"({x[0]},{x[1]})" if isinstance(x, list) else str(x) for x in position)


def drawn(width: int, white: int, black: int) -> str:
    return "".join({white: "W", black: "B"}.get(i, ".") for i in range(width))


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
    assert [gap(drawn(entry["params"]["width"], *row)) for row in entry["position"]] == expected


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


def strips(squares: int, coins: int) -> Iterator[tuple[int, ...]]:
    """Every set of at most so many coins on the first squares."""
    for n in range(1, coins + 1):
        yield from combinations(range(squares), n)


def heaps(size: int, number: int) -> list[tuple[int, ...]]:
    return list(combinations_with_replacement(range(size + 1), number))


FAMILIES: list[tuple[Ruleset[Any], list[Any]]] = [
    (welter, [*strips(9, 5), *combinations(range(10), 5)]),
    (silver_dollar, list(strips(9, 5))),
    (staircase_nim, [p for p in product(range(4), repeat=4) if sum(p) < 8]),
    (nimble, heaps(5, 3)),
    (rook_nim, [tuple(p) for p in combinations_with_replacement(product(range(3), repeat=2), 2)]),
    (poker_nim, [(p, reserve) for p in heaps(4, 3) for reserve in range(3)]),
    *((MooreNim(k), heaps(4, n)) for k in (1, 2, 3, 4) for n in (3, 4)),
    (MooreNim(2), heaps(8, 3)),
    (NimbleK(2), heaps(4, 4)),
]


@pytest.mark.parametrize(("ruleset", "positions"), FAMILIES, ids=lambda value: str(value)[:20])
def test_theorems_equal_the_definition(ruleset: Ruleset[Any], positions: list[Any]) -> None:
    memo: search.Values = {}
    for position in positions:
        value = search.nimber(Game.of(ruleset, position), memo)
        assert ruleset.theorem(position) in (None, value), position
        assert ruleset.verdict(position, False) in (None, "N" if value else "P"), position


@pytest.mark.parametrize(("ruleset", "positions"), FAMILIES, ids=lambda value: str(value)[:20])
@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misere"])
def test_winning_moves_equal_the_definition(ruleset: Ruleset[Any], positions: list[Any], misere: bool) -> None:
    for position in positions:
        assert ruleset.verdict(position, misere) in (None, oracle.outcome(ruleset, position, misere)), position
        reached = ruleset.reach(position, 0, misere)
        lost = [to for to in ruleset.moves(position) if oracle.outcome(ruleset, to, misere) == "P"]
        assert reached is None or Counter(reached) == Counter(lost), position


def test_every_nimber_is_reached_in_welters_game() -> None:
    for position in strips(10, 4):
        value = welter.theorem(position)
        for wanted in range(value + 3):
            reached = welter.reach(position, wanted)
            hits = [to for to in welter.moves(position) if welter.theorem(to) == wanted]
            assert Counter(reached or ()) == Counter(hits), position
            assert bool(hits) or wanted >= value


@given(st.sets(st.integers(0, 1 << 70), min_size=1, max_size=9))
def test_mates_equal_the_chain(squares: set[int]) -> None:
    coins = tuple(sorted(squares))
    assert sorted(coin for pair in mates(coins) for coin in pair) == list(coins)
    assert longer([0], coins)[-1] == welter.theorem(coins)


@given(st.lists(st.integers(0, 60), min_size=4, max_size=5), st.integers(2, 3))
def test_moores_winning_moves_are_lost_and_distinct(sizes: list[int], k: int) -> None:
    ruleset, position = MooreNim(k), tuple(sizes)
    reached = list(islice(ruleset.reach(position, 0) or (), 500))
    assert bool(reached) == (ruleset.verdict(position, False) == "N")
    assert len(set(reached)) == len(reached)
    for to in reached:
        cut = [a < b for a, b in zip(to, position, strict=True) if a != b]
        assert all(cut)
        assert 1 <= len(cut) <= k
        assert ruleset.verdict(to, False) == "P"


def boards() -> Iterator[Any]:
    """Every Northcott position with one row of up to six squares, two rows of three and four, three rows of three."""
    for length_, rows in ((2, 1), (4, 1), (6, 1), (3, 2), (4, 2), (3, 3)):
        row = [drawn(length_, w, b) for w, b in product(range(length_), repeat=2) if w != b]
        yield from product(product(row, repeat=rows), "WB")


def retrograde(positions: list[Any], ruleset: Ruleset[Any]) -> dict[Any, str]:
    """The outcomes by rounds: lost without moves to other than won positions, won with a move to a lost one."""
    label: dict[Any, str] = {}
    options = {position: list(ruleset.moves(position)) for position in positions}
    while True:
        fresh = {p: "P" for p in options.keys() - label.keys() if all(label.get(to) == "N" for to in options[p])}
        fresh |= {p: "N" for p in options.keys() - label.keys() if any(label.get(to) == "P" for to in options[p])}
        if not fresh:
            return label
        label |= fresh


def test_northcott_by_retrograde_analysis() -> None:
    positions = list(boards())
    label = retrograde(positions, northcott)
    for position in positions:
        assert label.get(position) == ("N" if northcott.theorem(position) else "P"), position
        for wanted in range(4):
            hits = [to for to in northcott.moves(position) if northcott.theorem(to) == wanted]
            assert Counter(northcott.reach(position, wanted)) == Counter(hits)


def test_northcott_hands_the_move_over() -> None:
    start = parse("northcott(W..B./.B.W.)")
    assert {str(move.to) for move in start.winning_moves()} == {
        "northcott(.W.B./.B.W.; B)",
        "northcott(W..B./.B..W; B)",
    }
    with pytest.raises(UndefinedError, match="no misère form"):
        start.misere.outcome  # noqa: B018


class Narrow(TwoDimensionalNim):
    """Two-dimensional nim on eight columns, so that the definition can run."""

    width = 8

    def goes(self, square: tuple[int, int]) -> Iterator[tuple[int, int]]:
        column, row = square
        yield from ((x, row) for x in range(column))
        yield from product(range(self.width), range(row))


@cache
def narrow(column: int, row: int) -> int:
    return oracle.nimber(Narrow(), ((column, row),))


def test_two_dimensional_nim_on_a_narrow_board() -> None:
    squares = list(product(range(8), range(3)))
    assert all(narrow(x, y) == 8 * y + x for x, y in squares)
    for position in combinations_with_replacement(squares, 2):
        lost = [to for to in Narrow().moves(position) if not reduce(xor, (narrow(*square) for square in to))]
        assert Counter(two_dimensional_nim.reach(position, 0)) == Counter(lost)


def test_two_dimensional_nim_lists_every_option_sooner_or_later() -> None:
    first = list(islice(two_dimensional_nim.moves(((2, 3),)), 1000))
    assert len(set(first)) == 1000
    assert all(((x, y),) in first for x in range(100) for y in range(3))


def test_how_long_two_dimensional_nim_lasts() -> None:
    row = ((3, 0), (1, 0))
    assert length(row) == nimble(3, 1).height == 4
    assert all(length(to) < length(((1, 2), (4, 1))) for to in islice(two_dimensional_nim.moves(((1, 2), (4, 1))), 500))


small_ordinals = st.lists(st.tuples(st.integers(0, 3), st.integers(1, 5)), max_size=3).map(
    lambda terms: reduce(add, (omega_power(e) * c for e, c in sorted(terms, reverse=True)), 0)
)


@given(st.lists(small_ordinals, min_size=1, max_size=4))
def test_ordinal_heaps_have_the_nim_sum_for_their_mex(sizes: list[Nimber]) -> None:
    """No move keeps the nim-sum, and some move reaches each smaller number."""
    position = tuple(sizes)
    value = nim.theorem(position)
    for wanted in islice(below(value), 30):
        reached = list(nim.reach(position, wanted))
        assert reached
        for to in reached:
            (change,) = [(a, b) for a, b in zip(to, position, strict=True) if a != b]
            assert change[0] < change[1]
            assert nim.theorem(to) == wanted
    assert not list(nim.reach(position, value))


@given(small_ordinals)
def test_smaller_ordinals_come_once_each(bound: Nimber) -> None:
    found = list(islice(below(bound), 300))
    assert len(set(found)) == len(found)
    assert all(number < bound for number in found)


@pytest.mark.parametrize(
    ("bound", "early"),
    [("w", "99"), ("w*2 + 3", "w + 20"), ("w^2", "w*3 + 2"), ("w^w", "w^2*2 + 1"), ("w^(w + 1)", "w^w + w")],
)
def test_every_smaller_ordinal_comes(bound: str, early: str) -> None:
    (top,), (wanted,) = (nim(text).summands[0].position for text in (bound, early))
    assert wanted in islice(below(top), 2000)


@pytest.mark.parametrize(
    ("text", "nimber", "moves"),
    [
        ("nim(w*2+3, 5)", "w*2 + 6", ["nim(5,5)"]),
        ("nim(w, w)", "0", []),
        ("nim(w^2, w*3+1, 7)", "w^2 + w*3 + 6", ["nim(w*3 + 6,w*3 + 1,7)"]),
        ("choose_heap", "w", ["nim(0)"]),
        ("choose_heap + nim(w*2)", "w*3", ["choose_heap() + nim(w)"]),
        ("two_dimensional_nim((1,2),(4,1))", "w*3 + 5", ["two_dimensional_nim((4,1),(4,1))"]),
        ("poker_nim(3; 2) + nim(w)", "w + 3", ["poker_nim(3; 2) + nim(3)"]),
    ],
)
def test_infinite_positions(text: str, nimber: str, moves: list[str]) -> None:
    start = parse(text)
    assert str(start.nimber) == nimber
    assert [str(move.to) for move in start.winning_moves()] == moves
    assert parse(str(start)) == start
    assert start.explain()


def test_infinite_misere_play() -> None:
    start = parse("nim(w, 1)").misere
    assert [str(move.to) for move in start.winning_moves()] == ["nim(1)"]
    assert parse("nim(w, w)").misere.outcome == "P"


@pytest.mark.parametrize(
    "text",
    [
        "nimble(10^100, 3)",
        "poker_nim(10^100, 5; 10^90)",
        "staircase_nim(10^100, 3, 5, 10^90)",
        "silver_dollar(3, 7, 10^90, 10^100)",
        "welter(3, 7, 10^90, 10^100, 2^300)",
        "rook_nim((10^100, 3), (10^90, 2))",
        "two_dimensional_nim((10^100, 10^80), (3, 10^90))",
        "moore_nim(2)(10^100, 3, 7, 10^90, 5)",
        "nimble_k(3)(10^100, 3, 7, 10^90, 5, 9)",
    ],
)
def test_huge_positions_are_won_without_listing_options(text: str) -> None:
    answer = solve(parse(text))
    assert answer.outcome == "N"
    assert answer.winning
    assert answer.winning.moves
    assert all(move.to.outcome == "P" for move in answer.winning.moves[:5])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nim(-1)", "cannot be negative"),
        ("nim(3 + 5)", "expected nothing more"),
        ("nim(w*)", "expected a coefficient"),
        ("nim()", "expected the size of a heap"),
        ("choose_heap(1, 2)", "expected nothing more"),
        ("moore_nim(3, 5)", "needs parameters"),
        ("moore_nim(0)(3, 5)", "at least 1"),
        ("nimble_k(0)(3)", "nimble_k needs k of at least 1"),
        ("poker_nim(3; )", "expected the stones in reserve"),
        ("poker_nim(; 3)", "expected the size of a heap"),
        ("silver_dollar(1, 4, 4)", "two coins on square 4"),
        ("welter(5, 1, 5)", "two coins on square 5"),
        ("northcott(W..)", "exactly one W and one B"),
        ("northcott(W.B/WW.B)", "row 2"),
        ("northcott(W.B; X)", "the player to move"),
        ("northcott(W.B/)", "expected rows"),
        ("rook_nim(1, 2)", "before column and row"),
        ("rook_nim((1, 2)", "never closed"),
        ("rook_nim((1))", "between column and row"),
        ("two_dimensional_nim((1, -2))", "cannot be negative"),
    ],
)
def test_errors_name_the_cure(text: str, message: str) -> None:
    with pytest.raises(GrundyError, match=message):
        parse(text)


def test_coins_on_a_strip_are_read_in_any_order() -> None:
    assert parse("silver_dollar(5, 0, 3)") == parse("silver_dollar(0, 3, 5)")
    assert str(parse("welter(11, 3)")) == "welter(3,11)"
    assert str(parse("nimble(7, 1)")) == "nimble(7,1)"


def test_moves_in_words() -> None:
    assert [move.label for move in parse("moore_nim(2)(2,3,5,6)").winning_moves()] == [
        "take 2 from the heap of 5 and take 5 from the heap of 6"
    ]
    assert [move.label for move in parse("poker_nim(3,5; 2)").winning_moves()] == [
        "add 2 to the heap of 3",
        "take 2 from the heap of 5",
    ]
    assert [move.label for move in parse("staircase_nim(2,1,3,2)").winning_moves()] == [
        "move 1 coin from step 2 down",
        "move 1 coin from step 3 down",
    ]
    assert [move.label for move in parse("northcott(W..B)").winning_moves()] == ["slide White in row 1 to square 3"]
