"""Retrograde analysis of a whole digraph as arrays: ten million vertices and more in memory.

`analyse` numbers the vertices; `by_name` gives the same results as `retrograde.analyse` does for small graphs.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from grundy.core.ruleset import Outcome
from grundy.core.values import Infinity
from grundy.errors import PositionError
from grundy.kernels import retrograde
from grundy.solvers.retrograde import Vertex

Ints = NDArray[np.int32]
Letters = NDArray[np.uint8]
MOST_ARROWS = 2**31 - 1  # and vertices, so that 32 bits number them
BLOCK_VERTICES = 1 << 16  # read from the arrays at once: one by one costs ten times more
LETTERS: dict[int, Outcome] = {retrograde.WON: "N", retrograde.LOST: "P", retrograde.DRAW: "D"}


@dataclass(frozen=True)
class GraphAnalysis:
    """The results for every vertex; -1 is an infinite value, a height without bound, or the remoteness of a draw."""

    starts: Ints  # the followers of v are ends[starts[v] : starts[v + 1]]
    ends: Ints
    outcome: Letters  # in ASCII
    misere: Letters
    nimber: Ints
    height: Ints
    remoteness: Ints
    misere_remoteness: Ints

    def followers(self, v: int) -> Ints:
        return self.ends[self.starts[v] : self.starts[v + 1]]

    def infinity(self, v: int) -> Infinity:
        values = self.nimber[self.followers(v)]
        return Infinity(frozenset(map(int, values[values >= 0])))

    def winning(self, v: int, misere: bool = False) -> list[int]:
        """The followers of a vertex that are P-positions, the fastest win first."""
        label, remoteness = (self.misere, self.misere_remoteness) if misere else (self.outcome, self.remoteness)
        if label[v] != retrograde.WON:
            return []
        heads = self.followers(v)
        wins = dict.fromkeys(heads[label[heads] == retrograde.LOST].tolist())
        return sorted(wins, key=lambda head: int(remoteness[head]))


def from_arrows(tails: ArrayLike, heads: ArrayLike, vertices: int) -> tuple[Ints, Ints]:
    """The arrays `starts` and `ends` of the graph with the arrows tails[i] -> heads[i]."""
    tails, heads = np.asarray(tails), np.asarray(heads)
    if len(tails) != len(heads):
        raise PositionError(f"{len(tails):,} tails and {len(heads):,} heads; give one of each for every arrow")
    check_vertices(tails, vertices)
    check_vertices(heads, vertices)
    return retrograde.group_arrows(tails.astype(np.int32, copy=False), heads.astype(np.int32, copy=False), vertices)


def check_vertices(ends: NDArray[np.integer], vertices: int) -> None:
    """Raise unless the numbers are those of vertices: a kernel does not check."""
    if not 0 <= vertices <= MOST_ARROWS or len(ends) > MOST_ARROWS:
        raise PositionError(
            f"{vertices:,} vertices and {len(ends):,} arrows; at most {MOST_ARROWS:,} of each are taken"
        )
    if len(ends) and (ends.dtype.kind not in "iu" or ends.min() < 0 or ends.max() >= vertices):
        raise PositionError(f"an arrow to no vertex; number the vertices from 0 to {vertices - 1:,}")


def analyse(starts: ArrayLike, ends: ArrayLike) -> GraphAnalysis:
    """Everything about every vertex of the graph in which the followers of v are ends[starts[v] : starts[v + 1]]."""
    starts, ends = np.asarray(starts), np.asarray(ends)
    vertices = len(starts) - 1
    check_vertices(ends, vertices)
    if vertices < 0 or starts[0] != 0 or starts[-1] != len(ends) or np.any(starts[1:] < starts[:-1]):
        raise PositionError("the starts must rise from 0 to the number of ends; `from_arrows` makes them")
    starts, ends = starts.astype(np.int32, copy=False), ends.astype(np.int32, copy=False)
    return analyse_acyclic(starts, ends) or analyse_cyclic(starts, ends)


def analyse_acyclic(starts: Ints, ends: Ints) -> GraphAnalysis | None:
    """The results of one depth-first search, or None where there is a cycle."""
    vertices, values = len(starts) - 1, 2 + int(np.max(np.diff(starts), initial=0))
    nimber, height, far, misere = (np.full(vertices, retrograde.ENDLESS, np.int32) for _ in range(4))
    seen, stack = np.full(values, retrograde.ENDLESS, np.int32), np.empty(vertices, np.int32)
    if not retrograde.fill_acyclic(starts, ends, nimber, height, far, misere, seen, stack, starts[:-1].copy()):
        return None
    won = np.array([retrograde.LOST, retrograde.WON], np.uint8)
    return GraphAnalysis(starts, ends, won[far & 1], won[1 - (misere & 1)], nimber, height, far, misere)


def analyse_cyclic(starts: Ints, ends: Ints) -> GraphAnalysis:
    """The results of going backwards from the ends of play."""
    vertices = len(starts) - 1
    tails = np.repeat(np.arange(vertices, dtype=np.int32), np.diff(starts))
    back, before = retrograde.group_arrows(ends, tails, vertices)
    del tails  # a fifth of the memory
    height, order = np.full(vertices, retrograde.ENDLESS, np.int32), np.empty(vertices, np.int32)
    order = order[: retrograde.fill_heights(np.diff(starts), back, before, height, order)]
    nimber = retrograde.smith_values(starts, ends, back, before, order)
    del order
    outcome, remoteness = outcomes(starts, back, before, False)
    misere, misere_remoteness = outcomes(starts, back, before, True)
    return GraphAnalysis(starts, ends, outcome, misere, nimber, height, remoteness, misere_remoteness)


def outcomes(starts: Ints, back: Ints, before: Ints, misere: bool) -> tuple[Letters, Ints]:
    vertices = len(starts) - 1
    label = np.full(vertices, retrograde.DRAW, np.uint8)
    remoteness, queue = np.full(vertices, retrograde.ENDLESS, np.int32), np.empty(vertices, np.int32)
    retrograde.fill_outcomes(np.diff(starts), back, before, misere, label, remoteness, queue)
    return label, remoteness


def by_name(found: GraphAnalysis, names: Sequence[str], misere: bool = False) -> Iterator[tuple[str, Vertex]]:
    remoteness = found.misere_remoteness if misere else found.remoteness
    columns = found.outcome, found.misere, found.nimber, found.height, remoteness
    for first in range(0, len(names), BLOCK_VERTICES):
        rows = zip(*(column[first : first + BLOCK_VERTICES].tolist() for column in columns), strict=True)
        for v, (outcome, lost, nimber, height, moves) in enumerate(rows, first):
            value = nimber if nimber >= 0 else found.infinity(v)
            longest, remote = (number if number >= 0 else None for number in (height, moves))
            wins = [names[head] for head in found.winning(v, misere)]
            yield names[v], Vertex(LETTERS[outcome], LETTERS[lost], value, longest, remote, wins)
