"""Wythoff's game: a queen goes left, down or along the diagonal toward the corner (0,0).

With r the golden ratio the lost squares are (floor(kr), floor(kr) + k) and their mirror images (Wythoff 1907). Under
misère play these are the same for k >= 2, and (0,1) and (2,2) instead of the first two. No closed form of the
nimbers is known.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import isqrt

from grundy.boards.quarter import Quarter, Square
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, Ruleset, cites

__all__ = ["Wythoff", "wythoff"]


def lower(k: int) -> int:
    """The k-th number floor(kr), exactly."""
    return (k + isqrt(5 * k * k)) // 2


def lost_pair(k: int, misere: bool) -> Square:
    """The k-th lost square below the diagonal."""
    return ((2, 2), (0, 1))[k] if misere and k < 2 else (lower(k), lower(k) + k)


def index_of(n: int) -> int:
    """The k for which n is floor(kr) or floor(kr) + k; each n > 0 belongs to exactly one."""
    about = (isqrt(5 * n * n) - n) // 2  # n / r
    return next(k for k in (about, about + 1, n - about - 1, n - about) if n in lost_pair(k, False))


def pairs_near(square: Square, misere: bool) -> Iterator[Square]:
    """The lost squares, mirror images too, that share a row, a column or a diagonal with this one."""
    a, b = square
    for k in {abs(a - b), index_of(a), index_of(b), 0, 1}:
        x, y = lost_pair(k, misere)
        yield from {(x, y), (y, x)}


@dataclass(frozen=True)
class Wythoff(Ruleset[Square]):
    """Move the queen left, down, or along the diagonal toward the corner."""

    board = Quarter()
    source = "Wythoff 1907"
    example = "10,15"

    def moves(self, position: Square) -> Iterator[Square]:
        """Fewer columns, fewer rows, or equally fewer of both."""
        column, row = position
        yield from ((x, row) for x in range(column))
        yield from ((column, y) for y in range(row))
        yield from ((column - step, row - step) for step in range(1, min(position) + 1))

    def canonical(self, position: Square) -> Square:
        """The square below the diagonal."""
        return min(self.board.symmetries(position))

    @cites("Wythoff 1907")
    def verdict(self, position: Square, misere: bool) -> Outcome:
        """P where the square is one of the lost pairs."""
        a, b = sorted(position)
        if misere and (a, b) == (2, 2):
            return "P"
        return "P" if lost_pair(b - a, misere) == (a, b) else "N"

    @cites("Wythoff 1907")
    def reach(self, position: Square, nimber: Nimber, misere: bool = False) -> Iterator[Square] | None:
        """The lost squares that the queen sees; other nimbers have no formula."""
        if nimber:
            return None
        return (square for square in sorted(set(pairs_near(position, misere))) if sees(position, square))


def sees(queen: Square, square: Square) -> bool:
    """Whether the queen can go to the square."""
    left, down = queen[0] - square[0], queen[1] - square[1]
    return min(left, down) >= 0 < max(left, down) and (not left or not down or left == down)


wythoff = Wythoff()
