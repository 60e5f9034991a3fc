"""A digraph in layers: every arrow leads down, except those that close a cycle, and none runs through a vertex.

A vertex stands as high as its longest play once the arrows that close cycles are left out. An arrow over several layers
has a bend in each of them, which takes its place in the row as vertices do. Rows are ordered by the mean place of
neighbours (Sugiyama, Tagawa and Toda 1981).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf

from grundy.errors import UndefinedError
from grundy.solvers.retrograde import heights

SWEEPS = 12  # over all rows; the order seldom changes after half of them
MOST_VERTICES = 400
MOST_BENDS = 20_000

Arrow = tuple[str, str]
Node = str | tuple[Arrow, int]  # a vertex, or the bend of an arrow in a layer
Graph = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Layout:
    """Where everything stands: x from the middle, and layers from 0, the ends of play, upwards."""

    layer: dict[str, int]
    x: dict[Node, float]
    paths: dict[Arrow, list[Node]]  # each arrow from its tail through its bends to its head; loops are left out
    width: Mapping[str, float]

    @property
    def span(self) -> tuple[float, float]:
        half = {node: self.width[node] / 2 if isinstance(node, str) else 0 for node in self.x}
        return min(x - half[node] for node, x in self.x.items()), max(x + half[node] for node, x in self.x.items())


def lay_out(graph: Graph, width: Mapping[str, float], gap: float) -> Layout:
    if len(graph) > MOST_VERTICES:
        raise UndefinedError(f"a drawing of {len(graph):,} vertices; at most {MOST_VERTICES} can be told apart")
    layer = heights(without_back_arrows(graph))
    arrows = dict.fromkeys((v, head) for v, heads in graph.items() for head in heads if v != head)
    if sum(abs(layer[v] - layer[head]) for v, head in arrows) > MOST_BENDS:
        raise UndefinedError("a graph with too many long arrows to be drawn; draw a part of it")
    paths = {arrow: arrow_nodes(arrow, layer) for arrow in arrows}
    rows: list[list[Node]] = [[] for _ in range(1 + max(layer.values()))]
    for v in graph:
        rows[layer[v]].append(v)
    for nodes in paths.values():
        for node in nodes[1:-1]:
            rows[node[1] if isinstance(node, tuple) else 0].append(node)
    return Layout(layer, place_nodes(rows, neighbour_nodes(paths), width, gap), paths, width)


def without_back_arrows(graph: Graph) -> dict[str, list[str]]:
    """The graph without the back arrows of a depth-first search, so that it has no cycles."""
    kept: dict[str, list[str]] = {}
    way: dict[str, None] = {}
    for start in graph:
        stack = [(start, False)]
        while stack:
            v, done = stack.pop()
            if done:
                del way[v]
            elif v not in kept:
                way[v] = None
                kept[v] = [head for head in graph[v] if head not in way]
                stack.append((v, True))
                stack += [(head, False) for head in reversed(kept[v])]
    return kept


def arrow_nodes(arrow: Arrow, layer: Mapping[str, int]) -> list[Node]:
    top, bottom = layer[arrow[0]], layer[arrow[1]]
    step = 1 if top < bottom else -1
    return [arrow[0], *((arrow, at) for at in range(top + step, bottom, step)), arrow[1]]


def neighbour_nodes(paths: Mapping[Arrow, list[Node]]) -> dict[Node, list[Node]]:
    joined: dict[Node, list[Node]] = {}
    for nodes in paths.values():
        for one, other in pairwise(nodes):
            joined.setdefault(one, []).append(other)
            joined.setdefault(other, []).append(one)
    return joined


def place_nodes(
    rows: list[list[Node]], joined: Mapping[Node, list[Node]], width: Mapping[str, float], gap: float
) -> dict[Node, float]:
    """The x of each node: near the mean of those that it is joined to, in rows that keep their distances."""

    def half(node: Node) -> float:
        return (width[node] if isinstance(node, str) else 0) / 2

    x: dict[Node, float] = {}
    for row in rows:
        x.update(spread_row(row, dict.fromkeys(row, 0.0), half, gap))
    for sweep in range(SWEEPS):
        for row in rows if sweep % 2 else reversed(rows):
            wanted = {node: mean([x[other] for other in joined.get(node, [])], x[node]) for node in row}
            row.sort(key=wanted.__getitem__)
            x.update(spread_row(row, wanted, half, gap))
    return x


def mean(numbers: list[float], default: float) -> float:
    return sum(numbers) / len(numbers) if numbers else default


def spread_row(
    row: list[Node], wanted: Mapping[Node, float], half: Callable[[Node], float], gap: float
) -> dict[Node, float]:
    """The x of the nodes of a row in order, near the wanted ones, with the same mean, and as widths and gaps demand."""
    x: dict[Node, float] = {}
    least = -inf
    for node in row:
        x[node] = max(wanted[node], least + half(node))
        least = x[node] + half(node) + gap
    shift = mean([wanted[node] - at for node, at in x.items()], 0.0)
    return {node: at + shift for node, at in x.items()}
