"""Exact nim: take at least one stone from each of exactly k heaps."""

from grundy.games.exact_nim.rules import ExactNim

__all__ = ["ExactNim"]
