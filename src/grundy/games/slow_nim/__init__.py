"""Slow nim: take exactly one stone from each of at most k heaps."""

from grundy.games.slow_nim.rules import SlowNim

__all__ = ["SlowNim"]
