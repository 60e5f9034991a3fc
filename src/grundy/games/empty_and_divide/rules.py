"""Empty and divide: empty one of two boxes and divide the contents of the other between both (Ferguson 1998).

Let x and y be the contents less one. The nimber is the number of ones at the end of the binary (x or y), because the
box of x + 1 can be divided to give t exactly where bit t of x is 1: below bit t the two halves must have every one
between them, so that x - 1 ends, up to bit t, in a number from 2^t - 1 to 2^(t+1) - 2 (Abuku and Suetsugu 2021).
In particular the lost positions are those with two odd boxes.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grundy.boards.numbers import Pair
from grundy.core.nimbers import subsets
from grundy.core.numbers import trailing_ones
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Ruleset, cites
from grundy.errors import PositionError
from grundy.games.empty_and_divide.board import Boxes

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block


class EmptyAndDivide(Ruleset[Pair]):
    """Empty one of the two boxes and divide the contents of the other, at least one chip into each."""

    board = Boxes()
    source = "Ferguson 1998"
    example = "6,9"
    formula = "g(r,c) = v(((r - 1) or (c - 1)) + 1)"

    def check(self, position: Pair) -> None:
        if min(position) < 1:
            raise PositionError("empty_and_divide has no empty box; put at least 1 into each")

    def moves(self, position: Pair) -> Iterator[Pair]:
        return (sort_pair(share, box - share) for box in position for share in range(1, box))

    def canonical(self, position: Pair) -> Pair:
        return sort_pair(*position)

    @cites("Abuku and Suetsugu 2021")
    def theorem(self, position: Pair) -> int:
        """The number of ones at the end of (x or y), with x and y the contents less one."""
        return trailing_ones((position[0] - 1) | (position[1] - 1))

    @cites("Abuku and Suetsugu 2021")
    def reach(self, position: Pair, nimber: Nimber, misere: bool = False) -> Iterator[Pair] | None:
        """The divisions of each box that give this nimber."""
        if misere:
            return None
        return (pair for box in position for pair in divisions(box, nimber)) if isinstance(nimber, int) else iter(())

    def why(self, parts: Sequence[Pair], page: "Page") -> "Iterator[Block]":
        for a, b in parts[:1]:
            if page.misere:
                yield from page.options_reason(self, (a, b))
                return
            odd = "both boxes are odd" if a % 2 and b % 2 else "not both boxes are odd"
            yield page.say("A position is lost exactly if both boxes hold an odd number; here {}.", odd)
            game = page.at(self, (a, b))
            yield page.say(
                "The nimber is the number of ones at the end of (x or y) in binary, with x and y the contents less "
                "one: {} has {}.",
                game,
                page.claim(game, self.theorem((a, b))),
            )
            x, y = a - 1, b - 1
            either = page.step(f"{x:b}₂ or {y:b}₂ = {x | y:b}₂")
            less = page.step(f"{a} - 1 = {x}"), page.step(f"{b} - 1 = {y}")
            yield page.formula("x = {}, y = {}, and {}", *less, either)
            if page.full:
                yield page.say(
                    "An odd box is divided into an even and an odd share, so from two odd boxes the two odd shares are "
                    "never reached. An even box can be divided into 1 and the rest, both odd."
                )
            yield page.source(self.citation("theorem"))


def divisions(box: int, nimber: int) -> Iterator[Pair]:
    """The divisions of a box to this nimber, once for each order."""
    x = box - 1
    if nimber >= x.bit_length() or not x >> nimber & 1:
        return
    ones = (1 << nimber) - 1
    high, low = divmod(x - 1, 2 << nimber)
    both = low - ones
    for share in subsets(ones & ~both):
        for part in range(high + 1):
            one = part * (2 << nimber) + both + share + 1
            yield sort_pair(one, box - one)


def sort_pair(one: int, other: int) -> Pair:
    return (one, other) if one <= other else (other, one)


empty_and_divide = EmptyAndDivide()
