"""Rows that are bent to a circle: Kayles and Dawson's Kayles."""

from grundy.games.circular_kayles.dawsons import CircularDawsonsKayles, circular_dawsons_kayles
from grundy.games.circular_kayles.rules import CircularKayles, circular_kayles

__all__ = ["CircularDawsonsKayles", "CircularKayles", "circular_dawsons_kayles", "circular_kayles"]
