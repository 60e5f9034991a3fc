"""Staircase nim: coins go down a staircase, step by step.

Only the odd steps count, and they count as nim heaps (Sprague 1937). Every move changes one odd step:
coins leave it, or come to it from the even step above, and then they can be sent on at once. The same holds under
misère play.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grundy.boards.heaps import Position
from grundy.boards.staircase import Staircase
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.games.nim import finite_targets, nim

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block


def move_down(stairs: Position, step: int, coins: int) -> Position:
    """The staircase after so many coins went down from a step, counted from 0."""
    below = (stairs[step - 1] + coins,) if step else ()
    return (*stairs[: max(step - 1, 0)], *below, stairs[step] - coins, *stairs[step + 1 :])


class StaircaseNim(Ruleset[Position]):
    """Move any number of coins from one step to the next lower one; from step 1 they leave the game."""

    board = Staircase()
    source = "Sprague 1937"
    example = "1,4,5"
    formula = "g(x1, x2, ...) = x1 xor x3 xor x5 ..."
    famous = True

    def moves(self, position: Position) -> Iterator[Position]:
        for step, coins in enumerate(position):
            yield from (move_down(position, step, moved) for moved in range(1, coins + 1))

    def canonical(self, position: Position) -> Position:
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
                yield move_down(position, step, -more)
            elif more <= sum(position[step + 1 : step + 2]):
                yield move_down(position, step + 1, more)

    def why(self, parts: Sequence[Position], page: "Page") -> "Iterator[Block]":
        for stairs in parts[:1]:
            odd = [(f"step {2 * i + 1}", coins) for i, coins in enumerate(stairs[::2])]
            yield page.say(
                "Only the odd steps count, each as a heap of nim. A move from an even step makes the odd step below it "
                "larger: that wins where it gives this step the number that it needs, and elsewhere the opponent can "
                "send the same coins on at once."
            )
            yield from page.nim(odd, "step", *page.theorem_claims(self, stairs))
            yield page.source(self.citation("theorem"))


staircase_nim = StaircaseNim()
