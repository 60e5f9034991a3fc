"""Thirty-one: take open cards in turn; whoever pushes the total over 31 loses."""

from grundy.games.thirty_one.rules import ThirtyOne, thirty_one

__all__ = ["ThirtyOne", "thirty_one"]
