"""Nim with infinite heaps: nim-sums, options and notation of ordinals."""

from functools import reduce
from itertools import islice
from operator import add

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy import nim, parse
from grundy.boards.ordinal_heaps import below
from grundy.core.ordinals import Nimber, omega_power, read_ordinal
from grundy.core.reader import Reader

small_ordinals = st.lists(st.tuples(st.integers(0, 3), st.integers(1, 5)), max_size=3).map(
    lambda terms: reduce(add, (omega_power(e) * c for e, c in sorted(terms, reverse=True)), 0)
)


@given(st.lists(small_ordinals, min_size=1, max_size=4))
def test_ordinal_heaps_have_the_nim_sum_for_their_mex(sizes: list[Nimber]) -> None:
    """No move keeps the nim-sum, and some move reaches each smaller number."""
    position = tuple(sizes)
    value = nim.theorem(position)
    for wanted in islice(below(value), 30):
        reached = list(nim.reach(position, wanted))
        assert reached
        for to in reached:
            (change,) = [(a, b) for a, b in zip(to, position, strict=True) if a != b]
            assert change[0] < change[1]
            assert nim.theorem(to) == wanted
    assert not list(nim.reach(position, value))


@given(small_ordinals)
def test_smaller_ordinals_come_once_each(bound: Nimber) -> None:
    found = list(islice(below(bound), 300))
    assert len(set(found)) == len(found)
    assert all(number < bound for number in found)


@pytest.mark.parametrize(
    ("bound", "early"),
    [("w", "99"), ("w*2 + 3", "w + 20"), ("w^2", "w*3 + 2"), ("w^w", "w^2*2 + 1"), ("w^(w + 1)", "w^w + w")],
)
def test_every_smaller_ordinal_comes(bound: str, early: str) -> None:
    top, wanted = (read_ordinal(Reader(text)) for text in (bound, early))
    assert wanted in islice(below(top), 2000)


@pytest.mark.parametrize(
    ("text", "nimber", "moves"),
    [
        ("nim(w*2+3, 5)", "w*2 + 6", ["nim(5,5)"]),
        ("nim(w, w)", "0", []),
        ("nim(w^2, w*3+1, 7)", "w^2 + w*3 + 6", ["nim(w*3 + 6,w*3 + 1,7)"]),
        ("choose_heap", "w", ["choose_heap(0)"]),
        ("choose_heap + nim(w*2)", "w*3", ["choose_heap + nim(w)"]),
        ("two_dimensional_nim((1,2),(4,1))", "w*3 + 5", ["two_dimensional_nim((4,1),(4,1))"]),
        ("poker_nim(3; 2) + nim(w)", "w + 3", ["poker_nim(3; 2) + nim(3)"]),
    ],
)
def test_infinite_positions(text: str, nimber: str, moves: list[str]) -> None:
    start = parse(text)
    assert str(start.nimber) == nimber
    assert [str(move.to) for move in start.winning_moves()] == moves
    assert parse(str(start)) == start
    assert start.explain()


def test_infinite_misere_play() -> None:
    start = parse("nim(w, 1)").misere
    assert [str(move.to) for move in start.winning_moves()] == ["nim(1)"]
    assert parse("nim(w, w)").misere.outcome == "P"
