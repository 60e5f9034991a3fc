"""Geography: a token walks along the edges of a graph and never comes back to a vertex.

The player to move wins exactly if every maximum matching of the graph covers the token's vertex: he goes to its mate,
and the opponent can never leave the matching for the better (Fraenkel, Scheinerman and Ullman 1993).
"""

from collections.abc import Iterator

from grundy.boards.graph import refuse_loops
from grundy.boards.graph_forms import MOST_VERTICES, components, form, neighbours, sort
from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.errors import PositionError
from grundy.games.geography.board import Place, TokenGraph
from grundy.games.geography.matching import is_always_matched


class Geography(Ruleset[Place]):
    """Move the token along an edge to a vertex where it has not been."""

    board = TokenGraph()
    source = "Fraenkel, Scheinerman and Ullman 1993"
    keywords = "names of cities, word game"
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
        return None if misere else "N" if is_always_matched(*position) else "P"


geography = Geography()
