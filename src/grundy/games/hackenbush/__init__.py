"""Green Hackenbush: cut an edge of a graph that stands on the ground."""

from grundy.games.hackenbush.rules import Hackenbush, hackenbush

__all__ = ["Hackenbush", "hackenbush"]
