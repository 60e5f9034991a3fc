"""Mark: take 1 to t - 1 stones, or leave the t-th part of the heap, rounded down; t is 2 where it is not given.

A heap is lost exactly if it is 0 or ends in an odd number of zeros in base t: from such a heap the t-th part has one
zero fewer and the other options none, and from any other the last digit is taken away, or the t-th part is left
(Fraenkel 2011). For t = 2 the nimbers of the others are 1 and 2, and follow from one smaller heap each: of the two
options of such a heap one is lost, so the other decides.

UpMark rounds up instead: take 1 stone, or leave half of the heap, rounded up (Fraenkel 2012).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grundy.boards.heaps import Heap, HeapGame, Position
from grundy.core.nimbers import nim_sum
from grundy.core.numbers import low_bit, multiplicity
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, cites
from grundy.errors import PositionError

if TYPE_CHECKING:
    from grundy.explain.page import Page, ValueLaw, WorkedValue


def is_dopey(heap: Heap) -> bool:
    """Whether the heap is 0 or has an odd number of factors 2."""
    return heap == 0 or low_bit(heap).bit_length() % 2 == 0


@dataclass(frozen=True)
class MarkGame(HeapGame):
    """Take fewer than t stones, at least one, or leave the t-th part of the heap, rounded down; t is 2 if not given."""

    t: int = 2

    name = "mark"
    title = "Mark"

    source = "Fraenkel 2011"
    example = "7,12"

    def filled_rules(self) -> str:
        if self.t == 2:
            return "Take one stone, or leave half of the heap, rounded down."
        return f"Take 1 to {self.t - 1} stones, or leave the heap divided by {self.t}, rounded down."

    def __post_init__(self) -> None:
        if self.t < 2:
            raise PositionError(f"{self.name} divides by at least 2, not by {self.t}")

    def options(self, heap: Heap) -> Iterator[Position]:
        small = range(1, min(self.t, heap + 1))
        yield from ((heap - take,) for take in small)
        if heap - heap // self.t not in small and heap:
            yield (heap // self.t,)

    @cites("Fraenkel 2011")
    def theorem(self, position: Position) -> int | None:
        """The nim-sum of the nimbers of the heaps, for t = 2."""
        return nim_sum(map(nimber_of_half, position)) if self.t == 2 else None

    @cites("Fraenkel 2011")
    def verdict(self, position: Position, misere: bool) -> Outcome | None:
        """P where a single heap ends in an odd number of zeros in base t."""
        heap, *more = (*(heap for heap in position if heap), 0)
        if misere or (more and more != [0]):
            return None
        return "P" if heap == 0 or multiplicity(heap, self.t) % 2 else "N"

    @cites("Fraenkel 2011")
    def reach(self, position: Position, nimber: Nimber, misere: bool = False) -> Iterator[Position] | None:
        """For t = 2 the moves, at most two a heap, to this nimber."""
        if misere or self.t != 2:
            return None
        return (to for to in self.moves(position) if self.theorem(to) == nimber)

    def law(self, page: "Page") -> "ValueLaw | None":
        def work_out(n: int) -> "WorkedValue":
            value = nimber_of_half(n)
            if not n:
                return page.text("empty"), 0
            power = low_bit(n)
            zeros = page.step(f"{n} = 2^{power.bit_length() - 1} * {n // power}")
            return page.text("{}", zeros), value

        words = (
            "A heap is lost exactly if it is 0 or has an odd number of factors 2; the others have the nimber 1 or 2."
        )
        proof = (
            "From an odd number of factors 2, half the heap has one factor fewer and the heap less one has none. From "
            "an even number above 0, half the heap has an odd number; and if n is odd, either n - 1 or half of it has."
        )
        return page.law(words, work_out, proof) if self.t == 2 else None


def nimber_of_half(heap: Heap) -> int:
    """The nimber of a heap in Mark with t = 2: each step of the loop exchanges 1 and 2."""
    if is_dopey(heap):
        return 0
    steps = 0
    while heap > 1:
        heap -= 1
        if heap % 2 == 0 and is_dopey(heap):
            heap //= 2
        steps += 1
    return 1 + steps % 2


class UpMark(HeapGame):
    """Take one stone, or leave half of the heap, rounded up."""

    source = "Fraenkel 2012"
    example = "7,12"
    title = "UpMark"

    def options(self, heap: Heap) -> Iterator[Position]:
        if heap:
            yield (heap - 1,)
        if heap > 2:
            yield ((heap + 1) // 2,)


mark = MarkGame()
up_mark = UpMark()
