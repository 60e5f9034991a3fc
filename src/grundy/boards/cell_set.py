"""Positions as sets of free cells of a grid, or of the vertices of a graph, for a compiled search (`solvers.cells`).

A move takes a block of free cells, or a vertex, or two that are joined, or one with all that it is joined to. What it
leaves falls apart into connected parts, which are played separately.
"""

from collections.abc import Collection
from typing import NamedTuple, Self

from grundy.boards.graph import lattice_place
from grundy.boards.graph_forms import Edges, neighbours
from grundy.boards.narrow_strip import ALONE, AROUND, Place, beside

MOST_CELLS = 64  # a machine word
# Nimbers are bits of a word too, and none is larger than the moves that play can last: at most 32 if each takes two
# cells, or a vertex of a lattice and those round it.
MOST_SINGLE_CELLS = 61
MOST_COLUMNS = 63  # a word is shifted by a row
# What a move may take, beside the bits of `narrow_strip`: a place alone that is joined to another.
JOINED = 16
Size = tuple[int, int]


class CellSet(NamedTuple):
    """A position as a set of cells, and what a move may take."""

    takes: int  # alone, in pairs or with all around, as bits of `narrow_strip`; or
    blocks: frozenset[Size]  # the heights and widths of blocks
    rows: int  # of a grid, not more than its columns; none for a graph
    columns: int
    free: int  # the free cells of a grid, row by row from the lowest bit on
    edges: Edges = ()  # of a graph, a lone vertex joined to itself

    @classmethod
    def of_rows(cls, rows: tuple[str, ...], sign: str, takes: int, blocks: Collection[Size] = ()) -> Self | None:
        """A grid whose free cells have this sign; each block may also be taken turned."""
        places = {(r, c) for r, row in enumerate(rows) for c, square in enumerate(row) if square == sign}
        return cls.of_places(places, takes, frozenset(blocks))

    @classmethod
    def of_graph(cls, edges: Edges, takes: int) -> Self | None:
        """A graph; as a grid, if its vertices have the names of places in rows and columns and are joined so."""
        places = {vertex: lattice_place(vertex) for vertex in neighbours(edges)}
        named = {place for place in places.values() if place}
        joins = {frozenset((places[u], places[v])) for u, v in edges if u != v}
        if len(named) == len(places) and joins == {frozenset((a, b)) for a in named for b in beside(a) if b in named}:
            found = cls.of_places(named, takes, frozenset())
            if found:
                return found
        most = MOST_SINGLE_CELLS if takes & (ALONE | AROUND | JOINED) else MOST_CELLS
        return cls(takes, frozenset(), 0, 0, 0, edges) if 0 < len(places) <= most else None

    @classmethod
    def of_places(cls, places: Collection[Place], takes: int, blocks: frozenset[Size]) -> Self | None:
        """The places in the least rectangle that holds them, turned so that it is not higher than wide."""
        if not places:
            return None
        top, left = min(r for r, _ in places), min(c for _, c in places)
        height, width = (1 + max(values) - min(values) for values in zip(*places, strict=True))
        if height > width:
            return cls.of_places({(c, r) for r, c in places}, takes, blocks)
        has_single = takes & (ALONE | JOINED) or any(high * wide == 1 for high, wide in blocks)
        if height * width > (MOST_SINGLE_CELLS if has_single else MOST_CELLS) or width > MOST_COLUMNS:
            return None
        return cls(takes, blocks, height, width, sum(1 << (r - top) * width + c - left for r, c in places))
