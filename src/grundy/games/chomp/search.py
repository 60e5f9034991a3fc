"""Chomp for the proof search: who wins a bar, all winning bites, and nimbers of small positions, by compiled tables.

A table of lost bars holds all bars of some rows and columns, or those below one bar of three rows. The *tail* of a bar
are its rows after the first. A tail is lost with one first row at most. That is at most the second row and as many
squares as the tail has, for each bite of the tail excludes one: so a first row may be as long as one likes.

Nimbers, which sums need, come from a table of all positions below one of at most 128 squares or cubes.
"""

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Iterator
from collections.abc import Set as AbstractSet
from functools import cached_property, reduce
from math import comb
from operator import xor
from typing import TYPE_CHECKING, Any

from grundy.core.budget import Budget
from grundy.core.nimbers import mex
from grundy.core.reader import ellipsis
from grundy.core.ruleset import Ruleset
from grundy.errors import NotDecided
from grundy.games.chomp.board import BarRows, divides
from grundy.games.chomp.rules import Chomp, transpose
from grundy.solvers.inquiry import Method
from grundy.solvers.proof.expansion import Parts, RulesetExpansion
from grundy.system import has_arrays

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Words = NDArray[np.uint64]

Cell = tuple[int, ...]
MOST_TAILS = 1 << 32  # two bits for each: 1 GB
MOST_THREES_COLUMNS = 90_000  # first rows of three: a bit for each two of these, 1 GB
THREES_COLUMNS = 1_000  # first rows of three rows from which on their own kernel is faster
TILE_ROWS = 64  # third rows of three at a time
CLOCK_BARS = 1 << 12  # lost bars or positions between two checks of the time
MOST_CELLS = 128
MOST_IDEALS = 1 << 22  # positions in a table: 150 MB
FEW_IDEALS = 1_000  # that plain Python has in a table before a kernel is compiled
MOST_PLAIN_IDEALS = 1 << 17  # 20 MB, some seconds in a browser
MOST_OPTIONS = 10_000  # that are listed where there is no table
BARS_METHOD = Method("table of lost bars")
IDEALS_METHOD = Method("table of all positions")


class Ideals:
    """The nimbers of all positions below one, which is the set of its cells; misère, 0 where they are lost."""

    def __init__(self, cells: AbstractSet[Cell], misere: bool, budget: Budget) -> None:
        import numpy as np

        from grundy.games.chomp.kernel.ideals import ideals_with, nimbers, words
        from grundy.kernels.jit import plain_if_cold

        self.cells = {cell: place for place, cell in enumerate(sorted(cells, key=lambda cell: (sum(cell), cell)))}
        self.ideals = np.zeros((1, 2), np.uint64)  # in rising order, so that options come first
        for cell, place in self.cells.items():
            below = {(*cell[:i], n - 1, *cell[i + 1 :]) for i, n in enumerate(cell) if n}
            more = ideals_with(self.ideals, place, self.mask(below))
            budget.spend(len(more))
            if len(self.ideals) + len(more) > MOST_IDEALS:
                raise NotDecided(f"not decided: more than {MOST_IDEALS:,} positions are too many for a table")
            self.ideals = np.concatenate([self.ideals, more])
        above = np.array([words(self.mask({y for y in self.cells if divides(x, y)})) for x in self.cells])
        table = np.full(1 << (2 * len(self.ideals)).bit_length(), -1, np.int32)
        self.values = np.zeros(len(self.ideals), np.int32)
        self.values[1] = misere
        fill = plain_if_cold(nimbers, len(self.ideals) <= FEW_IDEALS)
        for start in range(0, len(self.ideals), CLOCK_BARS):
            fill(self.ideals, above, table, self.values, start, min(start + CLOCK_BARS, len(self.ideals)))
            budget.look()

    def holds(self, cells: AbstractSet[Cell]) -> bool:
        return self.cells.keys() >= cells

    def mask(self, cells: AbstractSet[Cell]) -> int:
        return sum(1 << self.cells[cell] for cell in cells)

    def value(self, cells: AbstractSet[Cell]) -> int:
        places = range(len(self.ideals))
        index = bisect_left(
            places, self.mask(cells), key=lambda i: int(self.ideals[i, 0]) << 64 | int(self.ideals[i, 1])
        )
        return int(self.values[index])


