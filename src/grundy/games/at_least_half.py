"""At least half: take at least half of the heap. The nimber of n is the number of its binary digits (Ferguson 3.3)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grundy.boards.heaps import FormulaGame, Heap, Position

if TYPE_CHECKING:
    from grundy.explain.page import Page, ValueLaw, WorkedValue


class AtLeastHalf(FormulaGame):
    """Take at least half of the heap."""

    source = "Ferguson 2014, 3.3"
    example = "9"
    formula = "g(n) = bits(n)"

    def options(self, heap: Heap) -> Iterator[Position]:
        return ((left,) for left in range(min(heap, heap // 2 + 1)))

    def value(self, heap: Heap) -> int:
        return heap.bit_length()

    def left(self, heap: Heap, nimber: int) -> Iterator[Position]:
        """Every heap with so many binary digits, up to half the size."""
        if nimber > heap.bit_length():
            return iter(())
        return ((left,) for left in range(1 << nimber >> 1, min(heap, 1 << nimber, heap // 2 + 1)))

    def law(self, page: "Page") -> "ValueLaw":
        def work_out(n: int) -> "WorkedValue":
            k = n.bit_length()
            digits, power = page.step(f"{n} = {n:b}₂"), page.step(f"2^{k} = {1 << k}")
            return page.text("{}, and {} is greater", digits, power) if n else page.text("empty"), k

        proof = "What is left has at least one binary digit less, and every smaller number of digits can be left."
        words = "The nimber of n is the number of its binary digits, the least k with 2^k > n."
        return page.law(words, work_out, proof)


at_least_half = AtLeastHalf()
