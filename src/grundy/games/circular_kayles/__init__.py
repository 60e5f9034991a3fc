"""Rows that are bent to a circle: Kayles and Dawson's Kayles."""

from grundy.games.circular_kayles.rules import (
    CircularDawsonsKayles,
    CircularKayles,
    circular_dawsons_kayles,
    circular_kayles,
)

__all__ = ["CircularDawsonsKayles", "CircularKayles", "circular_dawsons_kayles", "circular_kayles"]
