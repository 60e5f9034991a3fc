"""Geography: a token walks along the edges or arrows of a graph and never comes back to a vertex.

Along edges, the player to move wins exactly if every maximum matching of the graph covers the token's vertex: he goes
to its mate, and the opponent can never leave the matching for the better (Fraenkel, Scheinerman and Ullman 1993). Along
arrows it is PSPACE-complete to decide who wins (Schaefer 1978).
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count, product
from typing import TYPE_CHECKING, Any

from grundy.boards.digraph import Arrows, Vertices, read_statements
from grundy.boards.graph import SHAPES, WORD, Graph, items_of, refuse_loops, vertex_name
from grundy.boards.graph_forms import MOST_VERTICES, Edges, components, form, neighbours, sort
from grundy.core.board import Board, Edit, Handle, Values, plain
from grundy.core.reader import Reader
from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.errors import NotationError, PositionError

if TYPE_CHECKING:
    from grundy.render.scenes.scene import Scene

Place = tuple[Edges, str]  # the graph that is left, and the token's vertex
Followers = tuple[tuple[str, tuple[str, ...]], ...]
DirectedPlace = tuple[Followers, str]
Mates = dict[str, str]


def read_token(reader: Reader) -> tuple[Reader, str]:
    """A reader of what stands before the last semicolon, and the word behind it."""
    cut = reader.text.rfind(";", reader.place, reader.stop)
    graph = Reader(reader.text, reader.place, max(cut, reader.place), reader.files)
    reader.place = max(cut + 1, reader.place)
    reader.skip()
    token = WORD.match(reader.text, reader.place, reader.stop)
    if not token:
        raise reader.error("expected ';' and the token's vertex at the end")
    reader.place = token.end()
    return graph, token.group()


class TokenGraph(Board[Place]):
    """A graph with a token on a vertex."""

    kind = "graph"
    family = "Graphs and curves"
    notation = f"edges such as a-b, b-c, or {', '.join(SHAPES)} with a size; then ';' and the token's vertex"
    graph = Graph()

    def read(self, reader: Reader) -> Place:
        before, token = read_token(reader)
        items = [item.strip() for item in before.text[before.place : before.stop].split(",")]
        edges = self.graph.read(before)
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


class Geography(Ruleset[Place]):
    """Move the token along an edge to a vertex where it has not been."""

    board = TokenGraph()
    source = "Fraenkel, Scheinerman and Ullman 1993"
    example = "grid 3x3; r1c2"
    aliases = ("undirected_geography", "vertex_geography")

    def moves(self, position: Place) -> Iterator[Place]:
        edges, token = position
        left = tuple([edge for edge in edges if token not in edge])
        parts = {vertex: part for part in components(left) for edge in part for vertex in edge}
        return ((parts.get(to, ()), to) for to in neighbours(edges).get(token, ()))

    def parts(self, position: Place) -> tuple[Place, ...]:
        return () if self.is_over(position) else ((sort(position[0]), position[1]),)

    def canonical(self, position: Place) -> Place:
        edges, token = position
        beside = neighbours(edges)
        if token not in beside:
            return (), "0"
        return (form(edges, token), "0") if len(beside) <= MOST_VERTICES else position

    def is_over(self, position: Place) -> bool:
        return all(position[1] not in edge for edge in position[0])

    def check(self, position: Place) -> None:
        edges, token = position
        refuse_loops(self, edges)
        if edges and token not in neighbours(edges):
            raise PositionError(f"the graph has no vertex {token}; put the token on a vertex with an edge")

    @cites("Fraenkel, Scheinerman and Ullman 1993, by maximum matchings")
    def verdict(self, position: Place, misere: bool) -> Outcome | None:
        """N exactly if every maximum matching covers the token's vertex."""
        if misere:
            return None
        edges, token = position
        beside = neighbours(edges)
        without = neighbours(tuple(edge for edge in edges if token not in edge))
        return "N" if len(maximum_matching(beside)) > len(maximum_matching(without)) else "P"


