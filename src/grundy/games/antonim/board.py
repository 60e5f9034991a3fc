"""Heaps of different sizes."""

from collections.abc import Iterator
from itertools import combinations

from grundy.boards.heaps import Position, SeveralHeaps


class DistinctHeaps(SeveralHeaps):
    """Heaps of different sizes."""

    def small(self, bound: int) -> Iterator[Position]:
        for count in range(1, 5):
            yield from combinations(range(1, bound // count + 4), count)
