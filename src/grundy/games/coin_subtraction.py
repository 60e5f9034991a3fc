"""Subtraction games played with coins: two coins are turned whose distance belongs to a given set.

A head is a heap (Ferguson 5.1 and exercise 5.5.5). Where exactly two coins are turned, coin n counted from 0 is a heap
of n; so it is where coins count from 1 and the missing coin 0 is left out. Where one coin may be turned alone, coin n
counted from 0 has the nimber of a heap of n, plus one. A nimber depends on as many before it as the largest distance,
so a window of that length that comes again proves a period (Golomb 1966).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Self

from grundy.boards.coins import Coin, CoinGame, CoinRow, Turn
from grundy.core.period import REPEATED_WINDOW, Period, count_to_prove, find_period
from grundy.core.reader import Reader
from grundy.core.words import listing
from grundy.errors import NotationError, NotDecided
from grundy.games.subtraction import Subtraction

if TYPE_CHECKING:
    from grundy.explain.page import Page, ValueLaw, WorkedValue

NEAR_COIN = 10_000  # up to it nimbers come from the rules alone, beyond it from the period
MOST_VALUES = 1 << 20  # among which a period is looked for


def read_distance(reader: Reader) -> int:
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
    has_few_turns = True
    alone_too: ClassVar[bool] = False  # whether any head may be turned alone

    def __init__(self, *take: int) -> None:
        if not take:
            raise NotationError(f"{self.name} needs a distance between coins, such as {self.name}(1,3,4)")
        object.__setattr__(self, "take", tuple(sorted({read_distance(Reader(str(distance))) for distance in take})))

    @classmethod
    def read(cls, reader: Reader) -> Self:
        return cls(*reader.list_of(lambda: read_distance(reader)))

    def filled_rules(self) -> str:
        return self.rules.replace("that belongs to a given set", f"of {listing(self.take, 'or')}")

    def parameters(self) -> str:
        return ",".join(map(str, self.take))

    def partners(self, coin: Coin) -> Iterator[Turn]:
        return ((coin - distance,) for distance in self.take if distance <= coin - self.board.first)

    def value_by_rules(self, coin: Coin) -> int:
        """The nimber of a single head; a far one stands where it would in the first period."""
        return super().value_by_rules(coin if coin <= NEAR_COIN else self.cycle.index(coin))

    @cached_property
    def cycle(self) -> Period:
        """The period of the nimbers, which exists for every finite set of distances."""
        values, length = list[int](), max(NEAR_COIN, 4 * self.take[-1])
        while length <= MOST_VALUES:
            super().value_by_rules(length)
            values = list(self.head_values.values())
            start, period, _ = find_period(values) or (len(values), 0, 0)
            if start + period + self.take[-1] <= len(values):
                return Period(start + self.board.first, period, True)
            length *= 2
        raise NotDecided(
            f"no period of {self} is known, so coin {NEAR_COIN:,} is the farthest; take a shorter distance"
        )

    def period_proof(self, start: int, length: int) -> tuple[int, str]:
        return count_to_prove(start, length, 1, self.take[-1]), REPEATED_WINDOW

    def law(self, page: "Page") -> "ValueLaw":
        patient, plus = Subtraction(*self.take), self.alone_too

        def work_out(n: int) -> "WorkedValue":
            value, heap = self.value(n), patient(n)
            more = page.text(", and {}", page.step(f"{value - 1} + 1 = {value}")) if plus else ""
            return page.text("as {}, worth {}{}", heap, page.claim(heap, value - plus), more), value

        more = ", plus 1: turned alone, the coin is gone" if plus else ""
        return page.law(page.text("Coin n is worth a heap of n in {}{}.", patient, more), work_out)


class CoinSubtractionTwoCoins(CoinSubtraction):
    """Turn two coins at a distance that belongs to a given set, the right one from heads to tails."""

    title = "coin subtraction, two coins"

    def turns(self, coin: Coin) -> Iterator[Turn]:
        return self.partners(coin)


class CoinSubtractionPileForm(CoinSubtraction):
    """Turn two coins at a distance that belongs to a given set, or one whose number belongs to it alone."""

    title = "coin subtraction, as a pile"
    board = CoinRow(first=1)

    def filled_rules(self) -> str:
        numbers = listing(self.take, "or")
        return f"Turn two coins at a distance of {numbers}, or coin {numbers} alone."

    def turns(self, coin: Coin) -> Iterator[Turn]:
        if coin in self.take:
            yield ()
        yield from self.partners(coin)


class CoinSubtractionOneOrTwo(CoinSubtraction):
    """Turn one head to tails, and if you like one more coin to its left, at a distance that belongs to a given set."""

    title = "coin subtraction, one or two coins"
    source = "Ferguson 2014, 5.5"
    alone_too = True

    def turns(self, coin: Coin) -> Iterator[Turn]:
        yield ()
        yield from self.partners(coin)
