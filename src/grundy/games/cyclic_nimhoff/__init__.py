"""Cyclic nimhoff: take from one heap, or fewer than h stones in all from both."""

from grundy.games.cyclic_nimhoff.rules import CyclicNimhoff

__all__ = ["CyclicNimhoff"]
