"""A graph on which a move chooses an edge."""

from collections.abc import Iterator

from grundy.boards.graph import Graph, edge_words
from grundy.boards.graph_forms import Edge, Edges, neighbours
from grundy.core.board import Handle


class Arcs(Graph):
    """A graph on which a move chooses an edge."""

    def choices(self, before: Edges, after: Edges) -> Iterator[Edge]:
        """The edges whose choice is this move: all edges at their ends are lost, and no others."""
        lost, beside = set(self.lost_edges(before, after)), neighbours(before)
        return (
            (u, v)
            for u, v in before
            if len(beside[u]) + len(beside[v]) - 1 == len(lost) and all(u in edge or v in edge for edge in lost)
        )

    def target(self, before: Edges, after: Edges) -> Edge:
        return next(self.choices(before, after))

    def differ(self, before: Edges, after: Edges) -> str:
        return f"choose the edge {edge_words(*self.target(before, after))}"

    def handles(self, before: Edges, after: Edges) -> list[Handle]:
        return [frozenset([edge]) for edge in self.choices(before, after)]
