"""Any directed graph as a game: a piece stands on a vertex, and a move takes it along an arrow.

Every impartial game is one (Sprague 1935, Grundy 1939). Where play can go round for ever the endless play is a draw,
and Smith's values take the place of nimbers (Smith 1966; Fraenkel and Perl 1975).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Self

from grundy.boards.digraph import Arrows, Vertices, read_arrows
from grundy.core.reader import Reader, ellipsis
from grundy.core.ruleset import Ruleset
from grundy.errors import PositionError

__all__ = ["Digraph"]


@dataclass(frozen=True, init=False)
class Digraph(Ruleset[str]):
    """Move the piece along an arrow of the graph; whoever cannot loses, and endless play is a draw."""

    graph: Arrows

    board = Vertices(Arrows([("a", "b")]))  # of the schema; each graph has its own
    source = "Smith 1966"
    aliases = ("digraph_cyclic",)
    example = "a"
    example_parameters = "a: b e; b: c; c: d a; d: e f; f: g; g: f d"

    def __init__(self, graph: Mapping[object, Iterable[object]] | Arrows) -> None:
        arrows = graph if isinstance(graph, Arrows) else Arrows.of(graph)
        about = {"graph": arrows, "board": Vertices(arrows), "finite": arrows.acyclic}
        self.__dict__.update(about)  # the dataclass is frozen, and board and finite belong to this one graph

    @classmethod
    def read(cls, reader: Reader) -> Self:
        """The ruleset of the graph written here."""
        return cls(read_arrows(reader))

    def parameters(self) -> str:
        """The graph."""
        return str(self.graph)

    def check(self, position: str) -> None:
        """Raise if there is no such vertex."""
        if position not in self.graph:
            raise PositionError(f"the graph has no vertex {position}; it has {ellipsis(', '.join(self.graph), 60)}")

    def moves(self, position: str) -> Iterator[str]:
        """The followers of the vertex."""
        return iter(self.graph[position])
