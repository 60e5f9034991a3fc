"""Heaps: a law where there is one, the period where it decides, and otherwise the options of the heap.

A repeated window proves the period of a subtraction game (Golomb 1966); for codes that split heaps the theorem is that
of Guy and Smith (1956).
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from grundy.boards.heaps import HeapGame, Heaps, Position
from grundy.core.period import Period
from grundy.errors import NotDecided
from grundy.explain.page import MOST, Page, heaps_table, one, say, worth
from grundy.explain.prose import Fact, Size, Step, text
from grundy.explain.structure import Block, Paragraph, Source, Table
from grundy.explain.theorems.laws import Law, law
from grundy.explain.why import by_moves, plainly, why
from grundy.solvers.table import Table as Values
from grundy.solvers.table import grow_to_period

__all__ = ["by_law", "heaps_of", "noun"]

SMALL = 20  # a heap below it is told by its options
FAR = 512  # values among which a period is looked for, to tell where a heap stands in it


def heaps_of(parts: Sequence[Position]) -> list[int]:
    """The different heaps, in the order in which they come."""
    return list(dict.fromkeys(heap for part in parts for heap in part))


@why.register
def _(rules: HeapGame, parts: Sequence[Position], page: Page) -> Iterator[Block]:
    known = law(rules)
    if page.misere:
        yield from (block for part in parts[:1] for block in plainly(rules, part, page))
    elif known:
        yield from by_law(rules, known, heaps_of(parts), page)
    else:
        yield from by_values(rules, heaps_of(parts), page)


def by_law(rules: HeapGame, known: Law, heaps: Sequence[int], page: Page) -> Iterator[Block]:
    """The law, its numbers for each heap, and its proof."""
    yield Paragraph(known.words)
    worked = [(heap, *known.of(heap)) for heap in heaps[: MOST + 1]]
    if any(words.plain != str(Size(heap)) for heap, words, _ in worked):
        rows = [(Size(heap), words, worth(one(rules, (heap,)), value)) for heap, words, value in worked]
        yield heaps_table([noun(rules), "", "nimber"], rows)
    if page.full:
        yield Paragraph(known.proof)
    if type(rules).theorem is not HeapGame.theorem:
        yield Source(rules.cited("theorem"))


def by_values(rules: HeapGame, heaps: Sequence[int], page: Page) -> Iterator[Block]:
    """The place of each heap in the period, or its options."""
    period, table = found_period(rules, max(heaps, default=0), page)
    far = [heap for heap in heaps if period and period.index(heap) != heap]
    if period and far:
        yield from in_period(rules, period, table, far)
        if period.period < SMALL:
            yield from smaller(rules, range(period.preperiod, period.preperiod + period.period), page)
    near = [heap for heap in heaps if heap not in far]
    for heap in near[: 3 if len(heaps) > 1 else 1]:
        yield from by_moves(rules, (heap,), page)
    if near and max(near) < SMALL and (page.alone or page.full):
        yield from smaller(rules, range(rules.board.first, max(near) + 1), page)


def smaller(rules: HeapGame, heaps: range, page: Page) -> Iterator[Table]:
    """The nimbers of these heaps in a row, from which those of larger ones are computed."""
    values = [(one(rules, (heap,)), page.value(one(rules, (heap,)))) for heap in heaps]
    known = [worth(game, value) for game, value in values if value is not None]
    if len(known) == len(values):
        yield heaps_table(["n", *map(str, heaps)], [("g(n)", *known)])


def found_period(rules: HeapGame, heap: int, page: Page) -> tuple[Period | None, Values]:
    """The proved plain period of the values, if it is known or soon found, and the table that has it."""
    table = page.solver.table(rules)
    code = rules.as_code()
    if not table.proved and code and code.heaps in (1, 2) and heap >= SMALL:
        table = Values(rules, page.aside.budget)
        with suppress(NotDecided):
            grow_to_period(table, FAR)
    plain = table.period if table.proved and table.period and not table.period.saltus else None
    return plain, table


def in_period(
    rules: HeapGame, period: Period, table: Values, heaps: Sequence[int]
) -> Iterator[Paragraph | Table | Source]:
    """Where heaps beyond the preperiod stand in the period."""
    start, length = period.preperiod, period.period
    since = text("from n = {} on", Fact("preperiod", str(rules), start)) if start else text("from the beginning")
    yield say("The nimbers g(n) of {} repeat with period {} {}.", rules, Fact("period", str(rules), length), since)
    rows = []
    for heap in heaps[:MOST]:
        place, value = period.index(heap), table[heap]
        turns = Step(f"{heap} = {(heap - place) // length}*{length} + {place}")
        same = text("{}, and g({}) = {}", turns, Size(place), worth(one(rules, (place,)), value))
        rows.append((Size(heap), same, worth(one(rules, (heap,)), value)))
    yield heaps_table([noun(rules), "", "nimber"], rows)
    yield Source(f"period proved by {period.theorem}")


def noun(rules: HeapGame) -> str:
    """What a heap is called."""
    return rules.board.noun if isinstance(rules.board, Heaps) else "square"
