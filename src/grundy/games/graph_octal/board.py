"""A graph on which a move takes a set of vertices."""

from grundy.boards.graph import FreeGraph, vertex_words
from grundy.boards.graph_forms import Edges, neighbours
from grundy.core.board import Handle
from grundy.core.words import listing


class VertexSets(FreeGraph):
    """A graph on which a move takes a set of vertices."""

    def taken(self, before: Edges, after: Edges) -> list[str]:
        left = neighbours(after)
        return [vertex for vertex in neighbours(before) if vertex not in left]

    def differ(self, before: Edges, after: Edges) -> str:
        names = list(map(vertex_words, self.taken(before, after)))
        return f"remove the {'vertices' if len(names) > 1 else 'vertex'} {listing(names, 'and')}"

    def handle(self, before: Edges, after: Edges) -> Handle:
        return frozenset(self.taken(before, after))
