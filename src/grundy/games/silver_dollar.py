"""Silver Dollar without the dollar: coins slide to the left on a strip, and neither jump nor share a square.

It is staircase nim in disguise: the gap to the left of the last coin is step 1, that of the coin before it step 2, and
so on; a coin that slides carries squares from the gap on its left to the one on its right (Berlekamp, Conway and Guy
1982).
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from grundy.boards.heaps import Position, put
from grundy.boards.strip_coins import Squares, refuse_shared
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.games.staircase_nim import staircase_nim

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block


def steps(squares: Position) -> Position:
    """The gaps on the left of the coins, from the last coin back."""
    return tuple(b - a - 1 for a, b in pairwise((-1, *squares)))[::-1]


def squares(stairs: Position) -> Position:
    return tuple(square - 1 for square in accumulate(gap + 1 for gap in reversed(stairs)))


class SilverDollar(Ruleset[Position]):
    """Slide one coin to the left over empty squares; coins neither jump nor share a square."""

    board = Squares(alone=True)
    source = "Berlekamp, Conway and Guy 1982"
    example = "0,3,5,9,12"
    formula = "g(x1, x2, ...) = d1 xor d3 xor d5 ..., d1 the gap before the last coin, d2 the gap before that one"
    card = "0,3,5,8"

    def check(self, position: Position) -> None:
        refuse_shared(position)

    def moves(self, position: Position) -> Iterator[Position]:
        for i, (before, square) in enumerate(pairwise((-1, *position))):
            yield from (put(position, i, to) for to in range(before + 1, square))

    @cites("Berlekamp, Conway and Guy 1982")
    def theorem(self, position: Position) -> Nimber:
        """The nim-sum of every other gap, from the last coin back."""
        return staircase_nim.theorem(steps(position))

    @cites("Berlekamp, Conway and Guy 1982")
    def verdict(self, position: Position, misere: bool) -> Outcome:
        """That of nim on every other gap."""
        return staircase_nim.verdict(steps(position), misere)

    @cites("Berlekamp, Conway and Guy 1982")
    def reach(self, position: Position, nimber: Nimber, misere: bool = False) -> Iterator[Position]:
        """The moves of staircase nim, on the strip."""
        return map(squares, staircase_nim.reach(steps(position), nimber, misere))

    def why(self, parts: Sequence[Position], page: "Page") -> "Iterator[Block]":
        for coins in parts[:1]:
            pairs = list(pairwise((-1, *sorted(coins))))[::-1][::2]
            yield page.say(
                "Look at the gaps to the left of the coins. Starting with the last coin take every other gap: these "
                "are heaps of nim. A coin that slides in one of the other gaps makes a heap larger, and the coin on "
                "its right can follow it as far at once."
            )
            gaps = [f"{b} - {a} - 1 = {b - a - 1}" if a >= 0 else f"{b} = {b}" for a, b in pairs]
            rows = [(page.size(b), page.step(gap)) for (_, b), gap in zip(pairs, gaps, strict=True)]
            yield page.table(["coin on", "gap on its left"], rows)
            heaps = [(f"gap left of {b}", b - a - 1) for a, b in pairs]
            yield from page.nim(heaps, "gap", *page.theorem_claims(self, coins))
            yield page.source(self.citation("theorem"))


silver_dollar = SilverDollar()
