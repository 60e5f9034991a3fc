"""Chomp in three dimensions for the proof search: the cubes of a block as an ordered set."""

from collections.abc import Iterator
from typing import Any

from grundy.games.chomp_3d import Chomp3d
from grundy.solvers.ideals import Cell
from grundy.solvers.proof.expansion import Expansion, expansion
from grundy.solvers.proof.ordered import OrderedExpansion

__all__ = ["Chomp3dExpansion"]


class Chomp3dExpansion(OrderedExpansion):
    """Blocks."""

    def cells(self, key: Any) -> Iterator[Cell]:
        """The cubes."""
        return ((i, j, k) for i, layer in enumerate(key) for j, row in enumerate(layer) for k in range(row))

    def weight(self, key: Any) -> int:
        """The number of cubes."""
        return sum(map(sum, key))


@expansion.register
def _(ruleset: Chomp3d) -> Expansion:
    return Chomp3dExpansion(ruleset)
