"""Grundy's game: split a heap into two heaps of different sizes.

Whether the sequence of nimbers is periodic is open.
"""

from collections.abc import Iterator

from grundy.boards.heaps import Heap, HeapGame, Position


class GrundysGame(HeapGame):
    """Split a heap into two heaps of different sizes."""

    source = "Grundy 1939"
    example = "5,8,13"
    title = "Grundy's game"
    card = "5,8"
    famous = True
    aliases = ("grundy",)
    splits_unequally = True

    def options(self, heap: Heap) -> Iterator[Position]:
        return ((a, heap - a) for a in range(1, (heap + 1) // 2))


grundys_game = GrundysGame()
