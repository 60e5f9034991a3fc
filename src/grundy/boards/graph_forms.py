"""Graphs as tuples of edges: their connected parts, and one labelling for all isomorphic copies.

The labelling is found by colour refinement and individualisation (McKay 1981). It only ever renames vertices, so two
graphs with the same form are isomorphic; where the search is cut short, isomorphic graphs may get different forms.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice

Edge = tuple[str, str]
Edges = tuple[Edge, ...]
Neighbours = dict[str, list[str]]
Colours = dict[str, int]

MOST_LEAVES = 32  # complete labellings that are compared; symmetric graphs have many, and most of them agree
MOST_VERTICES = 64  # a larger graph keeps its names: play seldom reaches it again under other names


def sort(edges: Iterable[Edge]) -> Edges:
    """The edges in order, each with its ends in order: equal for equal graphs."""
    return tuple(sorted((u, v) if u <= v else (v, u) for u, v in edges))


def neighbours(edges: Edges) -> Neighbours:
    """The other end of every edge at a vertex; a loop is listed once."""
    beside: Neighbours = {}
    for u, v in edges:
        beside.setdefault(u, []).append(v)
        if u != v:
            beside.setdefault(v, []).append(u)
    return beside


def components(edges: Edges, ground: str = "") -> list[Edges]:
    """The connected parts; two that meet only in the ground count as two."""
    leader: dict[str, str] = {}

    def find(vertex: str) -> str:
        while (above := leader.setdefault(vertex, vertex)) != vertex:
            leader[vertex] = vertex = leader[above]
        return vertex

    for u, v in edges:
        if ground not in (u, v):
            leader[find(u)] = find(v)
    parts: dict[object, list[Edge]] = {}
    for place, (u, v) in enumerate(edges):
        end = v if u == ground else u
        parts.setdefault(place if end == ground else find(end), []).append((u, v))
    return [tuple(part) for part in parts.values()]


@lru_cache(1 << 14)  # play reaches the same graph again and again, under other names too
def form(edges: Edges, ground: str = "") -> Edges:
    """The least edge list over the labellings that the search tries, vertices numbered from 0, the ground 0."""
    beside = neighbours(edges)
    if len(beside) > MOST_VERTICES:
        return sort(edges)
    start = refine({vertex: int(vertex != ground and ground in beside) for vertex in beside}, beside)
    tried = islice(labellings(start, beside), MOST_LEAVES)
    least = min(sorted(sorted((names[u], names[v])) for u, v in edges) for names in tried)
    return sort((str(u), str(v)) for u, v in least)


def refine(colours: Colours, beside: Neighbours) -> Colours:
    """The coarsest finer colouring in which vertices of a colour see the same colours.

    A colour is the number of vertices with smaller ones, so that a single vertex keeps its colour.
    """
    count = len(set(colours.values()))
    while True:
        signs = {v: (colours[v], sorted([colours[u] for u in around])) for v, around in beside.items()}
        rank: dict[tuple[int, ...], int] = {}
        for place, (colour, seen) in enumerate(sorted(signs.values())):
            rank.setdefault((colour, *seen), place)
        if len(rank) == count:
            return colours
        count = len(rank)
        colours = {v: rank[(colour, *seen)] for v, (colour, seen) in signs.items()}


def labellings(colours: Colours, beside: Neighbours) -> Iterator[Colours]:
    """Colourings with one vertex a colour: where vertices share one, each of them in turn is set apart."""
    cells: dict[int, list[str]] = {}
    for vertex, colour in colours.items():
        cells.setdefault(colour, []).append(vertex)
    cell = min((cell for cell in cells.values() if len(cell) > 1), key=lambda c: (len(c), colours[c[0]]), default=None)
    if cell is None:
        yield colours
        return
    for place, vertex in enumerate(cell):
        if not any(are_twins(vertex, other, beside) for other in cell[:place]):
            apart = colours | {v: colours[v] + 1 for v in cell if v != vertex}
            yield from labellings(refine(apart, beside), beside)


def are_twins(u: str, v: str, beside: Neighbours) -> bool:
    """Whether the graph stays the same when the two vertices change places."""
    swap = {u: v, v: u}
    return sorted(beside[u]) == sorted(swap.get(w, w) for w in beside[v])


def sides(beside: Neighbours) -> tuple[int, int] | None:
    """The numbers of vertices on the two sides of a connected bipartite graph; None where it is not bipartite."""
    start = next(iter(beside))
    side, todo = {start: 0}, [start]
    while todo:
        vertex = todo.pop()
        for other in beside[vertex]:
            if other not in side:
                side[other] = 1 - side[vertex]
                todo.append(other)
            elif side[other] == side[vertex]:
                return None
    ones = sum(side.values())
    return len(side) - ones, ones
