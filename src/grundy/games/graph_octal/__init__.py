"""Octal games on graphs: take connected vertices, as many as the code allows, and leave as many parts."""

from grundy.games.graph_octal.rules import GraphOctal

__all__ = ["GraphOctal"]
