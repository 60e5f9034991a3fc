"""Circular Dawson's Kayles: pins in a circle, of which a move takes two neighbours.

Every first move leaves the same row, so a circle of n is lost exactly if the row of n - 2 is won.
"""

from grundy.games.circular_kayles.game import CircularGame
from grundy.games.dawson import dawsons_kayles


class CircularDawsonsKayles(CircularGame):
    """Knock down two neighbours of a circle of pins; then play goes on in the row."""

    source = "Guy and Smith 1956"
    title = "circular Dawson's Kayles"
    takes = (2,)
    row = dawsons_kayles


circular_dawsons_kayles = CircularDawsonsKayles()
