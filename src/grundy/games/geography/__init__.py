"""Geography: a token walks along the edges or arrows of a graph and never comes back to a vertex."""

from grundy.games.geography.directed import DirectedGeography, directed_geography
from grundy.games.geography.rules import Geography, geography

__all__ = ["DirectedGeography", "Geography", "directed_geography", "geography"]
