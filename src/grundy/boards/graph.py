"""A graph: a position is the tuple of its edges, each a pair of vertex names.

A vertex without edges is not kept: in the games on this board nothing can happen to it. Edges stand as they were
written, but parallel ones stand together, so that it does not matter which of them goes.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, combinations
from math import comb

from grundy.boards.graph_forms import Edge, Edges, form, neighbours, sort
from grundy.core.board import Board, Handle
from grundy.core.reader import Reader, ellipsis
from grundy.errors import NotationError

__all__ = ["Graph", "Rooted"]

ITEM = re.compile(r"\s*(\w+)\s*(?:-\s*(\w+)\s*)?(?:,|(\Z))")
SHAPE = re.compile(r"([a-z_]+)\s+(?=\d)")
WORD = re.compile(r"\w+")
Shape = tuple[int, Callable[..., int], Callable[..., Iterable[tuple[object, object]]]]


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


# For each named graph: how many numbers it takes, how many edges it has, and the edges.
SHAPES: dict[str, Shape] = {
    "path": (1, lambda n: n, lambda n: ((i, i + 1) for i in range(n))),
    "star": (1, lambda n: n, lambda n: ((0, i + 1) for i in range(n))),
    "cycle": (1, lambda n: n, lambda n: ((i, (i + 1) % n) for i in range(n))),
    "complete": (1, lambda n: comb(n, 2), lambda n: combinations(range(n), 2)),
    "double_star": (2, lambda a, b: a + b + 1, double_star),
    "grid": (2, lambda rows, columns: 2 * rows * columns - rows - columns, grid),
}


@dataclass(frozen=True)
class Graph(Board[Edges]):
    """A graph without parallel edges; a move removes a vertex and its edges."""

    kind = "graph"
    notation = f"edges such as a-b, b-c; or {', '.join(SHAPES)} with a size; or @FILE"
    ground = ""  # the vertex that everything hangs on, if there is one
    repeats = False  # whether parallel edges are kept
    most = 2_000  # edges; each option of a position is as large as the position

    def read(self, reader: Reader) -> Edges:
        """The edges written one by one, by the name of their graph, or in a file."""
        if reader.next == "@":
            return self.loaded(reader)
        shape = SHAPE.match(reader.text, reader.place, reader.stop)
        return self.gather(named(reader, self.most) if shape else listed(reader))

    def loaded(self, reader: Reader) -> Edges:
        """The graph in a file, where files may be read."""
        from grundy.boards.graph_files import load

        if not reader.files:
            raise reader.error("a file is read on the command line only; write the edges here")
        reader.expect("@")
        return self.gather(load(reader.rest))

    def make(self, *arguments: object) -> Edges:
        """The graph given as text, or as an iterable of pairs of vertices."""
        if len(arguments) != 1 or isinstance(arguments[0], str) or not isinstance(arguments[0], Iterable):
            return super().make(*arguments)
        return self.gather(pair(item) for item in arguments[0])

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
        """The edges; a graph without any as one vertex."""
        return ",".join([f"{u}-{v}" for u, v in position]) or "0"

    def tidy(self, position: Edges) -> Edges | None:
        """The edges in order, or None if there are none."""
        return sort(position) or None

    def removed(self, before: Edges, after: Edges) -> Iterator[Edge]:
        """The edges that the move takes away; it leaves the others in their order."""
        left = iter(after)
        kept = next(left, None)
        for edge in before:
            if edge == kept:
                kept = next(left, None)
            else:
                yield edge

    def touched(self, before: Edges, after: Edges) -> str | Edge:
        """The vertex that was removed: all its edges are gone, and no others."""
        gone = list(self.removed(before, after))
        degree, lost = Counter(chain.from_iterable(before)), Counter(chain.from_iterable(gone))
        return next(end for end in gone[0] if lost[end] == len(gone) == degree[end])

    def differ(self, before: Edges, after: Edges) -> str:
        """The vertex that was removed, in words."""
        return f"remove the vertex {self.touched(before, after)}"

    def handle(self, before: Edges, after: Edges) -> Handle:
        """The vertex or the edge to touch."""
        return frozenset([self.touched(before, after)])

    def small(self, bound: int) -> Iterator[Edges]:
        """Every graph of at most `bound` edges, one of each form."""
        yield ()
        level: dict[Edges, None] = {(): None}
        for _ in range(bound):
            smaller, level = level, {}
            for graph in (form(grown, self.ground) for old in smaller for grown in self.grown(old)):
                if graph not in level:
                    level[graph] = None
                    yield graph

    def grown(self, edges: Edges) -> Iterator[Edges]:
        """The graph with one more edge, anywhere."""
        old, taken = sorted(neighbours(edges)), set(edges)
        new = [str(len(old)), str(len(old) + 1)]
        for u, v in (*combinations(old, 2), *((u, new[0]) for u in old), (new[0], new[1])):
            if (u, v) not in taken:
                yield (*edges, (u, v))


@dataclass(frozen=True)
class Rooted(Graph):
    """A graph on the ground, the vertex 0; a move cuts an edge, and what loses its ground is gone."""

    notation = f"edges such as 0-1, 1-2 (0 is the ground); or {', '.join(SHAPES)} with a size; or @FILE"
    ground = "0"
    repeats = True
    most = 1_000_000

    def touched(self, before: Edges, after: Edges) -> str | Edge:
        """The edge that was cut: where several are gone, the one that still has an end on the ground."""
        gone, *more = self.removed(before, after)
        left = {self.ground, *chain.from_iterable(after)} if more else set(gone)
        return next(edge for edge in (gone, *more) if not left.isdisjoint(edge))

    def differ(self, before: Edges, after: Edges) -> str:
        """The edge that was cut, in words."""
        return "cut the edge " + "-".join(self.touched(before, after))

    def grown(self, edges: Edges) -> Iterator[Edges]:
        """The graph with one more edge that hangs on it: parallel, a loop or to a new vertex too."""
        old = sorted({self.ground, *neighbours(edges)})
        yield from ((*edges, (u, v)) for i, u in enumerate(old) for v in (*old[i:], str(len(old))))


def pair(item: object) -> Edge:
    """An edge given by Python values: a pair of vertices."""
    ends = tuple(map(str, item)) if isinstance(item, Iterable) and not isinstance(item, str) else ()
    if len(ends) != 2 or not all(map(WORD.fullmatch, ends)):
        raise NotationError(f"{ellipsis(str(item))} is not an edge; give pairs of words or numbers, such as (0, 1)")
    return ends[0], ends[1]


def listed(reader: Reader) -> Iterator[Edge]:
    """The edges that stand here, separated by commas; a vertex alone has none."""
    end = None
    while end is None:
        item = ITEM.match(reader.text, reader.place, reader.stop)
        if item is None:
            reader.skip()
            raise reader.error("expected an edge such as a-b (two words or numbers), or a named graph such as path 5")
        reader.place = item.end()
        u, v, end = item.groups()
        if v is not None:
            yield u, v


def named(reader: Reader, most: int) -> Iterator[Edge]:
    """The edges of the named graph that stands here, at most so many."""
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
