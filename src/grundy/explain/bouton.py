"""Nim-sums in words: what the columns of an addition without carries say (Bouton 1902).

Under misère play the winner plays as in normal nim until exactly one heap is larger than 1; that one he cuts to 0 or 1
so that an odd number of ones is left (Bouton 1902).
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import xor

from grundy.core.ordinals import Nimber
from grundy.explain.page import Page, columns, heaps_table
from grundy.explain.structure import Block, Claim, Columns, Paragraph, listed, short

__all__ = ["heaps_in_columns", "nim_of", "ordinals", "reading"]

NAMED = 4  # rows that a sentence names
Rows = Sequence[tuple[str, Nimber]]


def reading(block: Columns, noun: str = "part") -> Paragraph:
    """What the addition says: nothing to do, or the column that decides and what must become of its rows."""
    total = block.total
    if not total:
        even = "Every column has an even number of ones" if len(block.rows) > 1 else "There is nothing to add"
        return Paragraph(
            f"{even}: the nim-sum is 0. A move changes one {noun}, hence the nim-sum, and then it is not 0 any more; "
            "the "
            "opponent can always make it 0 again."
        )
    power = 1 << total.bit_length() - 1
    wins = [(name, value) for name, value in block.rows if value & power]
    texts = (f"{short(value)} ⊕ {short(total)} = {short(value ^ total)}" for _, value in wins)
    targets = list(dict.fromkeys(texts))
    some = targets[:NAMED] if len(targets) > NAMED + 1 or block.more else targets
    others = " and so on" if len(some) < len(targets) or block.more else ""
    which = (
        f"{'one of the ' if len(wins) > 1 or block.more else 'the '}{noun}{'s' if len(wins) > 1 or block.more else ''}"
    )
    return Paragraph(
        f"The nim-sum {short(total)} is not 0, so the player to move wins by making it 0. What does not cancel begins "
        "in "
        f"the column of {short(power)}: {which} with a one there can be brought to what all the others add up to, "
        f"{', '.join(some) if others else listed(some, 'or')}{others}, which is less."
    )


def heaps_in_columns(rows: Rows, *claims: Claim) -> Block:
    """The heaps as an addition in binary, or as a table where one of them is infinite."""
    finite = [(name, value) for name, value in rows if isinstance(value, int)]
    if len(finite) == len(rows):
        return columns(finite, *claims)
    total = reduce(xor, (value for _, value in rows), 0)
    return heaps_table(["", "nimber"], [*rows, ("nim-sum", total)], *claims)


def nim_of(rows: Rows, page: Page, noun: str = "heap", *claims: Claim) -> Iterator[Block]:
    """Nim with these heaps: the addition and what it says under the play that is explained."""
    live = [(name, heap) for name, heap in rows if heap] or list(rows[:1])
    block = heaps_in_columns(live, *claims)
    heaps = [heap for _, heap in live]
    if page.misere:
        yield from misere(heaps, block)
        return
    yield block
    yield reading(block, noun) if isinstance(block, Columns) else ordinals(heaps)


def ordinals(heaps: Sequence[Nimber]) -> Paragraph:
    """What the nim-sum of infinite heaps says."""
    total = reduce(xor, heaps, 0)
    end = f"The sum {total} is not 0, so a move can make it 0." if total else "The sum is 0, and every move changes it."
    return Paragraph(f"Ordinals add power by power, the coefficients of each power of w without carries. {end}")


def misere(heaps: Sequence[Nimber], block: Block) -> Iterator[Block]:
    """Bouton's rule for misère nim with these heaps."""
    large, ones = sum(heap > 1 for heap in heaps), sum(heap == 1 for heap in heaps)
    if large >= 2:
        yield block
        total = reduce(xor, heaps, 0)
        end = "so there is a winning move" if total else "so every move loses"
        yield Paragraph(
            f"{large} heaps are larger than 1. While two or more are, misère nim is played exactly like normal nim: "
            "who makes "
            f"the nim-sum 0 wins. It is {short(total)}, {end}."
        )
    elif large:
        leave = 0 if ones % 2 else 1
        yield Paragraph(
            f"Exactly one heap is larger than 1, beside {count(ones)}. Leave of it "
            f"{'one stone' if leave else 'nothing'}: "
            f"that makes {count(ones + leave)}, an odd number, and the opponent takes the last."
        )
    else:
        last = "the player to move takes the last one and loses" if ones % 2 else "the opponent takes the last one"
        yield Paragraph(f"Only {count(ones)} are left, and they go one by one: {last}." if ones else "Nothing is left.")


def count(ones: int) -> str:
    """So many heaps of one, in words."""
    return f"{ones or 'no'} heap{'s' * (ones != 1)} of one"
