"""The maker of labels: every vertex of a graph, in an order in which each label rests on earlier ones.

The graph is a file's, or that of all positions that play can reach; play may go round. The order is that of
remoteness for outcomes, and that of the counters for Smith's values (Smith 1966; Fraenkel and Yesha 1986).
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from math import inf
from operator import xor
from pathlib import Path

from grundy.boards.graph_files import numbered
from grundy.explain.certificates.file import Certificate
from grundy.explain.certificates.play import LOST, Key, Play
from grundy.solvers.retrograde import Infinity, Value, followers, labels, outcome_of, smith

__all__ = ["Labelling", "graph_of", "outcomes", "reachable", "same_graph", "values"]

Graph = dict[Key, list[Key]]
Labelling = dict[Key, Value | str]  # in an order in which each rests on earlier ones


def graph_of(path: str, misere: bool) -> Graph:
    """The graph in a file; under misère play an end has a move to LOST."""
    graph: Graph = {(v,): [(head,) for head in heads] for v, heads in followers(*numbered(path)).items()}
    return {v: heads or [LOST] for v, heads in graph.items()} | {LOST: []} if misere else graph


def reachable(play: Play, starts: Sequence[Key]) -> Graph:
    """The graph of what play can reach from some positions."""
    graph: Graph = {}
    todo = list(starts)
    while todo:
        key = todo.pop()
        if key not in graph:
            graph[key] = list(play.options(key))
            todo += graph[key]
    return graph


def outcomes(graph: Graph) -> Labelling:
    """The outcome of each vertex."""
    found = labels(graph, lambda _: "P")
    order = sorted(graph, key=lambda v: inf if (moves := found[v][1]) is None else moves)
    return {v: found[v][0] for v in order}


def values(graph: Graph) -> Labelling:
    """The Smith value of each vertex."""
    found = smith(graph)
    order = sorted(graph, key=lambda v: inf if isinstance(found[v][0], Infinity) else found[v][1])
    return {v: found[v][0] for v in order}


def claim(play: Play, labelling: Labelling) -> dict[str, object]:
    """What the labels say of the position where play starts."""
    if play.start in labelling and isinstance(label := labelling[play.start], str):
        return {"outcome": label}
    total: Value = reduce(xor, (value for piece in play.start if not isinstance(value := labelling[piece,], str)), 0)
    worth = {"infinity": sorted(total.reached)} if isinstance(total, Infinity) else {"nimber": total}
    return {"outcome": outcome_of(total), **worth}


def lines(labelling: Labelling, graph: Graph | None) -> Iterator[str]:
    """The labels as they are written, with the followers where no rules tell them."""
    for vertex, label in labelling.items():
        heads = [head for (head,) in graph[vertex] if (head,) != LOST] if graph else []
        if vertex != LOST:
            yield "\t".join(("*" if isinstance(label, Infinity) else str(label), *vertex, *heads))


def same_graph(certificate: Path, path: str) -> bool:
    """Whether a certificate is about the graph in another file."""
    file = Certificate(certificate)
    if file.header.get("kind") != "labels" or "game" in file.header:
        return False
    mine = {tuple(names[:1]): sorted(names[1:]) for _, (_, *names) in file.lines()}
    return mine == {(vertex,): sorted(heads) for vertex, heads in followers(*numbered(path)).items()}
