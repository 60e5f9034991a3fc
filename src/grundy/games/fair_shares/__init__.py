"""Fair shares: split a heap into two or more equal heaps."""

from grundy.games.fair_shares.rules import FairShares, fair_shares

__all__ = ["FairShares", "fair_shares"]
