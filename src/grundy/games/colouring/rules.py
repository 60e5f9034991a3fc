"""Col and Snort with the same moves for both players: colour a vertex x or o.

Vivian's Col forbids neighbours of the same colour, Norton's Snort neighbours of different colours (Conway 1976); here
either player uses either colour. An uncoloured vertex that no colour fits is dead, and coloured vertices matter only to
their neighbours, so the position falls apart where these separate it. Exchanging the colours changes nothing.
"""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from grundy.boards.graph_forms import MOST_VERTICES, Edges, components, form, neighbours
from grundy.boards.plane_set import OTHER, SAME, PlaneKind, PlaneMove, PlaneSet
from grundy.core.ruleset import Ruleset
from grundy.errors import PositionError
from grundy.games.colouring.board import COLOURS, ColouredGraph, Position, in_order
from grundy.system import has_arrays

if TYPE_CHECKING:
    from grundy.solvers.proof.expansion import Expansion

ROOT, HUBS = "#", {"x": "#x", "o": "#o"}  # names that no vertex has


def col_moves(near: Sequence[int]) -> Iterator[PlaneMove]:
    """Each use of the first colour, where the planes are the vertices that may still have a colour."""
    for n, around in enumerate(near):
        yield PlaneMove(needs=1 << n, takes=1 << n | around, takes_second=1 << n)


def snort_moves(near: Sequence[int]) -> Iterator[PlaneMove]:
    for n, around in enumerate(near):
        yield PlaneMove(needs=1 << n, takes=1 << n, takes_second=1 << n | around)


class ColouringGame(Ruleset[Position]):
    """Colour an uncoloured vertex x or o, as its neighbours allow."""

    board = ColouredGraph()
    keeps_dead = True  # the colour of a vertex that no other one depends on
    example = "grid 2x3"
    planes: ClassVar[PlaneKind]  # what colours may still be used where

    @abstractmethod
    def is_allowed(self, colour: str, neighbour: str) -> bool:
        """Whether a vertex may have this colour beside a neighbour of that colour."""

    def open_vertices(self, position: Position) -> dict[str, str]:
        """The uncoloured vertices that can still be coloured, each with the colours that fit."""
        edges, coloured = position[0], dict(position[1])
        found: dict[str, str] = {}
        for vertex, around in neighbours(edges).items():
            if vertex not in coloured:
                seen = {coloured[other] for other in around if other in coloured}
                fit = "".join(c for c in COLOURS if all(self.is_allowed(c, other) for other in seen))
                if fit:
                    found[vertex] = fit
        return found

    def moves(self, position: Position) -> Iterator[Position]:
        edges, coloured = position
        for vertex, fit in self.open_vertices(position).items():
            yield from ((edges, in_order(edges, {**dict(coloured), vertex: colour})) for colour in fit)

    def parts(self, position: Position) -> Iterator[Position]:
        """The connected sets of vertices that can still be coloured, with the coloured neighbours of each."""
        live, coloured = self.open_vertices(position), dict(position[1])
        among = [(u, v) for u, v in position[0] if u in live and v in live and u != v]
        joined = {vertex for edge in among for vertex in edge}
        for part in components((*among, *((v, v) for v in live if v not in joined))):
            inside = neighbours(part)
            beside = tuple(
                (u, v) for u, v in position[0] if (u in inside and v in coloured) or (v in inside and u in coloured)
            )
            held = {vertex for edge in beside for vertex in edge}
            edges = (*(edge for edge in part if edge[0] != edge[1] or edge[0] not in held), *beside)
            yield edges, in_order(edges, {v: coloured[v] for v in held if v in coloured})

    def canonical(self, position: Position) -> Position:
        """The same with one vertex of each colour, numbered vertices, and the colours as the numbers have them."""
        edges, coloured = position[0], dict(position[1])
        if len(neighbours(edges)) + 3 > MOST_VERTICES:
            return position
        plain = [
            (HUBS[coloured[u]] if u in coloured else u, HUBS[coloured[v]] if v in coloured else v) for u, v in edges
        ]
        whole = (*dict.fromkeys(plain), *((ROOT, hub) for hub in HUBS.values()))
        numbered = form(whole, ROOT)
        first, second = sorted({v for u, v in numbered if u == "0"} | {u for u, v in numbered if v == "0"})
        left: Edges = tuple(edge for edge in numbered if "0" not in edge)
        there = neighbours(left)
        return left, in_order(left, {v: c for v, c in ((first, "x"), (second, "o")) if v in there})

    def plane_set(self, position: Position) -> PlaneSet | None:
        live = self.open_vertices(position)
        edges: Edges = tuple((u, v) for u, v in position[0] if u in live and v in live)
        lone = tuple((v, v) for v in live if v not in neighbours(edges))
        first, second = ([v for v, fit in live.items() if colour in fit] for colour in COLOURS)
        return PlaneSet.of_graph(self.planes, (*edges, *lone), first, second)

    def expansion(self) -> "Expansion | None":
        from grundy.solvers.proof.expansion import PlaneExpansion

        return PlaneExpansion(self) if has_arrays() else None

    def is_over(self, position: Position) -> bool:
        return not self.open_vertices(position)

    def check(self, position: Position) -> None:
        edges, coloured = position[0], dict(position[1])
        beside = neighbours(edges)
        if strange := next((vertex for vertex in coloured if vertex not in beside), None):
            raise PositionError(f"the graph has no vertex {strange}; colour one that it has")
        for u, v in edges:
            if u != v and u in coloured and v in coloured and not self.is_allowed(coloured[u], coloured[v]):
                raise PositionError(f"{self} does not allow {u}={coloured[u]} beside {v}={coloured[v]}")


class ImpartialCol(ColouringGame):
    """Colour a vertex x or o; neighbours must not have the same colour."""

    source = "after Vivian's Col (Conway 1976)"
    title = "impartial Col"
    planes = PlaneKind(col_moves, SAME)

    def is_allowed(self, colour: str, neighbour: str) -> bool:
        return colour != neighbour


class ImpartialSnort(ColouringGame):
    """Colour a vertex x or o; neighbours must not have different colours."""

    source = "after Norton's Snort (Conway 1976)"
    title = "impartial Snort"
    planes = PlaneKind(snort_moves, OTHER)
    example = "cycle 5"

    def is_allowed(self, colour: str, neighbour: str) -> bool:
        return colour == neighbour


impartial_col = ImpartialCol()
impartial_snort = ImpartialSnort()
