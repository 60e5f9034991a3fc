"""Impartial Col and Snort: colour the vertices of a graph."""

from grundy.games.colouring.rules import ImpartialCol, ImpartialSnort, impartial_col, impartial_snort

__all__ = ["ImpartialCol", "ImpartialSnort", "impartial_col", "impartial_snort"]
