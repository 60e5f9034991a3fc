"""Margins of Dots-and-Boxes: a table of all sets of the lines left, where they are few enough."""

from time import monotonic
from typing import TYPE_CHECKING

from grundy.boards.graph_forms import Edges
from grundy.core.budget import Budget
from grundy.errors import NotDecided
from grundy.games.nimstring.board import GROUND, Strings, strings_of

if TYPE_CHECKING:
    pass

MOST_LINES = 27  # left: a byte for each set of them makes 128 MB
PLAIN_LINES = 12  # left: the table is filled in less time than the compiler takes to load
SETS_PER_CALL = 1 << 18  # between two looks at the clock
SETS_PER_POSITION = 1 << 8  # that count as one position of the budget: they take less time


class MarginTable:
    """The margins of all sets of the strings of a graph."""

    def __init__(self, edges: Edges, budget: Budget) -> None:
        import numpy as np

        from grundy.games.nimstring.kernel_tables import fill_margins

        fill = fill_margins.py_func if len(edges) <= PLAIN_LINES else fill_margins
        self.edges, self.table = edges, np.zeros(1 << len(edges), np.int8)
        coins = sorted({end for edge in edges for end in edge if end != GROUND})
        index = {coin: number for number, coin in enumerate(coins)} | {GROUND: -1}
        ends = np.array([[index[end] for end in edge] for edge in edges], np.int64).reshape(-1, 2)
        at = np.array([sum(1 << n for n, edge in enumerate(edges) if coin in edge) for coin in coins], np.int64)
        started = monotonic()
        fill(ends, at, self.table, 0, 1)
        budget.meter.excused += monotonic() - started
        for start in range(1, len(self.table), SETS_PER_CALL):
            stop = min(start + SETS_PER_CALL, len(self.table))
            fill(ends, at, self.table, start, stop)
            budget.spend((stop - start) // SETS_PER_POSITION)
            budget.look()

    def margin(self, edges: Edges) -> int | None:
        """The margin of some of the strings, in their order; None where they are not of this graph."""
        found, place = 0, 0
        for edge in edges:
            while place < len(self.edges) and self.edges[place] != edge:
                place += 1
            if place == len(self.edges):
                return None
            found |= 1 << place
            place += 1
        return int(self.table[found])


class BoxMargins:
    """Margins of positions, from the tables of those that were asked for first."""

    method = "table of all sets of the lines left"

    def __init__(self) -> None:
        self.tables: list[MarginTable] = []

    def margin(self, position: Strings, budget: Budget) -> int:
        edges = strings_of(position)
        for table in self.tables:
            if (known := table.margin(edges)) is not None:
                return known
        if len(edges) > MOST_LINES:
            words = f"{len(edges)} lines are left, and the margin is found for {MOST_LINES} or fewer"
            raise NotDecided(f"not decided: {words}; draw some more")
        self.tables.append(MarginTable(edges, budget))
        return int(self.tables[-1].table[-1])
