"""Subtraction games: who moves last where no choice matters, two numbers to take, and sets with a common divisor.

Cairns and Ho 2009, Impartial games as acyclic digraphs, section 8: a common divisor may be divided out (proposition
2); where the set has odd multiples of its least number only, nobody has a choice (theorem 7); two numbers decide by two
quotients (proposition 4); some sets of odd numbers alternate from some heap on (theorems 8 and 9).
"""

from collections.abc import Iterator, Sequence
from math import gcd

from grundy.boards.heaps import HeapGame, Position
from grundy.core.alternation import alternation
from grundy.core.budget import Budget
from grundy.core.ruleset import Outcome
from grundy.errors import NotDecided
from grundy.explain.page import ASIDE, Page, one, result, say, worth
from grundy.explain.prose import Fact, Size, Step, Text, listed, text
from grundy.explain.structure import Block, Source
from grundy.explain.theorems.heaps import heaps_of
from grundy.explain.theorems.laws import law
from grundy.explain.why import who, why
from grundy.games.subtraction import Subtraction

__all__: list[str] = []

CAIRNS_AND_HO = "Cairns and Ho 2009, Impartial games as acyclic digraphs"
Lemma = Iterator[Block]


@why.register
def _(rules: Subtraction, parts: Sequence[Position], page: Page) -> Iterator[Block]:
    yield from why.dispatch(HeapGame)(rules, parts, page)
    take = [item for item in rules.take if isinstance(item, int)]
    heaps = heaps_of(parts)
    if (
        type(rules) is Subtraction
        and not page.misere
        and len(heaps) == 1
        and not law(rules)
        and 0 < len(take) == len(rules.take)
    ):
        found = list(lemma(rules, take, heaps[0], page))
        yield from [*found, Source(CAIRNS_AND_HO)][: 2 * len(found)]


def lemma(rules: Subtraction, take: list[int], heap: int, page: Page) -> Lemma:
    """The lemma that decides the heap, if there is one."""
    if all(number // take[0] % 2 and number % take[0] == 0 for number in take):
        yield from without_choice(rules, take[0], heap)
    elif gcd(*take) > 1:
        yield from divided(rules, take, heap, page)
    elif len(take) == 2:
        yield from by_two(rules, take[0], take[1], heap)
    else:
        yield from alternating(rules, take, heap)


def without_choice(rules: Subtraction, least: int, heap: int) -> Lemma:
    """Odd multiples of one number: every move changes the parity of the quotient."""
    turns = heap // least
    yield say(
        "All numbers of the set are odd multiples of {}, so every move changes the parity of ⌊n/{}⌋, and nobody has a "
        "choice: a heap is lost exactly if that is even. Here {}, so {}.",
        Size(least),
        Size(least),
        Step(f"⌊{heap}/{least}⌋ = {turns}"),
        who("N" if turns % 2 else "P"),
        claims=[result(one(rules, (heap,)), "N" if turns % 2 else "P"), worth(one(rules, (heap,)), turns % 2)],
    )


def divided(rules: Subtraction, take: list[int], heap: int, page: Page) -> Lemma:
    """A common divisor: the same game with smaller numbers."""
    divisor = gcd(*take)
    smaller = Subtraction(*(number // divisor for number in take))(heap // divisor)
    value = page.value(smaller)
    if value is not None:
        yield say(
            "All numbers of the set are multiples of {}, so stones go in packets of so many: {} packets, which is {}, "
            "of nimber {}.",
            Fact("common divisor", ", ".join(map(str, take)), divisor),
            Step(f"⌊{heap}/{divisor}⌋ = {heap // divisor}"),
            smaller,
            worth(smaller, value),
            claims=[worth(one(rules, (heap,)), value)],
        )


def by_two(rules: Subtraction, a: int, b: int, heap: int) -> Lemma:
    """Two numbers to take: two quotients of the remainder modulo their sum."""
    rest = heap % (a + b)
    outcome: Outcome = "P" if rest // a % 2 == 0 and rest // b % 2 == 0 else "N"
    yield say(
        "With two numbers a and b to take only the remainder r modulo a + b matters, and the heap is lost exactly if "
        "⌊r/a⌋ and ⌊r/b⌋ are both even. Here {}, {} and {}, so {}.",
        Step(f"{heap} mod ({a} + {b}) = {rest}"),
        Step(f"⌊{rest}/{a}⌋ = {rest // a}"),
        Step(f"⌊{rest}/{b}⌋ = {rest // b}"),
        who(outcome),
        claims=[result(one(rules, (heap,)), outcome)],
    )


def alternating(rules: Subtraction, take: list[int], heap: int) -> Lemma:
    """A set of odd numbers whose heaps alternate from some heap on."""
    try:
        found = alternation(take, Budget(*ASIDE))
    except NotDecided:
        return
    if found:
        outcome: Outcome = "P" if found.loses(heap) else "N"
        start = Fact("alternates from", str(rules), found.threshold)
        before = text(" Before that the exceptions are {}.", exceptions(rules, (*found.odd_lost, *found.even_won)))
        yield say(
            "Lost and won heaps alternate from n = {} on: the even ones are lost, whatever is played.{}",
            start,
            before if heap < found.threshold else "",
            claims=[result(one(rules, (heap,)), outcome)],
        )


def exceptions(rules: Subtraction, heaps: tuple[int, ...]) -> Text:
    """The heaps before the threshold that do not fit, as a list."""
    return listed([text("{}", one(rules, (heap,))) for heap in sorted(heaps)[:12]])
