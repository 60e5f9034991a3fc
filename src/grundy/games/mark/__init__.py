"""Mark: take fewer than t stones, or leave the t-th part of the heap, rounded down."""

from grundy.games.mark.rules import MarkGame, mark

__all__ = ["MarkGame", "mark"]
