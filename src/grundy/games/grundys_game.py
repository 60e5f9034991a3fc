"""Grundy's game: split a heap into two heaps of different sizes.

Whether the sequence of nimbers is periodic is open.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from grundy.boards.heaps import Heap, HeapGame, Position

__all__ = ["GrundysGame", "grundys_game"]


@dataclass(frozen=True)
class GrundysGame(HeapGame):
    """Split a heap into two heaps of different sizes."""

    source = "Grundy 1939"
    example = "5,8,13"
    aliases = ("grundy",)

    def options(self, heap: Heap) -> Iterator[Position]:
        """Two unequal heaps that make up this one."""
        return ((a, heap - a) for a in range(1, (heap + 1) // 2))


grundys_game = GrundysGame()
