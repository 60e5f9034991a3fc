"""Cram: cover two neighbouring free squares with a domino."""

from grundy.games.cram.rules import Cram, cram

__all__ = ["Cram", "cram"]
