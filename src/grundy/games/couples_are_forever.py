"""Couples are forever: split a heap of three or more stones into two heaps.

Heaps of one and two stay as they are. Whether the nimbers repeat is not known (Caines, Gates, Guy and Nowakowski 1999).
"""

from collections.abc import Iterator

from grundy.boards.heaps import Heap, HeapGame, Position


class CouplesAreForever(HeapGame):
    """Split any heap except a heap of two into two heaps."""

    source = "Caines, Gates, Guy and Nowakowski 1999"
    example = "9"

    def options(self, heap: Heap) -> Iterator[Position]:
        return ((part, heap - part) for part in range(1, heap // 2 + 1) if heap > 2)


couples_are_forever = CouplesAreForever()
