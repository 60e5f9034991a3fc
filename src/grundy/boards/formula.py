"""Heaps whose nimbers have a formula: the base of rulesets that are solved for heaps of every size.

Their author writes the formula, `value(heap)`, and its inverse, `left(heap, nimber)`. Winning moves then need no list
of options, however large the heaps are.
"""

from abc import abstractmethod
from collections.abc import Iterator

from grundy.boards.heaps import Heap, HeapGame, Position
from grundy.core.ordinals import Nimber

__all__ = ["FormulaGame", "xor_pairs"]


class FormulaGame(HeapGame):
    """A ruleset on heaps with a formula for the nimber of a heap."""

    @abstractmethod
    def value(self, heap: Heap) -> int:
        """The nimber of a heap."""

    @abstractmethod
    def left(self, heap: Heap, nimber: int) -> Iterator[Position]:
        """What one move may leave of a heap so that it has this nimber."""

    def theorem(self, position: Position) -> int:
        """The nim-sum of the formula over the heaps."""
        total = 0
        for heap in position:
            total ^= self.value(heap)
        return total

    def reach(self, position: Position, nimber: Nimber, misere: bool = False) -> Iterator[Position] | None:
        """Each heap brought to the nim-sum of the wanted nimber and the other heaps."""
        if misere:
            return None
        return self.reached(position, nimber) if isinstance(nimber, int) else iter(())

    def reached(self, position: Position, nimber: int) -> Iterator[Position]:
        """The positions of this nimber that one move reaches."""
        total = self.theorem(position) ^ nimber
        for i, heap in enumerate(position):
            for left in self.left(heap, total ^ self.value(heap)):
                yield position[:i] + left + position[i + 1 :]


def xor_pairs(nimber: int, most: int) -> Iterator[tuple[int, int]]:
    """The pairs x <= y with this nim-sum and x + y up to a bound, in order of x + y.

    x + y is the nim-sum plus twice the bits that both have; the other bits are shared out in all ways.

    >>> list(xor_pairs(5, 9))
    [(0, 5), (1, 4), (2, 7), (3, 6)]
    """
    top = 1 << nimber.bit_length() >> 1  # it belongs to the larger
    common = 0
    while nimber + 2 * common <= most:
        for share in subsets(nimber ^ top):
            yield common | share, common | (nimber ^ share)
        common = ((common | nimber) + 1) & ~nimber


def subsets(bits: int) -> Iterator[int]:
    """The numbers whose bits are among these, ascending."""
    share = 0
    while True:
        yield share
        share = (share - bits) & bits
        if not share:
            return
