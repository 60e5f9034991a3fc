"""Homomorphisms of games, their images, and isomorphism (Cairns and Ho, section 2; docs/theory/digraphs.md)."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping
from itertools import pairwise
from typing import TypeVar

from grundy.core.budget import Budget
from grundy.digraphs.digraph import AcyclicDigraph, Label, image

__all__ = ["is_homomorphism", "is_simple", "is_subgame", "is_surjective", "isomorphism", "quotient", "universal_game"]

V = TypeVar("V", bound=Hashable)
W = TypeVar("W", bound=Hashable)
Signature = tuple[int, tuple[int, ...], tuple[int, ...]]
NEW_COLOUR = -1  # of a vertex and its match, while they are tried


def is_homomorphism(mapping: Mapping[V, W], domain: AcyclicDigraph[V], codomain: AcyclicDigraph[W]) -> bool:
    """Whether the mapping takes arrows to arrows, sinks to sinks, and keeps values (definition 4)."""
    return (
        mapping.keys() == domain.moves.keys()
        and all(mapping[vertex] in codomain.sinks for vertex in domain.sinks)
        and all(mapping[after] in codomain.moves[mapping[before]] for before, after in domain.edges())
        and all(codomain.values[mapping[vertex]] == value for vertex, value in domain.values.items())
    )


def is_surjective(mapping: Mapping[V, W], domain: AcyclicDigraph[V], codomain: AcyclicDigraph[W]) -> bool:
    """Whether every vertex and every arrow of the codomain is an image."""
    arrows = {(mapping[before], mapping[after]) for before, after in domain.edges()}
    return set(mapping.values()) >= codomain.moves.keys() and arrows.issuperset(codomain.edges())


def is_subgame(small: AcyclicDigraph[V], large: AcyclicDigraph[V]) -> bool:
    """Whether the small digraph lies in the large one and the inclusion is a homomorphism (definition 5)."""
    return small.moves.keys() <= large.moves.keys() and is_homomorphism({v: v for v in small.moves}, small, large)


def quotient(graph: AcyclicDigraph[V]) -> AcyclicDigraph[Label]:
    """The image in which positions of equal height and value are merged; it lies in a universal game (theorem 1)."""
    return image(graph, lambda vertex: (graph.heights[vertex], graph.values[vertex]))


def universal_game(height: int, value: int) -> AcyclicDigraph[Label]:
    """The game of this height and value that contains the quotients of all such: U_0^h or U_1^h (theorem 1).

    From each position there is a move to every lower one, except from a lost one to a lost one.

    >>> sorted(universal_game(3, 1).moves)
    [(0, 0), (1, 1), (2, 0), (2, 1), (3, 1)]
    """
    if height < 0 or value not in (0, 1) or height == 1 - value:
        raise ValueError(f"no game has height {height} and value {value}: only the sink has height 0, height 1 wins")
    lost = [(level, 0) for level in (0, *range(2, height - 1 + value))]
    labels = {*lost, *((level, 1) for level in range(1, height)), (height, value)}
    return AcyclicDigraph(
        {label: [lower for lower in labels if lower[0] < label[0] and (lower[1] or label[1])] for label in labels}
    )


def is_simple(graph: AcyclicDigraph[V], literal: bool = False) -> bool:
    """Whether no two positions share height and value; literally, whether a path joins any two of equal value."""
    if not literal:
        return len({(graph.heights[vertex], graph.values[vertex]) for vertex in graph.moves}) == len(graph)
    by_height = sorted(graph.moves, key=graph.heights.__getitem__)
    return all(
        has_path(graph, upper, lower)
        for value in (0, 1)
        for lower, upper in pairwise(vertex for vertex in by_height if graph.values[vertex] == value)
    )


def has_path(graph: AcyclicDigraph[V], start: V, goal: V) -> bool:
    """Whether a path leads from the start to the goal, which is another vertex."""
    seen, stack = {start}, [start]
    while stack and goal not in seen:
        high = {v for v in graph.moves[stack.pop()] if graph.heights[v] >= graph.heights[goal]} - seen
        seen |= high
        stack += high
    return goal in seen


def isomorphism(first: AcyclicDigraph[V], second: AcyclicDigraph[W], budget: Budget | None = None) -> dict[V, W] | None:
    """A one-to-one mapping of the vertices that makes the arrows of the first those of the second, or None.

    Both digraphs are coloured together, first by height, then again and again by the colours before and after each
    vertex, until nothing changes (Weisfeiler and Leman 1968). Where vertices still share a colour, one of them is
    matched with each candidate in turn.

    >>> isomorphism(AcyclicDigraph({4: [2, 0], 2: [0]}), AcyclicDigraph({"a": "bc", "b": "c"}))
    {0: 'c', 2: 'b', 4: 'a'}
    """
    budget = budget or Budget()
    stack = [iter([(first.heights, second.heights)])]
    while stack:
        budget.spend()
        if (colours := next(stack[-1], None)) is None:
            stack.pop()
            continue
        left, right = refine(first, second, *colours)
        if Counter(left.values()) != Counter(right.values()):
            continue
        if len(set(left.values())) == len(left):
            vertex_of = {colour: vertex for vertex, colour in right.items()}
            return {vertex: vertex_of[colour] for vertex, colour in left.items()}
        stack.append(matches(left, right))
    return None


def refine(
    first: AcyclicDigraph[V], second: AcyclicDigraph[W], left: dict[V, int], right: dict[W, int]
) -> tuple[dict[V, int], dict[W, int]]:
    """The coarsest refinement of the colours in which vertices of one colour have neighbours of equal colours."""
    count, above_first, above_second = 0, predecessors(first), predecessors(second)
    while len(colours := {*left.values(), *right.values()}) > count:
        count, names = len(colours), dict[Signature, int]()
        left = {v: names.setdefault(signature(v, first, above_first, left), len(names)) for v in left}
        right = {w: names.setdefault(signature(w, second, above_second, right), len(names)) for w in right}
    return left, right


def signature(vertex: V, graph: AcyclicDigraph[V], above: dict[V, list[V]], colours: dict[V, int]) -> Signature:
    """The colour of a vertex, of its followers and of its predecessors."""
    below = sorted(colours[other] for other in graph.moves[vertex])
    return colours[vertex], tuple(below), tuple(sorted(colours[other] for other in above[vertex]))


def predecessors(graph: AcyclicDigraph[V]) -> dict[V, list[V]]:
    above: dict[V, list[V]] = defaultdict(list)
    for before, after in graph.edges():
        above[after].append(before)
    return above


def matches(left: dict[V, int], right: dict[W, int]) -> Iterator[tuple[dict[V, int], dict[W, int]]]:
    """The colours after each way to match one vertex of a shared colour."""
    sizes = Counter(left.values())
    vertex = next(v for v in left if sizes[left[v]] > 1)
    for other in right:
        if right[other] == left[vertex]:
            yield left | {vertex: NEW_COLOUR}, right | {other: NEW_COLOUR}