def maximum_matching(beside: Mapping[str, Sequence[str]]) -> Mates:
    """The mate of every matched vertex in a maximum matching, by augmenting paths and blossoms (Edmonds 1965)."""
    mates: Mates = {}
    for root in beside:
        if root not in mates:
            augment(root, beside, mates)
    return mates


def augment(root: str, beside: Mapping[str, Sequence[str]], mates: Mates) -> None:
    """Enlarge the matching along an alternating path from an unmatched vertex, where there is one."""
    parent, base, outer = dict[str, str](), {vertex: vertex for vertex in beside}, {root: None}
    queue = [root]

    def outer_bases(vertex: str) -> Iterator[str]:
        """The bases on the way from an outer vertex to the root."""
        while True:
            yield base[vertex]
            if base[vertex] == root or base[vertex] not in mates:
                return
            vertex = parent[mates[base[vertex]]]

    def shrink(vertex: str, child: str, stem: str, blossom: set[str]) -> None:
        """Gather the blossom between an outer vertex and its stem, and let its inner vertices lead the other way."""
        while base[vertex] != stem:
            blossom |= {base[vertex], base[mates[vertex]]}
            parent[vertex] = child
            child = mates[vertex]
            vertex = parent[child]

    for vertex in queue:
        for other in beside[vertex]:
            if base[vertex] == base[other] or mates.get(vertex) == other:
                continue
            if other == root or parent.get(mates.get(other, "")) is not None:
                above = set(outer_bases(vertex))
                stem = next(one for one in outer_bases(other) if one in above)
                blossom = set[str]()
                shrink(vertex, other, stem, blossom)
                shrink(other, vertex, stem, blossom)
                for inner in [one for one in beside if base[one] in blossom]:
                    base[inner] = stem
                    if inner not in outer:
                        outer[inner] = None
                        queue.append(inner)
            elif other not in parent:
                parent[other] = vertex
                if other not in mates:
                    flip_path(other, parent, mates)
                    return
                outer[mates[other]] = None
                queue.append(mates[other])


def flip_path(end: str, parent: Mapping[str, str], mates: Mates) -> None:
    vertex: str | None = end
    while vertex is not None:
        before = parent[vertex]
        further = mates.get(before)
        mates[vertex], mates[before] = before, vertex
        vertex = further


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
        given = values[0] if isinstance(values[0], tuple) else items_of(values[:1])
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


class DirectedGeography(Ruleset[DirectedPlace]):
    """Move the token along an arrow to a vertex where it has not been."""

    board = TokenDigraph()
    source = "Schaefer 1978"
    example = "a: b e; b: c; c: a d; d: e; e: c; a"
    aliases = ("generalised_geography", "generalized_geography")

    def moves(self, position: DirectedPlace) -> Iterator[DirectedPlace]:
        followers, token = position
        graph = {u: tuple([v for v in heads if v != token]) for u, heads in followers if u != token}
        return ((reachable(graph, to), to) for to in dict(followers).get(token, ()) if to != token)

    def parts(self, position: DirectedPlace) -> tuple[DirectedPlace, ...]:
        return () if self.is_over(position) else (position,)

    def canonical(self, position: DirectedPlace) -> DirectedPlace:
        return self.board.tidy(position) or ((), position[1])

    def is_over(self, position: DirectedPlace) -> bool:
        return self.board.tidy(position) is None


def reachable(graph: Mapping[str, tuple[str, ...]], start: str) -> Followers:
    """The vertices with arrows that the token can reach, in the order of the graph."""
    seen = {start: None}
    for vertex in (queue := [start]):
        new = [to for to in graph.get(vertex, ()) if to not in seen]
        seen.update(dict.fromkeys(new))
        queue += new
    return tuple((vertex, heads) for vertex, heads in graph.items() if vertex in seen and heads)


geography = Geography()
directed_geography = DirectedGeography()
