"""Positions on a narrow strip of columns, for the compiled sweep of `solvers.strips`: which places are free and joined.

Such a position is a set of places in a few rows. Rows join places of neighbouring columns, or do not, in every column
alike; so do two rows the places of one column. On a grid, or a lattice of vertices, all do; in a caterpillar, a path
whose vertices have leaves, only the path joins columns.
"""

from collections.abc import Collection
from typing import NamedTuple, Self

from grundy.boards.graph import lattice_place
from grundy.boards.graph_forms import Edges, neighbours

MOST_PLACES = 128  # two machine words
MOST_ROWS = 63  # the kernel moves words by a column
# What a move may take, as the kernel has it: a place alone, with the one below it or the one beside it that it is
# joined to, or with all that it is joined to.
ALONE, BELOW, BESIDE, AROUND = 1, 2, 4, 8
PAIRS = BELOW | BESIDE
KINDS = ALONE | PAIRS | AROUND
Place = tuple[int, int]


class NarrowStrip(NamedTuple):
    """A position as a strip of columns."""

    rows: int
    takes: int  # what a move may take, as bits
    across: int  # the rows that join neighbouring columns, as bits
    down: int  # the rows that are joined to the next one
    free: int  # the free places, column by column from the lowest bit on

    @classmethod
    def of_rows(cls, rows: tuple[str, ...], sign: str, takes: int) -> Self | None:
        """A grid whose free squares have this sign."""
        free = [(r, c) for r, row in enumerate(rows) for c, square in enumerate(row) if square == sign]
        places = {*free}
        joins = [(place, other) for place in free for other in beside(place) if other in places]
        return cls.of_places(places, joins, takes)

    @classmethod
    def of_lattice(cls, edges: Edges, takes: int) -> Self | None:
        """A graph whose vertices are called by their rows and columns, such as r1c2, joined if they are neighbours."""
        places = {vertex: lattice_place(vertex) for vertex in neighbours(edges)}
        joins = [sorted((places[u] or (0, 0), places[v] or (0, 0))) for u, v in edges if u != v]
        if None in places.values() or any(right not in beside(left) for left, right in joins):
            return None
        if len({*places.values()}) < len(places):  # r1c1 and r01c1
            return None
        return cls.of_places({place for place in places.values() if place}, [(a, b) for a, b in joins], takes)

    @classmethod
    def of_places(cls, places: Collection[Place], joins: Collection[tuple[Place, Place]], takes: int) -> Self | None:
        """The places with these joins, turned so that rows are few; None if they are too many or join unevenly."""
        turned = {(c, r) for r, c in places}, [((b, a), (d, c)) for (a, b), (c, d) in joins]
        both = cls.upright(places, joins, takes), cls.upright(*turned, takes)
        return min((found for found in both if found), default=None)

    @classmethod
    def upright(cls, places: Collection[Place], joins: Collection[tuple[Place, Place]], takes: int) -> Self | None:
        """The places with their rows as rows."""
        if not places:
            return None
        top, left = min(r for r, _ in places), min(c for _, c in places)
        rows, columns = (1 + max(values) - min(values) for values in zip(*places, strict=True))
        if rows > MOST_ROWS or rows * columns > MOST_PLACES:
            return None
        across = sum({1 << a - top for (a, _), (b, _) in joins if a == b})
        down = sum({1 << a - top for (a, _), (b, _) in joins if a != b})
        expected = [
            (place, other)
            for place in places
            for other, rows_joined in zip(beside(place), (down, across), strict=True)
            if other in places and rows_joined >> place[0] - top & 1
        ]
        if len(expected) != len(joins):
            return None
        return cls(rows, takes, across, down, sum(1 << (c - left) * rows + r - top for r, c in places))


def beside(place: Place) -> tuple[Place, Place]:
    """The place below and the one to the right."""
    row, column = place
    return (row + 1, column), (row, column + 1)
