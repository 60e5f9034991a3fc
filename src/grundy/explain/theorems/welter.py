"""Welter's game: the coins in pairs of mates, and the shorter tests for two, three and four of them.

Welter 1954; Conway 1976, chapter 13; the tests for few coins: Cairns and Ho 2009, section 9.5.
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import xor

from grundy.boards.heaps import Position
from grundy.explain.page import Page, formula, heaps_table, one, say, worth
from grundy.explain.prose import Claim, Fact, Field, Quote, Size, Step, Text, joined, short, text
from grundy.explain.structure import Block, Source
from grundy.explain.why import why
from grundy.games.welter import Welter, agreement, antipodal, mates

__all__: list[str] = []


@why.register
def _(rules: Welter, parts: Sequence[Position], page: Page) -> Iterator[Block]:
    for squares in parts[:1]:
        value = rules.theorem(squares)
        pairs = sorted(mates(squares), key=lambda pair: -agreement(*pair) if len(pair) == 2 else 0)
        yield say(
            "Pair the coins by Welter's mating method: take out again and again the two that agree modulo the highest "
            "power of two. A pair counts [a|b] = (a ⊕ b) - 1, a coin that is left over counts its square, and the "
            "nim-sum is the nimber."
        )
        yield heaps_table(["mates", "agree modulo", "counts"], map(mated, pairs))
        names = joined([Quote("|".join(map(str, sorted(pair)))) for pair in pairs[:12]], "] ⊕ [")
        total = reduced([pair_worth(pair) for pair in pairs], worth(one(rules, squares), value))
        yield formula("[{}] = [{}] = {}", Quote(short("|".join(map(str, sorted(squares))))), names, total)
        if page.misere:
            yield from antipodes(rules, squares, value)
        else:
            yield from few_coins(squares)
        yield Source(rules.cited("theorem"))


def reduced(worths: Sequence[int], value: Claim) -> Text:
    """The nim-sum of what the pairs count, and that it is the nimber."""
    if len(worths) > 12:
        return text("{}", value)
    equation = f"{' ⊕ '.join(map(str, worths))} = {reduce(xor, worths)}"
    return text("{}", Step(equation)) if len(worths) > 1 else text("{}", value)


def few_coins(squares: Position) -> Iterator[Block]:
    """The shorter test for a lost position that two, three or four coins have."""
    a, *rest = sorted(squares)
    total = reduce(xor, squares)
    if len(squares) == 2:
        yield say(
            "Two coins are lost exactly if they stand on 2m and 2m + 1: {}.",
            Step(f"({a} ⊕ {rest[0]}) - 1 = {total - 1}"),
        )
    elif len(squares) == 3:
        raised = " ⊕ ".join(f"({square} + 1)" for square in sorted(squares))
        value = reduce(xor, (square + 1 for square in squares))
        words = "Three coins are lost exactly if the nim-sum of their squares, each plus 1, is 0: {}."
        yield say(words, Step(f"{raised} = {value}"))
    elif len(squares) == 4:
        added = " ⊕ ".join(map(str, sorted(squares)))
        yield say("Four coins are lost exactly if the nim-sum of their squares is 0: {}.", Step(f"{added} = {total}"))


def pair_worth(pair: Position) -> int:
    """What a pair of mates counts, or a coin alone."""
    return reduce(xor, pair) - (len(pair) == 2)


def mated(pair: Position) -> tuple[Field, ...]:
    """A pair of mates as a row."""
    if len(pair) == 1:
        return Size(pair[0]), "alone", Size(pair[0])
    a, b = sorted(pair)
    common = Fact("agreement", f"{a}, {b}", agreement(a, b))
    return text("{} and {}", Size(a), Size(b)), common, Step(f"({a} ⊕ {b}) - 1 = {pair_worth(pair)}")


def antipodes(rules: Welter, squares: Position, value: int) -> Iterator[Block]:
    """Misère play: 0 and 1 change their roles for antipodal coins."""
    n, special = len(squares), antipodal(squares)
    yield say(
        "Under misère play only antipodal coins differ, one on each pair of squares a and last - a, with last = {}. "
        "These coins {} antipodal, so the position is lost exactly if the nimber is {}; it is {}.",
        Step(f"2*{n} - 1 = {2 * n - 1}"),
        "are" if special else "are not",
        "1" if special else "0",
        worth(one(rules, squares), value),
    )
