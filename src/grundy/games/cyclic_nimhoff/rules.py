"""Cyclic nimhoff: take from one heap, or fewer than h stones in all from both.

The nimber of (x, y) is the remainder of x + y modulo h, and h times the nim-sum of the floors of x/h and y/h (Blass,
Fraenkel and Guelman 1998).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from grundy.boards.numbers import Corner, CornerGame, Square, rook_moves
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import cites
from grundy.games.cyclic_nimhoff.squares import nearby, squares_of_value, value

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block


@dataclass(frozen=True)
class CyclicNimhoff(CornerGame):
    """Take any number from one heap, or some from each of both, fewer than h in all."""

    h: int

    board = Corner("♜")
    source = "Blass, Fraenkel and Guelman 1998"
    example = "5,7"
    example_parameters = "4"
    least_parameter = 1

    @property
    def formula(self) -> str:
        return f"g(r,c) = (r + c) mod {self.h} + {self.h} (floor(r/{self.h}) xor floor(c/{self.h}))"

    def moves(self, position: Square) -> Iterator[Square]:
        return chain(rook_moves(position), nearby(position, self.h))

    @cites("Blass, Fraenkel and Guelman 1998")
    def theorem(self, position: Square) -> int:
        """The remainder of the sum, and h times the nim-sum of the quotients."""
        return value(position, self.h)

    @cites("Blass, Fraenkel and Guelman 1998")
    def reach(self, position: Square, nimber: Nimber, misere: bool = False) -> Iterator[Square] | None:
        """The moves to squares of this value; infinite ones have none."""
        if misere or not isinstance(nimber, int):
            return None if misere else iter(())
        return squares_of_value(position, nimber, self.h)

    def why(self, parts: Sequence[Square], page: "Page") -> "Iterator[Block]":
        from grundy.games.cyclic_nimhoff.why import why

        return why(self, parts, page)
