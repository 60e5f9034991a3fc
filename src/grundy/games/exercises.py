"""One-heap exercises of Ferguson, each a code and a formula (Ferguson 4.3 and 4.5).

In all of them the nimber grows evenly with the heap: about one for every `slope` stones. So few heaps have a given
nimber, and the moves to it are found without a list of options. That no option has the nimber of the formula and that
every smaller one is reached follows from (a xor b) <= a + b and a count modulo 2 or 3.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from grundy.boards.formula import FormulaGame, xor_pairs
from grundy.boards.heaps import Heap, Position
from grundy.core.code import Code
from grundy.core.ordinals import Nimber

__all__ = [
    "EvenIfNotAll",
    "EvenOrSingleton",
    "Mod3Take",
    "Take1mod3Split",
    "Take2plusSplit",
    "even_if_not_all",
    "even_or_singleton",
    "mod3_take",
    "take1mod3_split",
    "take2plus_split",
]

WINDOW = 4  # the heaps of nimber k lie this near to slope * k
MOST_SHARES = 18  # bits of a nimber that are shared out between two heaps in all ways


class CodedGame(FormulaGame):
    """A ruleset with a code and a formula that grows evenly."""

    code: Code
    slope = Fraction(2)

    def as_code(self) -> Code:
        """The code."""
        return self.code

    def options(self, heap: Heap) -> Iterator[Position]:
        """What the code allows."""
        return self.code.options(heap)

    def heaps(self, nimber: int) -> list[Heap]:
        """All heaps of this nimber."""
        near = int(self.slope * nimber)
        return [heap for heap in range(max(0, near - WINDOW), near + WINDOW + 1) if self.value(heap) == nimber]

    def splits(self) -> bool:
        """Whether a move may leave two heaps."""
        return any(digit & 4 for digit in self.code.digits + self.code.tail)

    def left(self, heap: Heap, nimber: int) -> Iterator[Position]:
        """One heap of this nimber, or two whose nim-sum it is, that the code allows."""
        for one in self.heaps(nimber):
            if one < heap and self.code[heap - one] & (2 if one else 1):
                yield (one,)
        if self.splits():
            yield from self.pairs(heap, nimber)

    def pairs(self, heap: Heap, nimber: int) -> Iterator[Position]:
        """The pairs of heaps that the code allows with this nim-sum."""
        for x, y in xor_pairs(nimber, int((heap + 2 * WINDOW) / self.slope)):
            for one in self.heaps(x):
                for other in self.heaps(y):
                    in_order = x != y or one <= other
                    if one and other and one + other <= heap and in_order and self.code[heap - one - other] & 4:
                        yield (one, other)

    def reach(self, position: Position, nimber: Nimber, misere: bool = False) -> Iterator[Position] | None:
        """As for every formula, unless too many ways of sharing out a nimber would have to be tried."""
        if self.splits() and isinstance(nimber, int):
            total = self.theorem(position) ^ nimber
            if any(self.on_the_edge(heap, total ^ self.value(heap)) for heap in position):
                return None
        return super().reach(position, nimber, misere)

    def on_the_edge(self, heap: Heap, nimber: int) -> bool:
        """Whether a nimber of many bits is so large that most ways of sharing it out may need too many stones."""
        return nimber.bit_count() > MOST_SHARES and abs(self.slope * nimber - heap) < 4 * WINDOW


@dataclass(frozen=True)
class EvenIfNotAll(CodedGame):
    """Take an even number of stones but not the whole heap, or the whole heap if it is odd."""

    code = Code((0,), (1, 2))
    source = "Ferguson 2014, 4.3"
    example = "10,15,20"

    def value(self, heap: Heap) -> int:
        """Half the heap: rounded up if it is odd, less one if it is even."""
        return (heap + 1) // 2 if heap % 2 else max(0, heap // 2 - 1)


@dataclass(frozen=True)
class EvenOrSingleton(CodedGame):
    """Take an even number of stones, or a heap of one."""

    code = Code((0, 1), (3, 0))
    source = "Ferguson 2014, 4.5"
    example = "18"

    def value(self, heap: Heap) -> int:
        """Half the heap, rounded down; 1 and 3 have exchanged their values."""
        return heap // 2 if heap not in (1, 3) else heap // 2 ^ 1


@dataclass(frozen=True)
class Mod3Take(CodedGame):
    """Take a multiple of 3 but not the whole heap, or the whole heap if it is 2 modulo 3."""

    code = Code((0,), (0, 1, 2))
    slope = Fraction(3)
    source = "Ferguson 2014, 4.5"
    example = "17"

    def value(self, heap: Heap) -> int:
        """A third of the heap: rounded down, one more for remainder 2, one less for remainder 0."""
        return max(0, heap // 3 + heap % 3 - 1)


@dataclass(frozen=True)
class Take2plusSplit(CodedGame):
    """Take a heap of one, or two or more stones and perhaps split the rest in two."""

    code = Code((0, 1), (7,))
    slope = Fraction(3, 2)
    source = "Ferguson 2014, 4.5"
    example = "9"

    def value(self, heap: Heap) -> int:
        """Two thirds of the heap, rounded down, but 1 for a heap of one."""
        return 2 * heap // 3 if heap != 1 else 1


@dataclass(frozen=True)
class Take1mod3Split(CodedGame):
    """Take a number of stones that is 1 modulo 3, and perhaps split the rest in two."""

    code = Code((0,), (7, 0, 0))
    source = "Ferguson 2014, 4.5"
    example = "9"

    def value(self, heap: Heap) -> int:
        """Two for every four stones, and one more if the heap is odd."""
        return 2 * (heap // 4) + heap % 2


even_if_not_all = EvenIfNotAll()
even_or_singleton = EvenOrSingleton()
mod3_take = Mod3Take()
take2plus_split = Take2plusSplit()
take1mod3_split = Take1mod3Split()
