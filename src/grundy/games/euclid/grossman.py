"""Euclid in Grossman's form: the play stops at equal numbers, which have no move.

Its nimber is the floor of b/a - a/b (Nivasch 2006), so its lost positions are those of Euclid and the equal numbers.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grundy.boards.heaps import Position
from grundy.core.ruleset import cites
from grundy.errors import PositionError
from grundy.games.euclid.game import EuclidGame

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block


class GrossmanEuclid(EuclidGame):
    """Subtract a positive multiple of one number from the other, leaving more than 0; equal numbers have no move."""

    title = "Euclid, Grossman's form"
    source = "Grossman 1997"
    card = "3,7"

    def check(self, position: Position) -> None:
        if min(position) < 1:
            raise PositionError("grossman_euclid has positive numbers; a 0 is never left")

    def least(self, position: Position) -> int:
        return position[1] % position[0] or position[0]

    def value(self, a: int, b: int) -> int:
        return (b * b - a * a) // (a * b)

    @cites("Nivasch 2006")
    def theorem(self, position: Position) -> int:
        """The floor of b/a - a/b."""
        return super().theorem(position)

    def why(self, parts: Sequence[Position], page: "Page") -> "Iterator[Block]":
        from grundy.games.euclid.why import why_grossman

        return why_grossman(self, parts, page)


grossman_euclid = GrossmanEuclid()
