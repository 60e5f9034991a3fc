"""Nimstring and Dots-and-Boxes, on boards of dots and as strings and coins."""

from grundy.games.nimstring.rules import DotsAndBoxes, Nimstring, dots_and_boxes, nimstring

__all__ = ["DotsAndBoxes", "Nimstring", "dots_and_boxes", "nimstring"]
