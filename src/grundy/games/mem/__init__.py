"""Mem and Mem0: what may be taken from a heap depends on what was last taken from it."""

from grundy.games.mem.rules import Mem, Mem0, mem, mem0

__all__ = ["Mem", "Mem0", "mem", "mem0"]
