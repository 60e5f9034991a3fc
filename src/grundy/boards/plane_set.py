"""Positions as two sets of cells of a grid or of a graph, for a compiled search (`solvers.planes`).

The sets are called planes: stones of two colours, or where each of two colours may still be used. What a move does to
them is given as data, for each cell or pair of neighbours of a board.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, NamedTuple, Self

from grundy.boards.cell_set import CellSet
from grundy.boards.graph import lattice_place
from grundy.boards.graph_forms import Edges, neighbours
from grundy.boards.narrow_strip import Place

MOST_CELLS = 62  # a word of bits with two to spare, and no nimber is larger than the cells
ANY, SAME, OTHER = range(3)  # joined cells of a part are in any planes; in the same one; in different ones


class PlaneMove(NamedTuple):
    """What a move needs, takes and puts, each as bits of cells."""

    needs: int = 0  # in the first plane
    needs_second: int = 0
    needs_none: int = 0  # in neither plane
    takes: int = 0  # from the first plane
    takes_second: int = 0
    puts: int = 0  # into the first plane
    puts_second: int = 0

    @property
    def swapped(self) -> "PlaneMove":
        """The same with the planes exchanged."""
        a, b, none, c, d, e, f = self
        return PlaneMove(b, a, none, d, c, f, e)


class PlaneKind(NamedTuple):
    """The rules of a game on two planes."""

    moves: Callable[[Sequence[int]], Iterator[PlaneMove]]  # on cells with these neighbours
    links: int = ANY  # which joined cells are in one part
    needs_both: bool = False  # whether a part with one plane only is over
    swaps: bool = True  # whether the planes may change places
    breathes: bool = False  # whether all groups must touch a cell in neither plane, so that the board stays whole


FREE_CELLS = PlaneKind(lambda near: iter(()), swaps=False)  # one plane, whose moves are those of a set of cells


class PlaneSet(NamedTuple):
    """A position as two sets of cells of a board."""

    kind: PlaneKind
    cells: CellSet  # the cells in any plane
    first: int  # as bits of the grid, or of the vertices of the graph in their order
    second: int

    @classmethod
    def of_rows(cls, kind: PlaneKind, rows: tuple[str, ...], signs: str) -> Self | None:
        """A grid with these two signs for the planes."""
        places = [(r, c, sign) for r, row in enumerate(rows) for c, sign in enumerate(row)]
        first, second = ({(r, c) for r, c, it in places if it == sign} for sign in signs)
        return cls.of_places(kind, first, second, [(r, c) for r, c, _ in places] if kind.breathes else ())

    @classmethod
    def of_places(
        cls, kind: PlaneKind, first: Collection[Place], second: Collection[Place], others: Collection[Place] = ()
    ) -> Self | None:
        """Places of a grid, in the least rectangle that holds them and others, which is not higher than wide."""
        both = {*first, *second, *others}
        cells = CellSet.of_places(both, 0, frozenset())
        if not cells or cells.rows * cells.columns > MOST_CELLS:
            return None
        top, left = (min(values) for values in zip(*both, strict=True))
        turned = 1 + max(r for r, _ in both) - top != cells.rows

        def bits(plane: Collection[Place]) -> int:
            places = ((c - left, r - top) if turned else (r - top, c - left) for r, c in plane)
            return sum(1 << r * cells.columns + c for r, c in places)

        return cls(kind, cells, bits(first), bits(second))

    @classmethod
    def of_graph(cls, kind: PlaneKind, edges: Edges, first: Collection[str], second: Collection[str]) -> Self | None:
        """Vertices of a graph, each in some plane; as a grid, if they have the names of places and are joined so."""
        cells = CellSet.of_graph(edges, 0)
        if cells and not cells.edges:
            places = ([place for it in plane if (place := lattice_place(it))] for plane in (first, second))
            return cls.of_places(kind, *places)
        names = [*neighbours(edges)]
        if not cells or len(names) > MOST_CELLS:
            return None
        bits = (sum(1 << n for n, name in enumerate(names) if name in plane) for plane in (first, second))
        return cls(kind, cells, *bits)

    @classmethod
    def of_cells(cls, cells: CellSet) -> Self | None:
        """A set of free cells."""
        count = len(neighbours(cells.edges)) or cells.rows * cells.columns
        return cls(FREE_CELLS, cells, cells.free or (1 << count) - 1, 0) if count <= MOST_CELLS else None

    @property
    def names(self) -> list[str]:
        """The vertices of a graph; none of a grid."""
        return [*neighbours(self.cells.edges)]

    def places(self, plane: int) -> list[Place]:
        """The cells of a plane by rows and columns of the grid."""
        return [divmod(n, self.cells.columns) for n in range(plane.bit_length()) if plane >> n & 1]

    @classmethod
    def together(cls, sets: Sequence[Self]) -> Self | None:
        """Several positions of one kind as one: side by side on a grid, or in a graph of vertices with other names."""
        kind, cells = sets[0].kind, sets[0].cells
        if len(sets) == 1:
            return sets[0]
        if kind.breathes or len({bool(it.cells.edges) for it in sets}) > 1:
            return None
        planes: tuple[list[Any], list[Any]] = [], []
        if not cells.edges:
            left = 0
            for it in sets:
                for plane, bits in zip(planes, it[2:], strict=True):
                    plane += [(r, c + left) for r, c in it.places(bits)]
                left += it.cells.columns + 1
            blocks = frozenset(size for it in sets for size in it.cells.blocks)
            found = cls.of_places(kind, *planes)
            return found and found._replace(cells=found.cells._replace(takes=cells.takes, blocks=blocks))
        names = [name for it in sets for name in it.names]
        if len({*names}) < len(names):
            return None
        for it in sets:
            for plane, bits in zip(planes, it[2:], strict=True):
                plane += [name for n, name in enumerate(it.names) if bits >> n & 1]
        found = cls.of_graph(kind, tuple(edge for it in sets for edge in it.cells.edges), *planes)
        return found and found._replace(cells=found.cells._replace(takes=cells.takes))
