"""Chomp on small ordered sets for the proof search: nimbers, and all winning bites, by a compiled table."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Hashable, Iterator
from functools import reduce
from operator import xor
from typing import Any

from grundy.core.budget import Budget
from grundy.core.reader import ellipsis
from grundy.core.ruleset import Ruleset
from grundy.errors import NotDecided
from grundy.solvers.ideals import MOST_CELLS, Cell, Ideals
from grundy.solvers.proof.expansion import Expansion, Parts

__all__ = ["OrderedExpansion"]

MOST_OPTIONS = 10_000  # that are listed where no table tells
METHOD = "table of all positions"


class OrderedExpansion(Expansion):
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
        """The position after each bite, where these can be listed."""
        if self.weight(key) > MOST_OPTIONS:
            raise NotDecided(f"not decided: {ellipsis(self.show(key))} has too many moves to list")
        return super().options(key)

    def value(self, key: Any, misere: bool, budget: Budget | None) -> int | None:
        """The nimber of a position; misère, 0 where it is lost. None where no table tells."""
        if self.weight(key) > MOST_CELLS:
            return None
        cells, known = set(self.cells(key)), self.ideals.get(misere)
        if not known or not known.holds(cells):
            if budget is None:
                return None
            self.methods[METHOD] = None
            known = self.ideals[misere] = Ideals(cells, misere, budget)
        return known.value(cells)

    def decided(self, parts: Parts, heap: int, misere: bool, budget: Budget | None) -> bool | None:
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
        """The positions that winning bites leave."""
        if self.value(position, misere, budget) is None:
            return None
        return (to for to in self.ruleset.moves(position) if not self.value(to, misere, budget))
