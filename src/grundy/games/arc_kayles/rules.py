"""Arc Kayles: choose an edge of a graph; both its ends are removed with all their edges (Schaefer 1978).

On a path this is Dawson's Kayles, the octal game 0.07, with its vertices as pins; on a cycle the first move leaves the
path with two vertices less; on a grid it is Cram, with vertices for squares. Every edge of a star ends the game. A move
in a complete graph leaves one with two vertices less, and in a complete bipartite graph takes a vertex of either side.
"""

from collections.abc import Iterator

from grundy.boards.graph import GraphGame
from grundy.boards.graph_forms import Edges, components, neighbours, sides
from grundy.boards.narrow_strip import PAIRS
from grundy.core.game import Game
from grundy.core.ruleset import cites
from grundy.games.arc_kayles.board import Arcs
from grundy.games.dawson import dawsons_kayles
from grundy.games.nim import add_heaps, nim


class ArcKayles(GraphGame):
    """Choose an edge; both its ends are removed, with all their edges."""

    board = Arcs()
    source = "Schaefer 1978"
    example = "grid 3x3"
    title = "Arc Kayles"

    def moves(self, position: Edges) -> Iterator[Edges]:
        return (tuple([edge for edge in position if u not in edge and v not in edge]) for u, v in position)

    def is_over(self, position: Edges) -> bool:
        return not position

    def takes(self) -> int:
        return PAIRS

    @cites("paths are Dawson's Kayles, stars and complete graphs count their moves (Schaefer 1978)")
    def disguise(self, position: Edges) -> Game | None:
        """The sum of heaps for paths, cycles, complete graphs and complete bipartite ones, stars among them."""
        return add_heaps([heap_for(part) for part in components(position)])


def heap_for(part: Edges) -> Game | None:
    """The heap that a connected graph is in disguise, where its shape is known."""
    beside = neighbours(part)
    degrees = [len(around) for around in beside.values()]
    edges, vertices = len(part), len(degrees)
    if max(degrees) <= 2:
        cycle = edges == vertices
        return nim(int(dawsons_kayles(vertices - 2).nimber == 0)) if cycle else dawsons_kayles(vertices)
    if min(degrees) == vertices - 1:
        return nim(vertices // 2 % 2)
    two = sides(beside)
    return nim(min(two) % 2) if two and two[0] * two[1] == edges else None


arc_kayles = ArcKayles()
