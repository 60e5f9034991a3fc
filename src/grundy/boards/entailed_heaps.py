"""Heaps in one of which the player to move may have to answer: a heap of n that must be answered is the number ~n.

`EntailingGame` is the base of rulesets on them. Its author writes what may become of one heap, with `entail(n)` for a
heap of n that the opponent must answer.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from grundy.boards.heaps import Heap, HeapGame, Heaps, Position
from grundy.core.board import Edit, Handle, Values
from grundy.core.reader import Reader
from grundy.errors import PositionError

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block


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

    def of_values(self, values: Values) -> Position:
        """The sizes; that of a heap which must be answered as `entail` gives it."""
        marked = [isinstance(value, int) and value < 0 for value in values]
        if sum(marked) > 1:
            raise self.refuse(values)
        sizes = self.wholes(tuple(~v if isinstance(v, int) and v < 0 else v for v in values))
        return tuple(entail(size) if mark else size for size, mark in zip(sizes, marked, strict=True))

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


class EntailingGame(HeapGame):
    """A ruleset on heaps, some of whose moves must be answered in the heap that they leave."""

    board = EntailedHeaps()
    has_misere = False  # who has to answer in an empty heap has lost, and nobody made the last move

    def moves(self, position: Position) -> Iterator[Position]:
        answered = [i for i, heap in enumerate(position) if heap < 0]
        return chain.from_iterable(self.changes(position, i) for i in answered or range(len(position)))

    def changes(self, position: Position, i: int) -> Iterator[Position]:
        return (position[:i] + left + position[i + 1 :] for left in self.options(stones(position[i])))

    def is_entailed(self, position: Position) -> bool:
        return min(position, default=0) < 0

    def check(self, position: Position) -> None:
        super().check(plain(position))
        if sum(heap < 0 for heap in position) > 1:
            raise PositionError(f"{self} has one {self.board.noun} at most that must be answered")

    def why(self, parts: Sequence[Position], page: "Page") -> "Iterator[Block]":
        from grundy.explain.entailing import explain_heaps

        return explain_heaps(self, parts, page)
