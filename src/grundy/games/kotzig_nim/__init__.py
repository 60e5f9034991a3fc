"""Kotzig's nim: a token goes round a circle by steps of given lengths, to places that were not visited."""

from grundy.games.kotzig_nim.rules import KotzigNim

__all__ = ["KotzigNim"]
