"""Cyclic nimhoff: take from one heap, or fewer than h stones in all from both.

The nimber of (x, y) is the remainder of x + y modulo h, and h times the nim-sum of the floors of x/h and y/h (Blass,
Fraenkel and Guelman 1998). With h = 3 a piece moves like the dragon king of shogi, as a rook or one step along the
diagonal: Ryuo nim.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from grundy.boards.numbers import Corner, CornerGame, Square
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import cites
from grundy.errors import PositionError

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

    def __post_init__(self) -> None:
        if self.h < 1:
            raise PositionError(f"{self.name} needs h of at least 1")

    @property
    def formula(self) -> str:
        return f"g(r,c) = (r + c) mod {self.h} + {self.h} (floor(r/{self.h}) xor floor(c/{self.h}))"

    def moves(self, position: Square) -> Iterator[Square]:
        x, y = position
        rook = chain(((left, y) for left in range(x)), ((x, left) for left in range(y)))
        return chain(rook, self.both(position))

    def both(self, position: Square) -> Iterator[Square]:
        """What is left after stones were taken from both heaps."""
        x, y = position
        for k in range(1, min(x, self.h - 2) + 1):
            yield from ((x - k, y - other) for other in range(1, min(y, self.h - 1 - k) + 1))

    def parts(self, position: Square) -> Iterator[Square]:
        return iter([position] if any(position) else [])

    @cites("Blass, Fraenkel and Guelman 1998")
    def theorem(self, position: Square) -> int:
        """The remainder of the sum, and h times the nim-sum of the quotients."""
        x, y = position
        return (x + y) % self.h + self.h * (x // self.h ^ y // self.h)

    @cites("Blass, Fraenkel and Guelman 1998")
    def reach(self, position: Square, nimber: Nimber, misere: bool = False) -> Iterator[Square] | None:
        """Along the row and the column the one square with the right quotient and remainder; near it, all."""
        if misere or not isinstance(nimber, int):
            return None if misere else iter(())
        x, y = position
        quotient, rest = divmod(nimber, self.h)
        lefts = (self.h * (n // self.h ^ quotient) + (rest - n) % self.h for n in (y, x))
        column, row = lefts
        rook = [*([(column, y)] if column < x else []), *([(x, row)] if row < y else [])]
        return chain(rook, (to for to in self.both(position) if self.theorem(to) == nimber))

    def why(self, parts: Sequence[Square], page: "Page") -> "Iterator[Block]":
        for x, y in parts[:1]:
            if page.misere:
                yield from page.options_reason(self, (x, y))
                return
            game, h = page.at(self, (x, y)), self.h
            yield page.say(
                "The nimber is the remainder of the sum modulo h, and h times the nim-sum of the quotients: {} and {}, "
                "so {} has {}.",
                page.step(f"({x} + {y}) mod {h} = {(x + y) % h}"),
                page.step(f"⌊{x}/{h}⌋ ⊕ ⌊{y}/{h}⌋ = {x // h ^ y // h}"),
                game,
                page.claim(game, self.theorem((x, y))),
            )
            yield page.source(self.citation("theorem"))


ryuo_nim = CyclicNimhoff(3).named(
    "ryuo_nim",
    "Move the piece as a rook toward the corner, or one step along the diagonal.",
    "Blass, Fraenkel and Guelman 1998",
    "5,7",
    title="Ryuo nim",
    card="4,5",
)
