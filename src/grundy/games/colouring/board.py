"""A graph some of whose vertices are coloured x or o."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from grundy.boards.graph import SHAPES, WORD, FreeGraph, vertex_words
from grundy.boards.graph_forms import Edges, neighbours
from grundy.core.board import Board, Edit, Handle, Values
from grundy.core.reader import Reader
from grundy.core.ruleset import Ruleset

if TYPE_CHECKING:
    from grundy.render.scenes.scene import Scene

COLOURS = "xo"
Colours = tuple[tuple[str, str], ...]  # vertices with their colours, in the order of the graph
Position = tuple[Edges, Colours]


class ColouredGraph(Board[Position]):
    """A graph with lone vertices, and the colours of some of its vertices."""

    kind = "graph"
    words = "networks, trees"
    family = "Graphs and curves"
    notation = f"edges and lone vertices, or {', '.join(SHAPES)} with a size; then ';' and colours such as a=x, b=o"
    graph = FreeGraph()

    def read(self, reader: Reader) -> Position:
        cut = reader.text.find(";", reader.place, reader.stop)
        stop = reader.stop if cut < 0 else cut
        before = Reader(reader.text, reader.place, stop, reader.files)
        edges = self.graph.read(before)
        before.end()
        reader.place = stop
        colours = reader.list_of(lambda: self.read_colour(reader)) if reader.take(";") and reader.next else []
        return edges, in_order(edges, dict(colours))

    def of_values(self, values: Values) -> Position:
        """The graph as its edges or as one of networkx; or the graph and the colours, as pairs or as a mapping."""
        is_coloured = len(values) == 2 and (isinstance(values[1], Mapping) or is_group(values[0]))
        graph, given = values if is_coloured else (values, ())
        edges = self.graph.make(graph)
        pairs = list(given.items() if isinstance(given, Mapping) else given if isinstance(given, tuple) else [()])
        for pair in pairs:
            if len(pair) != 2 or pair[1] not in tuple(COLOURS):
                raise self.refuse(pair, "a vertex and its colour, x or o")
        return edges, in_order(edges, {str(vertex): colour for vertex, colour in pairs})

    def read_colour(self, reader: Reader) -> tuple[str, str]:
        reader.skip()
        vertex = WORD.match(reader.text, reader.place, reader.stop)
        if vertex:
            reader.place = vertex.end()
        if not vertex or not reader.take("=") or reader.next not in tuple(COLOURS):
            raise reader.error("expected a vertex and its colour, such as a=x or a=o")
        colour = reader.next
        reader.place += 1
        return vertex.group(), colour

    def show(self, position: Position) -> str:
        edges, colours = position
        coloured = ", ".join(f"{vertex}={colour}" for vertex, colour in colours)
        return self.graph.show(edges) + (f"; {coloured}" if coloured else "")

    def differ(self, before: Position, after: Position) -> str:
        vertex, colour = self.change(before, after)
        return f"colour the vertex {vertex_words(vertex)} {colour}"

    @staticmethod
    def change(before: Position, after: Position) -> tuple[str, str]:
        return next(iter(set(after[1]) - set(before[1])))

    def handle(self, before: Position, after: Position) -> Handle:
        return frozenset([self.change(before, after)])

    def edits(self, position: Position) -> Iterator[Edit[Position]]:
        """A vertex coloured, or no longer coloured; an edge or a vertex more or fewer."""
        edges, coloured = position[0], dict(position[1])
        for vertex in neighbours(edges):
            for colour in (c for c in COLOURS if coloured.get(vertex) != c):
                yield Edit(f"colour {vertex} {colour}", (edges, in_order(edges, {**coloured, vertex: colour})))
        for vertex in coloured:
            rest = {other: colour for other, colour in coloured.items() if other != vertex}
            yield Edit(f"no colour on {vertex}", (edges, in_order(edges, rest)))
        for edit in self.graph.edits(edges):
            kept = {vertex: coloured[vertex] for vertex in neighbours(edit.position) if vertex in coloured}
            yield Edit(edit.words, (edit.position, in_order(edit.position, kept)))

    def extent(self, position: Position) -> int:
        return self.graph.extent(position[0])

    def small(self, bound: int) -> Iterator[Position]:
        """Every graph of at most `bound` edges, uncoloured or with its first vertices coloured."""
        for edges in self.graph.small(bound):
            vertices = list(neighbours(edges))
            for count in range(min(3, len(vertices) + 1)):
                for signs in product(COLOURS, repeat=count):
                    yield edges, tuple(zip(vertices, signs, strict=False))

    def scene(
        self, position: Position, options: Sequence[Position], rules: Ruleset[Any], past: Sequence[Position]
    ) -> "Scene":
        from grundy.games.colouring.draw import draw_coloured_graph

        return draw_coloured_graph(self, position, options)

    def lines(self, position: Position, width: int) -> list[str]:
        from grundy.render.text import draw_graph

        coloured = ", ".join(f"{vertex} is {colour}" for vertex, colour in position[1])
        return [*draw_graph(self.graph, position[0], width), coloured or "no vertex is coloured"]


def is_group(value: object) -> bool:
    """Whether it holds edges and is none: a list of pairs, or a graph of networkx."""
    return hasattr(value, "edges") or (isinstance(value, tuple) and all(isinstance(item, tuple) for item in value))


def in_order(edges: Edges, colours: dict[str, str]) -> Colours:
    """The colours in the order of the graph, those of strange vertices last."""
    known = {vertex: colours[vertex] for vertex in neighbours(edges) if vertex in colours}
    return tuple({**known, **colours}.items())
