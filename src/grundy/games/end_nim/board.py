"""Heaps in a row, of which the emptied ones at its ends disappear."""

from collections.abc import Iterator

from grundy.boards.heaps import Position, SeveralHeaps


class RowOfHeaps(SeveralHeaps):
    """Heaps in a row, of which the emptied ones at its ends disappear."""

    def tidy(self, position: Position) -> Position | None:
        return tuple(filter(None, position)) or None

    def small(self, bound: int) -> Iterator[Position]:
        """Rows of few stones, in every order."""

        def rows(stones: int) -> Iterator[Position]:
            yield from ((first, *row) for first in range(1, stones) for row in rows(stones - first))
            if stones:
                yield (stones,)

        for stones in range(1, bound):
            yield from rows(stones)
