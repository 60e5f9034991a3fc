"""Timber: dominoes in a row, each of which topples to one side."""

from grundy.games.timber.rules import Timber, timber

__all__ = ["Timber", "timber"]
