"""Circular nim: heaps in a circle; take any numbers of stones from k heaps that follow one another.

With k = 1 this is nim, with k = n - 1 Moore's nim, in which the lost positions have equal heaps, and with k = n
everything may be taken. For few others the lost positions are known: see `lost` (Dufour and Heubach 2013).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grundy.boards.heaps import PlacedHeaps, Position
from grundy.core.game import Game
from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.games.circular_nim.circle import cut_runs, is_every_choice_a_run, turns
from grundy.games.circular_nim.lost import LOST
from grundy.games.moore_nim import MooreNim

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block


@dataclass(frozen=True)
class CircularNim(Ruleset[Position]):
    """Take any numbers of stones, at least one in all, from k heaps that follow one another in the circle."""

    k: int

    board = PlacedHeaps()
    source = "Dufour and Heubach 2013"
    example = "3,1,2,2,1"
    example_parameters = "2"
    least_parameter = 1

    def moves(self, position: Position) -> Iterator[Position]:
        return cut_runs(position, self.k)

    def parts(self, position: Position) -> Iterator[Position]:
        return iter([position] if any(position) else [])

    def canonical(self, position: Position) -> Position:
        return min(turns(position))

    @cites("Dufour and Heubach 2013")
    def disguise(self, position: Position) -> Game | None:
        """Moore's nim, where every choice of k heaps is a run."""
        return MooreNim(self.k)(*position) if is_every_choice_a_run(position, self.k) else None

    @cites("Dufour and Heubach 2013")
    def verdict(self, position: Position, misere: bool) -> Outcome | None:
        """P where some turn of the circle is one of the known lost positions."""
        if is_every_choice_a_run(position, self.k):
            return MooreNim(self.k).verdict(position, misere)
        known = LOST.get((len(position), self.k))
        return None if misere or not known else "P" if any(map(known, turns(position))) else "N"

    def why(self, parts: Sequence[Position], page: "Page") -> "Iterator[Block]":
        from grundy.games.circular_nim.why import why

        return why(self, parts, page)
