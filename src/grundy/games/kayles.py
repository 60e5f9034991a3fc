"""Kayles: knock down one pin of a row, or two that stand side by side: the octal game 0.77 (Dudeney 1908).

Its nimbers have the period 12 from 71 on (Guy and Smith 1956).
"""

from grundy.boards.heaps import Heaps
from grundy.games.octal import Octal

kayles = Octal("0.77").named(
    "kayles",
    "Knock down one pin of a row, or two that stand side by side.",
    "Dudeney 1908",
    "13",
    Heaps("row", "x", "."),
    card="10",
    famous=True,
)
