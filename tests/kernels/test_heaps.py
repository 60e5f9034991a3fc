"""Each heap kernel against the definition."""

import itertools
from collections.abc import Iterator
from functools import reduce
from operator import xor
from typing import Any

import numpy as np
import pytest
from heap_codes import BEYOND_A_STRETCH, FAR, SPLITTING, definition, rules_of, words
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy.kernels import heap_engine as engines
from grundy.kernels import sparse_engine as sparse
from grundy.kernels.heap_engine import HeapEngine
from grundy.kernels.heap_rules import UNEQUAL_SPLITS, HeapRules, Values
from grundy.kernels.sparse_engine import KernelName

pytestmark = pytest.mark.slow

WISHES: tuple[KernelName, ...] = ("", "byte lanes", "byte marks", "word marks")
LANES_AND_MARKS: tuple[KernelName, ...] = ("byte lanes", "byte marks")
WORDS_AND_LANES: tuple[KernelName, ...] = ("word marks", "byte lanes")
QUIET = words(
    """
    0.05 0.24 0.25 0.51 0.55 0.7 0.71 4.01 4.04 4.11 4.54 0.26 0.27 0.72 0.73 4.02 4.06 4.21 4.32 4.77 0.34 0.53
    0.57 0.75 4.16 4.52 0.5 0.316 0.52 0.54 4.12 0.356 0.16 0.054 0.45 0.56 0.074 0.44 0.77 4.42 4.61 4.63
    """
)
HEXADECIMAL = words(
    """
    0.8 0.C 0.0F 0.3F 0.28 0.9 0.A 0.B 0.D 0.E 0.F 0.08 0.18 0.38 0.48 0.58 0.68 0.78 0.88 0.98 0.A8 0.B8 0.C8 0.D8
    0.E8 0.F8 0.1F 0.2F 0.4F 0.5F 0.6F 0.7F 0.8F 0.9F 0.AF 4.8 8.0 8.1 C.0 C.08 0.008
    """
)
TAILED = [
    HeapRules((first,), tail)
    for first in (0, 4)
    for size in (1, 2)
    for tail in itertools.product((1, 3, 4, 6, 7), repeat=size)
]
TAKES = [tuple(np.random.default_rng(seed).choice(np.arange(1, 90), 1 + 2 * seed, replace=False)) for seed in range(44)]


def subtraction(takes: tuple[int, ...]) -> HeapRules:
    """The rules that allow to take any of these numbers of stones, the whole heap among them."""
    return HeapRules(tuple(3 * (take in takes) for take in range(max(takes) + 1)))


def found(rules: HeapRules, *stops: int, wish: KernelName = "") -> Values:
    """The values by the engine, in as many steps as there are stops."""
    engine = HeapEngine(rules, wish=wish)
    for stop in stops:
        engine.extend(stop)
    return engine.values


def options(rules: HeapRules, n: int, values: list[int]) -> Iterator[int]:
    """The values of all moves from heap n, in plain words."""
    for take, digit in enumerate(rules.digit_array(n).tolist()[: n + 1]):
        for parts in range(4):
            if digit >> parts & 1:
                for cut in itertools.product(range(1, n + 1), repeat=parts):
                    if sum(cut) == n - take and not (rules.distinct and len(set(cut)) < parts):
                        yield reduce(xor, (values[part] for part in cut), 0)


def in_plain_words(rules: HeapRules, stop: int) -> list[int]:
    """The values by the mex of the options."""
    values: list[int] = []
    for n in range(stop):
        reached = set(options(rules, n, values))
        values.append(next(value for value in itertools.count() if value not in reached))
    return values


@pytest.mark.parametrize("code", ["0.77", "0.137", "4.3", "0.007", "0.8", "C.3F", "0.1F2"])
def test_definition_of_codes(code: str) -> None:
    assert definition(rules_of(code), 22).tolist() == in_plain_words(rules_of(code), 22)


@pytest.mark.parametrize("rules", [UNEQUAL_SPLITS, *TAILED[::7]])
def test_definition_of_other_rules(rules: HeapRules) -> None:
    assert definition(rules, 40).tolist() == in_plain_words(rules, 40)


@pytest.mark.parametrize("code", [*SPLITTING, "Grundy"])
def test_sparse_kernels(code: str) -> None:
    rules = UNEQUAL_SPLITS if code == "Grundy" else rules_of(code)
    expected = definition(rules, BEYOND_A_STRETCH)
    for wish in LANES_AND_MARKS:
        np.testing.assert_array_equal(found(rules, BEYOND_A_STRETCH, wish=wish), expected, wish)


