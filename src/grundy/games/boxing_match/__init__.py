"""Boxing Match: take all stones of a square block that is full."""

from grundy.games.boxing_match.rules import BoxingMatch, boxing_match

__all__ = ["BoxingMatch", "boxing_match"]
