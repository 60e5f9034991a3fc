"""At most half: take at least one stone and at most half of the heap.

Write n + 1 as a power of 2 times 2k + 1; the nimber is k (Ferguson 3.5).
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grundy.boards.heaps import FormulaGame, Heap, Position
from grundy.core.numbers import low_bit

if TYPE_CHECKING:
    from grundy.explain.page import Page, ValueLaw, WorkedValue


class AtMostHalf(FormulaGame):
    """Take at least one stone and at most half of the heap."""

    source = "Ferguson 2014, 3.5"
    example = "9"
    formula = "g(n) = k(n + 1)"

    def options(self, heap: Heap) -> Iterator[Position]:
        return ((heap - take,) for take in range(1, heap // 2 + 1))

    def value(self, heap: Heap) -> int:
        after = heap + 1
        return after // (after & -after) >> 1

    def left(self, heap: Heap, nimber: int) -> Iterator[Position]:
        """The one heap between half the size and the whole that is 2k + 1 times a power of 2, less one."""
        after = 2 * nimber + 1
        if after <= heap:
            after <<= (heap // after).bit_length() - 1
            if 2 * (heap - after + 1) <= heap:
                yield (after - 1,)

    def law(self, page: "Page") -> "ValueLaw":
        def work_out(n: int) -> "WorkedValue":
            power, k = low_bit(n + 1), self.value(n)
            return page.text("{}", page.step(f"{n} + 1 = {power} * (2*{k} + 1)")), k

        proof = (
            "Between half of n + 1 and n + 1 lies exactly one number 2^j (2m + 1) for each m < k, one more than a heap "
            "that can be left; for m = k it is n + 1 itself."
        )
        return page.law("Write n + 1 as a power of 2 times an odd number 2k + 1: the nimber is k.", work_out, proof)


at_most_half = AtMostHalf()
