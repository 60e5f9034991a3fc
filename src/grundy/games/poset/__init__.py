"""Poset games: remove an element of an ordered set and all elements above it."""

from grundy.games.poset.rules import PosetGame, poset

__all__ = ["PosetGame", "poset"]
