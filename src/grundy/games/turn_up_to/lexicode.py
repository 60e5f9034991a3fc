"""The lexicode of a turning game: the values of its coins, and the turns of a given value."""

from collections.abc import Callable, Iterator
from functools import reduce
from itertools import combinations, count
from operator import xor

from grundy.boards.coins import Coin, Turn
from grundy.errors import NotDecided

MOST_SUMS = 3_000_000  # of few coins that are kept to find the next value: some hundred megabytes


class Lexicode:
    """The least numbers of which no k or fewer have the nim-sum 0, as far as they were asked for."""

    def __init__(self, k: int) -> None:
        self.values: list[int] = []
        self.sums = [{0}, *(set[int]() for _ in range(k - 1))]  # the new ones of 0, 1, ..., k - 1 values

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


def turns_of_value(coin: Coin, nimber: int, others: int, value: Callable[[Coin], int]) -> Iterator[Turn]:
    """The turns of up to so many others left of the coin, found from their left and right coins: halves that meet."""
    right = others // 2
    left = others - right
    value_at = [*map(value, range(coin))].__getitem__
    ends: dict[int, list[Turn]] = {}
    for size in range(right + 1):
        for turn in combinations(range(coin), size):
            ends.setdefault(reduce(xor, map(value_at, turn), 0), []).append(turn)
    for size in range(left + 1):
        for start in combinations(range(coin), size):
            wanted = reduce(xor, map(value_at, start), nimber)
            yield from (start + end for end in ends.get(wanted, ()) if meets_once(start, end, left))


def meets_once(start: Turn, end: Turn, full: int) -> bool:
    """Whether this is the one way to cut the turn: the coins on the left first, as many as go into the start."""
    return (not end or len(start) == full) and (not end or not start or start[-1] < end[0])
