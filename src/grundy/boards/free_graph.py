"""A graph whose lone vertices count: they can still be chosen.

A position is the tuple of edges, as on every graph; a vertex without neighbours stands among them as an edge to itself.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from grundy.boards.graph import ITEM, SHAPE, SHAPES, Graph
from grundy.boards.graph_forms import Edge, Edges, neighbours
from grundy.core.board import Handle
from grundy.core.reader import Reader

__all__ = ["FreeGraph", "without"]

LONE = re.compile(r"\s*((path|star)\s+0+|complete\s+0*1|grid\s+0*1[\sx]+0*1)\s*")  # named graphs of one vertex
NOTHING = "complete 0"


def without(position: Edges, gone: set[str]) -> Edges:
    """The graph after some vertices have gone; those that lose all their neighbours stand alone."""
    kept = [edge for edge in position if gone.isdisjoint(edge)]
    joined = {vertex for edge in kept for vertex in edge}
    alone = (vertex for vertex in neighbours(position) if vertex not in gone and vertex not in joined)
    return (*kept, *((vertex, vertex) for vertex in alone))


def items(reader: Reader) -> Iterator[Edge]:
    """The edges and lone vertices that stand here, separated by commas."""
    end = None
    while end is None:
        item = ITEM.match(reader.text, reader.place, reader.stop)
        if item is None:
            reader.skip()
            raise reader.error("expected an edge such as a-b, a lone vertex such as a, or a named graph such as path 5")
        reader.place = item.end()
        u, v, end = item.groups()
        yield u, v or u


@dataclass(frozen=True)
class FreeGraph(Graph):
    """A graph with lone vertices; a move chooses a vertex, which goes with its neighbours."""

    notation = f"edges and lone vertices such as a-b, b-c, d; or {', '.join(SHAPES)} with a size; or @FILE"

    def read(self, reader: Reader) -> Edges:
        """The edges and lone vertices written one by one, or the name of a graph, or a file."""
        if lone := LONE.fullmatch(reader.text, reader.place, reader.stop):
            reader.place = lone.end()
            return (("0", "0"),)
        named_or_file = reader.next == "@" or SHAPE.match(reader.text, reader.place, reader.stop)
        return super().read(reader) if named_or_file else self.gather(items(reader))

    def gather(self, edges: Iterable[Edge]) -> Edges:
        """The edges, each once, and the vertices that have none."""
        all_edges = super().gather(edges)
        joined = {vertex for u, v in all_edges if u != v for vertex in (u, v)}
        return tuple((u, v) for u, v in all_edges if u != v or u not in joined)

    def show(self, position: Edges) -> str:
        """The edges and the lone vertices."""
        return ",".join([u if u == v else f"{u}-{v}" for u, v in position]) or NOTHING

    def touched(self, before: Edges, after: Edges) -> str:
        """The vertex that was chosen: it went, and so did its neighbours and no others."""
        beside = neighbours(before)
        gone = beside.keys() - neighbours(after).keys()
        return next(vertex for vertex in beside if vertex in gone and gone == {vertex, *beside[vertex]})

    def differ(self, before: Edges, after: Edges) -> str:
        """The vertex that was chosen, in words."""
        return f"choose the vertex {self.touched(before, after)}"

    def handle(self, before: Edges, after: Edges) -> Handle:
        """The vertex to touch."""
        return frozenset([self.touched(before, after)])

    def small(self, bound: int) -> Iterator[Edges]:
        """Every graph of at most `bound` edges, one of each form, without and with a lone vertex."""
        for graph in super().small(bound):
            name = str(len(neighbours(graph)))
            yield from (graph, (*graph, (name, name)))
