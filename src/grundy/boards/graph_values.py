"""Graphs that are given as Python values: edges, neighbours of each vertex, or what looks like a graph of networkx."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from grundy.core.board import Values
from grundy.core.reader import ellipsis
from grundy.errors import NotationError


def items_of(values: Values, lone: bool = False, directed: bool = False) -> Iterable[object]:
    """The edges that are given one by one, as one collection, or as a graph with its lone vertices.

    The graph is one of networkx or a mapping that lists the neighbours of each vertex.
    """
    graph = values[0] if len(values) == 1 else None
    if isinstance(graph, Mapping):
        return listed_edges(graph, lone, directed)
    if hasattr(graph, "edges") and hasattr(graph, "nodes"):
        ends = {vertex for edge in graph.edges for vertex in edge[:2]}
        return chain((edge[:2] for edge in graph.edges), (v for v in graph.nodes if lone and v not in ends))
    return graph if isinstance(graph, Iterable) and not isinstance(graph, str | tuple) else values


def listed_edges(graph: Mapping[Any, object], lone: bool, directed: bool) -> Iterator[tuple[object, ...]]:
    """The edges of a graph given by the neighbours of each vertex; without directions, one named at both ends is one.

    >>> list(listed_edges({0: [1], 1: [0, 2], 2: [1], 3: []}, lone=True, directed=False))
    [(0, 1), (1, 2), (3,)]
    """
    listed = dict[object, set[object]]()
    for vertex, given in graph.items():
        if isinstance(given, str) or not isinstance(given, Iterable):
            cure = "give the neighbours of each vertex, such as {0: [1, 2]}"
            raise NotationError(f"{ellipsis(repr({vertex: given}))} does not list the neighbours of {vertex!r}; {cure}")
        beside = list(given)
        if lone and not beside:
            yield (vertex,)
        yield from ((vertex, other) for other in beside if directed or vertex not in listed.get(other, ()))
        listed[vertex] = {*beside}
