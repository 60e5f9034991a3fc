"""Tables: kernels and plain Python give the same values, periods are proved, huge heaps are look-ups."""

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy import Budget, CoinGame, HeapGame, grundys_game, hexadecimal, kayles, lasker_nim, octal, parse, subtraction
from grundy.core.nimbers import mex
from grundy.errors import NotDecided
from grundy.expressions import parse_ruleset
from grundy.solvers.search import nimber as search_nimber
from grundy.solvers.value_sequence import ValueSequence, search_period

DATA = Path(__file__).parents[1] / "data"
PERIODS = DATA / "octal_periods.csv"
WRONG = {"4.367", "4.377"}  # OEIS A125941 has them equal to 4.327: they differ at heap 27


def by_the_rules(rules: HeapGame, to: int) -> list[int]:
    values: list[int] = []
    for n in range(to):
        reached = []
        for option in rules.options(n):
            value = 0
            for heap in option:
                value ^= values[heap]
            reached.append(value)
        values.append(mex(reached))
    return values


@pytest.mark.parametrize(
    "rules",
    [
        hexadecimal("0.{2+}"),
        hexadecimal("{2,4}.07"),
        hexadecimal("0.{0,3,5+}3"),
        octal("0.6"),
        octal("0.007"),
        octal("0.16"),
        octal("4.[3]"),
        octal("0.35"),
        grundys_game,
        kayles,
        subtraction(2, 5, 7),
    ],
    ids=str,
)
def test_plain_and_kernel_meet(rules: HeapGame) -> None:
    table, code = ValueSequence(rules), rules.as_code()
    middle, end = (14, 28) if code and code.heaps not in (1, 2) else (200, 400)
    expected = by_the_rules(rules, end)
    assert table.values_below(middle) == expected[:middle]
    table.options_tried = 10**9  # as if the plain work were done: the kernel takes over in the middle
    assert table.values_below(end) == expected
    assert list(table.array_below(end)) == expected


def by_kernel(rules: HeapGame) -> ValueSequence:
    """A table that leaves plain Python at once."""
    table = ValueSequence(rules)
    table.options_tried = 10**9
    return table


def printed_values() -> Iterator[tuple[str, list[int]]]:
    """Octal codes with their first values as OEIS has them, from heap 0 on."""
    with (DATA / "octal_values.csv").open() as lines:
        next(lines)
        for row in csv.DictReader(lines):
            values = [0] * int(row["offset"]) + list(map(int, row["values"].split()))
            for code, _, shift in (entry.partition(":") for entry in row["codes"].split()):
                yield code, [0] * int(shift or 0) + values


def test_values_as_printed() -> None:
    codes = list(printed_values())
    assert len(codes) == 766
    wrong = {code for code, values in codes if list(by_kernel(octal(code)).array_below(len(values))) != values}
    assert wrong == WRONG


@settings(max_examples=30)
@given(st.lists(st.integers(1, 40), min_size=1, max_size=6, unique=True))
def test_subtraction_periods_hold(take: list[int]) -> None:
    rules = subtraction(*take)
    found = search_period(rules, 1 << 14)
    assert found.is_proved
    assert found.period
    expected = by_the_rules(rules, 600)
    assert [found[n] for n in range(600)] == expected
    far = found.period.period * found.period.preperiod  # beyond the preperiod, however short the period is
    assert set(found.period.exceptions) == {n for n in range(found.period.preperiod) if found[n] != found[n + far]}


def test_periods_of_the_table_as_data() -> None:
    lines = [line for line in PERIODS.read_text().splitlines() if not line.startswith("#")]
    rows = list(csv.DictReader(lines))
    quick = [row for row in rows if int(row["preperiod"]) + int(row["period"]) < 10_000]
    assert len(quick) > 12
    for row in quick:
        found = search_period(octal(row["code"]), 1 << 15)
        assert found.is_proved, row
        assert found.period
        assert (found.period.period, found.period.preperiod) == (int(row["period"]), int(row["preperiod"])), row


def test_two_codes_that_a_published_table_identifies() -> None:
    one, other = octal("0.161").values(600), octal("0.36").values(600)
    assert next(n for n in range(600) if one[n] != other[n]) == 519


def test_huge_heaps_are_look_ups() -> None:
    values = by_the_rules(kayles, 200)
    assert parse("kayles(10^100)").nimber == values[84 + (10**100 - 84) % 12]


def test_arithmetic_periods_are_proved() -> None:
    found = search_period(lasker_nim, 400)
    assert found.period
    assert (found.period.period, found.period.saltus, found.is_proved) == (4, 4, True)
    assert found.values_below(600) == by_the_rules(lasker_nim, 600)
    assert found.value(4 * 10**50 + 3) == 4 * 10**50 + 4


def test_the_budget_ends_a_table() -> None:
    with pytest.raises(NotDecided):
        ValueSequence(octal("0.6"), Budget(seconds=0.2)).value(10**9)
    found = search_period(octal("0.007"), 1 << 40, Budget(seconds=0.5))
    assert found.period is None
    assert len(found.values) > 100


class Unbounded(HeapGame):
    """A generator that no compiler understands: it asks a set."""

    allowed = frozenset({1, 4, 9})
    source = "folklore"

    def options(self, heap: int) -> Iterator[tuple[int, ...]]:
        return ((heap - take,) for take in sorted(self.allowed) if take <= heap)


def test_a_game_without_a_code_stays_right_beyond_the_plain_work() -> None:
    table = ValueSequence(Unbounded())
    table.options_tried = 10**9
    assert table.values_below(500) == by_the_rules(Unbounded(), 500)


@pytest.mark.parametrize(
    "text", ["odd", "1 mod 3", "1 mod 3,5", "2 mod 5,4,9", "3 mod 4,even", "0 mod 4,1", "1 mod 2,6 mod 8"]
)
def test_sets_that_repeat_are_proved_and_right(text: str) -> None:
    rules = subtraction(*text.split(","))
    found = search_period(rules, 1 << 12)
    assert found.is_proved == (text != "0 mod 4,1")
    assert found.values_below(900) == by_the_rules(rules, 900)


@given(st.sets(st.integers(1, 12), min_size=1, max_size=4))
@settings(max_examples=25, deadline=None)
@pytest.mark.parametrize(
    "schema",
    [
        "impatient_subtraction",
        "coin_subtraction_two_coins",
        "coin_subtraction_pile_form",
        "coin_subtraction_one_or_two",
    ],
)
def test_periods_that_a_game_proves_itself_hold(schema: str, take: set[int]) -> None:
    rules = parse_ruleset(f"{schema}({','.join(map(str, take))})")
    found = search_period(rules, 2000)
    first = found.first
    assert found.is_proved
    if isinstance(rules, HeapGame):
        values: list[int] = []
        for heap in range(400):
            values.append(mex(values[left] for (left,) in rules.options(heap)))
    else:
        assert isinstance(rules, CoinGame)
        values = [rules.value_by_rules(coin) for coin in range(first, first + 400)]
    assert [found[n] for n in range(first, first + 400)] == values


@pytest.mark.parametrize(
    ("name", "values"),
    [("poker_nim", [0, 1, 2, 3, 4, 5]), ("brussels_sprouts", [0, 1, 0, 1, 0, 1]), ("divisor_chomp", [0, 1, 1, 2, 1])],
)
def test_boards_of_one_number_have_a_sequence(name: str, values: list[int]) -> None:
    rules = parse_ruleset(name)
    assert ValueSequence(rules).values_below(6) == values
    assert values == [search_nimber(rules(n)) for n in range(rules.board.first, 6)]
