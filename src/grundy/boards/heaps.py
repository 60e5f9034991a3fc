"""Heaps: a position is a tuple of sizes, and each heap is a summand.

`HeapGame` is the base of every ruleset in which heaps are taken from and split. Its author writes one generator:
what may become of one heap. `FormulaGame` is for heaps of every size: its author also writes the formula of the
nimbers and its inverse, so that winning moves need no list of options.
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations_with_replacement, product
from typing import TYPE_CHECKING, Any, TypeVar

from grundy.core.board import Board, Edit, Handle, Values
from grundy.core.code import Code
from grundy.core.nimbers import nim_sum
from grundy.core.ordinals import Nimber
from grundy.core.reader import Reader
from grundy.core.ruleset import Ruleset
from grundy.errors import PositionError

if TYPE_CHECKING:
    from grundy.explain.page import Page, ValueLaw
    from grundy.explain.structure import Block

EDITED_STONES = 60  # of a heap: a larger one is drawn as a block, and its size is typed
T = TypeVar("T")
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
    drawn: Ruleset[str] | None = None  # the rules for drawn rows, where these keep their stones

    kind = "heaps"
    family = "Heaps"
    words = "piles of matches, matchsticks, beans or counters"

    @property
    def notation(self) -> str:
        drawn = f", or a drawn row of '{self.stone}' (there) and '{self.gap}' (gone)" if self.stone else ""
        return f"sizes of {self.noun}s, separated by commas{drawn}"

    def read(self, reader: Reader) -> Position:
        if self.is_drawing(reader):
            return self.read_drawing(reader)
        return tuple(reader.list_of(lambda: reader.integer(f"the size of a {self.noun}")))

    def is_drawing(self, reader: Reader) -> bool:
        """Whether a drawn row stands here; `_` is read for the sign that is a point."""
        return bool(self.stone and reader.next) and reader.next in f"{self.stone}{self.gap}_"

    def read_drawing(self, reader: Reader) -> Position:
        runs = reader.while_in(f"{self.stone}{self.gap}_").replace("_", ".").split(self.gap)
        reader.end()
        guards = [self.guard * ((i > 0) + (i < len(runs) - 1)) for i in range(len(runs))]
        return tuple(max(0, len(run) - guard) for run, guard in zip(runs, guards, strict=True))

    def of_values(self, values: Values) -> Position:
        return self.wholes(values)

    def show(self, position: Position) -> str:
        return ",".join(str(heap) for heap in position if heap) or "0"

    def tidy(self, position: Position) -> Position | None:
        """The heaps that are left, in order of size: they are equal in any order."""
        return tuple(sorted(heap for heap in position if heap)) or None

    def differ(self, before: Position, after: Position) -> str:
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
        index, _, left = self.change(before, after)
        return frozenset([(index, tuple(sorted(filter(None, left))))])

    def edits(self, position: Position) -> Iterator[Edit[Position]]:
        """One stone more, or fewer of them, and a heap more or less."""
        for i, size in enumerate(position):
            before, behind = position[:i], position[i + 1 :]
            if not isinstance(size, int):  # an infinite heap
                yield Edit(f"remove {self.noun} {i + 1}", (*before, *behind) or (0,))
                continue
            yield Edit(f"add 1 to {self.noun} {i + 1}", (*before, size + 1, *behind), adds=True)
            for left in range(size) if size <= EDITED_STONES else (0, size - 1):
                words = f"leave {left} in {self.noun} {i + 1}" if left else f"remove {self.noun} {i + 1}"
                rest = (*before, left, *behind) if left else (*before, *behind) or (0,)
                yield Edit(words, rest, (f"s-{i}-{left}", f"p-{i}-{left}") if size <= EDITED_STONES else ())
        if all(position):
            yield Edit(f"add a {self.noun}", (*position, 1), adds=True)

    def small(self, bound: int) -> Iterator[Position]:
        """Single heaps up to the bound, and pairs, triples and fours of smaller ones."""
        yield from ((n,) for n in range(bound + 1))
        yield from ((a, b) for a in range(bound // 2 + 1) for b in range(a, bound // 2 + 1))
        yield from ((a, b, c) for c in range(1, bound // 3 + 1) for b in range(c + 1) for a in range(b + 1))
        yield from combinations_with_replacement(range(1, bound // 3 + 1), 4)

    def line(self, n: int) -> Position:
        return (n,)

    def cell(self, row: int, column: int) -> Position:
        return (row, column)


class SeveralHeaps(Heaps):
    """Heaps of which one move may change several; it names each heap that it changes."""

    def differ(self, before: Position, after: Position) -> str:
        changed = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
        return " and ".join(super(SeveralHeaps, self).differ((old,), (new,)) for old, new in changed)

    def handle(self, before: Position, after: Position) -> Handle:
        return frozenset((i, new) for i, (old, new) in enumerate(zip(before, after, strict=True)) if old != new)


@dataclass(frozen=True)
class PlacedHeaps(SeveralHeaps):
    """Heaps whose places matter, so that empty ones are kept; `number` of them, if it is fixed."""

    number: int = 0

    def read(self, reader: Reader) -> Position:
        start, sizes = reader.place, super().read(reader)
        if self.number not in (0, len(sizes)):
            raise reader.error(f"expected {self.number} {self.notation}; found {len(sizes)}", start)
        return sizes

    def of_values(self, values: Values) -> Position:
        return self.wholes(values, self.number or None)

    def show(self, position: Position) -> str:
        return ",".join(map(str, position))

    def tidy(self, position: Position) -> Position:
        return position

    def edits(self, position: Position) -> Iterator[Edit[Position]]:
        """Also a heap that is emptied and keeps its place."""
        yield from super().edits(position)
        for i, size in enumerate(position):
            if size:
                yield Edit(f"empty {self.noun} {i + 1}", (*position[:i], 0, *position[i + 1 :]), (f"s-{i}-0",))

    def small(self, bound: int) -> Iterator[Position]:
        """Few stones first, in up to four heaps or in so many as there must be."""
        counts = (self.number,) if self.number else range(1, 5)
        for stones in range(2 * bound):
            for count in counts:
                yield from (p for p in product(range(stones + 1), repeat=count) if sum(p) == stones)

    def line(self, n: int) -> Position:
        return (n,) if self.number < 2 else Board.line(self, n)


def put(position: Sequence[Heap], index: int, size: Heap) -> Position:
    """The position with another number in one place."""
    return (*position[:index], size, *position[index + 1 :])


def lower(position: Position, chosen: Sequence[int]) -> Position:
    """The position with one stone fewer in each of these heaps, given by index."""
    return tuple(heap - (i in chosen) for i, heap in enumerate(position))


def cut(position: Position, heaps: Sequence[int]) -> Iterator[Position]:
    """The positions with each of these heaps, by index, made smaller."""
    return product(*(range(size) if i in heaps else (size,) for i, size in enumerate(position)))


def live_heaps(position: Sequence[Heap]) -> list[int]:
    """The indices of the heaps that are not empty."""
    return [i for i, heap in enumerate(position) if heap]


class SeveralHeapsGame(Ruleset[Position]):
    """A game in which a move may change several heaps, whose order does not matter."""

    board = SeveralHeaps()

    def canonical(self, position: Position) -> Position:
        return tuple(sorted(filter(None, position)))

    def parts(self, position: Position) -> Iterator[Position]:
        return iter(filter(None, [self.canonical(position)]))


class HeapGame(Ruleset[Position]):
    """A ruleset on heaps: its `options` say what may become of one heap."""

    board = Heaps()
    least: Heap = 0  # the least legal heap
    splits_unequally: bool = False  # whether the moves are all splits into two different heaps, which a kernel has

    @abstractmethod
    def options(self, heap: Heap) -> Iterator[Position]:
        """What one move may leave of a heap: a tuple of heaps for each move."""

    def rules_for(self, reader: Reader) -> Ruleset[Any]:
        """The rules for drawn rows where one stands here and keeps its stones."""
        board = self.board
        return board.drawn if board.drawn and board.is_drawing(reader) else self

    def as_code(self) -> Code | None:
        """The same rules as a code, where they are one; tables of values are then fast."""
        return None

    def moves(self, position: Position) -> Iterator[Position]:
        """Heap after heap; in turns where one has infinitely many options, so that the others have their turn too."""
        changes = (self.changes(position, i) for i in range(len(position)))
        return interleave(changes) if self.has_infinite_moves(position) else chain.from_iterable(changes)

    def changes(self, position: Position, i: int) -> Iterator[Position]:
        return (position[:i] + left + position[i + 1 :] for left in self.options(position[i]))

    def parts(self, position: Position) -> Iterator[Position]:
        return ((heap,) for heap in position if heap)

    def canonical(self, position: Position) -> Position:
        return tuple(sorted(heap for heap in position if heap))

    def check(self, position: Position) -> None:
        for heap in position:
            if heap < self.least:
                raise PositionError(f"{self} has no {self.board.noun} of {heap}; the least is {self.least}")

    def law(self, page: "Page") -> "ValueLaw | None":
        """The formula for the nimber of a heap in words, where there is one."""
        return None

    def why(self, parts: Sequence[Position], page: "Page") -> "Iterator[Block]":
        from grundy.explain.heaps import why

        return why(self, parts, page)


class FormulaGame(HeapGame):
    """A ruleset on heaps with a formula for the nimber of a heap, which carries the citation."""

    @abstractmethod
    def value(self, heap: Heap) -> int:
        """The nimber of a heap."""

    @abstractmethod
    def left(self, heap: Heap, nimber: int) -> Iterator[Position]:
        """What one move may leave of a heap so that it has this nimber."""

    def theorem(self, position: Position) -> int:
        return nim_sum(map(self.value, position))

    def citation(self, method: str) -> str:
        return super().citation("value" if method == "theorem" else method)

    def reach(self, position: Position, nimber: Nimber, misere: bool = False) -> Iterator[Position] | None:
        """Each heap brought to the nim-sum of the wanted nimber and the other heaps."""
        if misere:
            return None
        return self.moves_to(position, nimber) if isinstance(nimber, int) else iter(())

    def moves_to(self, position: Position, nimber: int) -> Iterator[Position]:
        total = self.theorem(position) ^ nimber
        for i, heap in enumerate(position):
            for left in self.left(heap, total ^ self.value(heap)):
                yield position[:i] + left + position[i + 1 :]


def interleave(streams: Iterable[Iterator[T]]) -> Iterator[T]:
    """Every item of every stream, each sooner or later."""
    more, running = iter(streams), list[Iterator[T]]()
    while True:
        fresh = next(more, None)
        if fresh is not None:
            running.append(fresh)
        elif not running:
            return
        for stream in running[:]:
            try:
                yield next(stream)
            except StopIteration:
                running.remove(stream)
