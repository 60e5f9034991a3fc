"""Subtract a square: take a square number of stones from one heap (Golomb 1966).

No law is known for the heaps that are lost.
"""

from grundy.games.subtraction import Subtraction

subtract_a_square = Subtraction("squares").named(
    "subtract_a_square",
    "Take a square number of stones from one heap: 1, 4, 9, and so on.",
    "Golomb 1966",
    "20",
    card="11",
)
