"""Misère quotients against outcomes by the definition alone, and the laws that every one of them obeys."""

import csv
from collections.abc import Iterable
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.core.ruleset import Outcome
from grundy.games.octal import Octal
from grundy.solvers import search
from grundy.solvers.misere.quotient import Quotient, quotient

pytestmark = pytest.mark.slow

DATA = Path(__file__).parents[1] / "data" / "misere_quotients.csv"
PEER = DATA.with_name("misere_solver.csv")
LAWS = {"0.75": 12, "0.123": 24, "0.77": 29, "0.07": 25, "0.26": 23, "0.54": 34}  # the last heap of each code
BY_HAND = {  # heaps of which up to 4 make all elements, and up to 2 tell them apart
    "0.75": (1, 2, 5),
    "0.123": (1, 3, 6, 8, 9),
    "0.71": (1, 2, 3),
    "0.22": (2, 3, 4, 5),
}


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8") as file:
        next(file)
        return list(csv.DictReader(file))


def codes() -> list[str]:
    return sorted({row["code"] for row in rows(DATA)})


@cache
def found(code: str, last: int) -> Quotient:
    return quotient(Octal(code), last + 1)


def sums(heaps: Iterable[int], most: int) -> list[tuple[int, ...]]:
    """Every sum of up to so many of these heaps."""
    sizes = list(heaps)
    return [heaps for count in range(most + 1) for heaps in combinations_with_replacement(sizes, count)]


def lost(code: str, heaps: tuple[int, ...], labels: search.Labels) -> bool:
    """Whether the sum is lost by the definition."""
    return search.outcome(Octal(code)(*heaps or (0,)), True, labels) == "P"


@pytest.mark.parametrize("code", codes())
def test_outcomes_are_the_definition(code: str) -> None:
    labels, known = dict[search.Whole, Outcome](), found(code, 7)
    for heaps in sums(range(1, 8), 2) + sums(range(1, 5), 3):
        assert known.is_lost(heaps) == lost(code, heaps, labels)


@pytest.mark.parametrize(("code", "heaps"), BY_HAND.items())
def test_the_order_is_the_number_of_sums_that_outcomes_tell_apart(code: str, heaps: tuple[int, ...]) -> None:
    labels, company = dict[search.Whole, Outcome](), sums(heaps, 2)
    seen = {bytes(lost(code, some + other, labels) for other in company) for some in sums(heaps, 4)}
    monoid = found(code, max(heaps)).monoid
    assert (len(seen), sum(row[0] for row in seen)) == (monoid.order, monoid.p_portion)


def test_another_program_finds_the_same() -> None:
    for row in rows(PEER):
        monoid = quotient(Octal(row["code"]), int(row["last_heap"]) + 1).monoid
        assert (monoid.order, monoid.p_portion) == (int(row["order"]), int(row["p_portion"])), row


@given(st.sampled_from(sorted(LAWS.items())), st.data())
def test_the_laws_of_a_commutative_monoid(item: tuple[str, int], data: st.DataObject) -> None:
    known = found(*item)
    heaps = st.lists(st.integers(0, item[1]), max_size=5)
    first, second, third = (known.element(data.draw(heaps)) for _ in range(3))
    times = known.monoid.times
    assert times[first, second] == times[second, first]
    assert times[times[first, second], third] == times[first, times[second, third]]
    assert times[0, first] == first


@given(st.sampled_from(sorted(LAWS.items())), st.data())
def test_sums_multiply(item: tuple[str, int], data: st.DataObject) -> None:
    known, heaps = found(*item), st.lists(st.integers(0, item[1]), max_size=5)
    first, second = data.draw(heaps), data.draw(heaps)
    assert known.element(first + second) == known.monoid.times[known.element(first), known.element(second)]


@pytest.mark.parametrize("item", LAWS.items(), ids=lambda item: item[0])
def test_a_quotient_is_reduced_and_even(item: tuple[str, int]) -> None:
    """Elements are told apart by company, each is lost beside some other, and there is an even number of them."""
    monoid = found(*item).monoid
    assert len(np.unique(monoid.rows, axis=0)) == monoid.order
    assert monoid.rows.any(axis=1).all()
    assert monoid.order % 2 == 0
    assert not monoid.lost[0]
