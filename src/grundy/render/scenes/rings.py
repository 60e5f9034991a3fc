"""Places on a circle, for games that go round."""

from math import cos, pi, sin

from grundy.render.shapes import Point

LEAST_RADIUS = 70.0
PITCH = 40.0  # from place to place
MOST_PLACES = 60


def ring(places: int) -> tuple[float, list[Point]]:
    """The radius of a circle with so many places, and these, from the top on clockwise; the margin is half a pitch."""
    radius = max(LEAST_RADIUS, PITCH * places / (2 * pi))
    middle = radius + PITCH / 2
    turns = [2 * pi * n / max(1, places) for n in range(places)]
    return radius, [(middle + radius * sin(turn), middle - radius * cos(turn)) for turn in turns]
