"""Circular nim: heaps in a circle; take any numbers of stones from k heaps that follow one another."""

from grundy.games.circular_nim.rules import CircularNim

__all__ = ["CircularNim"]
