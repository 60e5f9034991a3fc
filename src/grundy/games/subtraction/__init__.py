"""Subtraction games: a number of stones that belongs to a given set is taken, or, for the impatient, the whole heap."""

from grundy.games.subtraction.rules import ImpatientSubtraction, Subtraction

__all__ = ["ImpatientSubtraction", "Subtraction"]
