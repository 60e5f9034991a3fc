"""A whole digraph at once, as arrays: ten million vertices and more in memory.

`analyse` knows nothing of names; `named` puts them back, in the shape that `retrograde.analyse` gives for small graphs.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from grundy.core.ruleset import Outcome
from grundy.errors import PositionError
from grundy.kernels import retrograde
from grundy.solvers.retrograde import Infinity, Vertex

__all__ = ["Analysis", "analyse", "from_arrows", "named"]

Ints = NDArray[np.int32]
Letters = NDArray[np.uint8]
MOST = 2**31 - 1  # vertices and arrows, so that 32 bits number them
BLOCK = 1 << 16  # vertices whose numbers are taken out of their arrays at once: one by one costs ten times more
LETTERS: dict[int, Outcome] = {retrograde.WON: "N", retrograde.LOST: "P", retrograde.DRAW: "D"}


@dataclass(frozen=True)
class Analysis:
    """What is known of every vertex. Outcomes are letters in ASCII; -1 stands for no number.

    That is: an infinite value, no bound on the length of play, no end of it.
    """

    starts: Ints  # the followers of v are ends[starts[v] : starts[v + 1]]
    ends: Ints
    outcome: Letters
    misere: Letters
    nimber: Ints
    height: Ints
    remoteness: Ints
    misere_remoteness: Ints

    def followers(self, v: int) -> Ints:
        """The followers of a vertex."""
        return self.ends[self.starts[v] : self.starts[v + 1]]

    def infinity(self, v: int) -> Infinity:
        """The value of a vertex where it is infinite."""
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
    refuse(tails, vertices)
    refuse(heads, vertices)
    return retrograde.gather(tails.astype(np.int32, copy=False), heads.astype(np.int32, copy=False), vertices)


def refuse(ends: NDArray[np.integer], vertices: int) -> None:
    """Raise unless the numbers are those of vertices: a kernel trusts what it gets."""
    if not 0 <= vertices <= MOST or len(ends) > MOST:
        raise PositionError(f"{vertices:,} vertices and {len(ends):,} arrows; at most {MOST:,} of each are taken")
    if len(ends) and (ends.dtype.kind not in "iu" or ends.min() < 0 or ends.max() >= vertices):
        raise PositionError(f"an arrow to no vertex; number the vertices from 0 to {vertices - 1:,}")


def analyse(starts: ArrayLike, ends: ArrayLike) -> Analysis:
    """Everything about every vertex of the graph in which the followers of v are ends[starts[v] : starts[v + 1]]."""
    starts, ends = np.asarray(starts), np.asarray(ends)
    vertices = len(starts) - 1
    refuse(ends, vertices)
    if vertices < 0 or starts[0] != 0 or starts[-1] != len(ends) or np.any(starts[1:] < starts[:-1]):
        raise PositionError("the starts must rise from 0 to the number of ends; `from_arrows` makes them")
    starts, ends = starts.astype(np.int32, copy=False), ends.astype(np.int32, copy=False)
    return finite(starts, ends) or endless(starts, ends)


def finite(starts: Ints, ends: Ints) -> Analysis | None:
    """What one search tells if there is no cycle."""
    vertices, values = len(starts) - 1, 2 + int(np.max(np.diff(starts), initial=0))
    nimber, height, far, misere = (np.full(vertices, retrograde.ENDLESS, np.int32) for _ in range(4))
    met, stack = np.full(values, retrograde.ENDLESS, np.int32), np.empty(vertices, np.int32)
    if not retrograde.acyclic(starts, ends, nimber, height, far, misere, met, stack, starts[:-1].copy()):
        return None
    won = np.array([retrograde.LOST, retrograde.WON], np.uint8)
    return Analysis(starts, ends, won[far & 1], won[1 - (misere & 1)], nimber, height, far, misere)


def endless(starts: Ints, ends: Ints) -> Analysis:
    """What is found from the ends of play backwards."""
    vertices = len(starts) - 1
    tails = np.repeat(np.arange(vertices, dtype=np.int32), np.diff(starts))
    back, before = retrograde.gather(ends, tails, vertices)
    del tails  # a fifth of the memory
    height, order = heights(starts, back, before)
    nimber = retrograde.smith_values(starts, ends, back, before, order)
    del order
    outcome, remoteness = outcomes(starts, back, before, False)
    misere, misere_remoteness = outcomes(starts, back, before, True)
    return Analysis(starts, ends, outcome, misere, nimber, height, remoteness, misere_remoteness)


def heights(starts: Ints, back: Ints, before: Ints) -> tuple[Ints, Ints]:
    """The longest play from each vertex, and the vertices that have one in the order of these."""
    vertices = len(starts) - 1
    height, order = np.full(vertices, retrograde.ENDLESS, np.int32), np.empty(vertices, np.int32)
    return height, order[: retrograde.heights(np.diff(starts), back, before, height, order)]


def outcomes(starts: Ints, back: Ints, before: Ints, misere: bool) -> tuple[Letters, Ints]:
    """The outcome and the remoteness of each vertex."""
    vertices = len(starts) - 1
    label = np.full(vertices, retrograde.DRAW, np.uint8)
    remoteness, queue = np.full(vertices, retrograde.ENDLESS, np.int32), np.empty(vertices, np.int32)
    retrograde.outcomes(np.diff(starts), back, before, misere, label, remoteness, queue)
    return label, remoteness


def named(found: Analysis, names: Sequence[str], misere: bool = False) -> Iterator[tuple[str, Vertex]]:
    """The vertices by name, with what is known of each."""
    remoteness = found.misere_remoteness if misere else found.remoteness
    columns = found.outcome, found.misere, found.nimber, found.height, remoteness
    for first in range(0, len(names), BLOCK):
        rows = zip(*(column[first : first + BLOCK].tolist() for column in columns), strict=True)
        for v, (outcome, lost, nimber, height, moves) in enumerate(rows, first):
            yield (
                names[v],
                Vertex(
                    LETTERS[outcome],
                    LETTERS[lost],
                    nimber if nimber >= 0 else found.infinity(v),
                    height if height >= 0 else None,
                    moves if moves >= 0 else None,
                    [names[head] for head in found.winning(v, misere)],
                ),
            )
