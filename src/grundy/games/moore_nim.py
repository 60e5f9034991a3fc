"""Moore's nim: take any number of stones from each of at most k heaps.

A position is lost exactly if in every binary place the number of heaps with a 1 is divisible by k + 1; under misère
play the same, except that among heaps of 0 and 1 the number of ones must leave the remainder 1 (Moore 1910). The
nimber is known for at most k heaps, where it is their sum, and for k + 1 heaps (Jenkyns and Mayberry 1980).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import TYPE_CHECKING

from grundy.boards.heaps import Position, SeveralHeaps, put
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.games.nim import nim

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block

Heaps = tuple[int, ...]  # indices of heaps
BOARD: SeveralHeaps = SeveralHeaps()


@dataclass(frozen=True)
class MooreNim(Ruleset[Position]):
    """Take any number of stones, at least one, from each of at most k heaps."""

    k: int

    board = BOARD
    title = "Moore's nim"
    source = "Moore 1910"
    example = "1,2,3,4,5"
    example_parameters = "2"
    least_parameter = 1

    def moves(self, position: Position) -> Iterator[Position]:
        return cuts(position, 0, self.k)

    def canonical(self, position: Position) -> Position:
        return tuple(sorted(filter(None, position)))

    def parts(self, position: Position) -> tuple[Position, ...]:
        return (self.canonical(position),)

    @property
    def formula(self) -> str:
        if self.k == 1:
            return "g(x1, x2, ...) = x1 xor x2 xor x3 ..."
        return f"(x1, x2, ...) is lost if and only if in every binary place the number of ones is 0 mod {self.k + 1}"

    @cites("Jenkyns and Mayberry 1980")
    def theorem(self, position: Position) -> Nimber | None:
        """The nimber of at most k + 1 heaps, and of nim."""
        heaps = self.canonical(position)
        if self.k == 1:
            return nim.theorem(heaps)
        if len(heaps) <= self.k:
            return sum(heaps)
        return one_heap_more(heaps) if len(heaps) == self.k + 1 else None

    @cites("Moore 1910")
    def verdict(self, position: Position, misere: bool) -> Outcome:
        """P where the ones in every binary place, or misère the heaps of 1, leave the right remainder."""
        largest = max(position, default=0)
        if misere and largest <= 1:
            return "P" if sum(position) % (self.k + 1) == 1 else "N"
        places = range(largest.bit_length())
        return "N" if any(sum(heap >> i & 1 for heap in position) % (self.k + 1) for i in places) else "P"

    @cites("Moore 1910")
    def reach(self, position: Position, nimber: Nimber, misere: bool = False) -> Iterator[Position] | None:
        """The moves to lost positions; other nimbers have no formula."""
        if nimber:
            return None if isinstance(nimber, int) else iter(())
        lost = (to for to in balancing_cuts(position, self.k) if to != position)
        return chain((to for to in lost if max(to) > 1), ones_left(position, self.k)) if misere else lost

    def why(self, parts: Sequence[Position], page: "Page") -> "Iterator[Block]":
        for heaps in map(self.canonical, parts[:1]):
            value = None if page.misere or self.k == 1 else self.theorem(heaps)
            if value is not None:
                at_once = len(heaps) <= self.k
                how = "all heaps can be touched at once, so it is their sum" if at_once else "there are k + 1 heaps"
                nimber = page.claim(page.at(self, heaps), value)
                yield page.say("The nimber is {}: {} ({}).", nimber, how, page.quote(self.citation("theorem")))
            if page.misere and max(heaps, default=0) <= 1:
                yield why_ones(self.k, heaps, page)
            else:
                yield from why_columns(self.k, heaps, page)
            yield page.source(self.citation("verdict"))


def cuts(position: Position, start: int, k: int) -> Iterator[Position]:
    """The positions with one to k heaps, from an index on, made smaller."""
    for i in range(start, len(position)):
        for left in range(position[i]):
            cut = put(position, i, left)
            yield cut
            if k > 1:
                yield from cuts(cut, i + 1, k - 1)


def one_heap_more(heaps: Position) -> int:
    """The nimber of k + 1 heaps, k > 1, none of them empty.

    It is the sum while the least heap is small against the rest, and cycles after that.
    """
    least = min(heaps)
    cycle = sum(heaps) - least * len(heaps) + 1
    start = 1 + cycle * (cycle - 1) // 2
    return sum(heaps) if least < start else start - 1 + (least - start) % cycle


def balancing_cuts(position: Position, k: int) -> Iterator[Position]:
    """The positions with balanced places that come from cutting at most k heaps, place by place from the top.

    From every partial choice one goes on: with c heaps cut, of which each later bit is free, and a remainder of r
    ones in the other heaps, either r more heaps are cut (c + r <= k) or k + 1 - r free bits are set. So no partial
    choice is a dead end. The stack holds one stream of choices for each place.
    """
    places = max(position, default=0).bit_length()
    stack = [iter([(position, Heaps())])]
    while stack:
        choice = next(stack[-1], None)
        if choice is None:
            stack.pop()
        elif len(stack) > places:
            yield choice[0]
        else:
            stack.append(choices(*choice, places - len(stack), k))


def choices(position: Position, cut: Heaps, place: int, k: int) -> Iterator[tuple[Position, Heaps]]:
    """The ways to balance one place, with the heaps that are cut after it."""
    ones = [i for i, heap in enumerate(position) if heap >> place & 1 and i not in cut]
    for more in range(min(len(ones), k - len(cut)) + 1):
        for fill in range((more - len(ones)) % (k + 1), len(cut) + 1, k + 1):
            for new in combinations(ones, more):
                shorter = (heap >> place + 1 << place + 1 if i in new else heap for i, heap in enumerate(position))
                rest = tuple(shorter)
                for filled in combinations(cut, fill):
                    yield tuple(heap | (i in filled) << place for i, heap in enumerate(rest)), cut + new


def ones_left(position: Position, k: int) -> Iterator[Position]:
    """The moves that leave heaps of 0 and 1 alone, and of ones a number with the remainder 1."""
    large = [i for i, heap in enumerate(position) if heap > 1]
    ones = [i for i, heap in enumerate(position) if heap == 1]
    for taken in range(not large, min(k - len(large), len(ones)) + 1):
        for kept in range((1 + taken - len(ones)) % (k + 1), len(large) + 1, k + 1):
            for gone in combinations(ones, taken):
                for stay in combinations(large, kept):
                    yield tuple(int(i in stay or (i in ones and i not in gone)) for i in range(len(position)))


def why_ones(k: int, heaps: Position, page: "Page") -> "Block":
    number = page.fact("how many", ", ".join(map(str, heaps)), len(heaps))
    return page.say(
        "Only {} of one {} left, and a move takes 1 to {} of them. Their number leaves {}; the player who must take "
        "from a number that leaves 1 will be left with the last.",
        page.text("{} heap{}", number, "s" * (len(heaps) != 1)),
        "is" if len(heaps) == 1 else "are",
        page.size(k),
        page.step(f"{len(heaps)} mod ({k} + 1) = {len(heaps) % (k + 1)}"),
    )


def why_columns(k: int, heaps: Position, page: "Page") -> "Iterator[Block]":
    rows = [(f"heap of {page.short(heap)}", heap) for heap in heaps]
    if k == 1:
        yield from page.nim(rows)
        return
    addition = page.columns(rows or [("nothing", 0)], modulus=k + 1)
    yield addition
    misere = " As long as a heap is larger than 1, misère play is the same." if page.misere else ""
    modulus = page.step(f"{k} + 1 = {k + 1}")
    if addition.mark is None:
        yield page.say(
            "Count the ones in each column modulo {}: every count is 0. A move that changes at most {} heaps cannot "
            "keep all of them at 0, and whatever it does can be put right again.{}",
            modulus,
            page.size(k),
            misere,
        )
        return
    power = 1 << len(addition.digits) - 1 - addition.mark
    ones, rest = sum(value & power > 0 for _, value in addition.rows), addition.digits[addition.mark]
    yield page.say(
        "Count the ones in each column modulo {}: not every count is 0. From the column of {} on, where it is {}, at "
        "most {} heaps have to be cut to make all of them 0.{}",
        modulus,
        page.fact("place value", f"{len(addition.digits)} columns, mark {addition.mark}", power),
        page.size(rest) if addition.more else page.step(f"{ones} mod {k + 1} = {rest}"),
        page.size(k),
        misere,
    )
