"""Subtraction games played with coins: two coins are turned whose distance belongs to a given set.

A head is a heap (Ferguson 5.1 and exercise 5.5.5). Where exactly two coins are turned, coin n counted from 0 is a heap
of n; so it is where coins count from 1 and the missing coin 0 is left out. Where one coin may be turned alone, coin n
counted from 0 has the nimber of a heap of n, plus one. A nimber depends on as many before it as the largest distance,
so a window of that length that comes again proves a period (Golomb 1966).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from grundy.boards.coins import Coin, CoinGame, CoinRow, Turn
from grundy.core.period import Period, find_period
from grundy.core.reader import Reader
from grundy.errors import NotationError, NotDecided

__all__ = ["CoinSubtractionOneOrTwo", "CoinSubtractionPileForm", "CoinSubtractionTwoCoins"]

NEAR = 10_000  # coins whose nimbers are tabled without a look at the period
LONGEST = 1 << 20  # values among which a period is looked for


def read_distance(reader: Reader) -> int:
    """A distance between two coins."""
    start, distance = reader.place, reader.integer("a distance between coins")
    if not distance:
        raise reader.error("a coin is not turned twice; write a distance of 1 or more", start)
    return distance


@dataclass(frozen=True, init=False)
class CoinSubtraction(CoinGame):
    """A subtraction game on a row of coins."""

    take: tuple[int, ...]

    source = "Ferguson 2014, 5.1"
    example = "TTHTHHTTH"
    example_parameters = "1,3,4"
    few = True

    def __init__(self, *take: int) -> None:
        if not take:
            raise NotationError(f"{self.name} needs a distance between coins, such as {self.name}(1,3,4)")
        object.__setattr__(self, "take", tuple(sorted({read_distance(Reader(str(distance))) for distance in take})))

    @classmethod
    def read(cls, reader: Reader) -> Self:
        """The ruleset whose distances are listed here."""
        return cls(*reader.list_of(lambda: read_distance(reader)))

    def parameters(self) -> str:
        """The distances."""
        return ",".join(map(str, self.take))

    def partners(self, coin: Coin) -> Iterator[Turn]:
        """A coin to the left at one of the distances."""
        return ((coin - distance,) for distance in self.take if distance <= coin - self.board.first)

    def by_rules(self, coin: Coin) -> int:
        """The nimber of a single head; a far one stands where it would in the first period."""
        return super().by_rules(coin if coin <= NEAR else self.cycle.index(coin))

    @cached_property
    def cycle(self) -> Period:
        """The period of the nimbers, which exists for every finite set of distances."""
        values, length = list[int](), max(NEAR, 4 * self.take[-1])
        while length <= LONGEST:
            super().by_rules(length)
            values = list(self.known.values())
            start, period, _ = find_period(values) or (len(values), 0, 0)
            if start + period + self.take[-1] <= len(values):
                return Period(start + self.board.first, period, True)
            length *= 2
        raise NotDecided(f"no period of {self} is known, so coin {NEAR:,} is the farthest; take a shorter distance")


class CoinSubtractionTwoCoins(CoinSubtraction):
    """Turn two coins at a distance that belongs to a given set, the right one from heads to tails."""

    def turns(self, coin: Coin) -> Iterator[Turn]:
        """A coin at one of the distances."""
        return self.partners(coin)


class CoinSubtractionPileForm(CoinSubtraction):
    """Turn two coins at a distance that belongs to a given set, or coin n alone where n belongs to it."""

    board = CoinRow(first=1)

    def turns(self, coin: Coin) -> Iterator[Turn]:
        """A coin at one of the distances, or none where the distance leads just off the row."""
        if coin in self.take:
            yield ()
        yield from self.partners(coin)


class CoinSubtractionOneOrTwo(CoinSubtraction):
    """Turn one head to tails, and if you like one more coin to its left, at a distance that belongs to a given set."""

    source = "Ferguson 2014, 5.5"

    def turns(self, coin: Coin) -> Iterator[Turn]:
        """Nothing, or a coin at one of the distances."""
        yield ()
        yield from self.partners(coin)
