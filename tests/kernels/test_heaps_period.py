"""Periods: published ones proved again, and the search against its definition."""

import csv
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.kernels.engine import Engine
from grundy.kernels.period import Period, begin, find_period, next_look, repeat
from grundy.kernels.rules import GRUNDY, Rules, Values

DATA = Path(__file__).parents[1] / "data" / "octal_periods.csv"
SLOW = {"0.104"}  # its proof takes 4.2 * 10^8 values: see benchmarks/heaps.py


def rows() -> list[tuple[str, int, int]]:
    """Code, period and preperiod of each published row."""
    with DATA.open() as lines:
        next(lines)
        return [(row["code"], int(row["period"]), int(row["preperiod"])) for row in csv.DictReader(lines)]


def code(text: str) -> Rules:
    """The rules of a code."""
    return Rules(tuple(int(digit, 16) for digit in text.replace(".", "")))


@pytest.mark.parametrize(("text", "period", "preperiod"), [row for row in rows() if row[0] not in SLOW])
def test_published_periods(text: str, period: int, preperiod: int) -> None:
    proof = Engine(code(text)).proof(1 << 25)
    assert proof is not None
    assert (proof.period, proof.preperiod, proof.saltus, proof.proved) == (period, preperiod, 0, True)


@pytest.mark.parametrize("text", ["0.6", "0.04", "0.06", "0.14", "0.36", "0.64", "0.74", "0.76", "0.007", "Grundy"])
def test_open_games_have_no_short_period(text: str) -> None:
    proof = Engine(GRUNDY if text == "Grundy" else code(text)).proof(20_000)
    assert proof is None or not proof.proved


def test_a_published_identity_fails_at_519() -> None:
    first, second = Engine(code("0.161")), Engine(code("0.36"))
    first.extend(600)
    second.extend(600)
    assert np.flatnonzero(first.values != second.values)[0] == 519


@pytest.mark.parametrize(
    ("text", "period", "saltus"), [("0.3F", 6, 3), ("0.28", 53, 16), ("0.8", 3, 1), ("0.C", 2, 1), ("0.0F", 2, 1)]
)
def test_arithmetic_periods_are_observed(text: str, period: int, saltus: int) -> None:
    seen = Engine(code(text)).proof(1 << 11)
    assert seen is not None
    assert (seen.period, seen.saltus, seen.proved) == (period, saltus, False)


@pytest.mark.parametrize(("first", "period", "saltus"), [(0, 1, 1), (4, 4, 4)])
def test_nim_and_lasker(first: int, period: int, saltus: int) -> None:
    seen = Engine(Rules((first,), (3,))).proof(1_000)
    assert seen is not None
    assert (seen.period, seen.saltus, seen.proved) == (period, saltus, False)


@given(st.sets(st.integers(1, 12), min_size=1))
def test_subtraction_periods(takes: set[int]) -> None:
    engine = Engine(Rules(tuple(3 * (take in takes) for take in range(max(takes) + 1))))
    proof = engine.proof(1 << 16)
    assert proof is not None
    assert proof.proved
    engine.extend(3 * (proof.preperiod + proof.period) + 100)
    assert (proof.period, proof.preperiod) == least(engine.values.tolist(), max(takes))


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
def test_repeat_is_the_least_shift(values: Values, data: st.DataObject) -> None:
    length = data.draw(st.integers(1, len(values)))
    last = values[len(values) - length :].tolist()
    shifts = range(1, len(values) - length + 1)
    fits = (shift for shift in shifts if values[len(values) - length - shift : len(values) - shift].tolist() == last)
    expected = next(fits, 0)
    assert repeat(values, len(values), length) == expected
    with np.errstate(over="ignore"):
        assert repeat.py_func(values, len(values), length) == expected


def test_begin_is_the_least_start() -> None:
    values = np.array([9, 1, 0, 1, 0, 1, 0], np.uint16)
    assert begin(values, len(values), 2) == begin.py_func(values, len(values), 2) == 1


def test_a_proof_waits_for_enough_values() -> None:
    engine = Engine(code("0.77"))
    engine.extend(166)
    assert find_period(engine.values, engine.rules) == Period(
        71, 12, 0, False, "octal period (Guy and Smith 1956)", 167
    )
    engine.extend(167)
    assert engine.period() == Period(71, 12, 0, True, "octal period (Guy and Smith 1956)", 167)


@pytest.mark.parametrize(("needed", "look"), [(None, 160), (85, 90), (100, 100), (1_000, 160)])
def test_next_look(needed: int | None, look: int) -> None:
    assert next_look(80, Period(1, 1, needed=needed)) == look


@pytest.mark.parametrize("text", ["0.77", "0.137", "0.16", "0.333"])
def test_a_proved_period_is_copied(text: str) -> None:
    engine, honest = Engine(code(text)), Engine(code(text))
    engine.proof(1 << 20)
    for stop in (engine.known + 1, engine.known + 5_000):
        engine.extend(stop)
        honest.extend(stop)
        np.testing.assert_array_equal(engine.values, honest.values)
