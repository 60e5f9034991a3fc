"""Turn up to k coins, the rightmost from heads to tails: Mock Turtles for k = 3, then Moebius, Mogul and Moidores.

The values of the coins 0, 1, 2, ... are the least numbers of which no k or fewer have the nim-sum 0. So the lost rows
are the words of a lexicode of distance k + 1: for k = 5 the first 18 coins give an extended quadratic residue code, and
for k = 7 the first 24 the Golay code (Berlekamp, Conway and Guy 1982, chapter 14; Conway and Sloane 1986).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, count
from typing import TYPE_CHECKING

from grundy.boards.coins import Coin, CoinGame, Turn
from grundy.errors import NotDecided, PositionError

if TYPE_CHECKING:
    from grundy.explain.page import Page, ValueLaw, WorkedValue

MOST_SUMS = 3_000_000  # of few coins that are kept to find the next value: some hundred megabytes


class Lexicode:
    """The least numbers of which no k or fewer have the nim-sum 0, as far as they were asked for."""

    def __init__(self, k: int) -> None:
        self.values: list[int] = []
        self.sums: list[set[int]] = [
            {0},
            *(set[int]() for _ in range(k - 1)),
        ]  # the new ones of 0, 1, ..., k - 1 values

    def value(self, index: int) -> int:
        while len(self.values) <= index:
            if sum(map(len, self.sums)) > MOST_SUMS:
                raise NotDecided(f"the value of coin {index} needs more than {MOST_SUMS:,} nim-sums; take fewer coins")
            start = self.values[-1] if self.values and len(self.sums) > 1 else 0  # alone, all coins are worth 1
            new = next(n for n in count(start + 1) if not any(n in sums for sums in self.sums))
            for fewer, sums in zip(self.sums[-2::-1], self.sums[:0:-1], strict=True):
                sums.update(n ^ new for n in fewer)
            self.values.append(new)
        return self.values[index]


@dataclass(frozen=True)
class TurnUpTo(CoinGame):
    """Turn at least one and at most k coins, the rightmost from heads to tails."""

    k: int

    source = "Berlekamp, Conway and Guy 1982"
    example = "TTHTHHTTH"
    example_parameters = "4"

    def __post_init__(self) -> None:
        if self.k < 1:
            raise PositionError(f"{self.name} turns up to k coins, k at least 1")

    @cached_property
    def lexicode(self) -> Lexicode:
        return Lexicode(self.k)

    def turns(self, coin: Coin) -> Iterator[Turn]:
        for size in range(self.k):
            yield from combinations(range(coin), size)

    def head(self, coin: Coin) -> int:
        return self.lexicode.value(coin)

    def turns_to(self, coin: Coin, nimber: int) -> Iterator[Turn] | None:
        """The turns found from their left and right coins, where these are many: sums of halves that meet."""
        if not nimber:
            return iter([()])  # k coins or fewer never have the nim-sum 0
        right = (self.k - 1) // 2
        left = self.k - 1 - right
        ends: dict[int, list[Turn]] = {}
        for size in range(right + 1):
            for turn in combinations(range(coin), size):
                ends.setdefault(self.total(turn), []).append(turn)
        starts = (turn for size in range(left + 1) for turn in combinations(range(coin), size))
        return (
            start + end
            for start in starts
            for end in ends.get(self.total(start) ^ nimber, ())
            if meets_once(start, end, left)
        )

    def law(self, page: "Page") -> "ValueLaw":
        def work_out(n: int) -> "WorkedValue":
            value = self.value(n)
            return page.text("{}", page.step(f"{value} = {value:b}₂")), value

        words = (
            "The values of the coins grow, and each is the least number that is no nim-sum of fewer than k values "
            "before it; so no k heads or fewer are lost."
        )
        return page.law(words, work_out)


def meets_once(start: Turn, end: Turn, full: int) -> bool:
    """Whether this is the one way to cut the turn: the coins on the left first, as many as go into the start."""
    return (not end or len(start) == full) and (not end or not start or start[-1] < end[0])


moebius = TurnUpTo(5).named(
    "moebius", "Turn one to five coins, the rightmost from heads to tails.", example="HTTHTH", title="Moebius"
)
mogul = TurnUpTo(7).named(
    "mogul", "Turn one to seven coins, the rightmost from heads to tails.", example="HTTHTHHT", title="Mogul"
)
moidores = TurnUpTo(9).named(
    "moidores", "Turn one to nine coins, the rightmost from heads to tails.", example="HTTHTHHTH", title="Moidores"
)
