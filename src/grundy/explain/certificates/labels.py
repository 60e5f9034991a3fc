"""The maker of labels: a value for every vertex of a graph in which play may go round.

The graph is a file's, or that of all positions that play can reach. Ranks are the remoteness for outcomes, and for
Smith's values first the value, then the counter (Smith 1966; Fraenkel and Yesha 1986).
"""

from collections.abc import Iterator, Mapping

from grundy.boards.graph_files import numbered
from grundy.core.budget import Budget
from grundy.explain.certificates.file import Header, Line
from grundy.explain.certificates.play import LOST, Play
from grundy.explain.checker import Certificate
from grundy.solvers.retrograde import Infinity, followers, labels, smith

__all__ = ["Graph", "claim", "graph_of", "outcomes", "reachable", "same_graph", "values"]


class Graph(dict[str, list[str]]):
    """The followers of each vertex; who asks for them spends from a budget."""

    def __init__(self, arrows: Mapping[str, list[str]], budget: Budget) -> None:
        super().__init__(arrows)
        self.budget = budget

    def __getitem__(self, vertex: str) -> list[str]:
        self.budget.spend()
        return super().__getitem__(vertex)


def graph_of(path: str, misere: bool, budget: Budget) -> Graph:
    """The graph in a file; under misère play an end has a move to LOST."""
    arrows = followers(*numbered(path))
    return Graph({v: heads or [LOST] for v, heads in arrows.items()} | {LOST: []} if misere else arrows, budget)


def reachable(play: Play) -> Graph:
    """The graph of what play can reach."""
    graph: dict[str, list[str]] = {}
    todo = list(play.first)
    while todo:
        name = todo.pop()
        if name not in graph:
            graph[name] = [head for (head,) in play.options(name)] if name != LOST else []
            todo += graph[name]
    return Graph(graph, play.budget)


def outcomes(graph: Graph) -> Iterator[Line]:
    """Each vertex with its outcome; lost ones have the value 0."""
    for v, (label, moves) in labels(graph, lambda _: "P").items():
        yield v, "0" if label == "P" else label, moves or 0, heads_of(graph, v)


def values(graph: Graph) -> Iterator[Line]:
    """Each vertex with its Smith value, a star where that is infinite."""
    found = smith(graph)
    rounds = max(counter for _, counter in found.values()) + 1
    for v, (value, counter) in found.items():
        rank = 0 if isinstance(value, Infinity) else value * rounds + counter
        yield v, "*" if isinstance(value, Infinity) else str(value), rank, heads_of(graph, v)


def heads_of(graph: Graph, v: str) -> list[str]:
    """The followers of a vertex as they are listed."""
    return [head for head in graph[v] if head != LOST]


def claim(play: Play, graph: Graph, lines: Mapping[str, str]) -> Header:
    """What the values of lines say of the position where play begins."""
    (first,) = play.first
    value, reached = lines[first], sorted({int(lines[head]) for head in graph[first] if lines[head].isdecimal()})
    won = 0 in reached if value in ("N", "D", "*") else value != "0"
    outcome = "N" if won else "P" if value == "0" else "D"
    if not play.plain:
        return {"outcome": outcome}
    return {"outcome": outcome} | ({"infinity": reached} if value == "*" else {"nimber": int(value)})


def same_graph(file: Certificate, path: str) -> bool:
    """Whether a certificate is about the graph in another file."""
    if file.kind != "lines" or file.game:
        return False
    place, mine = file.start, dict[str, list[str]]()
    while place < file.stop:
        name, _, _, *heads = file.line(place)
        mine[name], place = sorted(heads), file.data.find(b"\n", place) + 1
    return mine == {vertex: sorted(heads) for vertex, heads in followers(*numbered(path)).items()}
