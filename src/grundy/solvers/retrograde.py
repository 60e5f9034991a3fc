"""Retrograde analysis of graphs in which play can go round for ever: outcomes with draws, and values that still add.

The stages of values and the counters are those of Smith 1966 and Fraenkel and Yesha 1986: docs/theory/digraphs.md.
"""

from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import TypeAlias, TypeVar

from grundy.core.budget import Budget
from grundy.core.ruleset import Outcome
from grundy.core.values import Infinity
from grundy.errors import UndefinedError

PLAIN_ARROWS = 5_000  # that plain Python has analysed before Numba has loaded
MOST_ENDLESS = 64  # vertices with endless play in a graph whose functions are all listed

K = TypeVar("K", bound=Hashable)
Graph: TypeAlias = Mapping[K, Sequence[K]]  # the followers of each vertex
Label = tuple[Outcome, int | None]  # and the remoteness, None for a draw


def predecessors(graph: Graph[K]) -> dict[K, list[K]]:
    before: dict[K, list[K]] = {v: [] for v in graph}
    for v, heads in graph.items():
        for head in heads:
            before[head].append(v)
    return before


def heights(graph: Graph[K]) -> dict[K, int]:
    before, waits = predecessors(graph), {v: len(heads) for v, heads in graph.items()}
    found = {v: 0 for v, left in waits.items() if not left}
    queue = list(found)
    for v in queue:
        for u in before[v]:
            waits[u] -= 1
            if not waits[u]:
                found[u] = found[v] + 1
                queue.append(u)
    return found


def labels(graph: Graph[K], end: Callable[[K], Outcome]) -> dict[K, Label]:
    """The outcome and the remoteness of every vertex; `end` gives the outcome of one without followers."""
    before, waits = predecessors(graph), {v: len(heads) for v, heads in graph.items()}
    found: dict[K, tuple[Outcome, int]] = {v: (end(v), 0) for v in graph if not graph[v] and end(v) != "D"}
    queue = list(found)
    for v in queue:
        label, moves = found[v]
        for u in before[v]:
            waits[u] -= 1
            if u not in found and (label == "P" or not waits[u]):
                found[u] = "N" if label == "P" else "P", moves + 1
                queue.append(u)
    return {v: found.get(v, ("D", None)) for v in graph}


def smith(graph: Graph[K]) -> dict[K, tuple[int | Infinity, int]]:
    before, ready = predecessors(graph), set(graph)
    found: dict[K, tuple[int, int]] = {}
    for stage in count():
        ready = next_stage(graph, before, ready, found, stage)
        if not ready:
            break
    return {v: found.get(v) or (Infinity(frozenset(found[w][0] for w in graph[v] if w in found)), 0) for v in graph}


def next_stage(graph: Graph[K], before: Graph[K], ready: set[K], found: dict[K, tuple[int, int]], stage: int) -> set[K]:
    """Give the value of this stage to all vertices that can have it; return those ready for the next stage.

    `ready` holds the vertices whose followers have all smaller values; a vertex with a move to this one is answered.
    """
    answered: set[K] = set()
    waits = {v: sum(head not in found for head in graph[v]) for v in ready}
    queue = [v for v in ready if not waits[v]]
    found.update((v, (stage, 0)) for v in queue)
    for v in queue:
        for u in (u for u in before[v] if u not in found and u not in answered):
            answered.add(u)
            for w in (w for w in before[u] if w in ready and w not in found and w not in answered):
                waits[w] -= 1
                if not waits[w]:
                    found[w] = stage, found[v][1] + 1
                    queue.append(w)
    return answered & ready


def cycle(graph: Graph[K], start: K, ended: Container[K]) -> list[K]:
    """The vertices of a cycle that play from `start` comes to if it avoids those in `ended`."""
    path: dict[K, int] = {}
    while start not in path:
        path[start] = len(path)
        start = next(head for head in graph[start] if head not in ended)
    return list(path)[path[start] :]


def grundy_functions(graph: Graph[K], budget: Budget | None = None) -> Iterator[dict[K, int]]:
    """Every function that is at each vertex the mex of its values at the followers: none, one, or several."""
    ended = heights(graph)
    known = {v: value for v, (value, _) in smith(graph).items() if v in ended and isinstance(value, int)}
    free = [v for v in graph if v not in known]
    if len(free) > MOST_ENDLESS:
        raise UndefinedError(f"{len(free):,} vertices have endless play; all functions are listed up to {MOST_ENDLESS}")
    return complete(graph, predecessors(graph), known, free, budget or Budget())


def complete(
    graph: Graph[K], before: Graph[K], known: dict[K, int], free: list[K], budget: Budget
) -> Iterator[dict[K, int]]:
    """The functions that agree with the known values."""
    budget.spend()
    if not free:
        yield known
        return
    v, *rest = free
    for value in range(len(graph[v]) + 1):
        trial = known | {v: value}
        if all(is_possible(graph[u], trial[u], trial) for u in (v, *before[v]) if u in trial):
            yield from complete(graph, before, trial, rest, budget)


def is_possible(heads: Sequence[K], value: int, known: Mapping[K, int]) -> bool:
    """Whether the value can still become the mex of the followers."""
    used = {known[head] for head in heads if head in known}
    missing, unknown = sum(n not in used for n in range(value)), sum(head not in known for head in set(heads))
    return value not in used and missing <= unknown


@dataclass(frozen=True)
class Vertex:
    """The results for a vertex; the last two under the play that was asked for."""

    outcome: Outcome
    misere: Outcome
    nimber: int | Infinity
    height: int | None
    remoteness: int | None
    winning_moves: list[str]

    def json(self) -> dict[str, object]:
        if isinstance(self.nimber, Infinity):
            return vars(self) | {"nimber": None, "infinity": sorted(self.nimber.reached)}
        return vars(self)


def analyse(graph: Graph[str], misere: bool = False) -> dict[str, Vertex]:
    normal, other = labels(graph, lambda _: "P"), labels(graph, lambda _: "N")
    play, height, values = other if misere else normal, heights(graph), smith(graph)
    return {
        v: Vertex(normal[v][0], other[v][0], values[v][0], height.get(v), play[v][1], winning_followers(graph[v], play))
        for v in graph
    }


def winning_followers(heads: Sequence[str], play: Mapping[str, Label]) -> list[str]:
    """The followers that are P-positions, the fastest win first."""
    return sorted((head for head in dict.fromkeys(heads) if play[head][0] == "P"), key=lambda head: play[head][1] or 0)


def followers(names: Sequence[str], tails: Iterable[int], heads: Iterable[int]) -> dict[str, list[str]]:
    """The followers of each vertex of a graph whose arrows are given by numbers."""
    graph: dict[str, list[str]] = {name: [] for name in names}
    for tail, head in zip(tails, heads, strict=True):
        graph[names[tail]].append(names[head])
    return graph


def analyse_arrows(
    names: Sequence[str], tails: Sequence[int], heads: Sequence[int], misere: bool = False
) -> Iterable[tuple[str, Vertex]]:
    """Everything about every vertex: in plain Python if the graph is small, by a kernel if it is large."""
    if len(tails) <= PLAIN_ARROWS:
        return analyse(followers(names, tails, heads), misere).items()
    from grundy.solvers import retrograde_arrays as arrays

    return arrays.by_name(arrays.analyse(*arrays.from_arrows(tails, heads, len(names))), names, misere)
