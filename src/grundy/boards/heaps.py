"""Heaps: a position is a tuple of sizes, and each heap is a summand.

`HeapGame` is the base of every ruleset in which heaps are taken from and split. Its author writes one generator:
what may become of one heap.
"""

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

from grundy.core.board import Board, Handle
from grundy.core.code import Code
from grundy.core.reader import Reader
from grundy.core.ruleset import Ruleset
from grundy.errors import PositionError

__all__ = ["Heap", "HeapGame", "Heaps"]

Heap = int
Position = tuple[Heap, ...]


@dataclass(frozen=True)
class Heaps(Board[Position]):
    """Heaps of stones. Where they are rows, a drawing is read too.

    In a drawing `stone` is what may be taken and `gap` parts two rows, together with `guard` stones beside it.
    """

    noun: str = "heap"
    stone: str = ""
    gap: str = ""
    guard: int = 0

    kind = "heaps"

    @property
    def notation(self) -> str:
        """How a position is written."""
        drawn = f", or a drawn row of '{self.stone}' (there) and '{self.gap}' (gone)" if self.stone else ""
        return f"sizes of {self.noun}s, separated by commas{drawn}"

    def read(self, reader: Reader) -> Position:
        """The heaps written as numbers or as a drawn row."""
        if self.stone and reader.next and reader.next in self.stone + self.gap:
            return self.drawn(reader)
        return tuple(reader.list_of(lambda: reader.integer(f"the size of a {self.noun}")))

    def drawn(self, reader: Reader) -> Position:
        """The rows of a drawing, without the stones that a gap guards."""
        runs = reader.while_in(self.stone + self.gap).split(self.gap)
        reader.end()
        guards = [self.guard * ((i > 0) + (i < len(runs) - 1)) for i in range(len(runs))]
        return tuple(max(0, len(run) - guard) for run, guard in zip(runs, guards, strict=True))

    def show(self, position: Position) -> str:
        """The sizes, separated by commas; empty heaps are dropped."""
        return ",".join(str(heap) for heap in position if heap) or "0"

    def tidy(self, position: Position) -> Position | None:
        """The heaps that are not empty."""
        return tuple(heap for heap in position if heap) or None

    def differ(self, before: Position, after: Position) -> str:
        """What became of the one heap that changed."""
        _, heap, left = self.change(before, after)
        rest = [part for part in left if part]
        taken = heap - sum(rest)
        of = f"the {self.noun} of {heap}"
        if taken < 0:
            return f"add {-taken} to {of}"
        if len(rest) < 2:
            return f"take {taken} from {of}" if rest else f"take the whole {self.noun} of {heap}"
        into = " and ".join([", ".join(map(str, rest[:-1])), str(rest[-1])])
        return f"split {of} into {into}" if taken == 0 else f"take {taken} from {of}, leaving {into}"

    @staticmethod
    def change(before: Position, after: Position) -> tuple[int, Heap, Position]:
        """The index of the heap that changed, its size, and what it became."""
        index = next((i for i, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]), len(after))
        index = min(index, len(before) - 1)
        return index, before[index], after[index : len(after) - (len(before) - index - 1)]

    def handle(self, before: Position, after: Position) -> Handle:
        """The heap, and what to leave of it."""
        index, _, left = self.change(before, after)
        return frozenset([(index, tuple(sorted(filter(None, left))))])

    def small(self, bound: int) -> Iterator[Position]:
        """Single heaps up to the bound, and pairs and triples of smaller ones."""
        yield from ((n,) for n in range(bound + 1))
        yield from ((a, b) for a in range(bound // 2 + 1) for b in range(a, bound // 2 + 1))
        yield from ((a, b, c) for c in range(1, bound // 3 + 1) for b in range(c + 1) for a in range(b + 1))

    def line(self, n: int) -> Position:
        """The heap of n."""
        return (n,)

    def cell(self, row: int, column: int) -> Position:
        """Two heaps."""
        return (row, column)


class HeapGame(Ruleset[Position]):
    """A ruleset on heaps: its `options` say what may become of one heap."""

    board = Heaps()
    least: Heap = 0  # the least legal heap

    @abstractmethod
    def options(self, heap: Heap) -> Iterator[Position]:
        """What one move may leave of a heap: a tuple of heaps for each move."""

    def as_code(self) -> Code | None:
        """The same rules as a code, where they are one; tables of values are then fast."""
        return None

    def moves(self, position: Position) -> Iterator[Position]:
        """One heap changed by `options`."""
        for i, heap in enumerate(position):
            for left in self.options(heap):
                yield position[:i] + left + position[i + 1 :]

    def parts(self, position: Position) -> Iterator[Position]:
        """Each heap by itself."""
        return ((heap,) for heap in position if heap)

    def canonical(self, position: Position) -> Position:
        """The heaps in order, empty ones dropped."""
        return tuple(sorted(heap for heap in position if heap))

    def check(self, position: Position) -> None:
        """Raise if a heap is below the least."""
        for heap in position:
            if heap < self.least:
                raise PositionError(f"{self} has no {self.board.noun} of {heap}; the least is {self.least}")
