"""Sylver coinage: name a number that is no sum of numbers named so far, with repetition; whoever names 1 loses.

So 1 is never named here, and who can name nothing else loses. Once two numbers without a common divisor are named, only
finitely many are left (Sylvester 1884). Two such numbers other than 2 and 3 are won for the player to move, by
strategy stealing (Hutchings, in Berlekamp, Conway and Guy 1982): the largest number that is no sum can be named without
harm. For first numbers see `answers`.
"""

from collections.abc import Iterator, Sequence
from math import gcd
from typing import TYPE_CHECKING

from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.errors import NotDecided
from grundy.games.sylver.answers import known_answers, known_outcome
from grundy.games.sylver.board import Coinage, Coins, gaps, generators

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block


class Sylver(Ruleset[Coins]):
    """Name a number from 2 on that is no sum, with repetition, of numbers named so far; whoever cannot loses."""

    board = Coinage()
    source = "Berlekamp, Conway and Guy 1982"
    example = "4,5"
    title = "Sylver coinage"
    aliases = ("sylver_coinage",)
    has_misere = False

    def moves(self, position: Coins) -> Iterator[Coins]:
        return (generators((*position, number)) for number in gaps(position))

    def has_infinite_moves(self, position: Coins) -> bool:
        return gcd(*position) != 1

    def parts(self, position: Coins) -> Iterator[Coins]:
        return iter([] if position == (2, 3) else [position])

    @cites("Hutchings, in Berlekamp, Conway and Guy 1982")
    def verdict(self, position: Coins, misere: bool) -> Outcome | None:
        """N where two coprime numbers are named; for single numbers by their prime factors."""
        return known_outcome(position)

    @cites("Hutchings, in Berlekamp, Conway and Guy 1982")
    def reach(self, position: Coins, nimber: Nimber, misere: bool = False) -> Iterator[Coins] | None:
        """The known answers to nothing and to a single number."""
        return None if nimber or len(position) > 1 else self.answers(position)

    def answers(self, position: Coins) -> Iterator[Coins]:
        """The answers that are known to win; to 2 and to 3 there is no other, elsewhere there may be."""
        yield from (generators((*position, number)) for number in known_answers(position))
        if position not in ((2,), (3,)):
            raise NotDecided(f"infinitely many moves from {self}({self.board.show(position)}), not all of them known")

    def why(self, parts: Sequence[Coins], page: "Page") -> "Iterator[Block]":
        from grundy.games.sylver.why import why

        return why(self, parts, page)


sylver = Sylver()
