"""Subtract a square: take a square number of stones from one heap (Golomb 1966).

The heaps that are lost have no known law; they are about the power 0.7 of all, as far as they were counted.
"""

from grundy.games.subtraction import Subtraction

subtract_a_square = Subtraction("squares").named(
    "subtract_a_square",
    "Take a square number of stones from one heap: 1, 4, 9, and so on.",
    "Golomb 1966",
    "20",
    card="11",
)
