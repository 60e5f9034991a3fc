"""Numbers that were named: a position is the tuple of those that are no sums of the others, in order."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, count
from math import gcd
from typing import TYPE_CHECKING

from grundy.core.board import Board, Edit, Handle, Values
from grundy.core.numbers import frobenius
from grundy.core.reader import Reader
from grundy.core.ruleset import Ruleset
from grundy.errors import NotationError

if TYPE_CHECKING:
    from grundy.render.scenes.scene import Scene

Coins = tuple[int, ...]
EDITED_NUMBERS = 96  # the largest that is named by hand
MOST_LEAST_COIN = 10_000  # of several: sums are told apart by their remainders modulo the least


class Coinage(Board[Coins]):
    """Numbers named so far, without those that are sums of others."""

    kind = "coinage"
    family = "Heaps"
    notation = "the numbers named so far, 2 or more, separated by commas"

    def read(self, reader: Reader) -> Coins:
        return self.of_values(tuple(reader.list_of(lambda: reader.integer("a number"))) if reader.next else ())

    def of_values(self, values: Values) -> Coins:
        numbers = self.wholes(values)
        if numbers and min(numbers) < 2:
            raise NotationError("1 is never named, since whoever names it loses; write numbers from 2")
        if len(numbers) > 1 and min(numbers) > MOST_LEAST_COIN:
            raise NotationError(f"of several numbers the least may be {MOST_LEAST_COIN:,} here, not more")
        return generators(numbers) if numbers else ()

    def show(self, position: Coins) -> str:
        return ",".join(map(str, position))

    @staticmethod
    def new_coin(before: Coins, after: Coins) -> int:
        return next(number for number in after if number not in before)

    def differ(self, before: Coins, after: Coins) -> str:
        return f"name {self.new_coin(before, after)}"

    def handle(self, before: Coins, after: Coins) -> Handle:
        return frozenset([self.new_coin(before, after)])

    def edits(self, position: Coins) -> Iterator[Edit[Coins]]:
        """A number named, or one forgotten."""
        for n in range(2, EDITED_NUMBERS + 1):
            if n in position:
                yield Edit(f"forget {n}", tuple(other for other in position if other != n), (f"n-{n}",))
            elif not is_sum(n, position):
                yield Edit(f"name {n}", generators((*position, n)), (f"n-{n}",))

    def small(self, bound: int) -> Iterator[Coins]:
        """Two or three numbers without a common divisor that leave few others."""
        for most in range(3, bound + 1):
            for others in (*combinations(range(2, most), 1), *combinations(range(2, most), 2)):
                coins = (*others, most)
                if generators(coins) == coins and gcd(*coins) == 1 and frobenius(*coins) < bound:
                    yield coins

    def scene(self, position: Coins, options: Sequence[Coins], rules: Ruleset[Coins], past: Sequence[Coins]) -> "Scene":
        from grundy.games.sylver.draw import draw_coinage

        return draw_coinage(self, position, options)

    def lines(self, position: Coins, width: int) -> list[str]:
        from grundy.games.sylver.draw import coinage_lines

        return coinage_lines(position, width)


def generators(numbers: Sequence[int]) -> Coins:
    """The numbers that are no sums of the others, in order."""
    kept: list[int] = []
    for number in sorted(set(numbers)):
        if not is_sum(number, tuple(kept)):
            kept.append(number)
    return tuple(kept)


def is_sum(number: int, coins: Coins) -> bool:
    """Whether the number is a sum of these, with repetition."""
    return bool(coins) and least_sums(coins).get(number % coins[0], number + 1) <= number


@lru_cache(maxsize=100_000)
def least_sums(coins: Coins) -> dict[int, int]:
    """The least sum of the coins in each residue class modulo the first, where there is one.

    A coin is added round each cycle of its multiples, twice, so that every class has met the least of its cycle.
    """
    modulus, *others = coins
    least = {0: 0}
    for coin in others:
        step = gcd(coin, modulus)
        for start in range(step):
            place = start
            for _ in range(2 * modulus // step):
                following = (place + coin) % modulus
                if place in least and least[place] + coin < least.get(following, least[place] + coin + 1):
                    least[following] = least[place] + coin
                place = following
    return least


def gaps(coins: Coins) -> Iterator[int]:
    """The numbers from 2 on that are no sums, endless where the coins have a common divisor or there are none."""
    if gcd(*coins) == 1:
        return (n for n in range(2, frobenius(*coins) + 1) if not is_sum(n, coins))
    return (n for n in count(2) if not is_sum(n, coins))
