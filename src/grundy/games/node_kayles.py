"""Node Kayles: choose a vertex of a graph, which is removed together with its neighbours (Schaefer 1978).

On a path of n vertices this is Dawson's Chess, the octal game 0.137, with a heap of n. On a cycle the first move leaves
the path with three vertices less. A move in a complete graph takes all of it; in a complete bipartite graph it takes
one side, and leaves the other side but for one vertex as lone vertices, each a heap of one. On graphs in general it is
PSPACE-complete to decide who wins (Schaefer 1978); on many classes, such as cographs, the nimbers are found in
polynomial time (Bodlaender and Kratsch 2002).
"""

from collections.abc import Iterator

from grundy.boards.graph import FreeGraph, GraphGame, without
from grundy.boards.graph_forms import Edges, components, neighbours, sides
from grundy.boards.narrow_strip import AROUND
from grundy.core.game import Game
from grundy.core.nimbers import mex
from grundy.core.ruleset import cites
from grundy.games.dawson import dawsons_chess
from grundy.games.nim import add_heaps, nim


class NodeKayles(GraphGame):
    """Choose a vertex, which is removed together with all its neighbours."""

    board = FreeGraph()
    source = "Schaefer 1978; Bodlaender and Kratsch 2002"
    keywords = "Kayles on graphs"
    example = "grid 3x4"

    def moves(self, position: Edges) -> Iterator[Edges]:
        return (without(position, {vertex, *around}) for vertex, around in neighbours(position).items())

    def is_over(self, position: Edges) -> bool:
        return not position

    def takes(self) -> int:
        return AROUND

    @cites("Bodlaender and Kratsch 2002; paths are Dawson's Chess")
    def disguise(self, position: Edges) -> Game | None:
        """The sum of heaps for paths, cycles, complete graphs and complete bipartite ones."""
        return add_heaps([heap_for(part) for part in components(position)])


def heap_for(part: Edges) -> Game | None:
    """The heap that a connected graph is in disguise, where its shape is known."""
    beside = neighbours(part)
    degrees = [len(around) for around in beside.values()]
    edges, vertices = len(part), len(degrees)
    if max(degrees) <= 2:
        cycle = edges == vertices > 1  # a lone vertex has an edge to itself
        return nim(int(dawsons_chess(vertices - 3).nimber == 0)) if cycle else dawsons_chess(vertices)
    if min(degrees) == vertices - 1:
        return nim(1)
    two = sides(beside)
    return nim(mex((side - 1) % 2 for side in two)) if two and two[0] * two[1] == edges else None


node_kayles = NodeKayles()
