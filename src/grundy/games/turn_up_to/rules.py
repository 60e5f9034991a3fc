"""Turn up to k coins, the rightmost from heads to tails: Mock Turtles for k = 3, then Moebius, Mogul and Moidores.

The values of the coins 0, 1, 2, ... are the least numbers of which no k or fewer have the nim-sum 0. So the lost rows
are the words of a lexicode of distance k + 1: for k = 5 the first 18 coins give an extended quadratic residue code, and
for k = 7 the first 24 the Golay code (Berlekamp, Conway and Guy 1982, chapter 14; Conway and Sloane 1986).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from grundy.boards.coins import Coin, CoinGame, Turn
from grundy.games.turn_up_to.lexicode import Lexicode, turns_of_value

if TYPE_CHECKING:
    from grundy.explain.page import Page, ValueLaw


@dataclass(frozen=True)
class TurnUpTo(CoinGame):
    """Turn at least one and at most k coins, the rightmost from heads to tails."""

    k: int

    source = "Berlekamp, Conway and Guy 1982"
    example = "TTHTHHTTH"
    example_parameters = "4"
    least_parameter = 1

    @cached_property
    def lexicode(self) -> Lexicode:
        return Lexicode(self.k)

    def turns(self, coin: Coin) -> Iterator[Turn]:
        for size in range(self.k):
            yield from combinations(range(coin), size)

    def head(self, coin: Coin) -> int:
        return self.lexicode.value(coin)

    def turns_to(self, coin: Coin, nimber: int) -> Iterator[Turn] | None:
        """The turns of this value; that of none is 0, and k coins or fewer never have the nim-sum 0."""
        return turns_of_value(coin, nimber, self.k - 1, self.value) if nimber else iter([()])

    def law(self, page: "Page") -> "ValueLaw":
        from grundy.games.turn_up_to.why import law

        return law(self, page)
