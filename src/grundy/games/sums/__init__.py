"""Compounds of games: conjunctive, selective and ordinal sums."""

from grundy.games.sums.rules import Conjunctive, OrdinalSum, Selective, conjunctive, ordinal, selective

__all__ = ["Conjunctive", "OrdinalSum", "Selective", "conjunctive", "ordinal", "selective"]
