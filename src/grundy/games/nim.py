"""Nim: take any number of stones from one heap.

The nimber of a position is the nim-sum of its heaps (Bouton 1902). Under misère play the same positions are lost,
except where every heap is 0 or 1: then an odd number of ones is lost (Bouton 1902). A heap may be infinite: an ordinal
may be replaced by any smaller one, so every play ends, and the same sums hold (Conway 1976).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import xor

from grundy.boards.heaps import HeapGame, Heaps
from grundy.boards.ordinal_heaps import OrdinalHeaps, Position, below
from grundy.core.code import Code
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, cites

__all__ = ["Nim", "finite_targets", "nim", "targets"]

BOARD: Heaps = OrdinalHeaps()


def targets(heaps: Sequence[Nimber], nimber: Nimber, misere: bool) -> Iterator[tuple[int, Nimber]]:
    """For each heap, by its index, the one other size that gives the wanted nim-sum, or a misère P-position.

    >>> list(targets((3, 5, 7), 0, misere=False)), list(targets((1, 5), 0, misere=True))
    ([(0, 2), (1, 4), (2, 6)], [(0, 5), (1, 0)])
    """
    total = reduce(xor, heaps, nimber)
    large, ones = sum(heap > 1 for heap in heaps), sum(heap == 1 for heap in heaps)
    for i, heap in enumerate(heaps):
        among_ones = misere and large == (heap > 1)
        size = 1 ^ (ones - (heap == 1)) % 2 if among_ones else heap ^ total
        if size != heap:
            yield i, size


def finite_targets(heaps: Sequence[int], nimber: Nimber, misere: bool) -> Iterator[tuple[int, int]]:
    """The targets that are finite: an infinite nimber is out of reach for finite heaps."""
    return ((i, size) for i, size in targets(heaps, nimber, misere) if isinstance(size, int))


@dataclass(frozen=True)
class Nim(HeapGame):
    """Take any number of stones from one heap."""

    board = BOARD
    source = "Bouton 1902"
    example = "3,5,7"

    def options(self, heap: Nimber) -> Iterator[Position]:  # type: ignore[override]  # ordinals widen `Heap`
        """A smaller heap."""
        return ((left,) for left in below(heap))

    def endless(self, position: Position) -> bool:
        """Whether some heap is infinite."""
        return not all(isinstance(heap, int) for heap in position)

    def as_code(self) -> Code:
        """Digit 3 for ever."""
        return Code((0,), (3,))

    @cites("Bouton 1902")
    def theorem(self, position: Position) -> Nimber:
        """The nim-sum of the heaps."""
        return reduce(xor, position, 0)

    @cites("Bouton 1902")
    def verdict(self, position: Position, misere: bool) -> Outcome:
        """P where the nim-sum is 0; misère among ones alone where it is 1."""
        odd_one_out = misere and max(position, default=0) <= 1
        return "P" if self.theorem(position) == odd_one_out else "N"

    @cites("Bouton 1902")
    def reach(self, position: Position, nimber: Nimber, misere: bool = False) -> Iterator[Position]:  # type: ignore[override]
        """For each heap the one smaller size that gives the wanted sum; misère, 0 or 1 where only ones remain."""
        for i, left in targets(position, nimber, misere):
            if left < position[i]:
                yield (*position[:i], left, *position[i + 1 :])


nim = Nim()
