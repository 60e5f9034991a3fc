"""Heaps of which those of one stone are dead."""

from grundy.boards.heaps import Heaps, Position


class SharedHeaps(Heaps):
    """Heaps of which those of one stone are dead and dropped."""

    def show(self, position: Position) -> str:
        return ",".join(str(heap) for heap in position if heap > 1) or "1"

    def tidy(self, position: Position) -> Position | None:
        return tuple(heap for heap in position if heap > 1) or None

    def differ(self, before: Position, after: Position) -> str:
        _, heap, left = self.change(before, after)
        size = left[0] if left else 1
        return f"split the heap of {heap} into {heap // size} heaps of {size}"
