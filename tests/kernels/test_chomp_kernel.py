"""Compiled tables of Chomp against the definition, and against what is published."""

from itertools import combinations_with_replacement, product
from math import comb

import numpy as np
import oracle
import pytest

from grundy.core.budget import Budget
from grundy.errors import NotDecided
from grundy.games.chomp.kernel.bars import places
from grundy.games.chomp.kernel.three_rows import lost_threes, start_sets
from grundy.games.chomp.rules import chomp, chomp_3d, transpose
from grundy.games.chomp.search import Ideals, LostBars, LostRectangle, LostThrees

Bar = tuple[int, ...]
WIDE = [bar for rows in range(2, 7) for bar in combinations_with_replacement(range(6, 0, -1), rows) if rows <= bar[0]]
LONG = [(first, *tail) for tail in [(3, 2), (2, 2, 2), (4, 1, 1), (3, 3, 1), (4, 4)] for first in range(4, 22)]


def compare(table: LostBars, bar: Bar, misere: bool) -> None:
    """A bar and its winning bites, by the table and by the definition."""
    assert table.is_lost(bar) == (oracle.outcome(chomp, bar, misere) == "P")
    wins = [to for to in chomp.moves(bar) if oracle.outcome(chomp, to, misere) == "P"]
    assert sorted(table.wins(bar)) == sorted(wins)


@pytest.mark.parametrize("misere", [False, True])
def test_every_bar_in_six_by_six(misere: bool) -> None:
    whole = LostRectangle((6,) * 6, misere, Budget())
    for bar in WIDE:
        compare(LostRectangle(bar, misere, Budget()), bar, misere)
        assert whole.holds(bar)
        compare(whole, bar, misere)


@pytest.mark.parametrize("misere", [False, True])
def test_first_rows_as_long_as_one_likes(misere: bool) -> None:
    for bar in LONG:
        compare(LostRectangle(bar, misere, Budget()), bar, misere)
    first, second = (LostRectangle((far, 4, 4, 2), misere, Budget()) for far in (30, 10**12))
    assert {to for to in second.wins((10**12, 4, 4, 2)) if to[0] < 30} == {
        to for to in first.wins((30, 4, 4, 2)) if to[0] < 30
    }


def test_three_rows_far_out_are_the_same_game() -> None:
    for bar in combinations_with_replacement(range(15, 0, -1), 3):
        if bar[0] >= 3:
            compare(LostThrees(bar, Budget()), bar, False)


def test_lost_bars_of_three_rows_are_as_many_as_published() -> None:
    for last, published in {100: 1_831, 1_000: 172_786}.items():  # OEIS A029899
        sets, full, equal = start_sets(last)
        first = np.zeros((10, last + 1), np.int64)
        found = sum(
            lost_threes(sets, full, equal, third, first[: last + 1 - third]) for third in range(0, last + 1, 10)
        )
        assert found + 1 == published  # the poisoned square is one of them


def test_both_tables_of_three_rows_agree() -> None:
    table = LostRectangle((90, 90, 90), False, Budget())
    for bar in [(90, 90, 90), (90, 60, 31), (88, 71, 40), (90, 40, 40)]:
        other = LostThrees(bar, Budget())
        assert table.is_lost(bar) == other.is_lost(bar)
        assert sorted(table.wins(bar)) == sorted(other.wins(bar))


@pytest.mark.parametrize(
    ("rows", "columns", "bites"),
    [(6, 13, {(4, 12), (5, 9)}), (8, 10, {(4, 9), (5, 6)}), (9, 10, {(7, 8), (9, 5)}), (12, 13, {(10, 11), (11, 9)})],
)
def test_rectangles_with_two_winning_bites(rows: int, columns: int, bites: set[tuple[int, int]]) -> None:
    bar = (columns,) * rows
    wins = LostRectangle(bar, False, Budget()).wins(bar)
    assert {chomp.board.bite(bar, to) for to in wins} == bites


def test_no_other_rectangle_up_to_ten_has_two() -> None:
    table, square = LostRectangle((11,) * 10, False, Budget()), range(2, 11)
    sizes = {
        bar: list(table.wins(bar)) for bar in ((columns,) * rows for rows in square for columns in range(rows, 12))
    }
    assert {(len(bar), bar[0]) for bar, wins in sizes.items() if len(wins) != 1} == {(8, 10), (9, 10)}


def test_places_are_a_numbering() -> None:
    for rows, columns in [(1, 5), (3, 4), (4, 3), (5, 5)]:
        table = places(rows, columns)
        tails = combinations_with_replacement(range(columns, -1, -1), rows)
        found = sorted(int(sum(table[row, length] for row, length in enumerate(tail, 1))) for tail in tails)
        assert found == list(range(comb(rows + columns, rows)))


def test_transposed_bars() -> None:
    for bar in WIDE:
        assert transpose(bar) == chomp.board.symmetries(bar)[1]


@pytest.mark.parametrize("misere", [False, True])
def test_every_block_in_three_by_three_by_three(misere: bool) -> None:
    cubes = set(product(range(3), repeat=3))
    table = Ideals(cubes, misere, Budget())
    assert len(table.ideals) == 980  # plane partitions in a box: MacMahon 1916
    for mask in map(int, table.ideals[1:, 1]):
        block = {cube for cube, place in table.cells.items() if mask >> place & 1}
        if misere:
            assert (table.value(block) == 0) == (oracle.outcome(chomp_3d, stack_cubes(block), True) == "P")
        else:
            assert table.value(block) == oracle.nimber(chomp_3d, stack_cubes(block))


def stack_cubes(cubes: set[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """The block of some cubes."""
    rows = [[sum((i, j, k) in cubes for k in range(3)) for j in range(3)] for i in range(3)]
    return tuple(tuple(row for row in layer if row) for layer in rows if layer[0])


def test_nimbers_of_every_bar_in_five_by_five() -> None:
    table = Ideals(set(product(range(5), repeat=2)), False, Budget())
    for bar in (bar for rows in range(1, 6) for bar in combinations_with_replacement(range(5, 0, -1), rows)):
        cells = {(row, column) for row, length in enumerate(bar) for column in range(length)}
        assert table.value(cells) == oracle.nimber(chomp, bar)


def test_more_than_64_cells_take_two_words() -> None:
    table = Ideals({(0, n) for n in range(100)}, False, Budget())
    assert [table.value({(0, n) for n in range(length)}) for length in (1, 63, 65, 100)] == [0, 62, 64, 99]


def test_work_is_bounded_before_it_starts_and_by_budgets() -> None:
    with pytest.raises(NotDecided, match="too many"):
        LostRectangle((30,) * 30, False, Budget())
    with pytest.raises(NotDecided, match="too many"):
        LostThrees((10**6,) * 3, Budget())
    with pytest.raises(NotDecided, match="positions"):
        LostRectangle((12,) * 12, False, Budget(positions=100))
    with pytest.raises(NotDecided, match="positions"):
        Ideals(set(product(range(4), repeat=3)), False, Budget(positions=100))
