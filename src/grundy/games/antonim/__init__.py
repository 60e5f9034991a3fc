"""Antonim: nim in which no two heaps may be equal."""

from grundy.games.antonim.rules import Antonim, antonim

__all__ = ["Antonim", "antonim"]
