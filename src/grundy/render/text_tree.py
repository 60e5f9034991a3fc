"""A graph on the ground as a tree that grows upwards from a line of earth.

A walk from the ground finds each edge once (Trémaux, in Lucas 1882). An edge to a vertex that was met before, as in a
cycle or with parallel edges, ends in the name of that vertex in brackets. A stalk without branches stays on one line.
"""

from grundy.boards.graph_forms import Edges
from grundy.render.text_layout import Lines, width_of

__all__ = ["MOST_EDGES", "grown"]

MOST_EDGES = 200  # more never fit, and the walk calls itself for each vertex of a stalk
UPWARDS = str.maketrans("└", "┌")
Branches = dict[str, list[str]]


def grown(edges: Edges, ground: str) -> Lines:
    """The tree above its line of earth."""
    branches = walked(edges, ground)
    lines = fork(ground, branches)[:0:-1]
    return [*(line.translate(UPWARDS) for line in lines), ground + "═" * max(7, width_of(lines) - 1)]


def walked(edges: Edges, ground: str) -> Branches:
    """What grows from each vertex: names of new vertices, and in brackets those met before."""
    branches: Branches = {ground: []}
    used: set[int] = set()

    def walk(vertex: str) -> None:
        for place, edge in enumerate(edges):
            if vertex in edge and place not in used:
                used.add(place)
                other = edge[edge[0] == vertex]
                new = other not in branches
                branches[vertex].append(other if new else f"({other})")
                if new:
                    branches[other] = []
                    walk(other)

    walk(ground)
    return branches


def fork(vertex: str, branches: Branches) -> Lines:
    """The vertex, and what grows from it on the lines after it."""
    lines, above = [vertex], branches.get(vertex, [])
    for place, branch in enumerate(above, 1):
        joint, side = ("├─", "│ ") if place < len(above) else ("└─", "  ")
        first, *others = stalk(branch, branches)
        lines += [joint + first, *(side + line for line in others)]
    return lines


def stalk(vertex: str, branches: Branches) -> Lines:
    """The vertex and what grows from it; a single branch on the same line."""
    above = branches.get(vertex, [])
    if len(above) != 1:
        return fork(vertex, branches)
    first, *others = stalk(above[0], branches)
    return [f"{vertex}─{first}", *(" " * (len(vertex) + 1) + line for line in others)]
