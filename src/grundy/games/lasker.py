"""Lasker's nim: take any number of stones from one heap, or split one in two without taking.

The nimber of n is n where n is 1 or 2 modulo 4, n + 1 where it is 3, and n - 1 where it is 0 (Ferguson 4.4).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from grundy.boards.heaps import Heap, HeapGame, Position
from grundy.core.code import Code
from grundy.core.ruleset import cites

__all__ = ["LaskerNim", "lasker_nim"]


@dataclass(frozen=True)
class LaskerNim(HeapGame):
    """Take any number of stones from one heap, or split a heap into two."""

    source = "Lasker 1931"
    example = "2,5,7"

    def options(self, heap: Heap) -> Iterator[Position]:
        """A smaller heap, or two that make up this one."""
        yield from ((left,) for left in range(heap))
        yield from ((a, heap - a) for a in range(1, heap // 2 + 1))

    def as_code(self) -> Code:
        """Nim with a 4 before the point."""
        return Code((4,), (3,))

    @cites("Ferguson 2014, 4.4")
    def theorem(self, position: Position) -> int:
        """The nim-sum of the heaps, with 3 and 4 modulo 4 exchanged."""
        total = 0
        for heap in position:
            total ^= heap + (heap % 4 == 3) - (heap % 4 == 0 and heap > 0)
        return total


lasker_nim = LaskerNim()
