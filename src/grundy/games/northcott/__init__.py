"""Northcott's game: slide checkers along their rows."""

from grundy.games.northcott.rules import Northcott, northcott

__all__ = ["Northcott", "northcott"]
