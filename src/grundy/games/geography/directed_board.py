"""A digraph with a token on a vertex."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count, product
from typing import TYPE_CHECKING, Any

from grundy.boards.digraph import Arrows, Vertices, read_statements
from grundy.boards.graph import vertex_name
from grundy.boards.graph_values import items_of
from grundy.core.board import Board, Edit, Handle, Values, plain
from grundy.core.reader import Reader
from grundy.core.ruleset import Ruleset
from grundy.errors import NotationError
from grundy.games.geography.board import read_token

if TYPE_CHECKING:
    from grundy.render.scenes.scene import Scene

Followers = tuple[tuple[str, tuple[str, ...]], ...]
DirectedPlace = tuple[Followers, str]


class TokenDigraph(Board[DirectedPlace]):
    """A digraph with a token on a vertex; what the token cannot reach is left out."""

    kind = "digraph"
    family = "Graphs and curves"
    notation = "arrows such as a: b c; b: c; then the token's vertex"

    def read(self, reader: Reader) -> DirectedPlace:
        before, token = read_token(reader)
        graph: dict[str, tuple[str, ...]] = {}
        for tail, *heads in read_statements(before):
            graph[tail] = (*graph.get(tail, ()), *heads)
        return self.put(graph, token)

    @staticmethod
    def put(graph: Mapping[str, tuple[str, ...]], token: str) -> DirectedPlace:
        """The token on a vertex of the graph."""
        if graph and token not in graph and all(token not in heads for heads in graph.values()):
            raise NotationError(f"the graph has no vertex {token}; put the token on one that it has")
        return reachable(graph, token), token

    def of_values(self, values: Values) -> DirectedPlace:
        """The graph, as followers by vertex, as arrows, or as one of networkx; and the token's vertex."""
        if len(values) != 2:
            raise self.refuse(values)
        graph: dict[str, tuple[str, ...]] = {}
        given = values[0] if isinstance(values[0], tuple | Mapping) else items_of(values[:1])
        for item in given.items() if isinstance(given, Mapping) else given:
            match plain(item):
                case (tail, tuple(heads)):
                    graph[str(tail)] = (*graph.get(str(tail), ()), *map(str, heads))
                case (tail, head):
                    graph[str(tail)] = (*graph.get(str(tail), ()), str(head))
                case _:
                    raise self.refuse(item, "an arrow")
        return self.put(graph, str(values[1]))

    def show(self, position: DirectedPlace) -> str:
        followers, token = position
        return "; ".join([*(f"{vertex}: {' '.join(heads)}" for vertex, heads in followers), token])

    def tidy(self, position: DirectedPlace) -> DirectedPlace | None:
        followers, token = position
        if all(to == token for to in dict(followers).get(token, ())):
            return None
        return tuple(sorted((vertex, tuple(sorted(heads))) for vertex, heads in followers)), token

    def differ(self, before: DirectedPlace, after: DirectedPlace) -> str:
        return f"go to {vertex_name(after[1])}"

    def handle(self, before: DirectedPlace, after: DirectedPlace) -> Handle:
        return frozenset([after[1]])

    def edits(self, position: DirectedPlace) -> Iterator[Edit[DirectedPlace]]:
        """The token on another vertex, and an arrow more or fewer; what the token cannot reach any more goes."""
        followers, token = position
        graph = dict(followers)
        names = list(dict.fromkeys([token, *(name for u, heads in followers for name in (u, *heads))]))
        new = next(name for name in map(str, count(1)) if name not in names)
        for n, vertex in enumerate(Arrows([(token,), *((u, v) for u, heads in followers for v in heads)])):
            if vertex != token:
                yield Edit(f"put the token on {vertex}", (reachable(graph, vertex), vertex), (f"v-{n}",))
        for u, heads in followers:
            for v in heads:
                without = {**graph, u: tuple(head for head in heads if head != v)}
                yield Edit(f"remove the arrow from {u} to {v}", (reachable(without, token), token))
        for u, v in product(names, [*names, new]):
            if u != v and v not in graph.get(u, ()):
                more = {**graph, u: (*graph.get(u, ()), v)}
                yield Edit(f"draw an arrow from {u} to {v}", (reachable(more, token), token))

    def extent(self, position: DirectedPlace) -> int:
        return sum(len(heads) for _, heads in position[0])

    def small(self, bound: int) -> Iterator[DirectedPlace]:
        """Every digraph on three vertices without loops, and some on four."""
        for size, numbers in ((3, range(64)), (4, range(0, 1 << 12, 37))):
            names = "abcd"[:size]
            pairs = [(u, v) for u in names for v in names if u != v]
            for number in numbers:
                arrows = [pair for place, pair in enumerate(pairs) if number >> place & 1]
                graph = {u: tuple(head for tail, head in arrows if tail == u) for u in names}
                yield from ((reachable(graph, v), v) for v in names[:2])

    def scene(
        self, position: DirectedPlace, options: Sequence[DirectedPlace], rules: Ruleset[Any],
        past: Sequence[DirectedPlace],
    ) -> "Scene":  # fmt: skip
        from grundy.render.scenes.graphs import draw_vertices

        followers, token = position
        graph = Arrows([(token,), *((u, v) for u, heads in followers for v in heads)])
        return draw_vertices(Vertices(graph), token, [to for _, to in options])

    def lines(self, position: DirectedPlace, width: int) -> list[str]:
        from grundy.render.text import draw_digraph

        followers, token = position
        return draw_digraph(Vertices(Arrows([(token,), *((u, *heads) for u, heads in followers)])), token, width)


def reachable(graph: Mapping[str, tuple[str, ...]], start: str) -> Followers:
    """The vertices with arrows that the token can reach, in the order of the graph."""
    seen = {start: None}
    for vertex in (queue := [start]):
        new = [to for to in graph.get(vertex, ()) if to not in seen]
        seen.update(dict.fromkeys(new))
        queue += new
    return tuple((vertex, heads) for vertex, heads in graph.items() if vertex in seen and heads)
