"""At least half, and at most half: how much may be taken depends on the heap itself.

At least half: the nimber of n is the number of its binary digits (Ferguson 3.3). At most half: write n + 1 as a power
of 2 times 2k + 1; the nimber is k (Ferguson 3.5).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from grundy.boards.formula import FormulaGame
from grundy.boards.heaps import Heap, Position

__all__ = ["AtLeastHalf", "AtMostHalf", "at_least_half", "at_most_half"]


@dataclass(frozen=True)
class AtLeastHalf(FormulaGame):
    """Take at least half of the heap."""

    source = "Ferguson 2014, 3.3"
    example = "9"

    def options(self, heap: Heap) -> Iterator[Position]:
        """A heap of at most half the size."""
        return ((left,) for left in range(min(heap, heap // 2 + 1)))

    def value(self, heap: Heap) -> int:
        """The number of binary digits."""
        return heap.bit_length()

    def left(self, heap: Heap, nimber: int) -> Iterator[Position]:
        """Every heap with so many binary digits, up to half the size."""
        if nimber > heap.bit_length():
            return iter(())
        return ((left,) for left in range(1 << nimber >> 1, min(heap, 1 << nimber, heap // 2 + 1)))


@dataclass(frozen=True)
class AtMostHalf(FormulaGame):
    """Take at least one stone and at most half of the heap."""

    source = "Ferguson 2014, 3.5"
    example = "9"

    def options(self, heap: Heap) -> Iterator[Position]:
        """A heap of at least half the size."""
        return ((heap - take,) for take in range(1, heap // 2 + 1))

    def value(self, heap: Heap) -> int:
        """Half of what is left of n + 1 without its factors 2."""
        after = heap + 1
        return after // (after & -after) >> 1

    def left(self, heap: Heap, nimber: int) -> Iterator[Position]:
        """The one heap between half the size and the whole that is 2k + 1 times a power of 2, less one."""
        after = 2 * nimber + 1
        if after <= heap:
            after <<= (heap // after).bit_length() - 1
            if 2 * (heap - after + 1) <= heap:
                yield (after - 1,)


at_least_half = AtLeastHalf()
at_most_half = AtMostHalf()
