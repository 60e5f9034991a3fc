"""Theorems about numbers: Moore's columns, Welter's mates, Wythoff's pairs, Zeckendorf sums, and boxes in binary.

Moore 1910; Welter 1954 and Conway 1976; Wythoff 1907; Whinihan 1963, Schwenk 1970 and Zeckendorf 1972; Abuku and
Suetsugu 2021.
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import xor

from grundy.boards.boxes import Pair
from grundy.boards.capped import CappedHeap
from grundy.boards.heaps import Position
from grundy.boards.quarter import Square
from grundy.explain.bouton import nim_of
from grundy.explain.page import Page, columns, heaps_table, one, result, say, worth
from grundy.explain.structure import Block, Formula, Source, code, listed, short
from grundy.explain.why import by_moves, why
from grundy.games.dynamic import DynamicSubtraction, expansion
from grundy.games.empty_and_divide import EmptyAndDivide
from grundy.games.moore import MooreNim
from grundy.games.welter import Welter, agreement, antipodal, mates
from grundy.games.wythoff import Wythoff, lost_pair

__all__: list[str] = []

FEW = 100  # a square below it is compared with the list of lost pairs
PAIRS = 6  # lost pairs that are listed
SEQUENCES = {1: "powers of 2", 2: "Fibonacci numbers, no two of them neighbours"}


@why.register
def _(rules: MooreNim, parts: Sequence[Position], page: Page) -> Iterator[Block]:
    for heaps in (rules.canonical(part) for part in parts[:1]):
        k = rules.k
        yield from few_heaps(rules, heaps, page)
        if page.misere and max(heaps, default=0) <= 1:
            rest = sum(heaps) % (k + 1)
            yield say(
                f"Only {len(heaps)} heaps of one are left, and a move takes 1 to {k} of them. Their number leaves "
                f"{rest} modulo "
                f"{k + 1}; the player who must take from a number that leaves 1 will be left with the last."
            )
        else:
            yield from in_places(k, heaps, page)
        yield Source(rules.cited("verdict"))


def few_heaps(rules: MooreNim, heaps: Position, page: Page) -> Iterator[Block]:
    """The nimber of at most k + 1 heaps, which is known."""
    value = None if page.misere or rules.k == 1 else rules.theorem(heaps)
    if value is None:
        return
    how = "all heaps can be touched at once, so it is their sum" if len(heaps) <= rules.k else "k + 1 heaps"
    claim = worth(one(rules, heaps), value)
    yield say(f"The nimber is {short(value)}: {how} ({rules.cited('theorem')}).", claim)


def in_places(k: int, heaps: Position, page: Page) -> Iterator[Block]:
    """The ones in each binary place, counted modulo k + 1."""
    if k == 1:
        yield from nim_of([(f"heap of {short(heap)}", heap) for heap in heaps], page)
        return
    block = columns([(f"heap of {short(heap)}", heap) for heap in heaps] or [("nothing", 0)], modulus=k + 1)
    yield block
    misere = " As long as a heap is larger than 1, misère play is the same." if page.misere else ""
    if block.mark is None:
        yield say(
            f"Count the ones in each column modulo {k + 1}: every count is 0. A move that changes at most {k} heaps "
            "cannot keep "
            f"all of them at 0, and whatever it does can be put right again.{misere}"
        )
    else:
        power = 1 << len(block.digits) - 1 - block.mark
        yield say(
            f"Count the ones in each column modulo {k + 1}: not every count is 0. From the column of {short(power)} "
            "on, where it "
            f"is {block.digits[block.mark]}, at most {k} heaps have to be cut to make all of them 0.{misere}"
        )


@why.register
def _(rules: Welter, parts: Sequence[Position], page: Page) -> Iterator[Block]:
    for squares in parts[:1]:
        value = rules.theorem(squares)
        pairs = sorted(mates(squares), key=lambda pair: -agreement(*pair) if len(pair) == 2 else 0)
        yield say(
            "Pair the coins by Welter's mating method: take out again and again the two that agree modulo the highest "
            "power of "
            "two. A pair counts (a ⊕ b) - 1, a coin that is left over counts its square, and the nim-sum is the "
            "nimber.",
            worth(one(rules, squares), value),
        )
        yield heaps_table(["mates", "", "counts"], map(mated, pairs))
        worths = [pair_worth(pair) for pair in pairs]
        yield Formula(f"[{short(' | '.join(map(str, squares)))}] = {' ⊕ '.join(map(short, worths[:12]))} = {value}")
        if page.misere:
            yield from antipodes(rules, squares, value)
        yield Source(rules.cited("theorem"))


def pair_worth(pair: Position) -> int:
    """What a pair of mates counts, or a coin alone."""
    return reduce(xor, pair) - (len(pair) == 2)


def mated(pair: Position) -> tuple[str, str, int]:
    """A pair of mates as a row."""
    if len(pair) == 1:
        return str(pair[0]), "alone", pair[0]
    a, b = sorted(pair)
    return f"{a} and {b}", f"agree modulo {agreement(a, b)}: ({a} ⊕ {b}) - 1 = {a ^ b} - 1", pair_worth(pair)


def antipodes(rules: Welter, squares: Position, value: int) -> Iterator[Block]:
    """Misère play: 0 and 1 change their roles for antipodal coins."""
    last = 2 * len(squares) - 1
    special = antipodal(squares)
    yield say(
        f"Under misère play only antipodal coins differ, one on each pair of squares a and {last} - a. These coins "
        f"{'are' if special else 'are not'} antipodal, so the position is lost exactly if the nimber is "
        f"{int(special)}; it is "
        f"{value}."
    )


@why.register
def _(rules: Wythoff, parts: Sequence[Square], page: Page) -> Iterator[Block]:
    for square in parts[:1]:
        a, b = sorted(square)
        k = b - a
        x, y = lost_pair(k, page.misere)
        yield say(
            "The lost squares are (floor(k r), floor(k r) + k) with r = (1 + sqrt 5)/2, the golden ratio, and their "
            "mirror images" + (", except that misère play has (2,2) and (0,1) for k = 0 and 1." if page.misere else ".")
        )
        claim = result(one(rules, (x, y)), "P", page.misere)
        here = (
            f"Here k = {short(b)} - {short(a)} = {short(k)}, and the lost pair of this difference is "
            f"({short(x)},{short(y)})"
        )
        lost = rules.verdict(square, page.misere) == "P"
        yield say(f"{here}{': the square itself.' if (x, y) == (a, b) else '.'}", claim)
        if b < FEW and not lost:
            first = [lost_pair(i, page.misere) for i in range(PAIRS)]
            claims = [result(one(rules, pair), "P", page.misere) for pair in first]
            yield say(f"The first lost pairs are {listed(f'({p},{q})' for p, q in first)}.", *claims)
        if page.full:
            yield say(
                "Every positive number is in exactly one lost pair and every difference belongs to one, so from a "
                "lost pair no "
                "other is reached, and from any other square one is: along its row, its column or its diagonal."
            )
        yield Source(rules.cited("verdict"))


@why.register
def _(rules: DynamicSubtraction, parts: Sequence[CappedHeap], page: Page) -> Iterator[Block]:
    for heap, cap in parts[:1]:
        left = heap - page.misere
        if page.misere:
            yield say("Nobody wants the last stone, so play is for the others as if that one were not there.")
        if left <= 0:
            yield from by_moves(rules, (heap, cap), page)
            return
        terms, c = expansion(rules.multiplier, left), rules.multiplier
        kind = SEQUENCES.get(c, f"the numbers H of Schwenk, each more than {c} times the next")
        yield say(f"Write {short(left)} as a sum of {kind}:")
        yield Formula(f"{short(left)} = {' + '.join(map(short, terms[:12]))}{' + ...' * (len(terms) > 12)}")
        yield from smallest(terms, min(cap, left), c, page)
        yield Source("Whinihan 1963, Zeckendorf 1972" if c == 2 else rules.cited("verdict"))


def smallest(terms: list[int], cap: int, c: int, page: Page) -> Iterator[Block]:
    """What the smallest term means."""
    last = terms[-1]
    if last > cap:
        yield say(
            f"The smallest term is {short(last)}, but at most {short(cap)} may be taken now. Whatever is taken leaves "
            "a smallest "
            f"term of at most {c} times that, which the opponent takes."
        )
        return
    before = (
        f"the next term is {short(terms[-2])}, more than {c} times {short(last)}"
        if len(terms) > 1
        else "nothing is left"
    )
    answer = ", so the opponent cannot take a smallest term" if len(terms) > 1 else ""
    yield say(f"Take the smallest term, {short(last)}, which is within the limit of {short(cap)}: {before}{answer}.")


@why.register
def _(rules: EmptyAndDivide, parts: Sequence[Pair], page: Page) -> Iterator[Block]:
    for a, b in parts[:1]:
        if page.misere:
            yield from by_moves(rules, (a, b), page)
            return
        value, either = rules.theorem((a, b)), (a - 1) | (b - 1)
        odd = "both boxes are odd" if a % 2 and b % 2 else "not both boxes are odd"
        yield say(f"A position is lost exactly if both boxes hold an odd number; here {odd}.")
        yield say(
            f"The nimber is the number of ones at the end of (x or y) in binary, with x and y the contents less one: "
            f"{code(one(rules, (a, b)))} has {value}.",
            worth(one(rules, (a, b)), value),
        )
        yield Formula(f"{short(f'{a - 1:b}')} or {short(f'{b - 1:b}')} = {short(f'{either:b}')}")
        if page.full:
            yield say(
                "An odd box is divided into an even and an odd share, so from two odd boxes the two odd shares are "
                "never reached. "
                "An even box can be divided into 1 and the rest, both odd."
            )
        yield Source(rules.cited("theorem"))
