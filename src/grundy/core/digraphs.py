"""Games as finite acyclic digraphs: vertices are positions, arrows are moves.

After Cairns and Ho, *Impartial games as acyclic digraphs* (talks of 2009). A game there has one source, where play
starts, and one sink. The height of a position is the length of its longest play; its value is 1 where the next player
wins and 0 elsewhere. A homomorphism takes arrows to arrows, the sink to the sink, and keeps values. Both senses of a
simple game, and why they differ, are in `docs/theory/digraphs.md`; `simple_games` counts them.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import Generic, TypeVar

from grundy.core.nimbers import mex
from grundy.errors import LoopError

__all__ = [
    "Digraph",
    "Label",
    "cartesian_sum",
    "double_cover",
    "image",
    "is_bipartite",
    "is_homomorphism",
    "is_simple",
    "is_subgame",
    "is_surjective",
    "merge_sinks",
    "parts",
    "quotient",
    "restriction",
    "universal",
]

V = TypeVar("V", bound=Hashable)
W = TypeVar("W", bound=Hashable)
T = TypeVar("T")
Label = tuple[int, int]  # the height and the value of a position


@dataclass(frozen=True, init=False)
class Digraph(Generic[V]):
    """A finite acyclic digraph: each vertex, after all that it leads to, with its followers.

    >>> graph = Digraph({"a": "bt", "b": "ct", "c": "t"})
    >>> graph.heights["a"], graph.values["a"], graph.nimbers["a"]
    (3, 1, 1)
    """

    moves: dict[V, frozenset[V]]

    def __init__(self, moves: Mapping[V, Iterable[V]]) -> None:
        listed = {vertex: list(dict.fromkeys(followers)) for vertex, followers in moves.items()}
        try:
            order = list(TopologicalSorter(listed).static_order())
        except CycleError as error:
            raise LoopError(f"the graph has a cycle through {error.args[1][0]}; `grundy graph` takes cycles") from error
        object.__setattr__(self, "moves", {vertex: frozenset(listed.get(vertex, ())) for vertex in order})

    def __hash__(self) -> int:
        return hash(frozenset(self.moves.items()))

    def __len__(self) -> int:
        return len(self.moves)

    def edges(self) -> Iterator[tuple[V, V]]:
        """The arrows."""
        return ((vertex, follower) for vertex, followers in self.moves.items() for follower in followers)

    def fold(self, rule: Callable[[Iterator[T]], T]) -> dict[V, T]:
        """The function that is, at each vertex, the rule applied to its values at the followers."""
        found: dict[V, T] = {}
        for vertex, followers in self.moves.items():
            found[vertex] = rule(found[follower] for follower in followers)
        return found

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
        """The vertices that follow none."""
        return frozenset(self.moves) - {follower for _, follower in self.edges()}

    @property
    def is_game(self) -> bool:
        """Whether there is one source and one sink (definition 1)."""
        return len(self.sources) == len(self.sinks) == 1


def image(graph: Digraph[V], name: Callable[[V], W]) -> Digraph[W]:
    """The digraph in which vertices of the same name are one; names that close a cycle are refused."""
    merged: dict[W, set[W]] = defaultdict(set)
    for vertex, followers in graph.moves.items():
        merged[name(vertex)].update(map(name, followers))
    return Digraph(merged)


def merge_sinks(graph: Digraph[V]) -> Digraph[V]:
    """The digraph with all its sinks merged into the first; nobody who plays on it sees a difference.

    >>> sorted(merge_sinks(Digraph({2: [0, 1], 3: [1, 2]})).edges())
    [(2, 0), (3, 0), (3, 2)]
    """
    sink = next(iter(graph.moves))  # what leads nowhere stands first
    return image(graph, lambda vertex: sink if vertex in graph.sinks else vertex)


def restriction(graph: Digraph[V], vertex: V) -> Digraph[V]:
    """The part of the digraph that play from a vertex can visit."""
    found: dict[V, frozenset[V]] = {}
    stack = [vertex]
    while stack:
        here = stack.pop()
        if here not in found:
            found[here] = graph.moves[here]
            stack += graph.moves[here]
    return Digraph(found)


def cartesian_sum(first: Digraph[V], second: Digraph[W]) -> Digraph[tuple[V, W]]:
    """The disjunctive sum: a move is made in one of the two."""
    return Digraph(
        {
            (v, w): [*((option, w) for option in first.moves[v]), *((v, option) for option in second.moves[w])]
            for v in first.moves
            for w in second.moves
        }
    )


def is_homomorphism(mapping: Mapping[V, W], domain: Digraph[V], codomain: Digraph[W]) -> bool:
    """Whether the mapping takes arrows to arrows, sinks to sinks, and keeps values (definition 4)."""
    return (
        mapping.keys() == domain.moves.keys()
        and all(mapping[vertex] in codomain.sinks for vertex in domain.sinks)
        and all(mapping[after] in codomain.moves[mapping[before]] for before, after in domain.edges())
        and all(codomain.values[mapping[vertex]] == value for vertex, value in domain.values.items())
    )


def is_surjective(mapping: Mapping[V, W], domain: Digraph[V], codomain: Digraph[W]) -> bool:
    """Whether every vertex and every arrow is met by the mapping."""
    arrows = {(mapping[before], mapping[after]) for before, after in domain.edges()}
    return set(mapping.values()) >= codomain.moves.keys() and arrows.issuperset(codomain.edges())


def is_subgame(small: Digraph[V], large: Digraph[V]) -> bool:
    """Whether the small digraph lies in the large one and the inclusion is a homomorphism (definition 5)."""
    return small.moves.keys() <= large.moves.keys() and is_homomorphism({v: v for v in small.moves}, small, large)


def quotient(graph: Digraph[V]) -> Digraph[Label]:
    """The image in which positions of equal height and value are one: it keeps heights and values.

    It lies in a universal game (theorem 1).

    >>> heap = Digraph({n: range(n) for n in range(4)})
    >>> small = quotient(cartesian_sum(heap, heap))
    >>> len(small), is_subgame(small, universal(6, 0))
    (9, True)
    """
    return image(graph, lambda vertex: (graph.heights[vertex], graph.values[vertex]))


def universal(height: int, value: int) -> Digraph[Label]:
    """The game of this height and value that holds the quotients of all such: U_0^h or U_1^h (theorem 1).

    From each position to every lower one there is a move, but not from a lost one to a lost one.

    >>> sorted(universal(3, 1).moves)
    [(0, 0), (1, 1), (2, 0), (2, 1), (3, 1)]
    """
    if height < 0 or value not in (0, 1) or height == 1 - value:
        raise ValueError(f"no game has height {height} and value {value}: only the sink has height 0, height 1 wins")
    lost = [(level, 0) for level in (0, *range(2, height - 1 + value))]
    labels = {*lost, *((level, 1) for level in range(1, height)), (height, value)}
    return Digraph(
        {label: [lower for lower in labels if lower[0] < label[0] and (lower[1] or label[1])] for label in labels}
    )


def is_simple(graph: Digraph[V], literal: bool = False) -> bool:
    """Whether no two positions share height and value; literally, whether no homomorphism merges two positions.

    Two positions of equal value can be merged exactly if no path joins them: then no cycle closes and by the definition
    of value nothing changes. So literally a game is simple where any two positions of equal value are joined.
    """
    if not literal:
        return len({(graph.heights[vertex], graph.values[vertex]) for vertex in graph.moves}) == len(graph)
    return all(
        reaches(graph, upper, lower)
        for value in (0, 1)
        for lower, upper in pairwise(sorted(valued(graph, value), key=graph.heights.__getitem__))
    )


def valued(graph: Digraph[V], value: int) -> Iterator[V]:
    """The positions of a value."""
    return (vertex for vertex, worth in graph.values.items() if worth == value)


def reaches(graph: Digraph[V], start: V, goal: V) -> bool:
    """Whether a path leads from the start to the goal, which is another vertex."""
    seen, stack = {start}, [start]
    while stack and goal not in seen:
        high = {v for v in graph.moves[stack.pop()] if graph.heights[v] >= graph.heights[goal]} - seen
        seen |= high
        stack += high
    return goal in seen


def parts(graph: Digraph[V]) -> tuple[frozenset[V], frozenset[V]] | None:
    """Two sets of vertices between which all arrows run, or None; in a game they are the lost and the won positions."""
    near: dict[V, set[V]] = {vertex: set(followers) for vertex, followers in graph.moves.items()}
    for before, after in graph.edges():
        near[after].add(before)
    side: dict[V, int] = {}
    for start in near:
        stack = [] if start in side else [start]
        side.setdefault(start, 0)
        while stack:
            here = stack.pop()
            new = [other for other in near[here] if other not in side]
            side |= dict.fromkeys(new, 1 - side[here])
            stack += new
    if any(side[before] == side[after] for before, after in graph.edges()):
        return None
    return frozenset(v for v in side if side[v] == 0), frozenset(v for v in side if side[v] == 1)


def is_bipartite(graph: Digraph[V]) -> bool:
    """Whether all arrows run between two sets; a game then has no nimber above 1 and is won at odd heights."""
    return parts(graph) is not None


def double_cover(graph: Digraph[V]) -> Digraph[tuple[V, int]]:
    """The bipartite digraph in which every position is there twice, with 0 or 1, and each move changes that.

    >>> cover = double_cover(Digraph({n: range(n) for n in range(3)}))
    >>> is_bipartite(cover), sorted(cover.sources), sorted(cover.sinks)
    (True, [(2, 0), (2, 1)], [(0, 0), (0, 1)])
    """
    return Digraph({(v, side): [(w, 1 - side) for w in graph.moves[v]] for v in graph.moves for side in (0, 1)})
