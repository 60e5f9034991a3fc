"""Impatient subtraction: a subtraction game in which the whole heap may always be taken.

The nimber of n > 0 is one more than that of n - 1 without impatience (Ferguson 3.5): taking everything is the option 0,
and the other options are those of n - 1, each with its nimber raised by one.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from grundy.boards.heaps import Heap, Position
from grundy.core.nimbers import mex
from grundy.core.period import find_period
from grundy.core.ruleset import cites
from grundy.games.subtraction import Subtraction

__all__ = ["ImpatientSubtraction"]

FIRST = 64  # values before the first look for a period
MOST = 20_000  # values without one before we give up


def subtraction_value(take: tuple[int, ...], heap: Heap) -> int | None:
    """The nimber of a heap in a subtraction game: a repeated window of max(take) values proves the period."""
    known: list[int] = []
    while heap >= len(known):
        if len(known) >= MOST:
            return None
        for n in range(len(known), min(heap + 1, max(FIRST, 2 * len(known)))):
            known.append(mex(known[n - s] for s in take if s <= n))
        found = find_period(known)
        if found and sum(found) + max(take) <= len(known):
            start, period, _ = found
            return known[heap if heap < start else start + (heap - start) % period]
    return known[heap]


@dataclass(frozen=True, init=False)
class ImpatientSubtraction(Subtraction):
    """Take a number of stones that belongs to a given set, or the whole heap."""

    source = "Ferguson 2014, 3.5"
    example = "20"
    example_parameters = "2,5"

    def options(self, heap: Heap) -> Iterator[Position]:
        """A heap made smaller by a number of the set, or nothing."""
        return ((heap - take,) for take in dict.fromkeys([*self.takes(heap), heap]) if take)

    def as_code(self) -> None:
        """No code: one would have a digit for every heap."""
        return

    @cites("Ferguson 2014, 3.5")
    def theorem(self, position: Position) -> int | None:
        """One more than the value of each heap less one in the patient game, where the set is finite."""
        take = tuple(item for item in self.take if isinstance(item, int))
        total = 0
        for heap in filter(None, position):
            value = subtraction_value(take, heap - 1) if len(take) == len(self.take) else None
            if value is None:
                return None
            total ^= value + 1
        return total
