"""Prim: take a number of stones without a common divisor with the heap."""

from grundy.games.prim.rules import Prim, prim

__all__ = ["Prim", "prim"]
