"""Dynamic subtraction: take at most a multiple of what the opponent took just before.

With multiplier c let H(1) = 1 and H(k+1) = H(k) + H(j), where j is the least with c H(j) >= H(k): the powers of 2 for
c = 1, the Fibonacci numbers for c = 2. Every number is in one way a sum of these in which each is more than c times
the next: take the largest that fits, again and again (for c = 2, Zeckendorf 1972). A position is lost if the smallest
term exceeds the cap, and a take wins if it is the sum of the last terms and, times c, is less than the term before
them (Whinihan 1963 for c = 2, Schwenk 1970). Under misère play nobody wants the last stone: play is for the others.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grundy.boards.numbers import Capped, CappedHeap
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.errors import PositionError

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.prose import Fact, Field
    from grundy.explain.structure import Block

MOST_TERMS = 1_000_000  # of the sequence H up to the heap
MOST_FORMULA_TERMS = 10_000  # before the recurrence of a formula holds
MOST_SUMMANDS = 12  # of a heap that are written out
SEQUENCES = {1: "powers of 2", 2: "Fibonacci numbers, no two of them neighbours"}


def sequence(multiplier: int, most: int) -> list[int]:
    """The numbers H(1), H(2), ... up to a bound."""
    terms, j = [1], 0
    while terms[-1] <= most:
        while multiplier * terms[j] < terms[-1]:
            j += 1
        terms.append(terms[-1] + terms[j])
        if len(terms) > MOST_TERMS:
            raise PositionError(
                f"a heap of {most.bit_length()} binary digits is too large for multiplier {multiplier}; "
                "make one of them smaller"
            )
    return terms[:-1]


def expansion(multiplier: int, heap: int) -> list[int]:
    """The terms H whose sum is the heap, each more than `multiplier` times the next.

    >>> expansion(2, 43), expansion(1, 44), expansion(3, 7)
    ([34, 8, 1], [32, 8, 4], [6, 1])
    """
    terms = []
    for term in reversed(sequence(multiplier, heap)):
        if term <= heap:
            terms.append(term)
            heap -= term
    return terms


@dataclass(frozen=True)
class DynamicSubtraction(Ruleset[CappedHeap]):
    """Take at most so many times what the opponent took just before; the first move takes any part of the heap."""

    multiplier: int

    board = Capped()
    source = "Schwenk 1970"
    example = "44"
    example_parameters = "1"
    card = "12"

    def filled_rules(self) -> str:
        times = {1: "as many as", 2: "twice what"}.get(self.multiplier, f"{self.multiplier} times what")
        return f"Take at most {times} the opponent took just before; the first move takes any part of the heap."

    def __post_init__(self) -> None:
        if self.multiplier < 1:
            raise PositionError("dynamic_subtraction needs a multiplier of at least 1")

    def check(self, position: CappedHeap) -> None:
        sequence(self.multiplier, position[0])

    def moves(self, position: CappedHeap) -> Iterator[CappedHeap]:
        heap, cap = position
        return (self.after(heap, take) for take in range(1, cap + 1))

    def after(self, heap: int, take: int) -> CappedHeap:
        return heap - take, min(self.multiplier * take, heap - take)

    @property
    def formula(self) -> str:
        """The recurrence H(k+1) = H(k) + H(k-d) of the lost heaps.

        It holds for ever once it has held d + 2 times in a row: c H(j) >= H(k) > c H(j-1) for j = k - d, added to the
        same d steps before, gives the inequalities that are needed one step later.
        """
        terms, j, d, run = [1], 0, 0, 0
        while run < d + 2:
            while self.multiplier * terms[j] < terms[-1]:
                j += 1
            back = len(terms) - 1 - j
            d, run = back, run + 1 if back == d else 1
            terms.append(terms[-1] + terms[j])
            if len(terms) > MOST_FORMULA_TERMS:
                return ""
        start = ", ".join(map(str, terms[: max(d + 1, len(terms) - run)]))
        rule = f"a(k+1) = a(k) + a(k-{d})" if d else "a(k+1) = 2 a(k)"
        return f"n is lost if and only if n = 0 or a(k): a = {start}, ... with {rule}"

    @cites("Schwenk 1970")
    def verdict(self, position: CappedHeap, misere: bool) -> Outcome:
        """P where the smallest term exceeds the cap."""
        heap, cap = position
        if misere:
            return self.verdict((heap - 1, min(cap, heap - 1)), False) if cap else "N"
        return "P" if not heap or cap < expansion(self.multiplier, heap)[-1] else "N"

    @cites("Schwenk 1970")
    def reach(self, position: CappedHeap, nimber: Nimber, misere: bool = False) -> Iterator[CappedHeap] | None:
        """The lost positions, by the sums of last terms; other nimbers have no formula."""
        if nimber:
            return None
        heap, cap = position
        return (self.after(heap, take) for take in self.takes(heap - misere) if take <= cap)

    def takes(self, heap: int) -> Iterator[int]:
        """The sums of last terms that are, times the multiplier, less than the term before them."""
        terms, take = expansion(self.multiplier, heap), 0
        while terms:
            take += terms.pop()
            if not terms or self.multiplier * take < terms[-1]:
                yield take

    def why(self, parts: Sequence[CappedHeap], page: "Page") -> "Iterator[Block]":
        c = self.multiplier
        for heap, cap in parts[:1]:
            left = heap - page.misere
            if page.misere:
                yield page.say("Nobody wants the last stone, so play is for the others as if that one were not there.")
            if left <= 0:
                yield from page.options_reason(self, (heap, cap))
                return
            terms = expansion(c, left)
            size: Field = page.size(heap) if heap == left else page.step(f"{heap} - 1 = {left}")
            others = page.text("the numbers H of Schwenk, each more than {} times the next", page.size(c))
            yield page.say("Write {} as a sum of {}:", size, SEQUENCES.get(c, others))
            if len(terms) <= MOST_SUMMANDS:
                yield page.formula("{}", page.step(f"{left} = {' + '.join(map(str, terms))}"))
            else:
                first = [term(c, n, page) for n in terms[:MOST_SUMMANDS]]
                yield page.formula("{} = {} + ...", size, page.join(first, " + "))
            yield why_smallest_term(c, terms, page.fact("cap", str(page.at(self, (heap, cap))), min(cap, left)), page)
            yield page.source("Whinihan 1963, Zeckendorf 1972" if c == 2 else self.citation("verdict"))


def term(c: int, number: int, page: "Page") -> "Fact":
    return page.fact("term", f"multiplier {c}", number)


def why_smallest_term(c: int, terms: list[int], cap: "Fact", page: "Page") -> "Block":
    """What the smallest term means: it can be taken, or every take lets the opponent take one."""
    last = term(c, terms[-1], page)
    times = page.text("{} times ", page.size(c)) if c > 2 else "twice " if c == 2 else ""
    if terms[-1] > int(cap.number):
        return page.say(
            "The smallest term is {}, but at most {} may be taken now. Whatever is taken leaves a smallest term of at "
            "most {}that, which the opponent takes.",
            last,
            cap,
            times,
        )
    if len(terms) == 1:
        return page.say("Take the smallest term, {}, which is within the limit: nothing is left.", last)
    return page.say(
        "Take the smallest term, {}, which is within the limit: the next term is {}, more than {}{}, so the opponent "
        "cannot take a smallest term.",
        last,
        term(c, terms[-2], page),
        times,
        last,
    )


fibonacci_nim = DynamicSubtraction(2).named(
    "fibonacci_nim",
    "Take at most twice what the opponent took just before; the first move takes any part of the heap.",
    "Whinihan 1963",
    "43",
    title="Fibonacci nim",
    card="12",
    famous=True,
    keywords="golden ratio, Fibonacci numbers",
)
