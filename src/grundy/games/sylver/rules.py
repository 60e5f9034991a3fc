"""Sylver coinage: name a number that is no sum of numbers named so far, with repetition; whoever names 1 loses.

So 1 is never named here, and who can name nothing else loses. Once two numbers without a common divisor are named, only
finitely many are left (Sylvester 1884). Two such numbers other than 2 and 3 are won for the player to move, by
strategy stealing (Hutchings, in Berlekamp, Conway and Guy 1982): the largest number that is no sum can be named without
harm. So a prime of 5 or more is a winning first number, and a number with such a prime as a proper divisor a losing
one; 2 and 3 answer each other. Of the others 4, 6, 8, 9 and 12 are known to lose: 4 and 6, 6 and 9, 8 and 12 are
answers.
"""

from collections.abc import Iterator, Sequence
from math import gcd
from typing import TYPE_CHECKING

from grundy.core.numbers import factor
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.errors import NotDecided
from grundy.games.subtraction.rules import primes
from grundy.games.sylver.board import Coinage, Coins, gaps, generators

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block

ANSWERS = {2: (3,), 3: (2,), 4: (6,), 6: (4, 9), 8: (12,), 9: (6,), 12: (8,)}  # Berlekamp, Conway and Guy 1982
LARGEST_PRIME = 1_000_000  # that is listed as a first number
LOST_PAIRS = {generators((first, other)) for first, others in ANSWERS.items() for other in others}


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
        if position in LOST_PAIRS:
            return "P"
        if not position or (len(position) == 2 and gcd(*position) == 1):
            return "N"
        if len(position) > 1:
            return None
        primes = [prime for prime, _ in factor(position[0]) or ()]
        large = [prime for prime in primes if prime >= 5]
        return "P" if large == [position[0]] else "N" if large or position[0] in ANSWERS else None

    @cites("Hutchings, in Berlekamp, Conway and Guy 1982")
    def reach(self, position: Coins, nimber: Nimber, misere: bool = False) -> Iterator[Coins] | None:
        """The known answers to nothing and to a single number."""
        return None if nimber or len(position) > 1 else self.known_answers(position)

    def known_answers(self, position: Coins) -> Iterator[Coins]:
        """The answers that are known to win; to 2 and to 3 there is no other, elsewhere there may be."""
        if position:
            factors = [prime for prime, _ in factor(position[0]) or ()]
            numbers = iter((*(prime for prime in factors if 5 <= prime < position[0]), *ANSWERS.get(position[0], ())))
        else:
            numbers = (prime for prime in primes(LARGEST_PRIME) if prime >= 5)
        yield from (generators((*position, number)) for number in numbers)
        if position not in ((2,), (3,)):
            raise NotDecided(f"infinitely many moves from {self}({self.board.show(position)}), not all of them known")

    def why(self, parts: Sequence[Coins], page: "Page") -> "Iterator[Block]":
        position = parts[0]
        if len(position) == 2 and gcd(*position) == 1 and position != (2, 3):
            yield page.say(
                "Two numbers without a common divisor, other than 2 and 3, are won by strategy stealing: the largest "
                "number that is no sum, {}, can be named with no other effect, and if that does not win, the answer "
                "to it wins at once.",
                page.step(
                    f"{position[0]}*{position[1]} - {position[0]} - {position[1]} = {frobenius_of_two(*position)}"
                ),
            )
            yield page.source(self.citation("verdict"))
        yield from page.parts_reason(self, parts)


def frobenius_of_two(a: int, b: int) -> int:
    return a * b - a - b


sylver = Sylver()
