"""Theorems about numbers: Moore's columns, Wythoff's pairs, Zeckendorf sums, and boxes in binary.

Moore 1910; Wythoff 1907; Whinihan 1963, Schwenk 1970 and Zeckendorf 1972; Abuku and
Suetsugu 2021.
"""

from collections.abc import Iterator, Sequence

from grundy.boards.boxes import Pair
from grundy.boards.capped import CappedHeap
from grundy.boards.heaps import Position
from grundy.boards.quarter import Square
from grundy.explain.bouton import nim_of
from grundy.explain.page import Page, columns, formula, one, result, say, worth
from grundy.explain.prose import Fact, Field, Quote, Size, Step, Text, joined, listed, short, text
from grundy.explain.structure import Block, Columns, Source
from grundy.explain.why import by_moves, why
from grundy.games.dynamic import DynamicSubtraction, expansion
from grundy.games.empty_and_divide import EmptyAndDivide
from grundy.games.moore import MooreNim
from grundy.games.wythoff import Wythoff, lost_pair

__all__: list[str] = []

FEW = 100  # a square below it is compared with the list of lost pairs
PAIRS = 6  # lost pairs that are listed
SEQUENCES: dict[int, Field] = {1: "powers of 2", 2: "Fibonacci numbers, no two of them neighbours"}


@why.register
def _(rules: MooreNim, parts: Sequence[Position], page: Page) -> Iterator[Block]:
    for heaps in (rules.canonical(part) for part in parts[:1]):
        k = rules.k
        yield from few_heaps(rules, heaps, page)
        if page.misere and max(heaps, default=0) <= 1:
            yield ones_left(heaps, k)
        else:
            yield from in_places(k, heaps, page)
        yield Source(rules.cited("verdict"))


def ones_left(heaps: Position, k: int) -> Block:
    """Misère play when every heap is a single stone."""
    return say(
        "Only {} of one {} left, and a move takes 1 to {} of them. Their number leaves {}; the player who must take "
        "from a number that leaves 1 will be left with the last.",
        text("{} heap{}", Fact("how many", ", ".join(map(str, heaps)), len(heaps)), "s" * (len(heaps) != 1)),
        "is" if len(heaps) == 1 else "are",
        Size(k),
        Step(f"{len(heaps)} mod ({k} + 1) = {len(heaps) % (k + 1)}"),
    )


def few_heaps(rules: MooreNim, heaps: Position, page: Page) -> Iterator[Block]:
    """The nimber of at most k + 1 heaps, which is known."""
    value = None if page.misere or rules.k == 1 else rules.theorem(heaps)
    if value is None:
        return
    all_at_once = "all heaps can be touched at once, so it is their sum"
    how = all_at_once if len(heaps) <= rules.k else "there are k + 1 heaps"
    words = "The nimber is {}: {} ({})."
    yield say(words, worth(one(rules, heaps), value), how, Quote(rules.cited("theorem")))


def in_places(k: int, heaps: Position, page: Page) -> Iterator[Block]:
    """The ones in each binary place, counted modulo k + 1."""
    if k == 1:
        yield from nim_of([(f"heap of {short(heap)}", heap) for heap in heaps], page)
        return
    block = columns([(f"heap of {short(heap)}", heap) for heap in heaps] or [("nothing", 0)], modulus=k + 1)
    yield block
    misere = " As long as a heap is larger than 1, misère play is the same." if page.misere else ""
    modulus = Step(f"{k} + 1 = {k + 1}")
    if block.mark is None:
        yield say(
            "Count the ones in each column modulo {}: every count is 0. A move that changes at most {} heaps cannot "
            "keep all of them at 0, and whatever it does can be put right again.{}",
            modulus,
            Size(k),
            misere,
        )
    else:
        yield unbalanced(k, block, block.mark, misere)


def unbalanced(k: int, block: Columns, mark: int, misere: str) -> Block:
    """What a count that is not 0 says."""
    power = 1 << len(block.digits) - 1 - mark
    ones = sum(value & power > 0 for _, value in block.rows)
    count = Step(f"{ones} mod {k + 1} = {block.digits[mark]}") if not block.more else Size(block.digits[mark])
    return say(
        "Count the ones in each column modulo {}: not every count is 0. From the column of {} on, where it is {}, at "
        "most {} heaps have to be cut to make all of them 0.{}",
        Step(f"{k} + 1 = {k + 1}"),
        Fact("place value", f"{len(block.digits)} columns, mark {mark}", power),
        count,
        Size(k),
        misere,
    )


