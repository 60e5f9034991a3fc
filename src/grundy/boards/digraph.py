"""A directed graph: a position is a vertex, and a move follows an arrow.

Self-loops and pairs of opposite arrows are ordinary moves, and parallel arrows are several ways to make one.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from grundy.core.board import Board, Edit, Values
from grundy.core.reader import Reader, ellipsis
from grundy.errors import NotationError

MOST_ARROWS = 200_000  # arrows of a graph that is written out in an expression, as every game that it leads to is
WORD = re.compile(r"\w+")
NAME = re.compile(r"\s*(\w+)\s*")
FOLLOWER = re.compile(r"[\s,]*(\w+)")


class HasFollowers(Protocol):
    """A graph of networkx, or what looks like one."""

    @property
    def adj(self) -> Any: ...


class Arrows(Mapping[str, Sequence[str]]):
    """The followers of every vertex: a mapping that can be hashed."""

    def __init__(self, arrows: Iterable[Sequence[str]]) -> None:
        """Gather pairs of tail and head, and vertices alone, in the order in which they come."""
        followers: dict[str, list[str]] = {}
        for number, (tail, *heads) in enumerate(arrows):
            if number > MOST_ARROWS:
                raise NotationError(
                    f"a graph of more than {MOST_ARROWS:,} arrows; `grundy graph FILE` takes larger ones"
                )
            followers.setdefault(tail, []).extend(heads)
            for head in heads:
                followers.setdefault(head, [])
        if not followers:
            raise NotationError("a graph without vertices; write one, such as a: b")
        self.followers = {vertex: tuple(heads) for vertex, heads in followers.items()}

    @classmethod
    def of(cls, graph: Mapping[Any, Iterable[object]] | HasFollowers) -> "Arrows":
        """The graph given by Python values: followers by vertex, or whatever has them as `adj`, as networkx does."""
        adjacency = graph if isinstance(graph, Mapping) else getattr(graph, "adj", None)
        if not isinstance(adjacency, Mapping):
            cure = "give the followers of each vertex, such as {'a': ['b']}, or a graph of networkx"
            raise NotationError(f"{ellipsis(repr(graph), 60)} is no directed graph; {cure}")
        return cls(arrow for tail, heads in adjacency.items() for arrow in arrows_from(tail, heads))

    def __getitem__(self, vertex: str) -> Sequence[str]:
        return self.followers[vertex]

    def __iter__(self) -> Iterator[str]:
        return iter(self.followers)

    def __len__(self) -> int:
        return len(self.followers)

    @cached_property
    def key(self) -> frozenset[tuple[str, Sequence[str]]]:
        """What is equal for equal graphs, in whatever order they were written."""
        return frozenset((vertex, tuple(sorted(heads))) for vertex, heads in self.items())

    @cached_property
    def code(self) -> int:
        """The hash, computed once: a search needs it at every step."""
        return hash(self.key)

    def __hash__(self) -> int:
        return self.code

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Arrows) and self.key == other.key

    def __getstate__(self) -> dict[str, object]:
        return {"followers": self.followers}  # the hash of text differs from process to process

    def __str__(self) -> str:
        return self.text

    @cached_property
    def text(self) -> str:
        """The graph as it is written; a vertex without followers stands alone only if nothing leads to it."""
        reached = {head for heads in self.values() for head in heads}
        listed = (v for v, heads in self.items() if heads or v not in reached)
        return "; ".join(f"{v}: {' '.join(self[v])}".rstrip() for v in listed)

    @cached_property
    def is_acyclic(self) -> bool:
        """Whether all play ends: vertices fall away when all their followers have."""
        waits = {vertex: len(heads) for vertex, heads in self.items()}
        before: dict[str, list[str]] = {vertex: [] for vertex in self}
        for vertex, heads in self.items():
            for head in heads:
                before[head].append(vertex)
        ended = [vertex for vertex, left in waits.items() if not left]
        for head in ended:
            for vertex in before[head]:
                waits[vertex] -= 1
                if not waits[vertex]:
                    ended.append(vertex)
        return len(ended) == len(self)


def arrows_from(tail: object, heads: Iterable[object]) -> Iterator[Sequence[str]]:
    yield (word(tail),)
    yield from ((str(tail), word(head)) for head in ([heads] if isinstance(heads, str) else heads))


def word(vertex: object) -> str:
    name = str(vertex)
    if not WORD.fullmatch(name):
        raise NotationError(f"{ellipsis(repr(vertex))} is not a vertex; name vertices by words or numbers")
    return name


def read_arrows(reader: Reader) -> Arrows:
    if reader.next != "@":
        return Arrows(read_statements(reader))
    from grundy.boards.graph_files import load_statements

    if not reader.files:
        raise reader.error("a file is read on the command line only; write the arrows here")
    reader.expect("@")
    return Arrows(load_statements(reader.rest, True))


def read_statements(reader: Reader) -> Iterator[tuple[str, ...]]:
    """The vertices and arrows that stand here: statements such as a: b e, separated by semicolons."""
    while reader.next:
        tail = NAME.match(reader.text, reader.place, reader.stop)
        if not tail:
            raise reader.error(f"expected a vertex, such as a in a: b c; found {reader.next_in_words()}")
        reader.place = tail.end()
        reader.expect(":", f"after the vertex {ellipsis(tail[1])}")
        yield (tail[1],)
        while head := FOLLOWER.match(reader.text, reader.place, reader.stop):
            reader.place = head.end()
            yield tail[1], head[1]
        if reader.next == ":":
            raise reader.error("expected ';' before the vertex that this colon follows")
        if reader.next:
            reader.expect(";", "or a vertex")


@dataclass(frozen=True)
class Vertices(Board[str]):
    """The vertices of one graph; a piece stands on one of them."""

    graph: Arrows

    kind = "digraph"
    family = "Graphs and curves"
    notation = "the vertex where play starts"

    def read(self, reader: Reader) -> str:
        name = NAME.match(reader.text, reader.place, reader.stop)
        if not name:
            raise reader.error(f"expected the vertex where play starts, found {reader.next_in_words()}")
        reader.place = name.end()
        return name[1]

    def of_values(self, values: Values) -> str:
        """The vertex of this name, which may be a number."""
        if len(values) != 1:
            raise self.refuse(values, "a vertex")
        return self.parse(str(values[0]))

    def show(self, position: str) -> str:
        return position

    def differ(self, before: str, after: str) -> str:
        return f"stay at {after}" if before == after else f"move from {before} to {after}"

    def edits(self, position: str) -> Iterator[Edit[str]]:
        """The piece on another vertex."""
        for n, vertex in enumerate(self.graph):
            if vertex != position:
                yield Edit(f"put the piece on {vertex}", vertex, (f"v-{n}",))

    def small(self, bound: int) -> Iterator[str]:
        return iter(self.graph)
