"""Labels for certificates: a value for every vertex of a graph that may have cycles.

The graph is a file's, or that of all positions that play can reach. Ranks are the remoteness for outcomes, and for
Smith's values first the value, then the counter (Smith 1966; Fraenkel and Yesha 1986).
"""

from collections.abc import Iterator, Mapping

from grundy.boards.graph_files import load_numbered
from grundy.core.budget import Budget
from grundy.core.values import Infinity
from grundy.explain.certificates.file import CertificateLine, Header
from grundy.explain.certificates.positions import NamedPositions
from grundy.explain.checker import Certificate, Lines
from grundy.solvers.retrograde import followers, labels, smith

LOST = "\t"  # a lost end, reached from ends that misère play or a pattern wins; no name in a file has a tab in it


class CountedGraph(dict[str, list[str]]):
    """The followers of each vertex; each look at them is counted against a budget."""

    def __init__(self, arrows: Mapping[str, list[str]], budget: Budget) -> None:
        super().__init__(arrows)
        self.budget = budget

    def __getitem__(self, vertex: str) -> list[str]:
        self.budget.spend()
        return super().__getitem__(vertex)


def read_graph(path: str, misere: bool, budget: Budget) -> CountedGraph:
    """The graph in a file; under misère play an end has a move to LOST."""
    arrows = followers(*load_numbered(path))
    return CountedGraph({v: heads or [LOST] for v, heads in arrows.items()} | {LOST: []} if misere else arrows, budget)


def reachable_graph(positions: NamedPositions) -> CountedGraph:
    """The graph of all positions that play can reach; they are whole positions, which do not add."""
    graph: dict[str, list[str]] = {LOST: []}
    todo = list(map(str, positions.parts(positions.game)))
    while todo:
        name = todo.pop()
        if name not in graph:
            graph[name] = [str(units[0]) if units else LOST for units in positions.options(name)]
            todo += graph[name]
    return CountedGraph(graph, positions.budget)


def outcome_lines(graph: CountedGraph) -> Iterator[CertificateLine]:
    """Each vertex with its outcome and its remoteness."""
    for v, (label, moves) in labels(graph, lambda _: "P").items():
        yield v, label, moves or 0, heads_of(graph, v)


def value_lines(graph: CountedGraph) -> Iterator[CertificateLine]:
    """Each vertex with its Smith value, a star where that is infinite."""
    values = smith(graph)
    rounds = max(counter for _, counter in values.values()) + 1
    for v, (value, counter) in values.items():
        rank = 0 if isinstance(value, Infinity) else value * rounds + counter
        yield v, "*" if isinstance(value, Infinity) else str(value), rank, heads_of(graph, v)


def heads_of(graph: CountedGraph, v: str) -> list[str]:
    return [head for head in graph[v] if head != LOST]


def claim(positions: NamedPositions, graph: CountedGraph, lines: Mapping[str, str]) -> Header:
    """What the values of lines say of the first position."""
    (first,) = map(str, positions.parts(positions.game))
    if not positions.has_values:
        return {"outcome": lines[first]}
    if lines[first] != "*":
        return {"outcome": "P" if lines[first] == "0" else "N", "nimber": int(lines[first])}
    reached = sorted({int(lines[head]) for head in graph[first] if lines[head] != "*"})
    return {"outcome": "N" if 0 in reached else "D", "infinity": reached}


def is_about_graph(file: Certificate, path: str) -> bool:
    if file.kind != "graph":
        return False
    arrows = {name: sorted(heads) for name, _, _, *heads in Lines(file)}
    return arrows == {vertex: sorted(heads) for vertex, heads in followers(*load_numbered(path)).items()}
