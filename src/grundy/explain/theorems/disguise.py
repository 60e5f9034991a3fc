"""Nim in disguise: the heaps that a position hides, and why other moves change nothing.

Staircase nim: Sprague 1937. Poker nim, Northcott's game, Silver Dollar: Berlekamp, Conway and Guy 1982. Nimble and
two-dimensional nim: Ferguson 2014, 2.6 and 3.5.
"""

from collections.abc import Hashable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from grundy.boards.counters import Position as Squares
from grundy.boards.heaps import HeapGame, Position
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Ruleset
from grundy.explain.bouton import nim_of
from grundy.explain.page import Page, heaps_table, one, say, worth
from grundy.explain.prose import Claim, Fact, Field, Quote, Size, Step, short, text
from grundy.explain.structure import Block, Source
from grundy.explain.theorems.heaps import by_law, heaps_of, noun
from grundy.explain.theorems.laws import law
from grundy.explain.why import why
from grundy.games.nim import Nim
from grundy.games.nim_in_disguise import ChooseHeap, RookNim, TwoDimensionalNim, length
from grundy.games.northcott import Northcott, gap
from grundy.games.octal import Octal, kayles
from grundy.games.poker import PokerNim
from grundy.games.rims import rayles
from grundy.games.staircase import SilverDollar, StaircaseNim

__all__: list[str] = []


@why.register
def _(rules: Nim, parts: Sequence[Position], page: Page) -> Iterator[Block]:
    heaps, known = heaps_of(parts), law(rules)
    if page.misere:
        yield from nim_of([(heap_name(heap), heap) for part in parts for heap in part], page, noun(rules))
        yield Source("Bouton 1902")
        return
    if any(not isinstance(heap, int) for heap in heaps):
        yield say(
            "An infinite heap may be replaced by any smaller ordinal. Ordinals cannot fall for ever, so every play "
            "ends, and "
            "the nimber of a heap is its size, as for finite heaps."
        )
    elif known:
        yield from by_law(rules, known, heaps, page)


@why.register
def _(rules: Octal, parts: Sequence[Position], page: Page) -> Iterator[Block]:
    if str(rules) == str(rayles):  # as codes the two are equal
        words = "A loop takes one or two dots and parts the others, as a ball does: {} is {} in disguise."
        yield say(words, rayles, kayles)
    yield from why.dispatch(HeapGame)(rules, parts, page)


@why.register
def _(rules: ChooseHeap, parts: Sequence[Position], page: Page) -> Iterator[Block]:
    yield say(
        "The first move names any finite heap, so its options have the nimbers 0, 1, 2, 3, ...: all finite numbers. "
        "The least number that is missing is w, the first infinite ordinal. Whoever names {} at once leaves {}.",
        "1" if page.misere else "0",
        "the last stone to the opponent" if page.misere else "nothing",
        claims=[worth(one(rules, part), part[0]) for part in parts[:1]],
    )
    yield Source(rules.source)


@why.register
def _(rules: StaircaseNim, parts: Sequence[Position], page: Page) -> Iterator[Block]:
    for stairs in parts[:1]:
        odd = [(f"step {2 * i + 1}", coins) for i, coins in enumerate(stairs[::2])]
        yield say(
            "Only the odd steps count, each as a heap of nim. Coins that come from an even step to an odd one can be "
            "sent on at "
            "once, so such a move is answered and gains nothing."
        )
        yield from nim_of(odd, page, "step", *known(rules, stairs, page))
        yield Source(rules.cited("theorem"))


@why.register
def _(rules: SilverDollar, parts: Sequence[Position], page: Page) -> Iterator[Block]:
    for squares in parts[:1]:
        pairs = list(pairwise((-1, *sorted(squares))))[::-1][::2]
        rows = [(f"gap left of {b}", b - a - 1) for a, b in pairs]
        yield say(
            "Look at the gaps to the left of the coins. Starting with the last coin take every other gap: these are "
            "heaps of "
            "nim. A coin that slides in one of the other gaps makes a heap larger, and the coin on its right can "
            "follow it as far at once."
        )
        yield heaps_table(["coin on", "gap on its left"], [(Size(b), gap_step(a, b)) for a, b in pairs])
        yield from nim_of(rows, page, "gap", *known(rules, squares, page))
        yield Source(rules.cited("theorem"))


