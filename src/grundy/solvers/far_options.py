"""The winning options of a heap far beyond a proved period, without listing all options."""

from collections.abc import Callable, Iterator
from math import lcm

from grundy.boards.heaps import Position
from grundy.core.budget import Budget
from grundy.core.code import Code
from grundy.core.period import Period


def far_options(
    code: Code, heap: int, wins: Callable[[Position], bool], period: Period, budget: Budget
) -> Iterator[Position]:
    """The options of a heap that win, where moves leave at most two heaps.

    `wins` must not change when a heap of at least the preperiod grows by the period. Where the digits repeat, there
    are as many places as stones. Take two such places t < u whose distance is a multiple of the period and of the
    length of the tail. If u leaves one heap of at least the preperiod, or two of which the larger one is that large,
    then t may leave the same with u - t stones more in the (larger) heap. Where u leaves at least twice the preperiod
    this is always so: a whole cycle of places without a hit means that there is none up to those that leave less.
    """
    near, cycle = len(code.digits), lcm(period.period, len(code.tail) or 1)
    last_far, last_hit = heap - max(1, 2 * period.preperiod), near - 1
    place, last = 0, heap if code.tail else min(heap, near - 1)
    while place <= last:
        budget.spend()
        for option in options_at(code[place], heap - place, wins, period, budget):
            last_hit = max(last_hit, place)
            yield option
        place += 1
        if near <= place <= last_far and place - 1 - last_hit >= cycle:
            place = last_far + 1


def options_at(
    digit: int, left: int, wins: Callable[[Position], bool], period: Period, budget: Budget
) -> Iterator[Position]:
    """What this digit of a code allows to make of the stones that are left, if it wins.

    Once both of two parts are past the preperiod only the first modulo the period matters: a whole period without a hit
    means that there is none after it.
    """
    if digit & 1 and not left and wins(()):
        yield ()
    if digit & 2 and left and wins((left,)):
        yield (left,)
    if digit & 4:
        last = period.preperiod
        for a in range(1, left // 2 + 1):
            budget.spend()
            if wins((a, left - a)):
                last = max(last, a)
                yield (a, left - a)
            elif a > last + period.period:
                break
