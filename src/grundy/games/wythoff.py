"""Wythoff's game: a queen goes left, down or along the diagonal toward the corner (0,0).

With r the golden ratio the lost squares are (floor(kr), floor(kr) + k) and their mirror images (Wythoff 1907). Under
misère play these are the same for k >= 2, and (0,1) and (2,2) instead of the first two. No closed form of the
nimbers is known.
"""

from collections.abc import Iterator, Sequence
from math import isqrt
from typing import TYPE_CHECKING

from grundy.boards.numbers import CornerGame, Square, rook_moves
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, cites

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.prose import Text
    from grundy.explain.structure import Block

NEAR_SQUARE = 100  # a queen below it is compared with the first lost pairs
FIRST_PAIRS = 6  # lost pairs that are listed


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


class Wythoff(CornerGame):
    """Move the queen left, down, or along the diagonal toward the corner."""

    title = "Wythoff's game"
    source = "Wythoff 1907"
    keywords = "Wythoff nim, Wyt queens, corner the queen, golden ratio"
    example = "10,15"
    formula = "(r,c) is lost if and only if {r,c} = {floor(k a), floor(k a) + k}, a = (1 + sqrt(5)) / 2"
    card = "4,5"
    famous = True

    def moves(self, position: Square) -> Iterator[Square]:
        yield from rook_moves(position)
        column, row = position
        yield from ((column - step, row - step) for step in range(1, min(position) + 1))

    @cites("Wythoff 1907")
    def verdict(self, position: Square, misere: bool) -> Outcome:
        """P where the square is one of the lost pairs."""
        a, b = sorted(position)
        return "P" if lost_pair(b - a, misere) == (a, b) else "N"

    @cites("Wythoff 1907")
    def reach(self, position: Square, nimber: Nimber, misere: bool = False) -> Iterator[Square] | None:
        """The lost squares that the queen sees; other nimbers have no formula."""
        if nimber:
            return None
        return (square for square in sorted(set(pairs_near(position, misere))) if can_reach(position, square))

    def why(self, parts: Sequence[Square], page: "Page") -> "Iterator[Block]":
        for a, b in map(sorted, parts[:1]):
            yield page.say(
                "The lost squares are (⌊k r⌋, ⌊k r⌋ + k) with r = (1 + √5)/2, the golden ratio, and their mirror "
                "images{}.",
                ", except that misère play has (2,2) and (0,1) for k = 0 and 1" if page.misere else "",
            )
            pair = lost_pair(b - a, page.misere)
            yield page.say(
                "Here k = {}, and the lost pair of this difference is {}{}.",
                page.step(f"{b} - {a} = {b - a}"),
                lost_square(b - a, page),
                ": the square itself" if pair == (a, b) else "",
                claims=[page.result(page.at(self, pair), "P", page.misere)],
            )
            if b < NEAR_SQUARE and self.verdict((a, b), page.misere) != "P":
                pairs = page.series(lost_square(k, page) for k in range(FIRST_PAIRS))
                games = [page.at(self, lost_pair(k, page.misere)) for k in range(FIRST_PAIRS)]
                claims = [page.result(game, "P", page.misere) for game in games]
                yield page.say("The first lost pairs are {}.", pairs, claims=claims)
            if page.full:
                yield page.say(
                    "Every positive number is in exactly one lost pair and every difference belongs to one, so from a "
                    "lost pair no other is reached, and from any other square one is: along its row, its column or "
                    "its diagonal."
                )
            yield page.source(self.citation("verdict"))


def can_reach(queen: Square, square: Square) -> bool:
    left, down = queen[0] - square[0], queen[1] - square[1]
    return min(left, down) >= 0 < max(left, down) and (not left or not down or left == down)


def lost_square(k: int, page: "Page") -> "Text":
    play, pair = "misère " if page.misere else "", lost_pair(k, page.misere)
    numbers = (page.fact(f"{play}Wythoff {name}", str(k), n) for name, n in zip("xy", pair, strict=True))
    return page.text("({},{})", *numbers)


wythoff = Wythoff()
