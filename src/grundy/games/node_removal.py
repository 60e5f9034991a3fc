"""Node removal: remove a vertex of a graph together with its edges; a vertex without edges stays for ever.

A path of n edges is the octal game 0.37 with a heap of n: an end takes one edge, an inner vertex two and perhaps splits
the rest. On a cycle the first move leaves such a path. Removing a vertex of a complete graph leaves a complete one, and
of a star with n leaves either nothing or the star with n - 1 (Ferguson, exercise 4.5.11).
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grundy.boards.cell_set import JOINED
from grundy.boards.graph import Graph, GraphGame
from grundy.boards.graph_forms import Edges, components, neighbours
from grundy.core.game import Game
from grundy.core.ruleset import cites
from grundy.games.nim import add_heaps, nim
from grundy.games.octal import Octal

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.prose import Field, Text
    from grundy.explain.structure import Block


class NodeRemoval(GraphGame):
    """Remove a vertex that has an edge, together with all its edges."""

    board = Graph()
    source = "Ferguson 2014, exercise 4.5.11"
    example = "grid 3x3"

    def moves(self, position: Edges) -> Iterator[Edges]:
        return (tuple([edge for edge in position if vertex not in edge]) for vertex in neighbours(position))

    def is_over(self, position: Edges) -> bool:
        return not position

    def takes(self) -> int:
        return JOINED

    @cites("Ferguson 2014, exercise 4.5.11")
    def disguise(self, position: Edges) -> Game | None:
        """The sum of heaps for paths, cycles, stars and complete graphs."""
        return add_heaps([heap_for(part) for part in components(position)])

    def why(self, parts: Sequence[Edges], page: "Page") -> "Iterator[Block]":
        rows: list[tuple[Field, ...]] = []
        rest: list[Edges] = []
        for part in parts[: page.most_rows]:
            heap = None if page.misere else heap_for(part)
            value = page.value(heap) if heap else None
            if heap and value is not None:
                game = page.at(self, part)
                same = page.text("{}, worth {}", heap, page.claim(heap, value))
                rows.append((game, shape(game, part, page), same, page.claim(game, value)))
            else:
                rest.append(part)
        if rows:
            yield page.say("Paths, cycles, stars and complete graphs are heaps in disguise.")
            yield page.table(["component", "shape", "as", "nimber"], rows)
            yield page.say(
                "An end of a path takes one edge with it, an inner vertex two, and the rest may fall apart: the octal "
                "game 0.37. On a cycle every move leaves a path with two edges less. A star loses its centre, and with "
                "it everything, or a leaf. A complete graph only ever loses a vertex."
            )
            yield page.source(self.citation("disguise"))
        for part in rest[:2]:
            yield from page.reason(self, part)


def path(edges: int) -> Game:
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


def shape(game: Game, part: Edges, page: "Page") -> "Text":
    degrees = [len(around) for around in neighbours(part).values()]
    number = page.fact("edges", str(game), len(part))
    if max(degrees) <= 2:
        words = "path of {} edge{}" if len(part) < len(degrees) else "cycle of {} edge{}"
        return page.text(words, number, "s" * (len(part) != 1))
    if max(degrees) == len(part):
        return page.text("star of {} leaves", number)
    return page.text("complete graph on {} vertices", page.fact("vertices", str(game), len(degrees)))


node_removal = NodeRemoval()
grim = NodeRemoval().named(
    "grim", "Remove a vertex that has an edge; vertices without edges vanish.", "Adams et al. 2016", "cycle 5"
)
