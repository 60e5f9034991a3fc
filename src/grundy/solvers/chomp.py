"""Lost bars of Chomp by compiled kernels: all of some rows and columns, or those below one bar of three rows.

A tail, which are the rows after the first, is lost with one first row at most. That is at most the second row and as
many squares as the tail has, for each bite of the tail excludes one: so a first row may be as long as one likes.
"""

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property
from math import comb
from typing import TYPE_CHECKING

from grundy.core.budget import Budget
from grundy.errors import NotDecided

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Words = NDArray[np.uint64]

__all__ = ["LostBars", "LostRectangle", "LostThrees", "lost_bars"]

Bar = tuple[int, ...]
MOST_TAILS = 1 << 32  # two bits for each: 1 GB
MOST_THREES = 90_000  # first rows of three: a bit for each two of these, 1 GB
FAR = 1_000  # first rows of three rows from which on the kernel of their own is faster
TILE = 64  # third rows of three at a time
SLICE = 1 << 12  # lost bars between two looks at the clock


def capped(bar: Bar) -> int:
    """The longest first row, up to that of the bar, with which its tail or a smaller one may be lost."""
    return min(bar[0], bar[1] + sum(bar[1:]) + 2)


class LostBars(ABC):
    """Some bars and whether they are lost; they have no more columns than rows have."""

    @abstractmethod
    def holds(self, bar: Bar) -> bool:
        """Whether the bar and its options are among them."""

    @abstractmethod
    def lost(self, bar: Bar) -> bool:
        """Whether a bar is lost."""

    @abstractmethod
    def first_row(self, tail: Bar) -> int:
        """The first row with which a tail is lost, 0 where there is none."""

    def wins(self, bar: Bar) -> Iterator[Bar]:
        """The lost options of a bar."""
        first, tail = bar[0], bar[1:]
        for column in range(1, tail[0]):
            yield from self.some(tuple(min(row, column) for row in bar))
        if tail[0] <= (row := self.first_row(tail)) < first:
            yield (row, *tail)
        for place, length in enumerate(tail):
            for column in range(length):
                yield from self.some((first, *tail[:place], *(min(row, column) for row in tail[place:] if column)))

    def some(self, bar: Bar) -> Iterator[Bar]:
        """The bar, if it is lost."""
        return iter((bar,) if self.lost(bar) else ())


class LostRectangle(LostBars):
    """All bars of so many rows, first rows and second rows."""

    def __init__(self, bar: Bar, misere: bool, budget: Budget) -> None:
        self.rows, self.columns, self.second = len(bar), capped(bar), bar[1]
        self.found: list[Ints] = []
        if self.tails(self.second) > MOST_TAILS:
            raise NotDecided(f"not decided: {self.rows} x {self.columns} squares are too many for a table in 1 GB")
        for row in self.first_rows(misere, budget):
            self.found.append(row)

    def tails(self, columns: int) -> int:
        """The number of tails in so many columns."""
        return comb(self.rows - 1 + columns, columns)

    @cached_property
    def table(self) -> "Ints":
        """What the rows add to the place of a tail."""
        from grundy.kernels.chomp import places

        return places(self.rows - 1, self.second)

    def first_rows(self, misere: bool, budget: Budget) -> "Iterator[Ints]":
        """The places of the tails that are lost with each first row from 1 on."""
        import numpy as np

        done = np.zeros(self.tails(self.second) // 64 + 1, np.uint64)
        for first in range(1, self.columns + 1):
            stop = self.tails(min(first, self.second))
            marks = np.zeros(stop // 64 + 1, np.uint64)
            marks[0] = misere and first == 1
            yield np.concatenate(list(self.slices(done, marks, first, stop, budget)))

    def slices(self, done: "Words", marks: "Words", first: int, stop: int, budget: Budget) -> "Iterator[Ints]":
        """The places that are lost with one first row, as they are found."""
        import numpy as np

        from grundy.kernels.chomp import lost_tails

        place, bar = 0, np.zeros(self.rows, np.int64)
        bar[0] = first
        while place < stop:
            found = np.zeros(SLICE, np.int64)
            place, size = lost_tails(done, marks, self.table, bar, place, stop, found)
            budget.spend(size)
            budget.look()
            yield found[:size]

    def holds(self, bar: Bar) -> bool:
        """Whether the bar has no more rows, and first and second rows no longer."""
        return len(bar) <= self.rows and capped(bar) <= self.columns and bar[1] <= self.second

    def place(self, tail: Bar) -> int:
        """The place of a tail."""
        return sum(int(self.table[row, length]) for row, length in enumerate(tail, 1))

    def lost(self, bar: Bar) -> bool:
        """Whether the tail is among those that are lost with the first row."""
        return bar[0] <= self.columns and self.among(self.place(bar[1:]), bar[0])

    def among(self, place: int, first: int) -> bool:
        """Whether the tail at this place is lost with a first row."""
        found = self.found[first - 1]
        index = bisect_left(found, place)
        return index < len(found) and int(found[index]) == place

    def first_row(self, tail: Bar) -> int:
        """The first row with which a tail is lost, 0 where there is none."""
        place = self.place(tail)
        return next((first for first in range(tail[0], self.columns + 1) if self.among(place, first)), 0)


class LostThrees(LostBars):
    """A bar of three rows and its options, under normal play."""

    def __init__(self, bar: Bar, budget: Budget) -> None:
        import numpy as np

        self.bar, self.columns = bar, capped(bar)
        if self.columns > MOST_THREES:
            raise NotDecided(f"not decided: three rows of {self.columns:,} squares are too many for a table in 1 GB")
        self.equal, self.same = np.zeros(bar[2] + 1, np.int64), np.zeros(bar[2] + 1, np.int64)
        for third, first in enumerate(self.third_rows(budget)):
            self.equal[third], self.same[third] = first[third], first[bar[1]]
        self.last = first

    def third_rows(self, budget: Budget) -> "Iterator[Ints]":
        """The first rows that are lost with each second row, for each third row in turn."""
        import numpy as np

        from grundy.kernels.chomp_three import lost_threes, taken

        sets, full, equal = taken(self.columns)
        for third in range(0, self.bar[2] + 1, TILE):
            first = np.zeros((min(TILE, self.bar[2] + 1 - third), self.columns + 1), np.int64)
            budget.spend(lost_threes(sets, full, equal, third, first))
            budget.look()
            yield from first

    def holds(self, bar: Bar) -> bool:
        """Whether it is this bar."""
        return bar == self.bar

    def lost(self, bar: Bar) -> bool:
        """Whether the bar or an option of it is lost."""
        first, second, third = (*bar, 0, 0)[:3]
        return first == (1 if not second else self.first(second, third))

    def first(self, second: int, third: int) -> int:
        """The first row with which two rows are lost: an option keeps the third row, or the second, or both agree."""
        return int(
            self.last[second]
            if third == self.bar[2]
            else self.same[third]
            if second == self.bar[1]
            else self.equal[third]
        )

    def first_row(self, tail: Bar) -> int:
        """The first row with which the tail is lost, 0 where it is none of those up to that of the bar."""
        return self.first(*tail)


def lost_bars(bar: Bar, misere: bool, budget: Budget) -> LostBars:
    """The table that tells of a bar with no more rows than columns."""
    return (
        LostThrees(bar, budget)
        if len(bar) == 3 and capped(bar) > FAR and not misere
        else LostRectangle(bar, misere, budget)
    )