@why.register
def _(rules: Wythoff, parts: Sequence[Square], page: Page) -> Iterator[Block]:
    for square in parts[:1]:
        a, b = sorted(square)
        k = b - a
        x, y = lost_pair(k, page.misere)
        yield say(
            "The lost squares are (⌊k r⌋, ⌊k r⌋ + k) with r = (1 + √5)/2, the golden ratio, and their mirror images{}.",
            ", except that misère play has (2,2) and (0,1) for k = 0 and 1" if page.misere else "",
        )
        pair = lost_square(k, (x, y), page.misere)
        lost = rules.verdict(square, page.misere) == "P"
        yield say(
            "Here k = {}, and the lost pair of this difference is {}{}.",
            Step(f"{b} - {a} = {k}"),
            pair,
            ": the square itself" if (x, y) == (a, b) else "",
            claims=[result(one(rules, (x, y)), "P", page.misere)],
        )
        if b < FEW and not lost:
            first = [lost_pair(i, page.misere) for i in range(PAIRS)]
            claims = [result(one(rules, pair), "P", page.misere) for pair in first]
            pairs = listed(lost_square(i, pair, page.misere) for i, pair in enumerate(first))
            yield say("The first lost pairs are {}.", pairs, claims=claims)
        if page.full:
            yield say(
                "Every positive number is in exactly one lost pair and every difference belongs to one, so from a "
                "lost pair no other is reached, and from any other square one is: along its row, its column or its "
                "diagonal."
            )
        yield Source(rules.cited("verdict"))


def lost_square(k: int, pair: Square, misere: bool) -> Text:
    """The lost square of a difference."""
    play = "misère " if misere else ""
    return text("({},{})", *(Fact(f"{play}Wythoff {name}", str(k), n) for name, n in zip("xy", pair, strict=True)))


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
        others = text("the numbers H of Schwenk, each more than {} times the next", Size(c))
        yield say("Write {} as a sum of {}:", size_left(heap, left), SEQUENCES.get(c, others))
        if len(terms) <= 12:
            yield formula("{}", Step(f"{left} = {' + '.join(map(str, terms))}"))
        else:
            yield formula("{} = {} + ...", size_left(heap, left), joined([term(c, n) for n in terms[:12]], " + "))
        yield from smallest(str(one(rules, (heap, cap))), terms, min(cap, left), c)
        yield Source("Whinihan 1963, Zeckendorf 1972" if c == 2 else rules.cited("verdict"))


def size_left(heap: int, left: int) -> Field:
    """The heap without the last stone under misère play."""
    return Size(heap) if heap == left else Step(f"{heap} - 1 = {left}")


def term(c: int, number: int) -> Fact:
    """A term of the sequence that belongs to a multiplier."""
    return Fact("term", f"multiplier {c}", number)


def smallest(game: str, terms: list[int], cap: int, c: int) -> Iterator[Block]:
    """What the smallest term means."""
    last = term(c, terms[-1])
    if terms[-1] > cap:
        yield say(
            "The smallest term is {}, but at most {} may be taken now. Whatever is taken leaves a smallest term of at "
            "most {}that, which the opponent takes.",
            last,
            Fact("cap", game, cap),
            times(c),
        )
    elif len(terms) == 1:
        yield say("Take the smallest term, {}, which is within the limit: nothing is left.", last)
    else:
        yield say(
            "Take the smallest term, {}, which is within the limit: the next term is {}, more than {}{}, so the "
            "opponent cannot take a smallest term.",
            last,
            term(c, terms[-2]),
            times(c),
            last,
        )


def times(c: int) -> Text:
    """So many times, in words: nothing for once."""
    return text("{} times ", Size(c)) if c > 2 else text("twice " if c == 2 else "")


@why.register
def _(rules: EmptyAndDivide, parts: Sequence[Pair], page: Page) -> Iterator[Block]:
    for a, b in parts[:1]:
        if page.misere:
            yield from by_moves(rules, (a, b), page)
            return
        value, either = rules.theorem((a, b)), (a - 1) | (b - 1)
        odd = "both boxes are odd" if a % 2 and b % 2 else "not both boxes are odd"
        yield say("A position is lost exactly if both boxes hold an odd number; here {}.", odd)
        game = one(rules, (a, b))
        yield say(
            "The nimber is the number of ones at the end of (x or y) in binary, with x and y the contents less one: "
            "{} has {}.",
            game,
            worth(game, value),
        )
        binary = f"{a - 1:b}₂ or {b - 1:b}₂ = {either:b}₂"
        yield formula("x = {}, y = {}, and {}", Step(f"{a} - 1 = {a - 1}"), Step(f"{b} - 1 = {b - 1}"), Step(binary))
        if page.full:
            yield say(
                "An odd box is divided into an even and an odd share, so from two odd boxes the two odd shares are "
                "never reached. An even box can be divided into 1 and the rest, both odd."
            )
        yield Source(rules.cited("theorem"))
