"""Cram, Boxing Match, Chomp and its relatives, Brussels Sprouts: answers of the texts, and theorems by definition."""

from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import Any

import oracle
import pytest
from answers import ANSWERS

from grundy import GrundyError, parse
from grundy.boards.grid import Rectangle
from grundy.core.board import Handle
from grundy.core.game import Game, Summand
from grundy.core.numbers import partitions
from grundy.core.ruleset import Ruleset
from grundy.games.boxing_match.rules import boxing_match
from grundy.games.chomp.rules import chomp, chomp_3d, divisor_chomp
from grundy.games.cram.rules import cram
from grundy.games.sprouts.brussels import brussels_sprouts, make_position, make_region
from grundy.solvers import search
from grundy.solvers.solver import Solver

Bar = tuple[int, ...]


def corners(row: int, column: int, side: int) -> Handle:
    """What a person touches to take a square."""
    return frozenset([(row, column), (row + side - 1, column + side - 1)])


# Boxing Match


def test_full_boards_of_boxing_match() -> None:
    memo: search.Values = {}
    found = {size: search.nimber(parse(f"boxing_match({size})"), memo) for size in ANSWERS["S-box-a"]["expected"]}
    assert found == ANSWERS["S-box-a"]["expected"]


def test_outcomes_of_full_boards_of_boxing_match() -> None:
    expected = ANSWERS["S-box-c"]["expected"]
    assert {size: parse(f"boxing_match({size})").outcome for size in expected} == expected


@pytest.mark.parametrize("name", ["S-box-e", "S-box-f", "S-box-i"])
def test_drawn_boards_of_boxing_match(name: str) -> None:
    answer = ANSWERS[name]
    game = parse(f"boxing_match({'/'.join(answer['position'])})")
    assert game.nimber == answer["expected"]["sg"]
    assert {move.handle for move in game.winning_moves()} == {corners(*s) for s in answer["expected"]["winning_moves"]}


def test_a_large_board_of_boxing_match() -> None:
    expected = ANSWERS["S-box-10x20"]["expected"]
    game = parse("boxing_match(10x20)")
    assert game.outcome == expected["outcome"]
    (central,) = (move for move in game.each_move() if move.handle == corners(*expected["winning_move"]))
    assert central.to.outcome == "P"


