"""Nim in its disguises: theorems against the definition, huge positions, and what does not read."""

from collections import Counter
from collections.abc import Iterator
from functools import cache, reduce
from itertools import combinations, combinations_with_replacement, islice, product
from operator import xor
from typing import Any

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy import parse
from grundy.core.game import Game
from grundy.core.ruleset import Ruleset
from grundy.errors import GrundyError, UndefinedError
from grundy.games.moore_nim import MooreNim
from grundy.games.nimble import NimbleK, nimble
from grundy.games.northcott import northcott
from grundy.games.northcott.board import draw_row
from grundy.games.poker_nim import poker_nim
from grundy.games.silver_dollar import silver_dollar
from grundy.games.staircase_nim import staircase_nim
from grundy.games.two_dimensional_nim import TwoDimensionalNim, length, rook_nim, two_dimensional_nim
from grundy.games.welter import extend_chain, mates, welter
from grundy.solvers import search
from grundy.solvers.solution import solve


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
    assert extend_chain([0], coins)[-1] == welter.theorem(coins)


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
        row = [draw_row(length_, w, b) for w, b in product(range(length_), repeat=2) if w != b]
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

    def destinations(self, square: tuple[int, int]) -> Iterator[tuple[int, int]]:
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
