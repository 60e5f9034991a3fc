"""Subtraction games: who moves last where no choice matters, two numbers to take, and sets with a common divisor.

Cairns and Ho 2009, Impartial games as acyclic digraphs, section 8: a common divisor may be divided out (proposition
2); where the set has odd multiples of its least number only, nobody has a choice (theorem 7); two numbers decide by two
quotients (proposition 4); some sets of odd numbers alternate from some heap on (theorems 8 and 9).
"""

from collections.abc import Iterator
from math import gcd

from grundy.core.ruleset import Outcome
from grundy.digraphs import alternation
from grundy.errors import NotDecided
from grundy.explain.page import Page
from grundy.explain.prose import Fact, Size, Step, game_at, outcome_claim, series, text, value_claim
from grundy.explain.structure import Block, Source, say
from grundy.games.subtraction.rules import Subtraction

CAIRNS_AND_HO = "Cairns and Ho 2009, Impartial games as acyclic digraphs"
MOST_EXCEPTIONS = 12


def why_one_heap(rules: Subtraction, heap: int, page: Page) -> Iterator[Block]:
    """The lemma that decides the heap, where the set is finite and there is one."""
    take = [item for item in rules.take if isinstance(item, int)]
    if type(rules) is Subtraction and 0 < len(take) == len(rules.take):
        block = lemma(rules, take, heap, page)
        yield from [block, Source(CAIRNS_AND_HO)] if block else []


def lemma(rules: Subtraction, take: list[int], heap: int, page: Page) -> Block | None:
    if all(number // take[0] % 2 and number % take[0] == 0 for number in take):
        return no_choice_lemma(rules, take[0], heap, page)
    if gcd(*take) > 1:
        return common_divisor_lemma(rules, take, heap, page)
    if len(take) == 2:
        return two_numbers_lemma(rules, take[0], take[1], heap, page)
    return alternation_lemma(rules, take, heap, page)


def no_choice_lemma(rules: Subtraction, least: int, heap: int, page: Page) -> Block:
    turns = heap // least
    return say(
        "All numbers of the set are odd multiples of {}, so every move changes the parity of ⌊n/{}⌋, and nobody has a "
        "choice: a heap is lost exactly if that is even. Here {}, so {}.",
        Size(least),
        Size(least),
        Step(f"⌊{heap}/{least}⌋ = {turns}"),
        page.winner("N" if turns % 2 else "P"),
        claims=[
            outcome_claim(game_at(rules, (heap,)), "N" if turns % 2 else "P"),
            value_claim(game_at(rules, (heap,)), turns % 2),
        ],
    )


def common_divisor_lemma(rules: Subtraction, take: list[int], heap: int, page: Page) -> Block | None:
    divisor = gcd(*take)
    smaller = Subtraction(*(number // divisor for number in take))(heap // divisor)
    value = page.value(smaller)
    if value is None:
        return None
    return say(
        "All numbers of the set are multiples of {}, so stones go in packets of so many: {} packets, which is {}, "
        "of nimber {}.",
        Fact("common divisor", ", ".join(map(str, take)), divisor),
        Step(f"⌊{heap}/{divisor}⌋ = {heap // divisor}"),
        smaller,
        value_claim(smaller, value),
        claims=[value_claim(game_at(rules, (heap,)), value)],
    )


def two_numbers_lemma(rules: Subtraction, a: int, b: int, heap: int, page: Page) -> Block:
    rest = heap % (a + b)
    outcome: Outcome = "P" if rest // a % 2 == 0 and rest // b % 2 == 0 else "N"
    return say(
        "With two numbers a and b to take only the remainder r modulo a + b matters, and the heap is lost exactly if "
        "⌊r/a⌋ and ⌊r/b⌋ are both even. Here {}, {} and {}, so {}.",
        Step(f"{heap} mod ({a} + {b}) = {rest}"),
        Step(f"⌊{rest}/{a}⌋ = {rest // a}"),
        Step(f"⌊{rest}/{b}⌋ = {rest // b}"),
        page.winner(outcome),
        claims=[outcome_claim(game_at(rules, (heap,)), outcome)],
    )


def alternation_lemma(rules: Subtraction, take: list[int], heap: int, page: Page) -> Block | None:
    """A set of odd numbers whose heaps alternate from some heap on."""
    try:
        law = alternation(take, page.side.budget)
    except NotDecided:
        return None
    if not law:
        return None
    outcome: Outcome = "P" if law.is_lost(heap) else "N"
    misfits = [game_at(rules, (n,)) for n in sorted((*law.odd_lost, *law.even_won))[:MOST_EXCEPTIONS]]
    return say(
        "Lost and won heaps alternate from n = {} on: the even ones are lost, whatever is played.{}",
        Fact("alternates from", str(rules), law.threshold),
        text(" Before that the exceptions are {}.", series(misfits)) if heap < law.threshold else "",
        claims=[outcome_claim(game_at(rules, (heap,)), outcome)],
    )
