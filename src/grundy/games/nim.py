"""Nim: take any number of stones from one heap.

The nimber of a position is the nim-sum of its heaps (Bouton 1902). Under misère play the same positions are lost,
except where every heap is 0 or 1: then an odd number of ones is lost (Bouton 1902).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from operator import xor

from grundy.boards.heaps import Heap, HeapGame, Position
from grundy.core.code import Code
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, cites

__all__ = ["Nim", "nim"]


@dataclass(frozen=True)
class Nim(HeapGame):
    """Take any number of stones from one heap."""

    source = "Bouton 1902"
    example = "3,5,7"

    def options(self, heap: Heap) -> Iterator[Position]:
        """A smaller heap."""
        return ((left,) for left in range(heap))

    def as_code(self) -> Code:
        """Digit 3 for ever."""
        return Code((0,), (3,))

    @cites("Bouton 1902")
    def theorem(self, position: Position) -> int:
        """The nim-sum of the heaps."""
        return reduce(xor, position, 0)

    @cites("Bouton 1902")
    def verdict(self, position: Position, misere: bool) -> Outcome:
        """P where the nim-sum is 0; misère among ones alone where it is 1."""
        odd_one_out = misere and max(position, default=0) <= 1
        return "P" if self.theorem(position) == odd_one_out else "N"

    @cites("Bouton 1902")
    def reach(self, position: Position, nimber: Nimber, misere: bool = False) -> Iterator[Position]:
        """For each heap the one smaller size that gives the wanted sum; misère, 0 or 1 where only ones remain."""
        total = self.theorem(position)
        for i, heap in enumerate(position):
            rest = position[:i] + position[i + 1 :]
            ones = misere and max(rest, default=0) <= 1
            left = 1 ^ len([r for r in rest if r]) % 2 if ones else heap ^ total ^ nimber
            if isinstance(left, int) and left < heap:
                yield (*position[:i], left, *position[i + 1 :])


nim = Nim()
