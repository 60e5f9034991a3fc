"""Chomp on a bar of chocolate, on a block in three dimensions, and on the divisors of a number."""

from grundy.games.chomp.rules import Chomp, Chomp3d, DivisorChomp, chomp, chomp_3d, divisor_chomp

__all__ = ["Chomp", "Chomp3d", "DivisorChomp", "chomp", "chomp_3d", "divisor_chomp"]
