"""Heaps in one of which the player to move may have to answer: a heap of n that must be answered is the number ~n."""

from collections.abc import Iterator

from grundy.boards.heaps import Heap, Heaps, Position
from grundy.core.board import Edit, Handle
from grundy.core.reader import Reader


def entail(size: int) -> Heap:
    """A heap of this size in which the player to move must answer."""
    return ~size


def stones(heap: Heap) -> int:
    """The size of a heap, whether it must be answered or not."""
    return max(heap, ~heap)


class EntailedHeaps(Heaps):
    """Heaps, at most one of them with the mark of a heap that must be answered."""

    notation = "sizes of heaps, separated by commas; in one with the mark !, as in 4!, the player to move must answer"

    def read(self, reader: Reader) -> Position:
        start, heaps = reader.place, tuple(reader.list_of(lambda: self.read_heap(reader)))
        if sum(heap < 0 for heap in heaps) > 1:
            raise reader.error("only one heap can demand an answer", start)
        return heaps

    def read_heap(self, reader: Reader) -> Heap:
        size = reader.integer("the size of a heap")
        return entail(size) if reader.take("!") else size

    def show(self, position: Position) -> str:
        return ",".join(f"{stones(heap)}{'!' * (heap < 0)}" for heap in position if heap) or "0"

    def differ(self, before: Position, after: Position) -> str:
        words = super().differ(plain(before), plain(after))
        entailed = [stones(heap) for heap in after if heap < 0]
        demand = ": no answer is left" if entailed == [0] else ", which must be answered there"
        return words + demand if entailed else words

    def handle(self, before: Position, after: Position) -> Handle:
        return super().handle(plain(before), plain(after))

    def edits(self, position: Position) -> Iterator[Edit[Position]]:
        return super().edits(plain(position))

    def answer_note(self, position: Position) -> str:
        """What is written below the picture where a heap must be answered."""
        places = ((n, stones(heap)) for n, heap in enumerate(position, 1) if heap < 0)
        return "".join(f"the answer must be in {self.noun} {n}, of {size}" for n, size in places)

    def small(self, bound: int) -> Iterator[Position]:
        """Those of all heaps, and each with one of its heaps marked."""
        for position in super().small(bound):
            yield position
            yield from ((*position[:i], entail(heap), *position[i + 1 :]) for i, heap in enumerate(position))


def plain(position: Position) -> Position:
    """The sizes of the heaps alone."""
    return tuple(map(stones, position))
