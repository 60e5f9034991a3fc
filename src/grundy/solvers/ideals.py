"""Nimbers of Chomp on small ordered sets, bars and blocks, by a compiled table of all positions below one."""

from bisect import bisect_left
from collections.abc import Set as AbstractSet

from grundy.core.budget import Budget
from grundy.errors import NotDecided

__all__ = ["MOST_CELLS", "Cell", "Ideals"]

Cell = tuple[int, ...]
MOST_CELLS = 128
LARGEST = 1 << 22  # positions: 150 MB
SLICE = 1 << 12  # positions between two looks at the clock


class Ideals:
    """All positions below one, which is the set of its cells, and their nimbers; misère, 0 where they are lost."""

    def __init__(self, cells: AbstractSet[Cell], misere: bool, budget: Budget) -> None:
        self.cells = {cell: place for place, cell in enumerate(sorted(cells, key=lambda cell: (sum(cell), cell)))}
        self.misere = misere
        self.find(budget)

    def holds(self, cells: AbstractSet[Cell]) -> bool:
        """Whether a position is among them."""
        return self.cells.keys() >= cells

    def mask(self, cells: AbstractSet[Cell]) -> int:
        """Cells as bits."""
        return sum(1 << self.cells[cell] for cell in cells)

    def find(self, budget: Budget) -> None:
        """List the positions in rising order, then find their nimbers in that order."""
        import numpy as np

        from grundy.kernels.ideals import nimbers, words

        self.ideals = np.zeros((1, 2), np.uint64)
        for cell, place in self.cells.items():
            self.list_with(place, self.mask(below(cell)), budget)
        above = np.array([words(self.mask({y for y in self.cells if within(x, y)})) for x in self.cells])
        table = np.full(1 << (2 * len(self.ideals)).bit_length(), -1, np.int32)
        self.values = np.zeros(len(self.ideals), np.int32)
        self.values[1] = self.misere
        for start in range(0, len(self.ideals), SLICE):
            stop = min(start + SLICE, len(self.ideals))
            nimbers(self.ideals, above, table, self.values, start, stop)
            budget.look()

    def list_with(self, place: int, below: int, budget: Budget) -> None:
        """Add the positions with one more cell."""
        import numpy as np

        from grundy.kernels.ideals import ideals_with

        more = ideals_with(self.ideals, place, below)
        budget.spend(len(more))
        if len(self.ideals) + len(more) > LARGEST:
            raise NotDecided(f"not decided: more than {LARGEST:,} positions are too many for a table")
        self.ideals = np.concatenate([self.ideals, more])

    def value(self, cells: AbstractSet[Cell]) -> int:
        """The nimber of a position."""
        mask = self.mask(cells)
        index = bisect_left(
            range(len(self.ideals)), mask, key=lambda i: int(self.ideals[i, 0]) << 64 | int(self.ideals[i, 1])
        )
        return int(self.values[index])


def below(cell: Cell) -> set[Cell]:
    """The cells just below one."""
    return {(*cell[:i], n - 1, *cell[i + 1 :]) for i, n in enumerate(cell) if n}


def within(one: Cell, other: Cell) -> bool:
    """Whether a cell is another or below it."""
    return all(a <= b for a, b in zip(one, other, strict=True))
