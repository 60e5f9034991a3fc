"""The kernels on digraphs against plain sweeps, on every small graph and on random ones."""

from itertools import chain, pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from loops import Graph, all_digraphs, digraphs, outcomes, sum_of_graphs, union, values

from grundy.errors import PositionError
from grundy.kernels import retrograde
from grundy.solvers import retrograde as plain
from grundy.solvers import retrograde_arrays as graph


def analyse_graph(digraph: Graph) -> graph.GraphAnalysis:
    number = {v: i for i, v in enumerate(digraph)}
    arrows = [(number[v], number[head]) for v, heads in digraph.items() for head in heads]
    tails, heads = np.array(arrows, np.int32).reshape(-1, 2).T
    return graph.analyse(*graph.from_arrows(tails, heads, len(number)))


def letters(label: Any) -> str:
    return bytes(label).decode()


def compare(digraph: Graph) -> None:
    found, worth = analyse_graph(digraph), values(digraph)
    assert letters(found.outcome) == "".join(outcomes(digraph).values())
    assert letters(found.misere) == "".join(outcomes(digraph, True).values())
    for v, value in enumerate(worth.values()):
        assert (int(found.nimber[v]) if found.nimber[v] >= 0 else found.infinity(v)) == value
    slow = plain.analyse({str(v): [str(head) for head in heads] for v, heads in digraph.items()})
    assert found.height.tolist() == [-1 if it.height is None else it.height for it in slow.values()]
    assert found.remoteness.tolist() == [-1 if it.remoteness is None else it.remoteness for it in slow.values()]


@pytest.mark.slow
def test_every_digraph_of_at_most_four_vertices() -> None:
    everything = union(chain.from_iterable(all_digraphs(n) for n in (1, 2, 3, 4)))
    assert len({number for number, _ in everything}) == 2 + 10 + 104 + 3044  # OEIS A000595
    compare(everything)


@settings(max_examples=150)
@given(digraphs())
def test_random_digraphs(digraph: Graph) -> None:
    compare(digraph)


@settings(max_examples=15)
@given(digraphs(4), digraphs(4), digraphs(3))
def test_random_sums(one: Graph, two: Graph, three: Graph) -> None:
    compare(sum_of_graphs(one, two, three))


def test_every_small_digraph_without_cycles() -> None:
    compare(union(graph for n in (1, 2, 3, 4) for graph in all_digraphs(n) if len(plain.heights(graph)) == n))


@given(digraphs(40, 3), st.booleans(), st.booleans())
def test_plain_python_agrees(digraph: Graph, cut: bool, misere: bool) -> None:
    named = {str(v): [str(head) for head in heads if head < v or not cut] for v, heads in digraph.items()}
    assert dict(graph.by_name(analyse_graph(named), list(named), misere)) == plain.analyse(named, misere)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=30))
def test_arrows_are_gathered_in_order(arrows: list[tuple[int, int]]) -> None:
    tails, heads = np.array(arrows, np.int32).reshape(-1, 2).T
    starts, ends = retrograde.group_arrows(tails, heads, 10)
    assert [ends[a:b].tolist() for a, b in pairwise(starts)] == [
        [head for tail, head in arrows if tail == v] for v in range(10)
    ]


def test_kernels_run_uncompiled() -> None:
    starts, ends = np.array([0, 1, 3, 3], np.int32), np.array([1, 0, 2], np.int32)
    back, before = retrograde.group_arrows.py_func(ends, np.array([0, 1, 1], np.int32), 3)
    label, remoteness, queue = np.full(3, retrograde.DRAW, np.uint8), np.full(3, -1, np.int32), np.empty(3, np.int32)
    retrograde.fill_outcomes.py_func(np.diff(starts), back, before, False, label, remoteness, queue)
    assert (letters(label), remoteness.tolist()) == ("PNP", [2, 1, 0])


def test_no_vertices() -> None:
    assert len(graph.analyse([0], np.empty(0, np.int32)).outcome) == 0


@pytest.mark.parametrize(
    ("starts", "ends"),
    [([0, 1], [1]), ([0, 1], [-1]), ([0, 2], [0]), ([1, 1], [0]), ([0, 2, 1], [0]), ([0, 1], [0.5]), ([], [])],
)
def test_arrays_that_are_no_graph(starts: list[int], ends: list[float]) -> None:
    with pytest.raises(PositionError):
        graph.analyse(starts, np.array(ends))


def test_arrows_without_heads() -> None:
    with pytest.raises(PositionError, match="one of each"):
        graph.from_arrows([0, 1], [1], 2)