@why.register
def _(rules: PokerNim, parts: Sequence[tuple[Position, int]], page: Page) -> Iterator[Block]:
    for heaps, reserve in parts[:1]:
        yield from nim_of(
            [(heap_name(heap), heap) for heap in heaps], page, "heap", *known(rules, (heaps, reserve), page)
        )
        yield say(
            "The reserve of {} changes nothing. Whoever adds stones can be answered by taking away just as many: the "
            "move is reversible, and the reserve is then smaller, so this comes to an end.",
            Size(reserve),
        )
        yield Source(rules.cited("theorem"))


@why.register
def _(rules: Northcott, parts: Sequence[tuple[tuple[str, ...], str]], page: Page) -> Iterator[Block]:
    for rows, _ in parts[:1]:
        yield say("The squares between the two checkers of a row are a heap of nim: an advance takes from it.")
        cells = [(Quote(row), Fact("gap", row, gap(row))) for row in rows]
        yield heaps_table(["row", "gap"], cells)
        yield from nim_of([(f"row {i}", gap(row)) for i, row in enumerate(rows, 1)], page, "gap")
        yield say(
            "A retreat only adds to a heap. The winner answers it by advancing just as far, which restores the gap, "
            "and "
            "sooner or later the loser has no room to retreat."
        )
        yield Source(rules.cited("theorem"))


@why.register
def _(rules: RookNim, parts: Sequence[Squares], page: Page) -> Iterator[Block]:
    places = list(dict.fromkeys(square for part in parts for square in part))
    yield say("A counter on (x,y) is a heap of x and a heap of y, since it moves in one direction at a time: x ⊕ y.")
    if page.misere:
        yield from nim_of([(f"{name} of ({x},{y})", n) for x, y in places for name, n in (("x", x), ("y", y))], page)
    else:
        rows = [(place(x, y), Step(f"{x} ⊕ {y} = {x ^ y}"), worth(one(rules, ((x, y),)), x ^ y)) for x, y in places]
        yield heaps_table(["counter", "", "nimber"], rows)
    yield Source(rules.cited("theorem"))


def place(x: int, y: int) -> Field:
    """A square by its numbers."""
    return text("({},{})", Size(x), Size(y))


@why.register
def _(rules: TwoDimensionalNim, parts: Sequence[Squares], page: Page) -> Iterator[Block]:
    places = tuple(square for part in parts for square in part)
    yield say("A counter on (x,y) can reach all of the lower rows, however far right: it is the infinite heap w*y + x.")
    values = list(zip(places, rules.heaps(places), strict=True))
    if page.misere:
        yield from nim_of([(f"({x},{y})", value) for (x, y), value in values], page)
    else:
        rows = [(place(x, y), worth(one(rules, ((x, y),)), value)) for (x, y), value in values]
        yield heaps_table(["counter", "nimber"], rows)
    if page.full:
        longest = Fact("length", str(one(rules, places)), str(length(places)))
        yield say("Every play ends, although nobody can say when: its length is the ordinal {}.", longest)
    yield Source(rules.cited("theorem"))


def heap_name(heap: Nimber) -> str:
    """A heap by its size."""
    return f"heap of {short(heap)}"


def gap_step(left: int, right: int) -> Step:
    """The empty squares between two coins, or before the first."""
    return Step(f"{right} - {left} - 1 = {right - left - 1}" if left >= 0 else f"{right} = {right}")


def known(rules: Ruleset[Any], position: Hashable, page: Page) -> list[Claim]:
    """What the addition claims: the nimber of the position under normal play."""
    value = None if page.misere else rules.theorem(position)
    return [] if value is None else [worth(one(rules, position), value)]
