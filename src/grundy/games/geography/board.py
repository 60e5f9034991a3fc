"""A graph with a token on a vertex."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from grundy.boards.graph import SHAPES, WORD, Graph, vertex_name
from grundy.boards.graph_forms import Edges, neighbours
from grundy.core.board import Board, Edit, Handle, Values
from grundy.core.reader import Reader
from grundy.core.ruleset import Ruleset

if TYPE_CHECKING:
    from grundy.render.scenes.scene import Scene

Place = tuple[Edges, str]  # the graph that is left, and the token's vertex


def read_token(reader: Reader) -> tuple[Reader, str]:
    """A reader of what stands before the last semicolon, and the word behind it."""
    cut = reader.text.rfind(";", reader.place, reader.stop)
    graph = Reader(reader.text, reader.place, max(cut, reader.place), reader.files)
    reader.place = max(cut + 1, reader.place)
    reader.skip()
    token = WORD.match(reader.text, reader.place, reader.stop)
    if not token or (cut < 0 and " " in reader.text[reader.place : reader.stop].strip()):
        raise reader.error("expected ';' and the token's vertex at the end, such as path 5; 0")
    reader.place = token.end()
    return graph, token.group()


class TokenGraph(Board[Place]):
    """A graph with a token on a vertex."""

    kind = "graph"
    words = "networks, trees"
    family = "Graphs and curves"
    notation = f"edges such as a-b, b-c, or {', '.join(SHAPES)} with a size; then ';' and the token's vertex"
    graph = Graph()

    def read(self, reader: Reader) -> Place:
        before, token = read_token(reader)
        items = [item.strip() for item in before.text[before.place : before.stop].split(",")]
        edges = () if items == [token] else self.graph.read(before)
        before.place = before.stop if items == [token] else before.place
        before.end()
        is_lone = token in items and token not in neighbours(edges)
        return (() if is_lone else edges), token

    def of_values(self, values: Values) -> Place:
        """The graph, as its edges or as one of networkx, and the token's vertex."""
        if len(values) != 2:
            raise self.refuse(values)
        return self.graph.make(values[0]), str(values[1])

    def show(self, position: Place) -> str:
        edges, token = position
        return f"{self.graph.show(edges)}; {token}" if edges else token

    def tidy(self, position: Place) -> Place | None:
        return position if position[1] in neighbours(position[0]) else None

    def differ(self, before: Place, after: Place) -> str:
        return f"go to {vertex_name(after[1])}"

    def handle(self, before: Place, after: Place) -> Handle:
        return frozenset([after[1]])

    def edits(self, position: Place) -> Iterator[Edit[Place]]:
        """The token on another vertex; an edge more or fewer."""
        edges, token = position
        names = neighbours(edges)
        for n, vertex in enumerate(dict.fromkeys([token, *names])):
            if vertex != token:
                yield Edit(f"put the token on {vertex}", (edges, vertex), (f"v-{n}",))
        for edit in self.graph.edits(edges):
            if not edit.position or token in neighbours(edit.position):
                yield Edit(edit.words, (edit.position, token))

    def extent(self, position: Place) -> int:
        return len(position[0])

    def small(self, bound: int) -> Iterator[Place]:
        for edges in self.graph.small(bound):
            yield from ((edges, vertex) for vertex in neighbours(edges))

    def scene(self, position: Place, options: Sequence[Place], rules: Ruleset[Any], past: Sequence[Place]) -> "Scene":
        from grundy.render.scenes.graphs import draw_token

        return draw_token(*position, [to for _, to in options], past[0][0] if past else position[0])

    def lines(self, position: Place, width: int) -> list[str]:
        from grundy.render.text import draw_graph

        return [*draw_graph(self.graph, position[0], width), f"the token is at {position[1]}"]