class PlainIdeals(Ideals):
    """The same without arrays, for a browser: positions are sets of bits, and few enough for its memory."""

    def __init__(self, cells: AbstractSet[Cell], misere: bool, budget: Budget) -> None:
        self.cells = {cell: place for place, cell in enumerate(sorted(cells, key=lambda cell: (sum(cell), cell)))}
        ideals = [0]
        for cell, place in self.cells.items():
            below = self.mask({(*cell[:i], n - 1, *cell[i + 1 :]) for i, n in enumerate(cell) if n})
            ideals += [ideal | 1 << place for ideal in ideals if ideal & below == below]
            budget.spend(1)
            if len(ideals) > MOST_PLAIN_IDEALS:
                raise NotDecided(f"not decided: more than {MOST_PLAIN_IDEALS:,} positions are too many for a browser")
        above = [self.mask({y for y in self.cells if divides(x, y)}) for x in self.cells]
        self.found = dict(zip(ideals[:2], (0, int(misere)), strict=False))  # nobody bites off the poisoned cell
        for ideal in ideals[2:]:
            options = {
                self.found[ideal & ~above[place]] for place in range(1, ideal.bit_length()) if ideal >> place & 1
            }
            self.found[ideal] = mex(options)
            if not len(self.found) % CLOCK_BARS:
                budget.look()

    def value(self, cells: AbstractSet[Cell]) -> int:
        return self.found[self.mask(cells)]


def longest_first_row(bar: BarRows) -> int:
    """The longest first row, up to that of the bar, with which its tail or a smaller one may be lost."""
    return min(bar[0], bar[1] + sum(bar[1:]) + 2)


class LostBars(ABC):
    """Which of some bars are lost; each has at least as many columns as rows."""

    @abstractmethod
    def holds(self, bar: BarRows) -> bool:
        """Whether the bar and its options are in the table."""

    @abstractmethod
    def is_lost(self, bar: BarRows) -> bool:
        """Whether a bar of the table is lost."""

    @abstractmethod
    def first_row(self, tail: BarRows) -> int:
        """The first row with which a tail is lost, 0 where there is none."""

    def wins(self, bar: BarRows) -> Iterator[BarRows]:
        first, tail = bar[0], bar[1:]
        shorter = (tuple(min(row, column) for row in bar) for column in range(1, tail[0]))
        yield from filter(self.is_lost, shorter)
        if tail[0] <= (row := self.first_row(tail)) < first:
            yield (row, *tail)
        for place, length in enumerate(tail):
            for column in range(length):
                option = (first, *tail[:place], *(min(row, column) for row in tail[place:] if column))
                if self.is_lost(option):
                    yield option


