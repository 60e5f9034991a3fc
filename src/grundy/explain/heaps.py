"""Heaps: a law where there is one, the period where it decides, and otherwise the options of the heap.

A repeated window proves the period of a subtraction game (Golomb 1966); for codes that split heaps the theorem is that
of Guy and Smith (1956).
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from grundy.boards.heaps import HeapGame, Position
from grundy.core.period import Period
from grundy.errors import NotDecided
from grundy.explain.answer import MOST_ROWS
from grundy.explain.page import Page, ValueLaw
from grundy.explain.prose import Fact, Size, Step, game_at, text, value_claim
from grundy.explain.structure import Block, Paragraph, Source, Table, say, table
from grundy.solvers.value_sequence import ValueSequence, extend_to_period

SMALL_HEAP = 20  # below it a heap is explained by its options
PERIOD_VALUES = 512  # among which a period is looked for, to say where a heap stands in it
MOST_HEAPS = 3  # of which the options are shown


def why(rules: HeapGame, parts: Sequence[Position], page: Page) -> Iterator[Block]:
    """The law of the ruleset, worked out for each heap; otherwise its period or its options."""
    if page.misere:
        return page.parts_reason(rules, parts[:1])
    law, heaps = rules.law(page), list(dict.fromkeys(heap for part in parts for heap in part))
    return law_reason(rules, law, heaps, page) if law else values_reason(rules, heaps, page)


def law_reason(rules: HeapGame, law: ValueLaw, heaps: Sequence[int], page: Page) -> Iterator[Block]:
    yield Paragraph(law.words)
    worked = [(heap, *law.work_out(heap)) for heap in heaps[: MOST_ROWS + 1]]
    if any(words.plain != str(Size(heap)) for heap, words, _ in worked):
        rows = [(Size(heap), words, value_claim(game_at(rules, (heap,)), value)) for heap, words, value in worked]
        yield table([rules.board.noun, "worked out", "nimber"], rows)
    if page.full:
        yield Paragraph(law.proof)
    if type(rules).theorem is not HeapGame.theorem:
        yield Source(rules.citation("theorem"))


def values_reason(rules: HeapGame, heaps: Sequence[int], page: Page) -> Iterator[Block]:
    period, values = proved_period(rules, max(heaps, default=0), page)
    far = [heap for heap in heaps if period and period.index(heap) != heap]
    if period and far:
        yield from period_reason(rules, period, values, far)
        if period.period < SMALL_HEAP:
            yield from values_in_a_row(rules, range(period.preperiod, period.preperiod + period.period), page)
    near = [heap for heap in heaps if heap not in far]
    for heap in near[: MOST_HEAPS if len(heaps) > 1 else 1]:
        yield from page.options_reason(rules, (heap,))
    if near and max(near) < SMALL_HEAP and (page.alone or page.full):
        yield from values_in_a_row(rules, range(rules.board.first, max(near) + 1), page)


def values_in_a_row(rules: HeapGame, heaps: range, page: Page) -> Iterator[Table]:
    values = [(game_at(rules, (heap,)), page.value(game_at(rules, (heap,)))) for heap in heaps]
    known = [value_claim(game, value) for game, value in values if value is not None]
    if len(known) == len(values):
        yield table(["n", *map(str, heaps)], [("g(n)", *known)])


def proved_period(rules: HeapGame, heap: int, page: Page) -> tuple[Period | None, ValueSequence]:
    """The proved plain period of the values, if it is known or soon found, and the table that has it."""
    values = page.solver.table(rules)
    code = rules.as_code()
    if not values.is_proved and code and code.heaps in (1, 2) and heap >= SMALL_HEAP:
        values = ValueSequence(rules, page.side.budget)
        with suppress(NotDecided):
            extend_to_period(values, PERIOD_VALUES)
    plain = values.period if values.is_proved and values.period and not values.period.saltus else None
    return plain, values


def period_reason(rules: HeapGame, period: Period, values: ValueSequence, heaps: Sequence[int]) -> Iterator[Block]:
    start, length = period.preperiod, period.period
    since = text("from n = {} on", Fact("preperiod", str(rules), start)) if start else text("from the beginning")
    yield say("The nimbers g(n) of {} repeat with period {} {}.", rules, Fact("period", str(rules), length), since)
    rows = []
    for heap in heaps[:MOST_ROWS]:
        place, value = period.index(heap), values[heap]
        turns = Step(f"{heap} = {(heap - place) // length}*{length} + {place}")
        same = text("{}, and g({}) = {}", turns, Size(place), value_claim(game_at(rules, (place,)), value))
        rows.append((Size(heap), same, value_claim(game_at(rules, (heap,)), value)))
    yield table([rules.board.noun, "worked out", "nimber"], rows)
    yield Source(f"period proved by {period.theorem}")
