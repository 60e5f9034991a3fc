"""Chomp for the proof search: who wins a bar, and all winning bites, by the compiled tables of `solvers/chomp`.

The nimbers of small bars, which sums need, come from the table of all their positions.
"""

from collections.abc import Iterator
from typing import Any

from grundy.core.budget import Budget
from grundy.games.chomp import Chomp, transposed
from grundy.solvers.chomp import LostBars, lost_bars
from grundy.solvers.ideals import Cell
from grundy.solvers.proof.expansion import Expansion, Parts, expansion
from grundy.solvers.proof.ordered import OrderedExpansion

__all__ = ["ChompExpansion"]

Bar = tuple[int, ...]
METHOD = "table of lost bars"


class ChompExpansion(OrderedExpansion):
    """Bars; the last table of each play is kept."""

    ruleset: Chomp

    def __init__(self, ruleset: Chomp) -> None:
        super().__init__(ruleset)
        self.tables: dict[bool, LostBars] = {}

    def cells(self, key: Any) -> Iterator[Cell]:
        """The squares."""
        return ((row, column) for row, length in enumerate(key) for column in range(length))

    def weight(self, key: Any) -> int:
        """The number of squares."""
        return sum(key)

    def decided(self, parts: Parts, heap: int, misere: bool, budget: Budget | None) -> bool | None:
        """Whether a bar alone is lost, or by nimbers a sum."""
        if heap or len(parts) != 1:
            return super().decided(parts, heap, misere, budget)
        bar = wide(parts[0])
        table = self.table(bar, misere, budget)
        return table.lost(bar) if table else None

    def reach(self, position: Any, misere: bool, budget: Budget) -> Iterator[Bar] | None:
        """The bars that winning bites leave."""
        bar = wide(position)
        table = self.table(bar, misere, budget)
        if not table:
            return None
        wins = (to if bar == position else transposed(to) for to in table.wins(bar))
        return iter(sorted(wins, key=lambda to: self.ruleset.board.bite(position, to)))

    def table(self, bar: Bar, misere: bool, budget: Budget | None) -> LostBars | None:
        """A table that holds a bar of two rows at least; without a budget the one that is there."""
        known = self.tables.get(misere)
        if len(bar) < 2 or (known and known.holds(bar)):
            return known if len(bar) > 1 else None
        if budget is None:
            return None
        self.methods[METHOD] = None
        self.tables[misere] = lost_bars(bar, misere, budget)
        return self.tables[misere]


def wide(bar: Any) -> Bar:
    """The bar or its transpose, with no more rows than columns."""
    return transposed(bar) if len(bar) > bar[0] else tuple(bar)


@expansion.register
def _(ruleset: Chomp) -> Expansion:
    return ChompExpansion(ruleset)
