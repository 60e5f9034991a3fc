"""Take-away games from the exercises of Ferguson, each a code and a formula (Ferguson 4.3 and 4.5).

In all of them the nimber grows evenly with the heap: about one for every `slope` stones. So few heaps have a given
nimber, and the moves to it are found without a list of options. That no option has the nimber of the formula and that
every smaller one is reached follows from (a xor b) <= a + b and a count modulo 2 or 3.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from grundy.boards.heaps import FormulaGame, Heap, Position
from grundy.core.code import Code
from grundy.core.nimbers import xor_pairs
from grundy.core.ordinals import Nimber

if TYPE_CHECKING:
    from grundy.explain.page import Page, ValueLaw, WorkedValue

WINDOW = 4  # the heaps of nimber k lie this near to slope * k
MOST_SHARES = 18  # bits of a nimber that are shared out between two heaps in all ways


class CodedGame(FormulaGame):
    """A ruleset with a code and a formula that grows evenly."""

    code: Code
    slope = Fraction(2)

    def as_code(self) -> Code:
        return self.code

    def options(self, heap: Heap) -> Iterator[Position]:
        return self.code.options(heap)

    def heaps(self, nimber: int) -> list[Heap]:
        near = int(self.slope * nimber)
        return [heap for heap in range(max(0, near - WINDOW), near + WINDOW + 1) if self.value(heap) == nimber]

    def splits(self) -> bool:
        return any(digit & 4 for digit in self.code.digits + self.code.tail)

    def left(self, heap: Heap, nimber: int) -> Iterator[Position]:
        """One heap of this nimber, or two whose nim-sum it is, that the code allows."""
        for one in self.heaps(nimber):
            if one < heap and self.code[heap - one] & (2 if one else 1):
                yield (one,)
        if self.splits():
            yield from self.pairs(heap, nimber)

    def pairs(self, heap: Heap, nimber: int) -> Iterator[Position]:
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


class EvenIfNotAll(CodedGame):
    """Take an even number of stones but not the whole heap, or the whole heap if it is odd."""

    code = Code((0,), (1, 2))
    title = "even unless all"
    source = "Ferguson 2014, 4.3"
    example = "10,15,20"
    formula = "g(2k) = k - 1, g(2k + 1) = k + 1 for n >= 1"
    card = "4,6,9"

    def value(self, heap: Heap) -> int:
        return (heap + 1) // 2 if heap % 2 else max(0, heap // 2 - 1)

    def law(self, page: "Page") -> "ValueLaw":
        def work_out(n: int) -> "WorkedValue":
            if n % 2:
                return page.text("odd: {}", page.step(f"({n} + 1)/2 = {(n + 1) // 2}")), (n + 1) // 2
            half = page.text("even: {}", page.step(f"{n}/2 - 1 = {n // 2 - 1}"))
            return (half, n // 2 - 1) if n else (page.text("empty"), 0)

        proof = (
            "An odd heap can become every smaller odd one or nothing, an even heap every smaller even one but nothing."
        )
        return page.law("g(2k - 1) = k and g(2k) = k - 1.", work_out, proof)


class EvenOrSingleton(CodedGame):
    """Take an even number of stones, or a heap of one."""

    code = Code((0, 1), (3, 0))
    title = "even or a single stone"
    source = "Ferguson 2014, 4.5"
    example = "18"
    formula = "g(n) = floor(n / 2) for n >= 4"
    card = "10"

    def value(self, heap: Heap) -> int:
        return heap // 2 if heap not in (1, 3) else heap // 2 ^ 1

    def law(self, page: "Page") -> "ValueLaw":
        def work_out(n: int) -> "WorkedValue":
            if n in (1, 3):
                return page.text("the exception: 1 and 3 exchange their values"), n // 2 ^ 1
            return page.text("{}", page.step(f"⌊{n}/2⌋ = {n // 2}")), n // 2

        proof = (
            "Even heaps are nim in pairs of stones. An odd heap can become every smaller odd one, and the odd ones "
            "begin with 1, 0, 2 for the heaps 1, 3, 5."
        )
        words = "The nimber is half the heap, rounded down, but 1 for a heap of one and 0 for a heap of three."
        return page.law(words, work_out, proof)


class Mod3Take(CodedGame):
    """Take a multiple of 3 but not the whole heap, or the whole heap if it is 2 modulo 3."""

    code = Code((0,), (0, 1, 2))
    slope = Fraction(3)
    title = "take a multiple of 3"
    source = "Ferguson 2014, 4.5"
    example = "17"
    formula = "g(3k) = k - 1, g(3k + 1) = k, g(3k + 2) = k + 1 for n >= 1"
    card = "11"

    def value(self, heap: Heap) -> int:
        return max(0, heap // 3 + heap % 3 - 1)

    def law(self, page: "Page") -> "ValueLaw":
        def work_out(n: int) -> "WorkedValue":
            third, rest = divmod(n, 3)
            value = third + rest - 1
            equations = page.step(f"{n} = 3*{third} + {rest}"), page.step(f"{third} + {rest} - 1 = {value}")
            return (page.text("{}, and {}", *equations), value) if n else (page.text("empty"), 0)

        proof = (
            "Only heaps of the same remainder are reached, and nothing at all from remainder 2: three copies of nim."
        )
        return page.law("Write n = 3k + r: the nimber is k + r - 1.", work_out, proof)


class Take2plusSplit(CodedGame):
    """Take a heap of one, or two or more stones and perhaps split the rest in two."""

    code = Code((0, 1), (7,))
    slope = Fraction(3, 2)
    title = "take 2 or more and split"
    source = "Ferguson 2014, 4.5"
    example = "9"
    formula = "g(n) = floor(2n / 3) for n >= 2"

    def value(self, heap: Heap) -> int:
        return 2 * heap // 3 if heap != 1 else 1

    def law(self, page: "Page") -> "ValueLaw":
        def work_out(n: int) -> "WorkedValue":
            thirds = page.text("{}", page.step(f"⌊2*{n}/3⌋ = {2 * n // 3}"))
            return (page.text("the lone chip"), 1) if n == 1 else (thirds, 2 * n // 3)

        proof = "Since a ⊕ b is at most a + b, no option has this value; each smaller value is that of one heap."
        words = "The nimber is two thirds of the heap, rounded down, but 1 for a heap of one."
        return page.law(words, work_out, proof)


class Take1mod3Split(CodedGame):
    """Take a number of stones that is 1 modulo 3, and perhaps split the rest in two."""

    code = Code((0,), (7, 0, 0))
    title = "take 1 mod 3 and split"
    source = "Ferguson 2014, 4.5"
    example = "9"
    formula = "g(4k) = 2k, g(4k + 1) = 2k + 1, g(4k + 2) = 2k, g(4k + 3) = 2k + 1"

    def value(self, heap: Heap) -> int:
        return 2 * (heap // 4) + heap % 2

    def law(self, page: "Page") -> "ValueLaw":
        def work_out(n: int) -> "WorkedValue":
            fours, value = n // 4, 2 * (n // 4) + n % 2
            equations = page.step(f"{n} = 4*{fours} + {n % 4}"), page.step(f"2*{fours} + {n % 2} = {value}")
            return page.text("{}, and {}", *equations), value

        proof = "Since a ⊕ b is at most a + b, no option has this value; each smaller value is reached."
        return page.law("Two for every four stones, and one more if the heap is odd.", work_out, proof)


even_if_not_all = EvenIfNotAll()
even_or_singleton = EvenOrSingleton()
mod3_take = Mod3Take()
take2plus_split = Take2plusSplit()
take1mod3_split = Take1mod3Split()