@pytest.mark.parametrize("size", [(2, 2), (2, 4), (3, 3), (3, 5), (2, 6), (4, 4)])
def test_every_central_square_wins(size: tuple[int, int]) -> None:
    rows, columns = size
    board, memo = boxing_match.board.cell(rows, columns), search.Values()
    for side in range(1 + (rows + 1) % 2, min(size) + 1, 2):
        after = boxing_match.board.without(board, Rectangle((rows - side) // 2, (columns - side) // 2, side, side))
        assert search.nimber(Game((Summand(boxing_match, after),)), memo) == 0


# Cram


PUBLISHED = {"3x3": 0, "3x4": 1, "3x5": 1, "3x6": 4, "4x4": 0, "4x5": 2}  # Lemoine and Viennot 2010


def test_published_nimbers_of_cram() -> None:
    memo: search.Values = {}
    assert {size: search.nimber(parse(f"cram({size})"), memo) for size in PUBLISHED} == PUBLISHED


def test_full_boards_of_cram() -> None:
    for rows, columns in combinations_with_replacement(range(1, 30), 2):
        even = (rows % 2 == 0) + (columns % 2 == 0)
        assert cram.verdict(cram.board.cell(rows, columns), False) == (None, "N", "P")[even]


def test_lines_are_dawsons_kayles() -> None:
    assert parse("cram(1x500)").nimber == parse("dawsons_kayles(500)").nimber
    assert parse("cram(____/xxx_/xx__)").nimber == parse("dawsons_kayles(7)").nimber
    assert cram.disguise(("__", "__")) is None
    assert cram.disguise(("___", "x_x")) is None


# What each ruleset claims, on more positions than the conformance suite has time for


@pytest.mark.parametrize(
    ("ruleset", "bound"),
    [(cram, 9), (boxing_match, 9), (chomp, 18), (chomp_3d, 8), (divisor_chomp, 24), (brussels_sprouts, 8)],
    ids=str,
)
def test_claims_are_true(ruleset: Ruleset[Any], bound: int) -> None:
    solver = Solver()
    for position in ruleset.board.small(bound):
        value = oracle.nimber(ruleset, position)
        assert ruleset.theorem(position) in (None, value)
        assert ruleset.verdict(position, False) in (None, "N" if value else "P")
        other = ruleset.disguise(position)
        assert other is None or solver.nimber(other) == value
        assert search.nimber(Game((Summand(ruleset, position),)), solver.values) == value


# Chomp


@cache
def lost_bars() -> list[Bar]:
    """The lost bars of at most 8 rows and columns, no fewer columns than rows."""
    sizes = range(1, 9)
    bars = [bar for rows in sizes for bar in combinations_with_replacement(sizes[::-1], rows)]
    return [bar for bar in bars if len(bar) <= bar[0] and oracle.outcome(chomp, bar, False) == "P"]


def test_observations_on_lost_bars() -> None:
    lost = lost_bars()
    large = [bar for bar in lost if len(bar) > 2]
    assert [bar for bar in lost if len(bar) == 2] == [(n + 1, n) for n in range(7, 0, -1)]  # (a)
    assert not any(bar[0] - bar[1] == 1 for bar in large)  # (b)
    assert all(bar.count(1) != 1 for bar in large)  # (c)
    assert sorted(bar for bar in lost if len(bar) == bar[0]) == [(n, *(1,) * (n - 1)) for n in range(1, 9)]  # (d), (e)
    assert [bar for bar in large if len(bar) == 3 and bar[-1] == 1] == [(3, 1, 1)]  # (g)
    assert [bar for bar in large if len(bar) == 3 and bar[-1] == 2] == [(n + 2, n, 2) for n in range(6, 1, -1)]  # (h)


def test_a_lost_bar_of_two_lengths_below_each_rectangle() -> None:  # (f)
    lost = set(lost_bars()) | {chomp.board.symmetries(bar)[1] for bar in lost_bars()}
    for rows, columns in product(range(1, 9), repeat=2):
        wins = [to for to in chomp.moves((columns,) * rows) if to in lost]
        assert bool(wins) == (rows * columns > 1)
        assert all(len(set(to)) <= 2 for to in wins)


@pytest.mark.slow
def test_winning_bites_of_rectangles() -> None:
    solver = Solver()
    for rows, columns in product(range(1, 9), repeat=2):
        game = Game.of(chomp, (columns,) * rows)
        wins = {to for to in chomp.moves((columns,) * rows) if oracle.outcome(chomp, to, False) == "P"}
        assert {move.position for move in solver.winning_moves(game)} == wins


def test_printed_winning_bites() -> None:
    for size, expected in ANSWERS["C-9.6-b"]["expected"].items():
        bites = {bite for move in parse(f"chomp({size})").winning_moves() for bite in move.handle}
        assert bites == {(row, column) for column, row in expected}


def test_positions_of_chomp() -> None:
    expected = ANSWERS["C-9.6-c"]["expected"]
    assert {size: parse(f"chomp({size})").count_positions() for size in expected} == expected


def gaussian(rows: int, columns: int) -> Counter[int]:
    """The coefficients of the Gaussian polynomial, by its recurrence."""
    if rows == 0 or columns == 0:
        return Counter([0])
    shifted = {power + rows: number for power, number in gaussian(rows, columns - 1).items()}
    return gaussian(rows - 1, columns) + Counter(shifted)


def heights(rows: int, columns: int) -> Counter[int]:
    """The number of bars of each height in a rectangle."""
    bars = (bar for squares in range(1, rows * columns + 1) for bar in partitions(squares, columns) if len(bar) <= rows)
    return Counter(Game.of(chomp, bar).height for bar in bars)


def test_heights_of_chomp() -> None:
    expected = ANSWERS["C-9.6-d"]["expected"]
    assert {str(height): number for height, number in heights(3, 3).items()} == expected
    for rows, columns in [(2, 3), (3, 3), (3, 4)]:
        squares = {height + 1: number for height, number in heights(rows, columns).items()}
        assert squares | {0: 1} == gaussian(rows, columns)


def test_chomp_in_a_sum() -> None:
    assert parse("chomp(2x2)").nimber == ANSWERS["S-chomp-a"]["expected"]
    expected = ANSWERS["S-chomp-b"]["expected"]
    game = parse("nim(4) + chomp(2x2)")
    assert game.nimber == expected["sg"]
    wins = [f"nim({heap}) + chomp({','.join(map(str, bar))})" for heap, bar in expected["winning_positions"]]
    assert [str(move.to) for move in game.winning_moves()] == wins


def test_divisors() -> None:
    for number, expected in ANSWERS["C-9.6-g"]["expected"].items():
        assert [name for move in parse(f"divisor_chomp({number})").winning_moves() for name in move.handle] == expected


@pytest.mark.parametrize(("number", "bar"), [("2^3 ", "1x4"), ("72", "3x4"), ("900", "3x3x3"), ("30", "2x2x2")])
def test_divisors_are_a_block(number: str, bar: str) -> None:
    name = "chomp_3d" if bar.count("x") == 2 else "chomp"
    summand = parse(f"divisor_chomp({number})").summands[0]
    assert str(summand.ruleset.disguise(summand.position)) == str(parse(f"{name}({bar})"))


# Brussels Sprouts


def test_plays_of_brussels_sprouts() -> None:
    for number, expected in ANSWERS["C-5-brussels"]["expected"].items():
        game = parse(f"brussels_sprouts({number})")
        assert (game.shortest, game.height) == (expected["min"], expected["max"]) == (5 * int(number) - 2,) * 2
        assert (game.outcome == "N") == expected["first_player_wins"] == (search.nimber(game) == 1)


def drawn_moves(curves: list[int]) -> set[tuple[Any, ...]]:
    """What one move makes of a region, with every end and every curve drawn apart."""
    found = set()
    for i, j in combinations(range(len(curves)), 2):
        rest = [curve for k, curve in enumerate(curves) if k not in (i, j)]
        found.add(make_position([make_region(Counter([*rest, curves[i] + curves[j]]))]))
    for i, curve in enumerate(curves):
        rest = curves[:i] + curves[i + 1 :]
        for (one, other), sides in product(combinations(range(curve), 2), product((0, 1), repeat=len(rest))):
            between = other - one - 1
            halves = [[between + 1], [curve - 2 - between + 1]]
            for side, another in zip(sides, rest, strict=True):
                halves[side].append(another)
            found.add(make_position(make_region(Counter(half)) for half in halves))
    return found


@pytest.mark.parametrize("total", range(2, 9))
def test_moves_of_brussels_sprouts(total: int) -> None:
    for curves in partitions(total, total):
        moves = brussels_sprouts.moves(make_position([make_region(Counter(curves))]))
        assert set(moves) == drawn_moves(list(curves))


def test_every_play_of_brussels_sprouts_has_one_length() -> None:
    for position in brussels_sprouts.board.small(6):
        game = Game.of(brussels_sprouts, position)
        assert game.shortest == game.height
        assert game.height % 2 == brussels_sprouts.theorem(position)


# Large positions and bad ones


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("brussels_sprouts(10^100)", "P"),
        ("brussels_sprouts([10^50x4 3])", "P"),
        ("brussels_sprouts([10^50x4 2])", "N"),
        ("chomp(10^40, 10^39)", "N"),
        ("chomp(10^40)", "N"),
        ("chomp(1000000x999999)", "N"),
        ("chomp_3d(100x100x10^40)", "N"),
        ("divisor_chomp(10^100)", "N"),
        ("cram(100x100)", "P"),
        ("cram(99x100)", "N"),
        ("boxing_match(50x100)", "N"),
        ("boxing_match(1x10000)", "P"),
    ],
)
def test_large_positions(text: str, outcome: str) -> None:
    assert parse(text).outcome == outcome


