"""Mark: take 1 to t - 1 stones, or leave the t-th part of the heap, rounded down; t is 2 where it is not given.

A heap is lost exactly if it is 0 or ends in an odd number of zeros in base t (Fraenkel 2011): from such a heap the t-th
part has one zero fewer and the other options none; from any other the last digit is taken, or the t-th part is left.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grundy.boards.heaps import Heap, HeapGame, Position
from grundy.core.numbers import multiplicity
from grundy.core.ruleset import Outcome, cites
from grundy.games.mark.halves import nimber_of_halves

if TYPE_CHECKING:
    from grundy.explain.page import Page, ValueLaw


@dataclass(frozen=True)
class MarkGame(HeapGame):
    """Take fewer than t stones, at least one, or leave the t-th part of the heap, rounded down; t is 2 if not given."""

    t: int = 2

    name = "mark"
    title = "Mark"
    source = "Fraenkel 2011"
    example = "7,12"
    least_parameter = 2

    def filled_rules(self) -> str:
        part = f"1 to {self.t - 1} stones, or leave the heap divided by {self.t}"
        return f"Take {'one stone, or leave half of the heap' if self.t == 2 else part}, rounded down."

    def options(self, heap: Heap) -> Iterator[Position]:
        small = range(1, min(self.t, heap + 1))
        yield from ((heap - take,) for take in small)
        if heap - heap // self.t not in small and heap:
            yield (heap // self.t,)

    @cites("Fraenkel 2011")
    def theorem(self, position: Position) -> int | None:
        """The nim-sum of the nimbers of the heaps, for t = 2."""
        return nimber_of_halves(position) if self.t == 2 else None

    @cites("Fraenkel 2011")
    def verdict(self, position: Position, misere: bool) -> Outcome | None:
        """P where a single heap ends in an odd number of zeros in base t."""
        heaps = [heap for heap in position if heap]
        is_lost = all(multiplicity(heap, self.t) % 2 for heap in heaps)
        return None if misere or len(heaps) > 1 else "P" if is_lost else "N"

    def law(self, page: "Page") -> "ValueLaw | None":
        from grundy.games.mark.why import law

        return law(page) if self.t == 2 else None


mark = MarkGame()
