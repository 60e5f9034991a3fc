"""Green Hackenbush: cut an edge of a graph that stands on the ground; what is no longer connected to it falls.

The vertices of a circuit may be fused into one, where each edge becomes a loop and counts 1 (fusion principle), and
what grows on an edge of value v is worth v + 1 there, nim-added to the rest (colon principle): Berlekamp, Conway and
Guy 1982, Ferguson 6. So the nimber takes one walk over the graph, and so do all cuts that lead to a wanted nimber.

A cut of a bridge takes away what grows on it. Any other edge lies on circuits. The edges that become bridges when it
is cut form its class, together with itself: they lie on one ring, with a fused piece between any two of them, and
after the cut the ring is two stalks of pieces. Two tree edges of a depth-first search are of one class
if the same back edges pass over them, and a back edge is of the class of the tree edges that it alone passes over.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property, reduce
from itertools import pairwise
from operator import xor
from typing import TYPE_CHECKING

from grundy.boards.graph_forms import Edges, components, form
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Ruleset, cites
from grundy.errors import PositionError
from grundy.games.hackenbush.board import Rooted

if TYPE_CHECKING:
    from grundy.core.laboratory import Laboratory
    from grundy.explain.page import Page
    from grundy.explain.structure import Block

BOOK = "colon and fusion principles, Berlekamp, Conway and Guy 1982"
MOST_SPLIT_EDGES = 10_000  # a larger position is one part: to compare its options part by part takes a walk for each


class Hackenbush(Ruleset[Edges]):
    """Cut an edge; everything that is no longer connected to the ground goes with it."""

    board = Rooted()
    source = "Berlekamp, Conway and Guy 1982"
    example = "0-1,1-2,0-3,3-4,4-2,2-5,5-6,5-7"
    famous = True
    for_beginners = True
    aliases = ("green_hackenbush",)

    def moves(self, position: Edges) -> Iterator[Edges]:
        walk = DepthFirst(position)
        return (walk.after(edge) for edge in range(len(position)))

    def parts(self, position: Edges) -> list[Edges]:
        return components(position, self.board.ground) if len(position) <= MOST_SPLIT_EDGES else [position]

    def canonical(self, position: Edges) -> Edges:
        return form(position, self.board.ground)

    def is_over(self, position: Edges) -> bool:
        return not position

    def check(self, position: Edges) -> None:
        owner = DepthFirst(position).owner
        if -1 in owner:
            u, v = position[owner.index(-1)]
            raise PositionError(f"the edge {u}-{v} is not connected to the ground; connect it to the vertex 0")

    @cites(BOOK)
    def theorem(self, position: Edges) -> int:
        return DepthFirst(position).values[0]

    @cites(BOOK)
    def reach(self, position: Edges, nimber: Nimber, misere: bool = False) -> Iterator[Edges] | None:
        if misere or not isinstance(nimber, int):
            return None
        walk = DepthFirst(position)
        return map(walk.after, sorted(walk.cuts(nimber)))

    def why(self, parts: Sequence[Edges], page: "Page") -> "Iterator[Block]":
        from grundy.games.hackenbush.why import explain

        return explain(self, parts, page)

    def laboratory(self) -> "Laboratory[Edges]":
        from grundy.games.hackenbush.lab import laboratory

        return laboratory


class DepthFirst:
    """A depth-first walk from the ground over the edges of a position.

    Vertices are numbered in the order of the walk, the ground 0. Each but the ground has a stem, the tree edge from its
    parent; the other edges are back edges, from a lower vertex to one that was visited before it, or loops.
    """

    def __init__(self, position: Edges) -> None:
        self.position = position
        self.parent, self.stem = [0], [-1]
        self.back: list[tuple[int, int, int]] = []  # upper vertex, lower vertex, edge
        self.owner = [-1] * len(position)  # of a stem the vertex on it, of a back edge the lower vertex
        self.walk(Rooted.ground)

    def walk(self, ground: str) -> None:
        beside: dict[str, list[tuple[int, str]]] = {}  # at each vertex the indices and other ends of its edges
        for edge, (u, v) in enumerate(self.position):
            beside.setdefault(u, []).append((edge, v))
            beside.setdefault(v, []).append((edge, u))
        numbers, owner, path, stack = {ground: 0}, self.owner, [0], [iter(beside.get(ground, ()))]
        while stack:
            for edge, end in stack[-1]:
                if owner[edge] >= 0:
                    continue
                if end not in numbers:
                    owner[edge] = numbers[end] = len(numbers)
                    self.parent.append(path[-1])
                    self.stem.append(edge)
                    path.append(owner[edge])
                    stack.append(iter(beside[end]))
                    break
                owner[edge] = path[-1]
                self.back.append((numbers[end], path[-1], edge))
            else:
                path.pop()
                stack.pop()

    @cached_property
    def over(self) -> list[int]:
        """The number of back edges that pass over each stem: none over a bridge."""
        over = [0] * len(self.parent)
        for upper, lower, _ in self.back:
            over[lower] += 1
            over[upper] -= 1
        for vertex in range(len(over) - 1, 0, -1):
            over[self.parent[vertex]] += over[vertex]
        return over

    @cached_property
    def values(self) -> list[int]:
        """What each vertex bears, nim-added: 1 for an edge on a circuit, v + 1 for a bridge that bears v."""
        values = [0] * len(self.parent)
        for _, lower, _ in self.back:
            values[lower] ^= 1
        for vertex in range(len(values) - 1, 0, -1):
            bears = values[vertex]
            values[self.parent[vertex]] ^= bears ^ 1 if self.over[vertex] else bears + 1
        return values

    @cached_property
    def end(self) -> list[int]:
        """The number after the last descendant of each vertex in the tree: its descendants are the numbers between."""
        end = [vertex + 1 for vertex in range(len(self.parent))]
        for vertex in range(len(end) - 1, 0, -1):
            parent = self.parent[vertex]
            end[parent] = max(end[parent], end[vertex])
        return end

    def after(self, edge: int) -> Edges:
        vertex = self.owner[edge]
        if self.stem[vertex] != edge or self.over[vertex]:
            return self.position[:edge] + self.position[edge + 1 :]
        end = self.end[vertex]
        return tuple([e for e, owner in zip(self.position, self.owner, strict=True) if not vertex <= owner < end])

    @cached_property
    def first(self) -> list[int]:
        """For each stem on a circuit a back edge over it: one with the latest upper vertex.

        Of two stems that share it one lies below the other, and what passes over the lower passes over the upper.
        """
        first, up = [-1] * len(self.parent), list(range(len(self.parent)))
        for upper, lower, edge in sorted(self.back, reverse=True):
            vertex = lower
            while (vertex := top(up, vertex)) > upper:
                first[vertex] = edge
                up[vertex] = self.parent[vertex]
        return first

    def rings(self) -> Iterator[tuple[int, list[int], list[int]]]:
        """The classes of edges: a vertex of the circuits they lie on, the edges in order, the pieces between them."""
        stems: dict[tuple[int, int], list[int]] = {}
        for vertex, (edge, over) in enumerate(zip(self.first, self.over, strict=True)):
            if edge >= 0:
                stems.setdefault((edge, over), []).append(vertex)
        for (edge, over), ring in stems.items():
            alone = over == 1
            bears = [self.values[vertex] for vertex in ring] + [0] * alone
            pieces = [a ^ b ^ 1 for a, b in pairwise(bears)]
            yield ring[0], [self.stem[vertex] for vertex in ring] + [edge] * alone, pieces
        yield from ((lower, [edge], []) for _, lower, edge in self.back if (edge, 1) not in stems)

    def cuts(self, nimber: int) -> Iterator[int]:
        """The edges whose cut leaves this nimber.

        To leave it, the piece that a vertex is fused into must come to bear `wanted`. A negative number is impossible;
        -1 above a bridge means that the bridge itself must be cut.
        """
        bears, wanted = self.values[:], [nimber] * len(self.values)
        for vertex, parent in enumerate(self.parent[1:], 1):
            if self.over[vertex]:
                bears[vertex], wanted[vertex] = bears[parent], wanted[parent]
            else:
                wanted[vertex] = ((bears[vertex] + 1) ^ bears[parent] ^ wanted[parent]) - 1
                if wanted[vertex] == -1:
                    yield self.stem[vertex]
        for vertex, edges, pieces in self.rings():
            if wanted[vertex] >= 0:
                stalks = reduce(xor, pieces, bears[vertex] ^ len(edges) & 1 ^ wanted[vertex])
                yield from ring_cuts(edges, pieces, stalks) if pieces else edges[: stalks == 0]


def top(up: list[int], vertex: int) -> int:
    """The end of the path up from a vertex, which is halved for the next time (union-find)."""
    while (above := up[vertex]) != vertex:
        up[vertex] = vertex = up[above]
    return vertex


def ring_cuts(edges: list[int], pieces: list[int], stalks: int) -> Iterator[int]:
    """The edges of a ring whose cut leaves two stalks of this nim-sum."""
    there, back = stalk_values(pieces), list(stalk_values(pieces[::-1]))
    return (edge for edge, a, b in zip(edges, there, reversed(back), strict=True) if a ^ b == stalks)


def stalk_values(pieces: list[int]) -> Iterator[int]:
    """The values of the stalks that bear the first 0, 1, 2, ... pieces, each on an edge of its own.

    A stalk of p, q, r is 1 + (p ^ (1 + (q ^ (1 + r)))). The next one replaces r by r ^ (1 + s), so we keep the map from
    its innermost number to its value. Adding 1 and nim-adding are automorphisms of the tree of binary numbers, last
    digit first, and so is this map: `turned` holds the nodes where it exchanges 0 and 1, `mask` the levels where it
    does so everywhere. The next piece changes one branch of the tree, that of the image of 0.
    """
    turned: set[int] = set()
    mask = 0
    levels = max(pieces, default=0).bit_length() + len(pieces).bit_length()
    for piece in (*pieces, 0):
        value = 0
        for level in range(levels):
            node = value | 1 << level
            value |= ((node in turned) ^ (mask >> level & 1)) << level
            (turned.remove if node in turned else turned.add)(node)
        yield value
        mask ^= piece


hackenbush = Hackenbush()
