"""Sylver coinage: name a number that is no sum of numbers named so far."""

from grundy.games.sylver.rules import Sylver, sylver

__all__ = ["Sylver", "sylver"]
