"""Bounded nim: take at least one and at most k stones from one heap."""

from grundy.games.bounded_nim.rules import BoundedNim

__all__ = ["BoundedNim"]