def test_winning_bites_of_endless_bars() -> None:
    (move,) = parse("chomp(10^40, 10^39)").winning_moves()
    assert move.position == (10**39 + 1, 10**39)
    assert [str(move.to) for move in parse("chomp(10^40)").winning_moves()] == ["chomp(1)"]


@pytest.mark.parametrize(
    "text",
    [
        *(f"cram({board})" for board in ["", "3", "0x3", "3x", "3x4x5", "10^9x10^9", "__x/_x", "_o_"]),
        *(f"boxing_match({board})" for board in ["12", "101/11", "101x102", "1//1"]),
        *(f"chomp({bar})" for bar in ["0", "3,4", "3,0"]),
        *(f"chomp_3d({block})" for block in ["2x3", "10^6x10^6x2", "2/3", "2/1,1", "1,2", "0x1x1"]),
        *(f"divisor_chomp({number})" for number in ["0", "12; 5", "12; 1", "12; 0", "12,3", f"{10**30 + 57}"]),
        *(f"brussels_sprouts({regions})" for regions in ["", "[]", "[4", "[0]", "-1"]),
    ],
)
def test_bad_positions(text: str) -> None:
    with pytest.raises(GrundyError) as error:
        parse(text)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("cram(_ _ / _ _)", "cram(2x2)"),
        ("cram(_X/__)", "cram(_x/__)"),
        ("boxing_match(2x3)", "boxing_match(111/111)"),
        ("chomp_3d(3,3/3,3)", "chomp_3d(2x2x3)"),
        ("chomp_3d(3,2/1)", "chomp_3d(3,2/1)"),
        ("divisor_chomp(144; 36, 18, 12)", "divisor_chomp(144; 12,18)"),
        ("brussels_sprouts([4 4 1][1])", "brussels_sprouts([1 2x4])"),
        ("brussels_sprouts([4 4])", "brussels_sprouts(2)"),
    ],
)
def test_printed_forms(text: str, printed: str) -> None:
    assert str(parse(text)) == printed


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("cram(2x1)", "cover rows 1-2, column 1"),
        ("boxing_match(01)", "take row 1, column 2"),
        ("chomp_3d(1/1)", "bite at layer 2, row 1, column 1"),
        ("divisor_chomp(7)", "name 7"),
        ("brussels_sprouts([2])", "in [2] join two ends of one curve, leaving nothing to join"),
        ("brussels_sprouts([1 1])", "in [2x1] join two curves, leaving [2]"),
    ],
)
def test_labels(text: str, label: str) -> None:
    assert [move.label for move in parse(text).moves()] == [label]
