"""Arithmetic periods: what is proved is never contradicted, and what is not so is not proved."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy import hexadecimal, octal
from grundy.kernels.arithmetic_period import is_proved
from grundy.kernels.heap_engine import HeapEngine
from grundy.kernels.heap_rules import UNEQUAL_SPLITS, HeapRules, Values
from grundy.kernels.repetition import find_arithmetic
from grundy.solvers.value_sequence import ValueSequence, extend_to_period, search_period

DIGITS = range(16)
ONE = [HeapRules((first, digit)) for first in (0, 4, 8, 12) for digit in DIGITS]
TWO = [HeapRules((0, *pair)) for pair in itertools.product(DIGITS, DIGITS[1:])]
EIGHTS = [rules for rules in ONE + TWO if rules.parts == 3]
TAILS = [
    HeapRules((first,), tail) for first in (0, 4) for tail in [(3,), (2,), (7,), (3, 0), (1, 2), (2, 3), (3, 3, 1)]
]


def values_of(rules: HeapRules, stop: int) -> Values:
    """The first values."""
    engine = HeapEngine(rules)
    engine.extend(stop)
    return engine.values


def claim(rules: HeapRules, known: Values) -> tuple[int, int, int] | None:
    """The arithmetic period that the known values show and the criterion proves."""
    found = find_arithmetic(known)
    return found if found and found[2] > 0 and is_proved(rules, known, *found) else None


def holds(values: Values, start: int, length: int, saltus: int) -> bool:
    """Whether the values have the arithmetic period as far as they go."""
    numbers = values.astype(np.int64)
    return bool((numbers[start + length :] == numbers[start:-length] + saltus).all())


@pytest.mark.parametrize("rules", EIGHTS[::3] + TAILS)
def test_proofs_are_not_contradicted(rules: HeapRules) -> None:
    values = values_of(rules, 800)
    for known in (40, 64, 100, 128, 200):
        found = claim(rules, values[:known])
        assert found is None or holds(values, *found)


def test_most_of_what_is_seen_is_proved() -> None:
    seen = [rules for rules in EIGHTS[:120] if (found := find_arithmetic(values_of(rules, 260))) and found[2] > 0]
    proved = [rules for rules in seen if claim(rules, values_of(rules, 260))]
    assert len(seen) > 30
    assert [rules.digits for rules in seen if rules not in proved] == [(4, 9)]


@settings(max_examples=40, deadline=None)
@given(st.sampled_from((0, 4, 8, 12)), st.lists(st.integers(0, 15), min_size=3, max_size=6), st.integers(30, 150))
def test_random_codes_are_not_proved_too_soon(first: int, digits: list[int], known: int) -> None:
    rules = HeapRules((first, *digits))
    values = values_of(rules, 500)
    found = claim(rules, values[:known])
    assert found is None or holds(values, *found)


@pytest.mark.parametrize("changed", range(20, 180, 7))
def test_a_single_other_value_spoils_the_proof(changed: int) -> None:
    rules = HeapRules((0, 2, 8))
    values = values_of(rules, 400)
    assert claim(rules, values) == (1, 53, 16)
    values[changed::53] += 1
    assert not is_proved(rules, values, 1, 53, 16)


@pytest.mark.parametrize(
    ("rules", "found"), [(HeapRules((0, 3)), (0, 1, 1)), (HeapRules((0, 7, 7)), (1, 2, 1)), (UNEQUAL_SPLITS, (3, 2, 1))]
)
def test_lines_of_games_that_have_none_are_not_proved(rules: HeapRules, found: tuple[int, int, int]) -> None:
    _, length, saltus = found
    line = np.array([saltus * (n // length) for n in range(400)], np.uint32)
    assert not is_proved(rules, line, *found)


def test_few_values_prove_nothing() -> None:
    rules = HeapRules((0, 2, 8))
    assert not any(is_proved(rules, values_of(rules, known), 1, 53, 16) for known in (0, 1, 54, 107))


@pytest.mark.parametrize("text", ["0.[3]", "4.[3]"])
def test_infinite_codes_are_proved(text: str) -> None:
    table = search_period(octal(text), 1 << 10)
    assert table.is_proved
    assert table.values_below(700) == values_of(HeapRules((int(text[0]),), (3,)), 700).tolist()


def test_large_heaps_are_looked_up() -> None:
    table = ValueSequence(hexadecimal("0.28"))
    extend_to_period(table, 1 << 10)
    base = values_of(HeapRules((0, 2, 8)), 200)
    for turns, n in itertools.product((10**5, 10**50), range(60, 120)):
        assert table.value(n + 53 * turns) == int(base[n]) + 16 * turns


def test_the_sentence_names_the_theorem() -> None:
    table = search_period(hexadecimal("0.3F"), 1 << 10)
    assert table.report.sentence().startswith("hexadecimal(0.3F): period 6 from 0 on, each adding 3; proved by")
    assert "docs/theory/arithmetic.md" in table.method
