"""A graph on the ground, the vertex 0, as a Hackenbush picture."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from grundy.boards.graph import SHAPES, Graph
from grundy.boards.graph_forms import Edge, Edges, neighbours
from grundy.core.board import Edit
from grundy.core.ruleset import Ruleset

if TYPE_CHECKING:
    from grundy.render.scenes.scene import Scene


class Rooted(Graph):
    """A graph on the ground; a move cuts an edge, and what is no longer connected to the ground is removed."""

    notation = f"edges such as 0-1, 1-2 (0 is the ground); or {', '.join(SHAPES)} with a size; or @FILE"
    ground = "0"
    repeats = True
    most = 1_000_000

    def target(self, before: Edges, after: Edges) -> Edge:
        """The edge that was cut: where several are gone, the one with an end that is still connected to the ground."""
        gone, *more = self.lost_edges(before, after)
        left = {self.ground, *chain.from_iterable(after)} if more else set(gone)
        return next(edge for edge in (gone, *more) if not left.isdisjoint(edge))

    def differ(self, before: Edges, after: Edges) -> str:
        u, v = self.target(before, after)
        if u == v:
            return f"cut the loop at {self.vertex_name(u)}"
        return f"cut the edge between {self.vertex_name(u)} and {self.vertex_name(v)}"

    def vertex_name(self, vertex: str) -> str:
        return "the ground" if vertex == self.ground else vertex

    def without_edge(self, left: Edges, edge: Edge) -> Edges:
        """The edges that are still connected to the ground."""
        return self.grounded_edges(left)

    def grounded_edges(self, edges: Edges) -> Edges:
        beside, reached = neighbours(edges), {self.ground: None}
        for vertex in (queue := [self.ground]):
            queue += [other for other in beside.get(vertex, ()) if other not in reached]
            reached.update(dict.fromkeys(beside.get(vertex, ())))
        return tuple(edge for edge in edges if edge[0] in reached)

    def vertex_edits(self, position: Edges, names: Sequence[str], new: str) -> Iterator[Edit[Edges]]:
        for name in names:
            if name != self.ground:
                left = tuple(edge for edge in position if name not in edge)
                yield Edit(f"remove the joint {name}", self.grounded_edges(left), (f"j-{name}",))

    def extensions(self, edges: Edges) -> Iterator[Edges]:
        """The graph with one more edge that is connected to it: parallel, a loop or to a new vertex too."""
        old = sorted({self.ground, *neighbours(edges)})
        yield from ((*edges, (u, v)) for i, u in enumerate(old) for v in (*old[i:], str(len(old))))

    def scene(self, position: Edges, options: Sequence[Edges], rules: Ruleset[Edges], past: Sequence[Edges]) -> "Scene":
        from grundy.games.hackenbush.draw import draw_scene

        return draw_scene(self, position, options, past)

    def lines(self, position: Edges, width: int) -> list[str]:
        from grundy.games.hackenbush.draw import draw_lines

        return draw_lines(position, self.ground)
