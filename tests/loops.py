"""Digraphs for the tests, and a plain oracle for them: sweeps over the whole graph until nothing changes."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import permutations, product
from typing import Any

import numpy as np
from hypothesis import strategies as st

from grundy.core.values import Infinity

Graph = Mapping[Any, Sequence[Any]]


def outcomes(graph: Graph, misere: bool = False) -> dict[Any, str]:
    """N, P or D for every vertex, straight from the definition."""
    label, new = dict.fromkeys(graph, "D"), {"": ""}
    while new:
        swept = ((v, outcome([label[head] for head in graph[v]], misere)) for v in graph if label[v] == "D")
        new = {v: it for v, it in swept if it != "D"}
        label |= new
    return label


def outcome(heads: list[str], misere: bool) -> str:
    if not heads:
        return "N" if misere else "P"
    return "N" if "P" in heads else "P" if set(heads) == {"N"} else "D"


def sum_of_graphs(*graphs: Graph) -> dict[tuple[Hashable, ...], list[tuple[Hashable, ...]]]:
    """The sum: all tuples of vertices; a move changes one of them."""
    return {
        whole: [(*whole[:i], head, *whole[i + 1 :]) for i, graph in enumerate(graphs) for head in graph[whole[i]]]
        for whole in product(*graphs)
    }


def nim_heap(size: int) -> Graph:
    return {n: list(range(n)) for n in range(size + 1)}


def values(graph: Graph) -> dict[Any, int | Infinity]:
    """What each vertex is worth: m if it loses with a heap of m beside it, infinite if it never does."""
    most = max(map(len, graph.values()))
    label = outcomes(sum_of_graphs(graph, nim_heap(most)))
    return {v: worth({n: label[v, n] for n in range(most + 1)}) for v in graph}


def worth(label: dict[int, str]) -> int | Infinity:
    lost = [n for n, it in label.items() if it == "P"]
    return lost[0] if lost else Infinity(frozenset(n for n, it in label.items() if it == "N"))


def all_digraphs(vertices: int) -> Iterator[Graph]:
    """Every digraph of this size, loops allowed, one of each form."""
    masks = np.arange(1 << vertices * vertices)
    least = masks
    for order in permutations(range(vertices)):
        image = np.zeros_like(masks)
        for i, j in product(range(vertices), repeat=2):
            image |= (masks >> (i * vertices + j) & 1) << (order[i] * vertices + order[j])
        least = np.minimum(least, image)
    for mask in np.unique(least).tolist():
        yield {i: [j for j in range(vertices) if mask >> (i * vertices + j) & 1] for i in range(vertices)}


def union(graphs: Iterator[Graph]) -> dict[tuple[int, Any], list[tuple[int, Any]]]:
    """All the graphs side by side in one."""
    return {
        (number, v): [(number, head) for head in heads]
        for number, graph in enumerate(graphs)
        for v, heads in graph.items()
    }


@st.composite
def digraphs(draw: st.DrawFn, most: int = 7, mean: int = 2) -> Graph:
    """A digraph of at most so many vertices; parallel arrows and loops are allowed."""
    vertex = st.integers(0, draw(st.integers(0, most - 1)))
    size = draw(vertex) + 1
    heads = st.lists(st.integers(0, size - 1), max_size=2 * mean)
    return {v: draw(heads) for v in range(size)}
