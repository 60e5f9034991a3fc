"""Games as finite acyclic digraphs, after Cairns and Ho (docs/theory/digraphs.md)."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from typing import Generic, TypeVar

from grundy.core.nimbers import mex
from grundy.errors import LoopError

__all__ = [
    "AcyclicDigraph",
    "Label",
    "bipartition",
    "cartesian_sum",
    "double_cover",
    "image",
    "is_bipartite",
    "merge_sinks",
    "restriction",
]

V = TypeVar("V", bound=Hashable)
W = TypeVar("W", bound=Hashable)
T = TypeVar("T")
Label = tuple[int, int]  # the height and the value of a position


@dataclass(frozen=True, init=False)
class AcyclicDigraph(Generic[V]):
    """A finite digraph without cycles. `moves` maps each vertex to its followers, and followers stand first."""

    moves: dict[V, frozenset[V]]

    def __init__(self, moves: Mapping[V, Iterable[V]]) -> None:
        followers = {vertex: list(dict.fromkeys(below)) for vertex, below in moves.items()}
        try:
            order = list(TopologicalSorter(followers).static_order())
        except CycleError as error:
            raise LoopError(f"the graph has a cycle through {error.args[1][0]}; `grundy graph` takes cycles") from error
        object.__setattr__(self, "moves", {vertex: frozenset(followers.get(vertex, ())) for vertex in order})

    def __hash__(self) -> int:
        return hash(frozenset(self.moves.items()))

    def __len__(self) -> int:
        return len(self.moves)

    def edges(self) -> Iterator[tuple[V, V]]:
        """The arrows, as pairs of the vertex before and the vertex after."""
        return ((vertex, follower) for vertex, followers in self.moves.items() for follower in followers)

    def fold(self, rule: Callable[[Iterator[T]], T]) -> dict[V, T]:
        """The function f with f(v) = rule(f(w) for each follower w of v)."""
        result: dict[V, T] = {}
        for vertex, followers in self.moves.items():
            result[vertex] = rule(result[follower] for follower in followers)
        return result

    @cached_property
    def heights(self) -> dict[V, int]:
        """The length of the longest path from each vertex."""
        return self.fold(lambda below: 1 + max(below, default=-1))

    @cached_property
    def values(self) -> dict[V, int]:
        """1 at each vertex where the next player wins, 0 elsewhere."""
        return self.fold(lambda below: int(not all(below)))

    @cached_property
    def nimbers(self) -> dict[V, int]:
        """The Sprague-Grundy value of each vertex."""
        return self.fold(mex)

    @cached_property
    def sinks(self) -> frozenset[V]:
        """The vertices without followers."""
        return frozenset(vertex for vertex, followers in self.moves.items() if not followers)

    @cached_property
    def sources(self) -> frozenset[V]:
        """The vertices that no arrow leads to."""
        return frozenset(self.moves) - {follower for _, follower in self.edges()}

    @property
    def is_game(self) -> bool:
        """Whether there is one source and one sink (definition 1)."""
        return len(self.sources) == len(self.sinks) == 1


def image(graph: AcyclicDigraph[V], name: Callable[[V], W]) -> AcyclicDigraph[W]:
    """The digraph in which vertices of the same name are merged; LoopError where that closes a cycle."""
    merged: dict[W, set[W]] = defaultdict(set)
    for vertex, followers in graph.moves.items():
        merged[name(vertex)].update(map(name, followers))
    return AcyclicDigraph(merged)


def merge_sinks(graph: AcyclicDigraph[V]) -> AcyclicDigraph[V]:
    """The digraph with all its sinks merged into the first, which changes no height and no value.

    >>> sorted(merge_sinks(AcyclicDigraph({2: [0, 1], 3: [1, 2]})).edges())
    [(2, 0), (3, 0), (3, 2)]
    """
    sink = next(iter(graph.moves))  # followers stand first, so the first vertex is a sink
    return image(graph, lambda vertex: sink if vertex in graph.sinks else vertex)


def restriction(graph: AcyclicDigraph[V], vertex: V) -> AcyclicDigraph[V]:
    """The part of the digraph that play from a vertex can visit."""
    moves: dict[V, frozenset[V]] = {}
    stack = [vertex]
    while stack:
        here = stack.pop()
        if here not in moves:
            moves[here] = graph.moves[here]
            stack += graph.moves[here]
    return AcyclicDigraph(moves)


def cartesian_sum(first: AcyclicDigraph[V], second: AcyclicDigraph[W]) -> AcyclicDigraph[tuple[V, W]]:
    """The disjunctive sum: a move is made in one of the two."""
    return AcyclicDigraph(
        {
            (v, w): [*((option, w) for option in first.moves[v]), *((v, option) for option in second.moves[w])]
            for v in first.moves
            for w in second.moves
        }
    )


def bipartition(graph: AcyclicDigraph[V]) -> tuple[frozenset[V], frozenset[V]] | None:
    """Two sets of vertices between which all arrows run, or None; in a game they are the lost and the won positions."""
    neighbours: dict[V, set[V]] = {vertex: set(followers) for vertex, followers in graph.moves.items()}
    for before, after in graph.edges():
        neighbours[after].add(before)
    side: dict[V, int] = {}
    for start in neighbours:
        stack = [] if start in side else [start]
        side.setdefault(start, 0)
        while stack:
            here = stack.pop()
            new = [other for other in neighbours[here] if other not in side]
            side |= dict.fromkeys(new, 1 - side[here])
            stack += new
    if any(side[before] == side[after] for before, after in graph.edges()):
        return None
    return frozenset(v for v in side if side[v] == 0), frozenset(v for v in side if side[v] == 1)


def is_bipartite(graph: AcyclicDigraph[V]) -> bool:
    """Whether all arrows run between two sets; a game then has no nimber above 1 and is won at odd heights."""
    return bipartition(graph) is not None


def double_cover(graph: AcyclicDigraph[V]) -> AcyclicDigraph[tuple[V, int]]:
    """The bipartite digraph with two copies of each vertex, marked 0 and 1, in which each move changes the mark.

    >>> cover = double_cover(AcyclicDigraph({n: range(n) for n in range(3)}))
    >>> is_bipartite(cover), sorted(cover.sources), sorted(cover.sinks)
    (True, [(2, 0), (2, 1)], [(0, 0), (0, 1)])
    """
    return AcyclicDigraph({(v, side): [(w, 1 - side) for w in graph.moves[v]] for v in graph.moves for side in (0, 1)})
