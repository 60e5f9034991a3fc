"""Periods: published ones proved again, and the search against its definition."""

import csv
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy import HeapGame, grundys_game, hexadecimal, octal, subtraction
from grundy.core.code import Code
from grundy.core.period import enough
from grundy.kernels.engine import Engine
from grundy.kernels.period import find_arithmetic, find_period, repetition
from grundy.kernels.rules import Rules, Values
from grundy.solvers.continued import exceptions
from grundy.solvers.engines import exceptions as fast
from grundy.solvers.table import Table, grow_to_period, period

DATA = Path(__file__).parents[1] / "data" / "octal_periods.csv"
SLOW = {"0.104"}  # its proof takes 4.2 * 10^8 values: see benchmarks/heaps.py


def rows() -> list[tuple[str, int, int]]:
    """Code, period and preperiod of each published row."""
    with DATA.open() as lines:
        next(lines)
        return [(row["code"], int(row["period"]), int(row["preperiod"])) for row in csv.DictReader(lines)]


def by_kernels(ruleset: HeapGame) -> Table:
    """A table that leaves plain Python at once."""
    table = Table(ruleset)
    table.work = 10**9
    return table


def engine(text: str, to: int) -> Engine:
    """The engine of a code, with so many values."""
    found = Engine(Rules(tuple(int(digit, 16) for digit in text.replace(".", ""))))
    found.extend(to)
    return found


@pytest.mark.parametrize(("text", "length", "preperiod"), [row for row in rows() if row[0] not in SLOW])
def test_published_periods(text: str, length: int, preperiod: int) -> None:
    table = by_kernels(octal(text))
    grow_to_period(table, 1 << 25)
    assert table.period
    assert (table.period.period, table.period.preperiod, table.period.saltus) == (length, preperiod, 0)
    assert table.proved


@pytest.mark.parametrize("text", ["0.6", "0.04", "0.06", "0.14", "0.36", "0.64", "0.74", "0.76", "0.007", "Grundy"])
def test_open_games_have_no_short_period(text: str) -> None:
    assert not period(grundys_game if text == "Grundy" else octal(text), 20_000).proved


@pytest.mark.parametrize(
    ("text", "length", "saltus"), [("0.3F", 6, 3), ("0.28", 53, 16), ("0.8", 3, 1), ("0.C", 2, 1), ("0.0F", 2, 1)]
)
def test_arithmetic_periods_are_proved(text: str, length: int, saltus: int) -> None:
    seen = period(hexadecimal(text), 1 << 11)
    assert seen.period
    assert (seen.period.period, seen.period.saltus, seen.proved) == (length, saltus, True)
    values = engine(text, 1_200).values
    assert seen.up_to(1_200) == values.tolist()
    assert [seen[n] for n in range(1_000, 1_200)] == values[1_000:].tolist()
    np.testing.assert_array_equal(seen.between(900, 1_200), values[900:])


@pytest.mark.parametrize(("first", "length", "saltus"), [(0, 1, 1), (4, 4, 4)])
def test_nim_and_lasker(first: int, length: int, saltus: int) -> None:
    heaps = Engine(Rules((first,), (3,)))
    heaps.extend(1_000)
    found = find_arithmetic(heaps.values)
    assert found
    assert found[1:] == (length, saltus)


@given(st.sets(st.integers(1, 12), min_size=1))
def test_subtraction_periods(takes: set[int]) -> None:
    table = by_kernels(subtraction(*takes))
    grow_to_period(table, 1 << 16)
    assert table.proved
    assert table.period
    honest = Engine(Rules(Code.subtraction(tuple(takes)).digits))
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
    assert repetition(values, len(values), length) == expected
    with np.errstate(over="ignore"):
        assert repetition.py_func(values, len(values), length) == expected


def test_a_proof_waits_for_enough_values() -> None:
    table = by_kernels(octal("0.77"))
    needed = enough(71, 12, heaps=2, last=2)
    table.grow(needed - 1)
    table.look()
    assert table.period
    assert (table.period.preperiod, table.period.period, table.proved) == (71, 12, False)
    assert table.again == needed + needed // 8 - 1
    table.grow(needed)
    table.look()
    assert table.proved


def test_the_next_look_is_when_a_proof_is_possible() -> None:
    table = by_kernels(octal("0.16"))
    grow_to_period(table, 1 << 20)
    assert table.period
    needed = enough(table.period.preperiod, table.period.period, heaps=2, last=2)
    assert needed <= len(table.known) < needed + needed // 8


@pytest.mark.parametrize("text", ["0.77", "0.137", "0.16", "0.333"])
def test_a_proved_period_is_copied(text: str) -> None:
    table = by_kernels(octal(text))
    grow_to_period(table, 1 << 20)
    stop = len(table.known) + 5_000
    np.testing.assert_array_equal(table.array(stop), engine(text, stop).values)


@pytest.mark.parametrize("text", ["0.77", "0.137", "0.45", "0.356"])
def test_exceptions_are_those_that_plain_python_finds(text: str) -> None:
    values = engine(text, 40_000).values
    found = find_period(values, len(values) // 8)
    assert found
    assert fast(values, found, 10**6) == list(exceptions(values.tolist(), *found))
    assert fast(values, found, 3) == fast(values, found, 10**6)[:3]


@pytest.mark.parametrize("text", ["0.[8]", "0.3[09]", "4.1[C]"])
def test_three_heaps_and_a_tail(text: str) -> None:
    rules = hexadecimal(text)
    plain, table = Table(rules), by_kernels(rules)
    assert table.up_to(24) == plain.up_to(24)
