"""Heaps that remember: a position is a tuple of heaps, each with the least number that may be taken from it now."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grundy.boards.heaps import EDITED_STONES
from grundy.core.board import Board, Edit, Handle, Values
from grundy.core.reader import Reader
from grundy.core.ruleset import Ruleset

if TYPE_CHECKING:
    from grundy.render.scenes.scene import Scene

MemHeap = tuple[int, int]  # stones, and the fewest that may be taken
MemHeaps = tuple[MemHeap, ...]


class MemoryHeaps(Board[MemHeaps]):
    """Heaps with the fewest stones that may be taken from each; those with fewer stones are dead and dropped."""

    kind = "memory"
    family = "Heaps"
    notation = "sizes of heaps, separated by commas; 7:3 is a heap of 7 from which at least 3 must be taken"
    default = 1  # the number of a heap that is written without one
    remark = "at least {}"
    order = "let at least {} be taken from heap {}"

    def read(self, reader: Reader) -> MemHeaps:
        return tuple(reader.list_of(lambda: self.read_heap(reader)))

    def of_values(self, values: Values) -> MemHeaps:
        """A size for each heap, or a pair of its size and its number."""
        return tuple(map(self.heap_of, values))

    def heap_of(self, value: object) -> MemHeap:
        size, number = self.wholes(value if isinstance(value, tuple) else (value, self.default), 2)
        if number < self.default:
            raise self.refuse(value, "a heap")
        return size, number

    def read_heap(self, reader: Reader) -> MemHeap:
        size, start = reader.integer("the size of a heap"), reader.place
        number = reader.integer("a number of stones") if reader.take(":") else self.default
        if number < self.default:
            raise reader.error("a move takes at least 1", start)
        return size, number

    def show(self, position: MemHeaps) -> str:
        live = self.tidy(position) or ()
        return ",".join(str(size) if number == self.default else f"{size}:{number}" for size, number in live) or "0"

    def is_live(self, heap: MemHeap) -> bool:
        """Whether something may be taken from the heap."""
        return heap[0] >= heap[1]

    def tidy(self, position: MemHeaps) -> MemHeaps | None:
        return tuple(heap for heap in position if self.is_live(heap)) or None

    @staticmethod
    def changed_heap(before: MemHeaps, after: MemHeaps) -> int:
        return next(i for i, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1])

    def differ(self, before: MemHeaps, after: MemHeaps) -> str:
        i = self.changed_heap(before, after)
        return f"take {before[i][0] - after[i][0]} from the heap of {before[i][0]}"

    def handle(self, before: MemHeaps, after: MemHeaps) -> Handle:
        i = self.changed_heap(before, after)
        return frozenset([(i, after[i])])

    def edits(self, position: MemHeaps) -> Iterator[Edit[MemHeaps]]:
        """One stone more, or fewer of them; another number to remember; and a heap more or less."""
        for i, (size, number) in enumerate(position):
            before, behind = position[:i], position[i + 1 :]
            yield Edit(f"add 1 to heap {i + 1}", (*before, (size + 1, number), *behind), adds=True)
            lower = range(size) if size <= EDITED_STONES else (0, size - 1)
            dead = tuple(f"s-{i}-{left}" for left in lower if not self.is_live((left, number)))
            yield Edit(f"remove heap {i + 1}", (*before, *behind) or ((0, self.default),), dead)
            for left in lower:
                if self.is_live((left, number)):
                    yield Edit(f"leave {left} in heap {i + 1}", (*before, (left, number), *behind), (f"s-{i}-{left}",))
            for other in (number - 1, number + 1):
                if other >= self.default and self.is_live((size, other)):
                    yield Edit(self.order.format(other, i + 1), (*before, (size, other), *behind))
        yield Edit("add a heap", (*(self.tidy(position) or ()), (1, self.default)), adds=True)

    def small(self, bound: int) -> Iterator[MemHeaps]:
        for size in range(bound + 1):
            yield from (((size, number),) for number in range(self.default, size + 2))
        few = [(size, number) for size in range(1, bound // 2) for number in range(self.default, size + 1)]
        yield from ((one, other) for one in few for other in few if one <= other)

    def line(self, n: int) -> MemHeaps:
        return ((n, self.default),)

    def cell(self, row: int, column: int) -> MemHeaps:
        """The heap of `row` stones with the number `column`."""
        return ((row, max(self.default, column)),)

    def scene(
        self, position: MemHeaps, options: Sequence[MemHeaps], rules: Ruleset[MemHeaps], past: Sequence[MemHeaps]
    ) -> "Scene":
        from grundy.games.mem.draw import draw_memory

        return draw_memory(self, position, options)

    def lines(self, position: MemHeaps, width: int) -> list[str]:
        from grundy.games.mem.draw import memory_lines

        return memory_lines(self, position, width)


class LastTakes(MemoryHeaps):
    """Heaps with the number that was last taken from each, 0 where none was; a heap is dead if only that is left."""

    notation = "sizes of heaps, separated by commas; 7:3 is a heap of 7 from which 3 were last taken"
    default = 0
    remark = "not {}"
    order = "say that {} were last taken from heap {}"

    def is_live(self, heap: MemHeap) -> bool:
        return heap[0] > 1 or heap[0] == 1 != heap[1]
