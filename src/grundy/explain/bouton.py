"""Nim-sums in words: what the columns of an addition without carries say (Bouton 1902).

Under misère play the winner plays as in normal nim until exactly one heap is larger than 1; that one he cuts to 0 or 1
so that an odd number of ones is left (Bouton 1902).
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import xor

from grundy.core.ordinals import Nimber
from grundy.explain.prose import Claim, Fact, Field, Quote, Size, Step, Text, series, text
from grundy.explain.structure import Block, Columns, Paragraph, columns, say, table

MOST_TARGETS = 4  # rows whose new number a sentence names
Rows = Sequence[tuple[str, Nimber]]


def sum_sentence(block: Columns, noun: str = "part") -> Paragraph:
    """What the nim-sum means: a loss if it is 0, else the column that decides and the new numbers of its rows."""
    total = block.total
    if not total:
        return zero_sentence(block, noun)
    power = 1 << total.bit_length() - 1
    wins = [value for _, value in block.rows if value & power]
    targets = [Step(f"{value} ⊕ {total} = {value ^ total}") for value in dict.fromkeys(wins)]
    some = targets[:MOST_TARGETS] if len(targets) > MOST_TARGETS + 1 or block.more else targets
    cut = len(some) < len(targets) or block.more
    return say(
        "The nim-sum {} is not 0, so the player to move wins by making it 0. Its first one stands in the column of "
        "{}. {} can be brought to what all the others add up to: {}{}, which is less.",
        Fact("nim-sum", terms(block), total),
        Fact("highest power of 2 in", str(total), power),
        winners(wins, noun, block.more),
        series(some, "or"),
        " and so on" * bool(cut),
    )


def winners(wins: Sequence[int], noun: str, more: int) -> Text:
    """The rows with a one in the column that decides; their number is odd, because the ones there do not cancel."""
    if more:
        return text("Each of the {}s with a one there", noun)
    number = Fact("how many", ", ".join(map(str, wins)), len(wins))
    return (
        text("Each of the {} {}s with a one there, always an odd number,", number, noun)
        if len(wins) > 1
        else text("The {} with a one there", noun)
    )


def terms(block: Columns) -> str:
    return " ⊕ ".join(str(value) for _, value in block.rows) + " ⊕ ..." * bool(block.more)


def zero_sentence(block: Columns, noun: str) -> Paragraph:
    even = "Every column has an even number of ones" if len(block.rows) > 1 else "There is nothing to add"
    return say(
        "{}: the nim-sum is 0. A move changes one {}, hence the nim-sum, and then it is not 0 any more; the opponent "
        "can always make it 0 again.",
        even,
        noun,
    )


def heaps_in_columns(rows: Rows, *claims: Claim) -> Block:
    """The heaps as an addition in binary, or as a table where one of them is infinite."""
    finite = [(name, value) for name, value in rows if isinstance(value, int)]
    if len(finite) == len(rows):
        return columns(finite, *claims)
    cells: list[Sequence[Field]] = [(Quote(name), Size(value)) for name, value in rows]
    return table(["", "nimber"], [*cells, ("nim-sum", nim_sum([value for _, value in rows]))], *claims)


def nim_sum(heaps: Sequence[Nimber]) -> Fact:
    total = reduce(xor, heaps, 0)
    return Fact("nim-sum", " ⊕ ".join(map(str, heaps)), total if isinstance(total, int) else str(total))


def nim_reason(rows: Rows, misere: bool, noun: str, *claims: Claim) -> Iterator[Block]:
    live = [(name, heap) for name, heap in rows if heap] or list(rows[:1])
    block = heaps_in_columns(live, *claims)
    heaps = [heap for _, heap in live]
    if misere:
        yield from misere_reason(heaps, block, noun)
        return
    yield block
    yield sum_sentence(block, noun) if isinstance(block, Columns) else ordinal_sentence(heaps)


def ordinal_sentence(heaps: Sequence[Nimber]) -> Paragraph:
    total = nim_sum(heaps)
    end = (
        text("The sum {} is not 0, so a move can make it 0.", total)
        if total.number
        else text("The sum is 0, and every move changes it.")
    )
    return say("Ordinals add power by power, the coefficients of each power of w without carries. {}", end)


def misere_reason(heaps: Sequence[Nimber], block: Block, noun: str) -> Iterator[Block]:
    large, ones = sum(heap > 1 for heap in heaps), sum(heap == 1 for heap in heaps)
    if large >= 2:
        yield block
        total = nim_sum(heaps)
        yield say(
            "{} {}s are larger than 1. While two or more are, misère nim is played exactly like normal nim: who makes "
            "the nim-sum 0 wins. It is {}, {}.",
            count("larger than 1", heaps, large),
            noun,
            total,
            "so there is a winning move" if total.number else "so every move loses",
        )
    elif large:
        leave = 0 if ones % 2 else 1
        yield say(
            "Exactly one {} is larger than 1, beside {}. Leave {} of it: that makes {}, an odd number, and the "
            "opponent takes the last.",
            noun,
            heaps_of_one(heaps, ones, noun),
            "one stone" if leave else "nothing",
            heaps_of_one([*heaps, leave], ones + leave, noun),
        )
    elif ones:
        last = "the player to move takes the last one and loses" if ones % 2 else "the opponent takes the last one"
        yield say(
            "Only {} {} left, and they go one by one: {}.",
            heaps_of_one(heaps, ones, noun),
            "is" if ones == 1 else "are",
            last,
        )
    else:
        yield say("Nothing is left.")


def count(what: str, heaps: Sequence[Nimber], number: int) -> Fact:
    return Fact(what, ", ".join(map(str, heaps)), number)


def heaps_of_one(heaps: Sequence[Nimber], ones: int, noun: str) -> Text:
    if not ones:
        return text("no {}s of one", noun)
    return text("{} {}{} of one", count("equal to 1", heaps, ones), noun, "s" * (ones != 1))