class LostRectangle(LostBars):
    """All bars of so many rows, first rows and second rows."""

    def __init__(self, bar: BarRows, misere: bool, budget: Budget) -> None:
        self.rows, self.columns, self.second = len(bar), longest_first_row(bar), bar[1]
        if self.tail_count(self.second) > MOST_TAILS:
            raise NotDecided(f"not decided: {self.rows} x {self.columns} squares are too many for a table in 1 GB")
        self.places = list(self.lost_places(misere, budget))

    def tail_count(self, columns: int) -> int:
        return comb(self.rows - 1 + columns, columns)

    @cached_property
    def table(self) -> "Ints":
        """What the rows add to the place of a tail."""
        from grundy.games.chomp.kernel.bars import places

        return places(self.rows - 1, self.second)

    def lost_places(self, misere: bool, budget: Budget) -> "Iterator[Ints]":
        """The places of the tails that are lost with each first row from 1 on."""
        import numpy as np

        from grundy.games.chomp.kernel.bars import lost_tails

        done = np.zeros(self.tail_count(self.second) // 64 + 1, np.uint64)
        for first in range(1, self.columns + 1):
            stop = self.tail_count(min(first, self.second))
            marks = np.zeros(stop // 64 + 1, np.uint64)
            marks[0] = misere and first == 1
            place, bar, slices = 0, np.zeros(self.rows, np.int64), list["Ints"]()
            bar[0] = first
            while place < stop:
                found = np.zeros(CLOCK_BARS, np.int64)
                place, size = lost_tails(done, marks, self.table, bar, place, stop, found)
                budget.spend(size)
                budget.look()
                slices.append(found[:size])
            yield np.concatenate(slices)

    def holds(self, bar: BarRows) -> bool:
        return len(bar) <= self.rows and longest_first_row(bar) <= self.columns and bar[1] <= self.second

    def place(self, tail: BarRows) -> int:
        return sum(int(self.table[row, length]) for row, length in enumerate(tail, 1))

    def is_lost(self, bar: BarRows) -> bool:
        return bar[0] <= self.columns and self.is_lost_place(self.place(bar[1:]), bar[0])

    def is_lost_place(self, place: int, first: int) -> bool:
        places = self.places[first - 1]
        index = bisect_left(places, place)
        return index < len(places) and int(places[index]) == place

    def first_row(self, tail: BarRows) -> int:
        place = self.place(tail)
        return next((first for first in range(tail[0], self.columns + 1) if self.is_lost_place(place, first)), 0)


class LostThrees(LostBars):
    """A bar of three rows and its options, under normal play."""

    def __init__(self, bar: BarRows, budget: Budget) -> None:
        import numpy as np

        self.bar, self.columns = bar, longest_first_row(bar)
        if self.columns > MOST_THREES_COLUMNS:
            raise NotDecided(f"not decided: three rows of {self.columns:,} squares are too many for a table in 1 GB")
        self.equal, self.same = np.zeros(bar[2] + 1, np.int64), np.zeros(bar[2] + 1, np.int64)
        for third, first in enumerate(self.first_rows(budget)):
            self.equal[third], self.same[third] = first[third], first[bar[1]]
        self.last = first

    def first_rows(self, budget: Budget) -> "Iterator[Ints]":
        """The first rows that are lost with each second row, for each third row in turn."""
        import numpy as np

        from grundy.games.chomp.kernel.three_rows import lost_threes, start_sets

        sets, full, equal = start_sets(self.columns)
        for third in range(0, self.bar[2] + 1, TILE_ROWS):
            first = np.zeros((min(TILE_ROWS, self.bar[2] + 1 - third), self.columns + 1), np.int64)
            budget.spend(lost_threes(sets, full, equal, third, first))
            budget.look()
            yield from first

    def holds(self, bar: BarRows) -> bool:
        return bar == self.bar

    def is_lost(self, bar: BarRows) -> bool:
        first, second, third = (*bar, 0, 0)[:3]
        return first == (1 if not second else self.first_row((second, third)))

    def first_row(self, tail: BarRows) -> int:
        """The first row: an option keeps the third row, or the second, or both are equal."""
        second, third = tail
        if third == self.bar[2]:
            return int(self.last[second])
        return int(self.same[third] if second == self.bar[1] else self.equal[third])


def make_lost_bars(bar: BarRows, misere: bool, budget: Budget) -> LostBars:
    """A table that holds a bar with no more rows than columns."""
    if len(bar) == 3 and longest_first_row(bar) > THREES_COLUMNS and not misere:
        return LostThrees(bar, budget)
    return LostRectangle(bar, misere, budget)


class OrderedExpansion(RulesetExpansion):
    """Positions that are sets of cells; the last table of each play is kept."""

    trial = 4_000  # positions: half a second, as it takes to load the compiler
    nimbers = True

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        super().__init__(ruleset)
        self.ideals: dict[bool, Ideals] = {}

    @abstractmethod
    def cells(self, key: Any) -> Iterator[Cell]:
        """The cells of a position, counted from 0."""

    @abstractmethod
    def weight(self, key: Any) -> int:
        """The number of cells."""

    def options(self, key: Any) -> list[Parts]:
        if self.weight(key) > MOST_OPTIONS:
            raise NotDecided(f"not decided: {ellipsis(self.show(key))} has too many moves to list")
        return super().options(key)

    def value(self, key: Any, misere: bool, budget: Budget | None) -> int | None:
        """The nimber of a position; misère, 0 where it is lost. None where there is no table."""
        if self.weight(key) > MOST_CELLS:
            return None
        cells, known = set(self.cells(key)), self.ideals.get(misere)
        if not known or not known.holds(cells):
            if budget is None:
                return None
            self.methods[IDEALS_METHOD] = None
            known = self.ideals[misere] = (Ideals if has_arrays() else PlainIdeals)(cells, misere, budget)
        return known.value(cells)

    def is_lost(self, parts: Parts, heap: int, misere: bool, budget: Budget | None) -> bool | None:
        """Whether the parts and a nim heap are lost; under misère play, a part alone."""
        odd = [key for key, copies in Counter(parts).items() if copies % 2 or misere]
        if misere and (len(parts) != 1 or heap):
            return None
        known = list[int]()
        for key in sorted(odd, key=self.weight, reverse=True):  # the small ones may be in the table of a large one
            if (value := self.value(key, misere, budget)) is None:
                return None
            known.append(value)
        return reduce(xor, known, heap) == 0

    def reach(self, position: Any, misere: bool, budget: Budget) -> Iterator[Hashable] | None:
        if self.value(position, misere, budget) is None:
            return None
        return (to for to in self.ruleset.moves(position) if not self.value(to, misere, budget))


class Chomp3dExpansion(OrderedExpansion):
    """Blocks as sets of cubes."""

    def cells(self, key: Any) -> Iterator[Cell]:
        return ((i, j, k) for i, layer in enumerate(key) for j, row in enumerate(layer) for k in range(row))

    def weight(self, key: Any) -> int:
        return sum(map(sum, key))


class ChompExpansion(OrderedExpansion):
    """Bars as sets of squares; the last table of lost bars of each play is kept."""

    ruleset: Chomp

    def __init__(self, ruleset: Chomp) -> None:
        super().__init__(ruleset)
        self.tables: dict[bool, LostBars] = {}

    def cells(self, key: Any) -> Iterator[Cell]:
        return ((row, column) for row, length in enumerate(key) for column in range(length))

    def weight(self, key: Any) -> int:
        return sum(key)

    def is_lost(self, parts: Parts, heap: int, misere: bool, budget: Budget | None) -> bool | None:
        if heap or len(parts) != 1:
            return super().is_lost(parts, heap, misere, budget)
        bar = turn_wide(parts[0])
        table = self.table(bar, misere, budget)
        return table.is_lost(bar) if table else None if has_arrays() else super().is_lost(parts, heap, misere, budget)

    def reach(self, position: Any, misere: bool, budget: Budget) -> Iterator[Hashable] | None:
        bar = turn_wide(position)
        table = self.table(bar, misere, budget)
        if not table:
            return None if has_arrays() else super().reach(position, misere, budget)
        wins = (to if bar == position else transpose(to) for to in table.wins(bar))
        return iter(sorted(wins, key=lambda to: self.ruleset.board.bite(position, to)))

    def table(self, bar: BarRows, misere: bool, budget: Budget | None) -> LostBars | None:
        """A table that holds a bar of at least two rows; without a budget only the one that is there."""
        if len(bar) < 2 or not has_arrays():
            return None
        known = self.tables.get(misere)
        if known and known.holds(bar):
            return known
        if budget is None:
            return None
        self.methods[BARS_METHOD] = None
        self.tables[misere] = make_lost_bars(bar, misere, budget)
        return self.tables[misere]


def turn_wide(bar: Any) -> BarRows:
    """The bar or its transpose, with no more rows than columns."""
    return transpose(bar) if len(bar) > bar[0] else tuple(bar)
