"""Euclid: subtract a positive multiple of one number from the other; also in Grossman's form."""

from grundy.games.euclid.grossman import GrossmanEuclid, grossman_euclid
from grundy.games.euclid.rules import Euclid, euclid

__all__ = ["Euclid", "GrossmanEuclid", "euclid", "grossman_euclid"]
