"""Directed geography: a token walks along the arrows of a digraph and never comes back to a vertex.

To decide who wins is PSPACE-complete (Schaefer 1978).
"""

from collections.abc import Iterator

from grundy.core.ruleset import Ruleset
from grundy.games.geography.directed_board import DirectedPlace, TokenDigraph, reachable


class DirectedGeography(Ruleset[DirectedPlace]):
    """Move the token along an arrow to a vertex where it has not been."""

    board = TokenDigraph()
    source = "Schaefer 1978"
    keywords = "names of cities, word game"
    example = "a: b e; b: c; c: a d; d: e; e: c; a"
    aliases = ("generalised_geography", "generalized_geography")

    def moves(self, position: DirectedPlace) -> Iterator[DirectedPlace]:
        followers, token = position
        graph = {u: tuple([v for v in heads if v != token]) for u, heads in followers if u != token}
        return ((reachable(graph, to), to) for to in dict(followers).get(token, ()) if to != token)

    def parts(self, position: DirectedPlace) -> tuple[DirectedPlace, ...]:
        return () if self.is_over(position) else (position,)

    def canonical(self, position: DirectedPlace) -> DirectedPlace:
        return self.board.tidy(position) or ((), position[1])

    def is_over(self, position: DirectedPlace) -> bool:
        return self.board.tidy(position) is None


directed_geography = DirectedGeography()
