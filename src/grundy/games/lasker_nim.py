"""Lasker's nim: take any number of stones from one heap, or split one in two without taking.

The nimber of n is n where n is 1 or 2 modulo 4, n + 1 where it is 3, and n - 1 where it is 0 (Ferguson 4.4).
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grundy.boards.heaps import Heap, HeapGame, Position
from grundy.core.code import Code
from grundy.core.ruleset import cites

if TYPE_CHECKING:
    from grundy.explain.page import Page, ValueLaw, WorkedValue


class LaskerNim(HeapGame):
    """Take any number of stones from one heap, or split a heap into two."""

    title = "Lasker's nim"
    source = "Lasker 1931"
    example = "2,5,7"
    formula = "g(4k) = 4k - 1, g(4k + 1) = 4k + 1, g(4k + 2) = 4k + 2, g(4k + 3) = 4k + 4 for n >= 1"

    def options(self, heap: Heap) -> Iterator[Position]:
        yield from ((left,) for left in range(heap))
        yield from ((a, heap - a) for a in range(1, heap // 2 + 1))

    def as_code(self) -> Code:
        return Code((4,), (3,))

    @cites("Ferguson 2014, 4.4")
    def theorem(self, position: Position) -> int:
        """The nim-sum of the heaps, with 3 and 4 modulo 4 exchanged."""
        total = 0
        for heap in position:
            total ^= heap + (heap % 4 == 3) - (heap % 4 == 0 and heap > 0)
        return total

    def law(self, page: "Page") -> "ValueLaw":
        def work_out(n: int) -> "WorkedValue":
            shift = (n % 4 == 3) - (n % 4 == 0 and n > 0)
            change = {0: "so it keeps its size", 1: "so one more", -1: "so one less"}[shift]
            return page.text("{}, {}", page.step(f"{n} mod 4 = {n % 4}"), change), n + shift

        proof = (
            "Splitting 4k + 3 into 1 and 4k + 2 gives 4k + 3 itself, so the nimber moves up to 4k + 4; "
            "4k + 4 finds 4k + 4 reached already and 4k + 3 free."
        )
        words = "A heap of n is worth n, but n + 1 where n leaves 3 modulo 4, and n - 1 where it leaves 0."
        return page.law(words, work_out, proof)


lasker_nim = LaskerNim()
