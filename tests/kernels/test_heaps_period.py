"""Periods: published ones proved again, and the search against its definition."""

import csv
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy import HeapGame, grundys_game, hexadecimal, octal, subtraction
from grundy.core.code import Code
from grundy.core.period import count_to_prove
from grundy.kernels.heap_engine import HeapEngine
from grundy.kernels.heap_rules import HeapRules, Values
from grundy.kernels.repetition import find_arithmetic, find_shift, find_window
from grundy.solvers.periods import find_exceptions
from grundy.solvers.value_sequence import ValueSequence, extend_to_period, search_period

DATA = Path(__file__).parents[1] / "data" / "octal_periods.csv"
SLOW = {"0.104"}  # its proof takes 4.2 * 10^8 values: see benchmarks/heaps.py


def rows() -> list[tuple[str, int, int]]:
    """Code, period and preperiod of each published row."""
    with DATA.open() as lines:
        next(lines)
        return [(row["code"], int(row["period"]), int(row["preperiod"])) for row in csv.DictReader(lines)]


def by_kernels(ruleset: HeapGame) -> ValueSequence:
    """A table that leaves plain Python at once."""
    table = ValueSequence(ruleset)
    table.options_tried = 10**9
    return table


def engine(text: str, to: int) -> HeapEngine:
    """The engine of a code, with so many values."""
    found = HeapEngine(HeapRules(tuple(int(digit, 16) for digit in text.replace(".", ""))))
    found.extend(to)
    return found


@pytest.mark.parametrize(("text", "length", "preperiod"), [row for row in rows() if row[0] not in SLOW])
def test_published_periods(text: str, length: int, preperiod: int) -> None:
    table = by_kernels(octal(text))
    extend_to_period(table, 1 << 25)
    assert table.period
    assert (table.period.period, table.period.preperiod, table.period.saltus) == (length, preperiod, 0)
    assert table.is_proved


@pytest.mark.parametrize("text", ["0.6", "0.04", "0.06", "0.14", "0.36", "0.64", "0.74", "0.76", "0.007", "Grundy"])
def test_open_games_have_no_short_period(text: str) -> None:
    assert not search_period(grundys_game if text == "Grundy" else octal(text), 20_000).is_proved


@pytest.mark.parametrize(
    ("text", "length", "saltus"), [("0.3F", 6, 3), ("0.28", 53, 16), ("0.8", 3, 1), ("0.C", 2, 1), ("0.0F", 2, 1)]
)
def test_arithmetic_periods_are_proved(text: str, length: int, saltus: int) -> None:
    seen = search_period(hexadecimal(text), 1 << 11)
    assert seen.period
    assert (seen.period.period, seen.period.saltus, seen.is_proved) == (length, saltus, True)
    values = engine(text, 1_200).values
    assert seen.values_below(1_200) == values.tolist()
    assert [seen[n] for n in range(1_000, 1_200)] == values[1_000:].tolist()
    np.testing.assert_array_equal(seen.slice(900, 1_200), values[900:])


@pytest.mark.parametrize(("first", "length", "saltus"), [(0, 1, 1), (4, 4, 4)])
def test_nim_and_lasker(first: int, length: int, saltus: int) -> None:
    heaps = HeapEngine(HeapRules((first,), (3,)))
    heaps.extend(1_000)
    found = find_arithmetic(heaps.values)
    assert found
    assert found[1:] == (length, saltus)


@given(st.sets(st.integers(1, 12), min_size=1))
def test_subtraction_periods(takes: set[int]) -> None:
    table = by_kernels(subtraction(*takes))
    extend_to_period(table, 1 << 16)
    assert table.is_proved
    assert table.period
    honest = HeapEngine(HeapRules(Code.subtraction(tuple(takes)).digits))
    honest.extend(3 * (table.period.preperiod + table.period.period) + 100)
    assert (table.period.period, table.period.preperiod) == least(honest.values.tolist(), max(takes))


def least(values: list[int], window: int) -> tuple[int, int]:
    """The first place where a window of values comes again, by looking."""
    seen: dict[tuple[int, ...], int] = {}
    for n in range(len(values)):
        place = seen.setdefault(tuple(values[n : n + window]), n)
        if place < n:
            return n - place, place
    raise AssertionError


sequences = st.lists(st.integers(0, 2), min_size=2, max_size=40).map(lambda values: np.array(values, np.uint16))


@given(sequences, st.data())
def test_repetition_is_the_least(values: Values, data: st.DataObject) -> None:
    length = data.draw(st.integers(1, len(values)))
    numbers = values.tolist()
    last = numbers[len(values) - length :]
    shifts = range(1, len(values) - length + 1)
    fits = (shift for shift in shifts if numbers[len(values) - length - shift : len(values) - shift] == last)
    shift = next(fits, 0)
    starts = (n for n in range(len(values)) if numbers[n : len(values) - shift] == numbers[n + shift :])
    expected = (shift, next(starts) if shift else 0)
    assert find_shift(values, len(values), length) == expected
    with np.errstate(over="ignore"):
        assert find_shift.py_func(values, len(values), length) == expected


def test_a_proof_waits_for_enough_values() -> None:
    table = by_kernels(octal("0.77"))
    needed = count_to_prove(71, 12, heaps=2, last=2)
    table.extend(needed - 1)
    table.look_for_period()
    assert table.period
    assert (table.period.preperiod, table.period.period, table.is_proved) == (71, 12, False)
    assert table.next_search == needed + needed // 8 - 1
    table.extend(needed)
    table.look_for_period()
    assert table.is_proved


def test_the_next_look_is_when_a_proof_is_possible() -> None:
    table = by_kernels(octal("0.16"))
    extend_to_period(table, 1 << 20)
    assert table.period
    needed = count_to_prove(table.period.preperiod, table.period.period, heaps=2, last=2)
    assert needed <= len(table.values) < needed + needed // 8


@pytest.mark.parametrize("text", ["0.77", "0.137", "0.16", "0.333"])
def test_a_proved_period_is_copied(text: str) -> None:
    table = by_kernels(octal(text))
    extend_to_period(table, 1 << 20)
    stop = len(table.values) + 5_000
    np.testing.assert_array_equal(table.array_below(stop), engine(text, stop).values)


@pytest.mark.parametrize("text", ["0.77", "0.137", "0.45", "0.356"])
def test_exceptions_are_those_that_plain_python_finds(text: str) -> None:
    values = engine(text, 40_000).values
    found = find_window(values, len(values) // 8)
    assert found
    exceptions = find_exceptions(values, found, 10**6)
    assert exceptions == find_exceptions(values.tolist(), found, 10**6)
    assert find_exceptions(values, found, 3) == exceptions[:3]


@pytest.mark.parametrize("text", ["0.[8]", "0.3[09]", "4.1[C]"])
def test_three_heaps_and_a_tail(text: str) -> None:
    rules = hexadecimal(text)
    plain, table = ValueSequence(rules), by_kernels(rules)
    assert table.values_below(24) == plain.values_below(24)
