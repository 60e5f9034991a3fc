"""Coins that go down: staircase nim, and the strip of coins that is one in disguise.

Staircase nim: only the odd steps count, and they count as nim heaps (Sprague 1937). Every move changes one odd step:
coins leave it, or come to it from the even step above, and then they can be sent on at once. The same holds under
misère play.

Silver Dollar without the dollar: the gap to the left of the last coin is step 1, that of the coin before it step 2, and
so on; a coin that slides carries squares from the gap on its left to the one on its right (Berlekamp, Conway and Guy
1982).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise

from grundy.boards.heaps import Position
from grundy.boards.squares import Squares, put, refuse_shared
from grundy.boards.steps import Steps
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.games.nim import finite_targets, nim

__all__ = ["SilverDollar", "StaircaseNim", "silver_dollar", "staircase_nim"]


def down(stairs: Position, step: int, coins: int) -> Position:
    """The staircase after so many coins went down from a step, counted from 0."""
    below = (stairs[step - 1] + coins,) if step else ()
    return (*stairs[: max(step - 1, 0)], *below, stairs[step] - coins, *stairs[step + 1 :])


@dataclass(frozen=True)
class StaircaseNim(Ruleset[Position]):
    """Move any number of coins from one step to the next lower one; from step 1 they leave the game."""

    board = Steps()
    source = "Sprague 1937"
    example = "1,4,5"

    def moves(self, position: Position) -> Iterator[Position]:
        """Some coins of one step a step lower."""
        for step, coins in enumerate(position):
            yield from (down(position, step, moved) for moved in range(1, coins + 1))

    def canonical(self, position: Position) -> Position:
        """The staircase up to the highest coin."""
        return self.board.tidy(position) or ()

    @cites("Sprague 1937")
    def theorem(self, position: Position) -> Nimber:
        """The nim-sum of the odd steps."""
        return nim.theorem(position[::2])

    @cites("Sprague 1937")
    def verdict(self, position: Position, misere: bool) -> Outcome:
        """That of nim on the odd steps."""
        return nim.verdict(position[::2], misere)

    @cites("Sprague 1937")
    def reach(self, position: Position, nimber: Nimber, misere: bool = False) -> Iterator[Position]:
        """The moves that give an odd step its one wanted number, from it or to it."""
        for i, size in finite_targets(position[::2], nimber, misere):
            step, more = 2 * i, size - position[2 * i]
            if more < 0:
                yield down(position, step, -more)
            elif more <= sum(position[step + 1 : step + 2]):
                yield down(position, step + 1, more)


def steps(squares: Position) -> Position:
    """The gaps on the left of the coins, from the last coin back."""
    return tuple(b - a - 1 for a, b in pairwise((-1, *squares)))[::-1]


def squares(stairs: Position) -> Position:
    """The squares of the coins that have these gaps."""
    return tuple(square - 1 for square in accumulate(gap + 1 for gap in reversed(stairs)))


@dataclass(frozen=True)
class SilverDollar(Ruleset[Position]):
    """Slide one coin to the left over empty squares; coins neither jump nor share a square."""

    board = Squares(alone=True)
    source = "Berlekamp, Conway and Guy 1982"
    example = "0,3,5,9,12"

    def check(self, position: Position) -> None:
        """Raise if two coins share a square."""
        refuse_shared(position)

    def moves(self, position: Position) -> Iterator[Position]:
        """One coin between its left neighbour and where it was."""
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


staircase_nim = StaircaseNim()
silver_dollar = SilverDollar()
