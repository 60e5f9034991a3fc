"""Poker nim: take stones from a heap, or add some to it from a reserve."""

from grundy.games.poker_nim.rules import PokerNim, poker_nim

__all__ = ["PokerNim", "poker_nim"]