@pytest.mark.parametrize("wish", LANES_AND_MARKS)
@pytest.mark.parametrize("code", ["0.6", "0.74", "0.007", "0.36", "Grundy"])
def test_a_second_thread_marks_ahead(code: str, wish: KernelName, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, stretches = UNEQUAL_SPLITS if code == "Grundy" else rules_of(code), list[int]()
    for name, number in {"AHEAD_HEAPS": 64, "AHEAD_PAIRS": -1}.items():
        monkeypatch.setattr(sparse, name, number)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    mark = sparse.SparseEngine.mark_ahead

    def note_and_mark(engine: sparse.SparseEngine, values: Values, start: int, *task: Any) -> None:
        stretches.append(start)
        mark(engine, values, start, *task)

    monkeypatch.setattr(sparse.SparseEngine, "mark_ahead", note_and_mark)
    expected = definition(rules, BEYOND_A_STRETCH)
    np.testing.assert_array_equal(found(rules, BEYOND_A_STRETCH, wish=wish), expected)
    assert stretches


@pytest.mark.parametrize("code", QUIET)
def test_words_and_plain_lanes(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sparse, "HAS_AVX2", False)
    expected = definition(rules_of(code), BEYOND_A_STRETCH)
    assert expected.max() < 64
    for wish in WORDS_AND_LANES:
        np.testing.assert_array_equal(found(rules_of(code), BEYOND_A_STRETCH, wish=wish), expected, wish)


@pytest.mark.parametrize("takes", TAKES)
def test_window(takes: tuple[int, ...]) -> None:
    np.testing.assert_array_equal(found(subtraction(takes), FAR), definition(subtraction(takes), FAR))


@pytest.mark.parametrize("code", HEXADECIMAL)
def test_triples(code: str) -> None:
    np.testing.assert_array_equal(found(rules_of(code), 150, 400), definition(rules_of(code), 400))


@pytest.mark.parametrize("rules", TAILED)
def test_tails(rules: HeapRules) -> None:
    np.testing.assert_array_equal(found(rules, 100, 300), definition(rules, 300))


def test_nim_beyond_sixteen_bits() -> None:
    assert found(HeapRules((0,), (3,)), 1_000, 70_000).tolist() == list(range(70_000))


def test_hexadecimal_values_grow() -> None:
    assert found(rules_of("0.C"), 3_000)[-1] == 1_499


heads = st.lists(st.integers(0, 7), min_size=1, max_size=5)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from((0, 4)), heads, st.sampled_from(WISHES), st.integers(2_049, 4_000))
def test_random_codes(first: int, digits: list[int], wish: KernelName, stop: int) -> None:
    rules = HeapRules((first, *digits))
    np.testing.assert_array_equal(found(rules, stop, 5_000, wish=wish), definition(rules, 5_000))


@settings(max_examples=60, deadline=None)
@given(st.sets(st.integers(1, 130), min_size=1), st.lists(st.integers(0, 3), min_size=1, max_size=9))
def test_random_takes(takes: set[int], digits: list[int]) -> None:
    for rules in (subtraction(tuple(takes)), HeapRules((0, *digits))):
        np.testing.assert_array_equal(found(rules, 50, 700), definition(rules, 700))


@settings(max_examples=40, deadline=None)
@given(st.sampled_from((0, 4, 8, 12)), st.lists(st.integers(0, 15), min_size=1, max_size=4), heads)
def test_random_hexadecimal_codes_and_tails(first: int, digits: list[int], tail: list[int]) -> None:
    for rules in (HeapRules((first, *digits)), HeapRules((first & 4, *(digit & 7 for digit in digits)), tuple(tail))):
        np.testing.assert_array_equal(found(rules, 30, 120), definition(rules, 120))


@pytest.mark.parametrize("code", ["0.6", "0.104", "0.77", "0.8", "0.333", "Grundy"])
def test_work_goes_on_from_known_values(code: str) -> None:
    rules = UNEQUAL_SPLITS if code == "Grundy" else rules_of(code)
    whole = found(rules, 5_000)
    resumed = HeapEngine(rules, whole[:2_234])
    for stop in (2_235, 2_300, 4_999, 5_000, 10):
        resumed.extend(stop)
    np.testing.assert_array_equal(resumed.values, whole)


@pytest.mark.parametrize("wish", WISHES[1:])
@pytest.mark.parametrize("rules", [rules_of("0.77"), rules_of("0.104"), UNEQUAL_SPLITS])
def test_sparse_kernels_uncompiled(wish: KernelName, rules: HeapRules, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sparse, "HAS_AVX2", False)
    monkeypatch.setattr(engines, "DEFINITION_HEAPS", 128)
    name = f"fill_by_{wish.replace(' ', '_')}"
    monkeypatch.setattr(sparse, name, getattr(sparse, name).py_func)
    np.testing.assert_array_equal(found(rules, 400, wish=wish), definition(rules, 400))


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("fill_by_definition", rules_of("0.77")),
        ("fill_few_takes", subtraction((1, 3, 4))),
        ("fill_many_takes", subtraction(tuple(range(1, 70)))),
        ("fill_repeating_tail", HeapRules((4,), (3,))),
        ("fill_hexadecimal", rules_of("0.3F")),
    ],
)
def test_other_kernels_uncompiled(name: str, rules: HeapRules, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, name, getattr(engines, name).py_func)
    np.testing.assert_array_equal(found(rules, 100), definition(rules, 100))


def test_method_says_what_was_chosen() -> None:
    engine = HeapEngine(rules_of("0.6"))
    engine.extend(100)
    assert engine.method == "definition"
    engine.extend(3_000)
    assert engine.method.startswith("sparse space (mask 0x")


@pytest.mark.parametrize(
    ("bits", "rarity", "kernel"),
    [(5, 0.0, "byte lanes"), (9, 0.0, "byte lanes"), (10, 0.0, "byte marks"), (5, 0.3, "byte marks")],
)
def test_choice_of_kernel(bits: int, rarity: float, kernel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sparse, "HAS_AVX2", True)
    assert sparse.suitable_kernel(bits, rarity) == kernel
    monkeypatch.setattr(sparse, "HAS_AVX2", False)
    assert sparse.suitable_kernel(bits, rarity) == ("word marks" if bits <= 6 else "byte marks")
