"""Sprouts and Brussels Sprouts: curves between spots, drawn on paper."""

from grundy.games.sprouts.brussels import BrusselsSprouts, brussels_sprouts
from grundy.games.sprouts.rules import Sprouts, sprouts

__all__ = ["BrusselsSprouts", "Sprouts", "brussels_sprouts", "sprouts"]
