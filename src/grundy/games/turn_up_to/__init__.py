"""Turn up to k coins, the rightmost from heads to tails."""

from grundy.games.turn_up_to.rules import TurnUpTo

__all__ = ["TurnUpTo"]
