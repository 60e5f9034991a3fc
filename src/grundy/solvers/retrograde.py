"""Plain graphs in which play can go round for ever: outcomes with draws, and the values that still add.

A position is N if an option is P, P if all options are N, and D, a draw, if neither ever comes out. Values are given in
stages m = 0, 1, ...: a position gets m if its options have all smaller values but not m, and every option without a
value can be answered by a move to a position of value m. What gets none is infinite, with the set K of finite values
among its options (Smith 1966; Fraenkel and Perl 1975). Finite values add by nim-sum; infinity K and n make infinity
K + n; two infinities make one whose set is empty. An infinite position is N if 0 is in K, and otherwise a draw.

A winner who only keeps to P-positions may wander. The counter of a position is the round of its stage in which it got
its value: an answer of the same value with a smaller counter always exists (Fraenkel and Yesha 1986).
"""

from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import TypeAlias, TypeVar

from grundy.core.budget import Budget
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome
from grundy.errors import UndefinedError

__all__ = [
    "Infinity",
    "Label",
    "Value",
    "Vertex",
    "analyse",
    "analyse_arrows",
    "cycle",
    "followers",
    "functions",
    "heights",
    "labels",
    "outcome_of",
    "smith",
]

SMALL = 5_000  # arrows that plain Python has done with before Numba has loaded
ENDLESS = 64  # vertices with endless play in a graph whose functions are all listed

K = TypeVar("K", bound=Hashable)
Graph: TypeAlias = Mapping[K, Sequence[K]]  # the followers of each vertex
Label = tuple[Outcome, int | None]  # with its remoteness, which a draw has not


@dataclass(frozen=True)
class Infinity:
    """The value of a position where play cannot be brought to an end, with the finite values that one move reaches."""

    reached: frozenset[Nimber]

    def __xor__(self, other: "Value") -> "Infinity":
        """The value of a sum."""
        return Infinity(frozenset() if isinstance(other, Infinity) else frozenset(n ^ other for n in self.reached))

    __rxor__ = __xor__

    def __str__(self) -> str:
        return f"∞{{{', '.join(map(str, sorted(self.reached)))}}}"


Value: TypeAlias = Nimber | Infinity


def outcome_of(value: Value) -> Outcome:
    """The outcome of a position of this value."""
    if isinstance(value, Infinity):
        return "N" if 0 in value.reached else "D"
    return "N" if value else "P"


def turned(graph: Graph[K]) -> dict[K, list[K]]:
    """The vertices before each vertex."""
    before: dict[K, list[K]] = {v: [] for v in graph}
    for v, heads in graph.items():
        for head in heads:
            before[head].append(v)
    return before


def heights(graph: Graph[K]) -> dict[K, int]:
    """The longest play from each vertex where all play ends."""
    before, waits = turned(graph), {v: len(heads) for v, heads in graph.items()}
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
    before, waits = turned(graph), {v: len(heads) for v, heads in graph.items()}
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
    """The value of every vertex, with its counter."""
    before, ready = turned(graph), set(graph)
    found: dict[K, tuple[int, int]] = {}
    for stage in count():
        ready = next_stage(graph, before, ready, found, stage)
        if not ready:
            break
    return {v: found.get(v) or (Infinity(frozenset(found[w][0] for w in graph[v] if w in found)), 0) for v in graph}


def next_stage(graph: Graph[K], before: Graph[K], ready: set[K], found: dict[K, tuple[int, int]], stage: int) -> set[K]:
    """The vertices that are ready for the next value, once this one is given to all that can have it.

    `ready` holds the vertices whose followers have all smaller values; who has a move to the present one is answered.
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
    """The vertices of a cycle that play from `start` comes to if it keeps away from those where it has ended."""
    path: dict[K, int] = {}
    while start not in path:
        path[start] = len(path)
        start = next(head for head in graph[start] if head not in ended)
    return list(path)[path[start] :]


def functions(graph: Graph[K], budget: Budget | None = None) -> Iterator[dict[K, int]]:
    """Every function that is at each vertex the mex of its values at the followers: none, one, or several."""
    ended = heights(graph)
    known = {v: value for v, (value, _) in smith(graph).items() if v in ended and isinstance(value, int)}
    free = [v for v in graph if v not in known]
    if len(free) > ENDLESS:
        raise UndefinedError(f"{len(free):,} vertices have endless play; all functions are listed up to {ENDLESS}")
    return completed(graph, turned(graph), known, free, budget or Budget())


def completed(
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
        if all(possible(graph[u], trial[u], trial) for u in (v, *before[v]) if u in trial):
            yield from completed(graph, before, trial, rest, budget)


def possible(heads: Sequence[K], value: int, known: Mapping[K, int]) -> bool:
    """Whether the value can still become the mex of the followers."""
    met = {known[head] for head in heads if head in known}
    return value not in met and sum(n not in met for n in range(value)) <= sum(head not in known for head in set(heads))


@dataclass(frozen=True)
class Vertex:
    """What is known of a vertex; the last two under the play that was asked for."""

    outcome: Outcome
    misere: Outcome
    nimber: int | Infinity
    height: int | None
    remoteness: int | None
    winning_moves: list[str]

    def json(self) -> dict[str, object]:
        """The entry of `grundy graph --json`."""
        if isinstance(self.nimber, Infinity):
            return vars(self) | {"nimber": None, "infinity": sorted(self.nimber.reached)}
        return vars(self)


def analyse(graph: Graph[str], misere: bool = False) -> dict[str, Vertex]:
    """Everything about every vertex of a graph."""
    normal, other = labels(graph, lambda _: "P"), labels(graph, lambda _: "N")
    play, height, values = other if misere else normal, heights(graph), smith(graph)
    return {
        v: Vertex(normal[v][0], other[v][0], values[v][0], height.get(v), play[v][1], wins(graph[v], play))
        for v in graph
    }


def wins(heads: Sequence[str], play: Mapping[str, Label]) -> list[str]:
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
    """Everything about every vertex: by this page if the graph is small, by arrays and a kernel if it is large."""
    if len(tails) <= SMALL:
        return analyse(followers(names, tails, heads), misere).items()
    from grundy.solvers import graph

    return graph.named(graph.analyse(*graph.from_arrows(tails, heads, len(names))), names, misere)
