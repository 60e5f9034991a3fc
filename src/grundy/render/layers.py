"""A digraph in layers: every arrow leads down, but for those that close a cycle, and none runs through a vertex.

A vertex stands as high as its longest play, cycles cut open. An arrow over several layers has a bend in each of them,
which takes its place in the row as vertices do. Rows are ordered by the mean place of neighbours (Sugiyama, Tagawa and
Toda 1981).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf

from grundy.errors import UndefinedError
from grundy.solvers.retrograde import heights

__all__ = ["Arrow", "Layout", "Node", "lay_out"]

SWEEPS = 12  # over all rows; the order seldom changes after half of them
MOST = 400  # vertices
TANGLED = 20_000  # bends

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
        """The least and the largest x that anything takes."""
        half = {node: self.width[node] / 2 if isinstance(node, str) else 0 for node in self.x}
        return min(x - half[node] for node, x in self.x.items()), max(x + half[node] for node, x in self.x.items())


def lay_out(graph: Graph, width: Mapping[str, float], gap: float) -> Layout:
    """The layout for vertices of these widths, with a gap between neighbours."""
    if len(graph) > MOST:
        raise UndefinedError(f"a drawing of {len(graph):,} vertices; at most {MOST} can be told apart")
    layer = heights(opened(graph))
    arrows = dict.fromkeys((v, head) for v, heads in graph.items() for head in heads if v != head)
    if sum(abs(layer[v] - layer[head]) for v, head in arrows) > TANGLED:
        raise UndefinedError("a graph with too many long arrows to be drawn; draw a part of it")
    paths = {arrow: path(arrow, layer) for arrow in arrows}
    rows: list[list[Node]] = [[] for _ in range(1 + max(layer.values()))]
    for v in graph:
        rows[layer[v]].append(v)
    for nodes in paths.values():
        for node in nodes[1:-1]:
            rows[node[1] if isinstance(node, tuple) else 0].append(node)
    return Layout(layer, placed(rows, beside(paths), width, gap), paths, width)


def opened(graph: Graph) -> dict[str, list[str]]:
    """The graph without the arrows that lead back on the way of a depth-first search: it has no cycles."""
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


def path(arrow: Arrow, layer: Mapping[str, int]) -> list[Node]:
    """The nodes of an arrow: its ends, and a bend in each layer between."""
    top, bottom = layer[arrow[0]], layer[arrow[1]]
    step = 1 if top < bottom else -1
    return [arrow[0], *((arrow, at) for at in range(top + step, bottom, step)), arrow[1]]


def beside(paths: Mapping[Arrow, list[Node]]) -> dict[Node, list[Node]]:
    """The nodes that each node is joined to."""
    joined: dict[Node, list[Node]] = {}
    for nodes in paths.values():
        for one, other in pairwise(nodes):
            joined.setdefault(one, []).append(other)
            joined.setdefault(other, []).append(one)
    return joined


def placed(
    rows: list[list[Node]], joined: Mapping[Node, list[Node]], width: Mapping[str, float], gap: float
) -> dict[Node, float]:
    """The x of each node: near the mean of those that it is joined to, in rows that keep their distances."""

    def half(node: Node) -> float:
        return (width[node] if isinstance(node, str) else 0) / 2

    x: dict[Node, float] = {}
    for row in rows:
        x.update(spread(row, dict.fromkeys(row, 0.0), half, gap))
    for sweep in range(SWEEPS):
        for row in rows if sweep % 2 else reversed(rows):
            wish = {node: mean([x[other] for other in joined.get(node, [])], x[node]) for node in row}
            row.sort(key=wish.__getitem__)
            x.update(spread(row, wish, half, gap))
    return x


def mean(numbers: list[float], default: float) -> float:
    """The mean, if there are numbers."""
    return sum(numbers) / len(numbers) if numbers else default


def spread(row: list[Node], wish: Mapping[Node, float], half: Callable[[Node], float], gap: float) -> dict[Node, float]:
    """The nodes of a row in order, as near to their wishes as widths and gaps allow, the row as a whole in balance."""
    x: dict[Node, float] = {}
    least = -inf
    for node in row:
        x[node] = max(wish[node], least + half(node))
        least = x[node] + half(node) + gap
    shift = mean([wish[node] - at for node, at in x.items()], 0.0)
    return {node: at + shift for node, at in x.items()}
