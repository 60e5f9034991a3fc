"""Node removal: remove a vertex of a graph together with its edges; a vertex without edges stays for ever.

A path of n edges is the octal game 0.37 with a heap of n: an end takes one edge, an inner vertex two and perhaps splits
the rest. On a cycle the first move leaves such a path. Removing a vertex of a complete graph leaves a complete one, and
of a star with n leaves either nothing or the star with n - 1 (Ferguson, exercise 4.5.11).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from operator import add

from grundy.boards.graph import Graph
from grundy.boards.graph_forms import Edges, components, form, neighbours
from grundy.core.game import Game
from grundy.core.ruleset import Ruleset, cites
from grundy.errors import PositionError
from grundy.games.nim import nim
from grundy.games.octal import Octal

__all__ = ["NodeRemoval", "node_removal"]


@dataclass(frozen=True)
class NodeRemoval(Ruleset[Edges]):
    """Remove a vertex that has an edge, together with all its edges."""

    board = Graph()
    source = "Ferguson 2014, exercise 4.5.11"
    example = "grid 3x3"

    def moves(self, position: Edges) -> Iterator[Edges]:
        """The graph without one of its vertices."""
        return (tuple([edge for edge in position if vertex not in edge]) for vertex in neighbours(position))

    def parts(self, position: Edges) -> list[Edges]:
        """The connected components."""
        return components(position)

    def canonical(self, position: Edges) -> Edges:
        """The same graph with its vertices numbered."""
        return form(position)

    def over(self, position: Edges) -> bool:
        """Whether no edge is left."""
        return not position

    def check(self, position: Edges) -> None:
        """Raise if there is a loop."""
        loop = next((u for u, v in position if u == v), None)
        if loop is not None:
            raise PositionError(f"node_removal has no loops; leave out {loop}-{loop}")

    @cites("Ferguson 2014, exercise 4.5.11")
    def disguise(self, position: Edges) -> Game | None:
        """The sum of heaps for paths, cycles, stars and complete graphs."""
        known = [heap_for(part) for part in components(position)]
        return reduce(add, (game for game in known if game), nim(0)) if all(known) else None


def path(edges: int) -> Game:
    """The heap that a path is in disguise."""
    return Octal("0.37")(edges)


def heap_for(part: Edges) -> Game | None:
    """The heap that a connected graph is in disguise, where its shape is known."""
    degrees = [len(around) for around in neighbours(part).values()]
    edges, vertices, most = len(part), len(degrees), max(degrees)
    if most <= 2:
        return path(edges) if edges < vertices else nim(int(path(edges - 2).nimber == 0))
    if most == edges:
        return nim(2 - edges % 2)
    return nim(1 - vertices % 2) if min(degrees) == vertices - 1 else None


node_removal = NodeRemoval()
