"""A graph: a position is the tuple of its edges, each a pair of vertex names.

Edges stand as they were written, but parallel ones stand together, so that it does not matter which of them goes. On a
`Graph` a vertex without edges is not kept, because no move can change it. On a `FreeGraph` it can still be chosen and
stands among the edges as an edge to itself.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, combinations, count, islice, pairwise
from math import comb
from typing import TYPE_CHECKING, Any, SupportsIndex

from grundy.boards.graph_forms import Edge, Edges, components, form, neighbours, sort
from grundy.boards.graph_values import items_of
from grundy.core.board import Board, Edit, Handle, Values
from grundy.core.reader import Reader, ellipsis
from grundy.core.ruleset import Ruleset
from grundy.errors import NotationError, PositionError

if TYPE_CHECKING:
    from grundy.boards.cell_set import CellSet
    from grundy.boards.narrow_strip import NarrowStrip
    from grundy.solvers.proof.expansion import Expansion

ITEM = re.compile(r"\s*(\w+(?:\s*-\s*\w+)*)\s*(?:,|(\Z))")  # a vertex, an edge, or a walk a-b-c
SHAPE = re.compile(r"([a-z_]+)\s+(?=\d)")
WORD = re.compile(r"\w+")
KIND = re.compile(
    r"\d+x\d+|(path|star|cycle|complete|double_star|grid|triangle|caterpillar)\d*", re.IGNORECASE
)  # of graph
WORDLIKE = re.compile(r"[A-Z]\d+|[^\W\d]{3,}")  # K4, tree: alone, it is hardly meant for a vertex
BIPARTITE = re.compile(r"K(\d{1,4}),(\d{1,4})")  # K3,3 is hardly meant for two vertices
MOST_WRITTEN_EDGES = 16  # of a complete bipartite graph, in an error
LATTICE_NAME = re.compile(r"r(\d+)c(\d+)")
LONE = re.compile(
    r"\s*((path|star)\s+0+|(complete|triangle)\s+0*1|grid\s+0*1[\sx]+0*1|caterpillar\s+0*1[\sx]+0+)\s*"
)  # one vertex
NamedGraph = tuple[int, Callable[..., int], Callable[..., Iterable[tuple[object, object]]]]


def double_star(a: int, b: int) -> Iterator[tuple[int, int]]:
    """Two joined vertices, with a leaves on the one and b on the other."""
    yield 0, 1
    yield from ((int(leaf >= a), 2 + leaf) for leaf in range(a + b))


def grid(rows: int, columns: int) -> Iterator[tuple[str, str]]:
    """A lattice of vertices; r2c3 is the third vertex of the second row."""
    for r in range(1, rows + 1):
        yield from ((f"r{r}c{c}", f"r{r}c{c + 1}") for c in range(1, columns))
        if r < rows:
            yield from ((f"r{r}c{c}", f"r{r + 1}c{c}") for c in range(1, columns + 1))


def triangle(rows: int) -> Iterator[tuple[str, str]]:
    """A triangle of vertices, n of them in row n; each vertex has up to two neighbours in the row below."""
    for r in range(1, rows + 1):
        yield from ((f"r{r}c{c}", f"r{r}c{c + 1}") for c in range(1, r))
        if r < rows:
            yield from ((f"r{r}c{c}", f"r{r + 1}c{c + right}") for c in range(1, r + 1) for right in (0, 1))


def caterpillar(vertices: int, leaves: int) -> Iterator[tuple[str, str]]:
    """A path with so many leaves at each vertex; up to two of them are in the rows beside it, the others in no row."""
    for c in range(1, vertices + 1):
        if c < vertices:
            yield f"r2c{c}", f"r2c{c + 1}"
        yield from ((f"r2c{c}", f"r{2 * leaf + 1}c{c}" if leaf < 2 else f"{c}_{leaf + 1}") for leaf in range(leaves))


# For each named graph: how many numbers it takes, how many edges it has, and the edges.
SHAPES: dict[str, NamedGraph] = {
    "path": (1, lambda n: n, lambda n: ((i, i + 1) for i in range(n))),
    "star": (1, lambda n: n, lambda n: ((0, i + 1) for i in range(n))),
    "cycle": (1, lambda n: n, lambda n: ((i, (i + 1) % n) for i in range(n))),
    "complete": (1, lambda n: comb(n, 2), lambda n: combinations(range(n), 2)),
    "double_star": (2, lambda a, b: a + b + 1, double_star),
    "grid": (2, lambda rows, columns: 2 * rows * columns - rows - columns, grid),
    "triangle": (1, lambda rows: 3 * comb(rows, 2), triangle),
    "caterpillar": (2, lambda vertices, leaves: vertices * (leaves + 1) - 1, caterpillar),
}


class Graph(Board[Edges]):
    """A graph without parallel edges; a move removes a vertex and its edges."""

    kind = "graph"
    words = "networks, trees"
    family = "Graphs and curves"
    notation = f"edges such as a-b, b-c; or {', '.join(SHAPES)} with a size; or @FILE"
    ground = ""  # the vertex that everything hangs on, if there is one
    repeats = False  # whether parallel edges are kept
    lone = False  # whether vertices without edges are kept
    items = "an edge such as a-b (two words or numbers), a walk a-b-c, or a named graph such as path 5"
    most = 2_000  # edges; each option of a position is as large as the position

    def read(self, reader: Reader) -> Edges:
        if reader.next == "@":
            from grundy.boards.graph_files import load

            if not reader.files:
                raise reader.error("a file is read on the command line only; write the edges here")
            reader.expect("@")
            return self.gather(load(reader.rest))
        if not reader.next:
            return ()
        shape = SHAPE.match(reader.text, reader.place, reader.stop)
        return self.gather(read_named_graph(reader, self.most) if shape else self.read_edges(reader))

    def read_edges(self, reader: Reader) -> Iterator[Edge]:
        start, end, names, joined = reader.place, None, list[str](), False
        while end is None:
            item = ITEM.match(reader.text, reader.place, reader.stop)
            if item is None:
                reader.skip()
                raise reader.error(f"expected {self.items}")
            reader.place = item.end()
            walk = WORD.findall(item[1])
            names, joined, end = [*names, *walk], joined or len(walk) > 1, item[2]
            if kind := next(filter(KIND.fullmatch, walk), None):
                raise reader.error(f"{kind} is no vertex; write {self.items}", item.start(1))
            if len(walk) == 1 and self.lone:
                yield walk[0], walk[0]
            yield from pairwise(walk)
        if not joined and (sizes := BIPARTITE.fullmatch(",".join(names))):
            twice = f"; write {names[0]},{','.join(names)} for two vertices of these names" if self.lone else ""
            raise reader.error(f"{sizes[0]} is no named graph; write its edges: {bipartite_text(sizes)}{twice}", start)
        if self.lone and len(names) == 1 and WORDLIKE.fullmatch(names[0]):
            twice = f"write {names[0]},{names[0]} for a vertex of this name"
            raise reader.error(f"no graph is called {names[0]}; there are {', '.join(SHAPES)}; {twice}", start)
        if not self.lone and not joined and names != [self.ground]:
            raise reader.error(f"{ellipsis(','.join(names))} has no edge; write {self.items}", start)

    def of_values(self, values: Values) -> Edges:
        """The edges, which may be those of a graph of networkx."""
        return self.gather(map(self.edge_of, items_of(values, self.lone)))

    def edge_of(self, item: object) -> Edge:
        """A pair of names; where lone vertices are kept, one name too."""
        given = tuple(item) if isinstance(item, Iterable) and not isinstance(item, str) else (item,)
        ends = [str(end) for end in given if isinstance(end, str | SupportsIndex)]
        if self.lone and len(given) == 1:
            ends *= 2
        if len(ends) != 2 or len(given) > 2 or not all(map(WORD.fullmatch, ends)) or any(map(KIND.fullmatch, ends)):
            raise NotationError(f"{ellipsis(str(item))} is not an edge; give pairs of words or numbers, such as (0, 1)")
        return ends[0], ends[1]

    def gather(self, edges: Iterable[Edge]) -> Edges:
        """The edges with parallel ones side by side, or once if this board has none."""
        groups: dict[Edge, list[Edge]] = {}
        for u, v in edges:
            group = groups.setdefault((u, v) if u <= v else (v, u), [])
            if self.repeats or not group:
                group.append(group[0] if group else (u, v))
        if len(groups) > self.most:
            raise NotationError(f"a graph of {len(groups):,} edges; at most {self.most:,} are read here")
        return tuple(edge for group in groups.values() for edge in group)

    def show(self, position: Edges) -> str:
        return ",".join([f"{u}-{v}" for u, v in position])

    def tidy(self, position: Edges) -> Edges | None:
        return sort(position) or None

    def lost_edges(self, before: Edges, after: Edges) -> Iterator[Edge]:
        """The edges that the move takes away; it leaves the others in their order."""
        left = iter(after)
        kept = next(left, None)
        for edge in before:
            if edge == kept:
                kept = next(left, None)
            else:
                yield edge

    def target(self, before: Edges, after: Edges) -> str | Edge | None:
        """The vertex that was removed, if there is one: all its edges are gone, and no others."""
        gone = list(self.lost_edges(before, after))
        degree, lost = Counter(chain.from_iterable(before)), Counter(chain.from_iterable(gone))
        return next((end for end in gone[0] if lost[end] == len(gone) == degree[end]), None)

    def differ(self, before: Edges, after: Edges) -> str:
        vertex = self.target(before, after)
        if isinstance(vertex, str):
            return f"remove the vertex {vertex_words(vertex)}"
        edges = [edge_words(*edge) for edge in self.lost_edges(before, after)]
        return f"remove the edge{'s' * (len(edges) > 1)} {', '.join(edges)}"

    def handle(self, before: Edges, after: Edges) -> Handle:
        one = self.target(before, after)
        return frozenset([one] if one else self.lost_edges(before, after))

    def handles(self, before: Edges, after: Edges) -> list[Handle]:
        """All ways to touch the move."""
        return [self.handle(before, after)]

    def edits(self, position: Edges) -> Iterator[Edit[Edges]]:
        """An edge or a vertex fewer, and an edge more: between two vertices, or to a new one."""
        names = list(neighbours(position))
        new = next(name for name in map(str, count(1)) if name not in names)
        for n, (u, v) in enumerate(position):
            if u != v or self.repeats:
                left = (*position[:n], *position[n + 1 :])
                yield Edit(f"remove the edge {u}-{v}", self.without_edge(left, (u, v)), (f"e-{n}",))
        yield from self.vertex_edits(position, names, new)
        for u in names or [self.ground or "0"]:
            yield Edit(f"grow an edge from {u}", self.gather((*position, (u, new))))
        for u, v in combinations(names, 2):
            if self.repeats or not {(u, v), (v, u)} & set(position):
                yield Edit(f"join {u} and {v}", self.gather((*position, (u, v))))

    def extent(self, position: Edges) -> int:
        return len(position)

    def without_edge(self, left: Edges, edge: Edge) -> Edges:
        """What stays when the edge has gone from the graph, of which these are the other edges."""
        return left

    def vertex_edits(self, position: Edges, names: Sequence[str], new: str) -> Iterator[Edit[Edges]]:
        for n, name in enumerate(names):
            yield Edit(f"remove the vertex {name}", tuple(e for e in position if name not in e), (f"v-{n}",))

    def small(self, bound: int) -> Iterator[Edges]:
        """Every graph of at most `bound` edges, one of each form."""
        yield ()
        level: dict[Edges, None] = {(): None}
        for _ in range(bound):
            smaller, level = level, {}
            for graph in (form(larger, self.ground) for old in smaller for larger in self.extensions(old)):
                if graph not in level:
                    level[graph] = None
                    yield graph

    def extensions(self, edges: Edges) -> Iterator[Edges]:
        old, taken = sorted(neighbours(edges)), set(edges)
        new = [str(len(old)), str(len(old) + 1)]
        for u, v in (*combinations(old, 2), *((u, new[0]) for u in old), (new[0], new[1])):
            if (u, v) not in taken:
                yield (*edges, (u, v))


class FreeGraph(Graph):
    """A graph with lone vertices; a move chooses a vertex, which goes with its neighbours."""

    notation = f"edges and lone vertices such as a-b, b-c, d; or {', '.join(SHAPES)} with a size; or @FILE"
    lone = True
    items = "an edge such as a-b, a lone vertex such as a, or a named graph such as path 5"

    def read(self, reader: Reader) -> Edges:
        if one := LONE.fullmatch(reader.text, reader.place, reader.stop):
            reader.place = one.end()
            return (("0", "0"),)
        return super().read(reader)

    def gather(self, edges: Iterable[Edge]) -> Edges:
        all_edges = super().gather(edges)
        joined = {vertex for u, v in all_edges if u != v for vertex in (u, v)}
        return tuple((u, v) for u, v in all_edges if u != v or u not in joined)

    def show(self, position: Edges) -> str:
        if len(position) == 1 and position[0][0] == position[0][1] and WORDLIKE.fullmatch(position[0][0]):
            return ",".join(position[0])
        text = ",".join([u if u == v else f"{u}-{v}" for u, v in position])
        return f"{position[0][0]},{text}" if BIPARTITE.fullmatch(text) else text

    def target(self, before: Edges, after: Edges) -> str:
        """The vertex that was chosen: it is gone, and so are its neighbours and no others."""
        beside = neighbours(before)
        gone = beside.keys() - neighbours(after).keys()
        return next(vertex for vertex in beside if vertex in gone and gone == {vertex, *beside[vertex]})

    def differ(self, before: Edges, after: Edges) -> str:
        return f"choose the vertex {vertex_words(self.target(before, after))}"

    def without_edge(self, left: Edges, edge: Edge) -> Edges:
        return self.gather((*left, *((vertex, vertex) for vertex in edge)))

    def vertex_edits(self, position: Edges, names: Sequence[str], new: str) -> Iterator[Edit[Edges]]:
        """Vertices that go alone: their neighbours stay."""
        for n, name in enumerate(names):
            yield Edit(f"remove the vertex {name}", without(position, {name}), (f"v-{n}",))
        yield Edit("add a lone vertex", (*position, (new, new)))

    def small(self, bound: int) -> Iterator[Edges]:
        for graph in super().small(bound):
            name = str(len(neighbours(graph)))
            yield from (graph, (*graph, (name, name)))


class GraphGame(Ruleset[Edges]):
    """A game on a graph, whose components are played separately; the names of vertices do not matter."""

    board: Graph

    def parts(self, position: Edges) -> list[Edges]:
        return components(position)

    def canonical(self, position: Edges) -> Edges:
        """The same graph with its vertices numbered, lone ones last."""
        joined = form(tuple([edge for edge in position if edge[0] != edge[1]]))
        first = len(neighbours(joined))
        lone = map(str, range(first, first + len(position) - len(joined)))
        return (*joined, *((name, name) for name in lone))

    def takes(self) -> int:
        """What a move may take as bits of `cell_set`, whatever it leaves; none where moves are of another kind."""
        return 0

    def narrow_strip(self, position: Edges) -> "NarrowStrip | None":
        from grundy.boards.narrow_strip import KINDS, NarrowStrip

        takes = self.takes()
        return NarrowStrip.of_lattice(position, takes) if takes and not takes & ~KINDS else None

    def cell_set(self, position: Edges) -> "CellSet | None":
        from grundy.boards.cell_set import CellSet

        return CellSet.of_graph(position, self.takes()) if self.takes() else None

    def expansion(self) -> "Expansion | None":
        from grundy.solvers.proof.expansion import CellExpansion
        from grundy.system import has_arrays

        return CellExpansion(self) if self.takes() and has_arrays() else None

    def check(self, position: Edges) -> None:
        if not self.board.lone:
            refuse_loops(self, position)


def refuse_loops(ruleset: Ruleset[Any], edges: Edges) -> None:
    loop = next((u for u, v in edges if u == v), None)
    if loop is not None:
        raise PositionError(f"{ruleset} has no loops; leave out {loop}-{loop}")


def lattice_place(vertex: str) -> tuple[int, int] | None:
    """The row and the column of a vertex that is called by them, as those of grids are.

    >>> lattice_place("r2c13"), lattice_place("rc")
    ((2, 13), None)
    """
    found = LATTICE_NAME.fullmatch(vertex)
    return (int(found[1]), int(found[2])) if found else None


def vertex_words(vertex: str) -> str:
    """A vertex by the name that the picture shows, or by its row and column.

    >>> vertex_words("b"), vertex_words("r1c2")
    ('b', 'in row 1, column 2')
    """
    place = lattice_place(vertex)
    return f"in row {place[0]}, column {place[1]}" if place else vertex


def vertex_name(vertex: str) -> str:
    """A vertex as the end of a way: its name, or its row and column."""
    return vertex_words(vertex).removeprefix("in ")


def edge_words(u: str, v: str) -> str:
    """An edge by its ends.

    >>> edge_words("a", "b"), edge_words("a", "a"), edge_words("r1c1", "r1c2"), edge_words("r1c1", "r2c1")
    ('a-b', 'at a', 'in row 1, columns 1-2', 'in rows 1-2, column 1')
    """
    ends = lattice_place(u), lattice_place(v)
    if ends[0] and ends[1]:
        lines = (sorted({ends[0][axis], ends[1][axis]}) for axis in (0, 1))
        spans = (
            f"{noun}{'s' * (len(line) > 1)} {'-'.join(map(str, line))}"
            for noun, line in zip(("row", "column"), lines, strict=True)
        )
        return f"in {', '.join(spans)}"
    return f"at {u}" if u == v else f"{u}-{v}"


def bipartite_text(sizes: re.Match[str]) -> str:
    """The edges of the complete bipartite graph with so many vertices on its sides; the first ones if there are many.

    >>> bipartite_text(BIPARTITE.fullmatch("K2,2"))
    'a1-b1,a1-b2,a2-b1,a2-b2'
    """
    one, other = map(int, sizes.groups())
    edges = (f"a{i}-b{j}" for i in range(1, one + 1) for j in range(1, other + 1))
    return ",".join(islice(edges, MOST_WRITTEN_EDGES)) + ",..." * (one * other > MOST_WRITTEN_EDGES)


def without(position: Edges, gone: set[str]) -> Edges:
    """The graph of a `FreeGraph` after these vertices have gone; those that lose all their neighbours stay as lone."""
    kept = [edge for edge in position if gone.isdisjoint(edge)]
    joined = {vertex for edge in kept for vertex in edge}
    alone = (vertex for vertex in neighbours(position) if vertex not in gone and vertex not in joined)
    return (*kept, *((vertex, vertex) for vertex in alone))


def read_named_graph(reader: Reader, most: int) -> Iterator[Edge]:
    start, name = reader.place, reader.while_in("abcdefghijklmnopqrstuvwxyz_")
    if name not in SHAPES:
        raise reader.error(f"no graph is called '{ellipsis(name)}'; there are {', '.join(SHAPES)}", start)
    numbers, count, edges = SHAPES[name]
    sizes = [reader.integer("a size")]
    if numbers == 2:
        reader.take("x")
        sizes.append(reader.integer("a second size"))
    if max(*sizes, count(*sizes)) > most:
        raise reader.error(f"this graph has more than {most:,} edges or rows; write a smaller size", start)
    yield from ((str(u), str(v)) for u, v in edges(*sizes))
