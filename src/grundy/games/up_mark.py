"""UpMark: take one stone, or leave half of the heap, rounded up (Fraenkel 2012)."""

from collections.abc import Iterator

from grundy.boards.heaps import Heap, HeapGame, Position


class UpMark(HeapGame):
    """Take one stone, or leave half of the heap, rounded up."""

    source = "Fraenkel 2012"
    example = "7,12"
    title = "UpMark"

    def options(self, heap: Heap) -> Iterator[Position]:
        if heap:
            yield (heap - 1,)
        if heap > 2:
            yield ((heap + 1) // 2,)


up_mark = UpMark()
