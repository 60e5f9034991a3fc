"""Isomorphism of acyclic digraphs: the same game with other names.

Both digraphs are coloured together, first by height, then again and again by the colours before and after each vertex,
until nothing changes (Weisfeiler and Leman 1968). Where vertices still share a colour, one of them is matched with
each candidate in turn.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator
from typing import TypeVar

from grundy.core.budget import Budget
from grundy.core.digraphs import Digraph

__all__ = ["isomorphism"]

V = TypeVar("V", bound=Hashable)
W = TypeVar("W", bound=Hashable)
Signature = tuple[int, tuple[int, ...], tuple[int, ...]]
NEW = -1  # the colour of a vertex and its match, while they are tried


def isomorphism(first: Digraph[V], second: Digraph[W], budget: Budget | None = None) -> dict[V, W] | None:
    """A one-to-one mapping of the vertices that makes the arrows of the one those of the other, or None.

    >>> isomorphism(Digraph({4: [2, 0], 2: [0]}), Digraph({"a": "bc", "b": "c"}))
    {0: 'c', 2: 'b', 4: 'a'}
    """
    budget = budget or Budget()
    stack = [iter([(first.heights, second.heights)])]
    while stack:
        budget.spend()
        if (colours := next(stack[-1], None)) is None:
            stack.pop()
            continue
        left, right = refined(first, second, *colours)
        if Counter(left.values()) != Counter(right.values()):
            continue
        if len(set(left.values())) == len(left):
            named = {colour: vertex for vertex, colour in right.items()}
            return {vertex: named[colour] for vertex, colour in left.items()}
        stack.append(matches(left, right))
    return None


def refined(
    first: Digraph[V], second: Digraph[W], left: dict[V, int], right: dict[W, int]
) -> tuple[dict[V, int], dict[W, int]]:
    """The coarsest colours below the given ones by which vertices of one colour see the same colours around them."""
    count, above, over = 0, predecessors(first), predecessors(second)
    while len(found := {*left.values(), *right.values()}) > count:
        count, names = len(found), dict[Signature, int]()
        left = {v: names.setdefault(signature(v, first, above, left), len(names)) for v in left}
        right = {w: names.setdefault(signature(w, second, over, right), len(names)) for w in right}
    return left, right


def signature(vertex: V, graph: Digraph[V], above: dict[V, list[V]], colours: dict[V, int]) -> Signature:
    """The colour of a vertex, of its followers and of its predecessors."""
    below = sorted(colours[other] for other in graph.moves[vertex])
    return colours[vertex], tuple(below), tuple(sorted(colours[other] for other in above[vertex]))


def predecessors(graph: Digraph[V]) -> dict[V, list[V]]:
    """The vertices from which each vertex can be reached in a move."""
    found: dict[V, list[V]] = defaultdict(list)
    for before, after in graph.edges():
        found[after].append(before)
    return found


def matches(left: dict[V, int], right: dict[W, int]) -> Iterator[tuple[dict[V, int], dict[W, int]]]:
    """The colours after each way to match one vertex of a shared colour."""
    sizes = Counter(left.values())
    vertex = next(v for v in left if sizes[left[v]] > 1)
    for other in right:
        if right[other] == left[vertex]:
            yield left | {vertex: NEW}, right | {other: NEW}
