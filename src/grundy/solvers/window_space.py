"""The first values of a splitting code, and what follows from a window behind them (docs/theory/windows.md)."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.errors import GrundyError, NotDecided, UndefinedError
from grundy.kernels.bits import trailing_zeros
from grundy.kernels.heap_engine import HeapEngine
from grundy.kernels.heap_rules import HeapRules, Offsets
from grundy.kernels.sparse_space import PARITY, SparseSpace, best_mask, expand, is_common, squeeze
from grundy.kernels.window_lanes import BAND, HAS_SHUFFLES, LANES, Pairs
from grundy.kernels.window_stream import (
    LEAST,
    MOST_BANDS,
    NO_VALUE,
    PROBES,
    Room,
    WindowRules,
    fill_by_window,
    new_scratch,
)
from grundy.system import spare_memory_bytes

Bytes = NDArray[np.uint8]
MOST_BITS = 8  # values are bytes
MOST_NUMBER = 1 << MOST_BITS
LONG_HEAD, MOST_HEAD = 1 << 22, 1 << 28  # first values: of more than these all are in the first window; at most
HEAD_BYTES = 8  # of memory for each of so many: while they are computed, and then in windows
REACH_PART = 8  # of these: a window reaches at least so far
RARE_PART, RARE_HEAD = 32, 1 << 16  # fewer than one value in so many may be rare, of as many first values or more
LATE_PART = 8  # of the rares: fewer lie behind the first quarter where they seem to end
CHUNK_HEAPS = 1 << 20  # looked at together: counting takes 8 bytes for each
STRETCH_HEAPS = 1 << 17  # between two looks at the clock
MOVED_PART = 4  # of a window: it is moved to the front of its room whenever so much has followed


class ShortWindowError(GrundyError):
    """A heap whose value does not follow from the window."""

    def __init__(self, heap: int) -> None:
        super().__init__(f"the value of heap {heap} does not follow from the window")
        self.heap = heap


@dataclass
class WindowSpace:
    """The first values of a code, the classes of numbers, and how far a window reaches."""

    ruleset: HeapGame
    count: int  # B, the number of first values
    least_reach: int = 0  # in place of a part of the first values
    met_bits: int = 0  # of the values that were met behind the first ones
    more: int = 0  # bits of the mask above those of the first values
    used: int = 0  # the largest part that was needed so far to reach smaller numbers
    scratch: Room = field(default_factory=new_scratch, repr=False)
    budget: Budget = field(default_factory=Budget, repr=False)  # looked at while many values are computed again

    @cached_property
    def rules(self) -> HeapRules:
        code = self.ruleset.as_code()
        if code is None or code.length is None or code.heaps != 2:
            raise UndefinedError(f"{self.ruleset} is no finite code that splits heaps in two; leave out --checkpoints")
        return HeapRules(code.digits)

    @cached_property
    def head(self) -> Bytes:
        engine = HeapEngine(self.rules)
        engine.reserve(self.count)
        while engine.known < self.count:
            if engine.known:
                self.budget.look()
            engine.extend(min(engine.known + CHUNK_HEAPS, self.count))
        if engine.values.max() >= MOST_NUMBER:
            self.refuse_large_values()
        return engine.values.astype(np.uint8)

    def refuse_large_values(self) -> NoReturn:
        words = f"{self.ruleset} has values of {MOST_NUMBER} or more, which windows do not hold"
        raise NotDecided(f"{words}; leave out --checkpoints")

    @cached_property
    def head_bits(self) -> int:
        return max(int(self.head.max()).bit_length(), 1)

    @property
    def bits(self) -> int:
        """All values so far are below 2 to this power."""
        return max(self.head_bits, self.met_bits)

    def changed(self, **fields: Any) -> "WindowSpace":
        """The same first values, and other fields."""
        space = replace(self, **fields)
        space.head = self.head
        return space

    def with_next_bit(self) -> "WindowSpace | None":
        """The same with one more bit in the mask: the classes of all values so far stay as they were."""
        if self.bits == MOST_BITS:
            return None
        return self.changed(met_bits=self.bits + 1, more=self.more | 1 << self.bits)

    @cached_property
    def space(self) -> SparseSpace:
        splits = self.rules.splits
        odd = {*(splits % 2).tolist()}
        shift = odd.pop() if len(odd) == 1 else -1
        size = 1 << self.head_bits
        counts = np.zeros((2, size), np.int64)  # at heaps that are even and odd behind a split
        for first in range(0, self.count, CHUNK_HEAPS):
            for n in range(2):
                some = self.head[first + n : first + CHUNK_HEAPS : 2]
                counts[n + shift & 1] += np.bincount(some, minlength=size)
        counts[shift & 1, 0] -= 1  # the empty heap
        mask, _ = best_mask(counts, shift)
        return SparseSpace(splits, self.rules.takes, False, mask | self.more, shift, trailing_zeros(mask))

    @property
    def mask(self) -> int:
        return self.space.mask & ((1 << PARITY) - 1)

    @property
    def uses_parity(self) -> bool:
        return bool(self.space.mask >> PARITY)

    @cached_property
    def common(self) -> NDArray[np.bool_]:
        """Which numbers are common at an even and at an odd heap."""
        return np.array([[is_common(v, n, self.space) for v in range(MOST_NUMBER)] for n in range(2)], np.bool_)

    @cached_property
    def squeezed(self) -> Bytes:
        """Each number without the lowest bit of the mask: one to one and rising on either class."""
        return np.array([squeeze(value, self.space) for value in range(MOST_NUMBER)], np.uint8)

    @cached_property
    def expanded(self) -> Bytes:
        """The common number of each squeezed form at an even and at an odd heap."""
        forms = range(MOST_NUMBER // 2)
        return np.array([[expand(form, n, self.space) for form in forms] for n in range(2)], np.uint8)

    @cached_property
    def rares(self) -> NDArray[np.int64]:
        found = np.flatnonzero(translate(self.head, ~self.common))
        return found[found > 0]

    @cached_property
    def last_rare(self) -> int:
        return int(self.rares.max(initial=0))

    @cached_property
    def reach(self) -> int:
        """W: as far as the last rare, and long enough that smaller numbers are mostly met."""
        most = self.count - self.last_rare - self.rules.last - LANES - 1
        usual = self.count // REACH_PART if self.count <= LONG_HEAD else most
        return max(self.least_reach or usual, self.last_rare)

    @property
    def length(self) -> int:
        """The number of values in a window."""
        return self.reach + self.rules.last

    @property
    def has_many_rares(self) -> bool:
        return len(self.rares) * RARE_PART > self.count

    @property
    def has_late_rares(self) -> bool:
        """Whether the rares do not seem to end among the first values."""
        return int((self.rares >= self.count // 4).sum()) * LATE_PART > len(self.rares)

    @property
    def seems_to_end(self) -> bool:
        """Whether more first values may help: beyond `LONG_HEAD` only where the rares seem to end."""
        return 4 * self.count <= (LONG_HEAD if self.has_late_rares else MOST_HEAD)

    @property
    def may_grow(self) -> bool:
        """Whether there is memory for four times as many."""
        count = 4 * self.count
        return count <= LONG_HEAD or count * HEAD_BYTES <= spare_memory_bytes()

    @property
    def is_useful(self) -> bool:
        """Whether the first window is behind the last rare: squeezed, a rare value looks like a common one."""
        return self.last_rare + self.length + LANES < self.count and not self.has_many_rares

    @cached_property
    def bands(self) -> int:
        """Of sixteen squeezed numbers each: above all values that were met so far."""
        return int(self.squeezed[: int(self.head.max()) + 1].max()) // BAND + 1

    @cached_property
    def window_rules(self) -> WindowRules:
        """Pairs of parts whose values reach common numbers, and those that reach rare ones.

        A heap that is left alone is a pair with an empty one: its value changes classes where they depend on parity and
        an odd number of stones was taken.
        """
        heaps = np.arange(1, min(self.reach, PROBES + len(self.rares)) + 1)
        probes = np.setdiff1d(heaps, self.rares)[:PROBES]
        changing = self.rules.takes[(self.rules.takes & 1 == 1) & self.uses_parity]
        kept = self.rules.takes[(self.rules.takes & 1 == 0) | (not self.uses_parity)]
        rares, _ = self.pairs(kept, self.rares)
        order = np.argsort(rares.gaps, kind="stable")
        gaps, xors = rares.gaps[order], rares.xors[order]
        first, *ends = np.searchsorted(gaps, (LEAST, 2 * LEAST, 4 * LEAST, LANES)).tolist()
        near = Pairs(np.r_[gaps[:first], 0], np.r_[xors[:first], np.uint8(0)])
        far = Pairs(gaps[first:], xors[first:])
        backwards = translate(self.head[: self.reach + 1], np.where(self.common, self.squeezed, NO_VALUE))[:0:-1]
        ranks = [np.cumsum(~row)[self.expanded[n]] for n, row in enumerate(self.common)]
        lists = self.pairs(changing, probes), np.ascontiguousarray(backwards), self.rules.splits
        return WindowRules(near, far, np.array(ends) - first, *lists[0], *lists[1:], np.array(ranks, np.uint8))

    def pairs(self, takes: Offsets, parts: Offsets) -> tuple[Pairs, Offsets]:
        """The pairs with an empty part, then with these parts, after each split; and the part of each."""
        splits = self.rules.splits
        all_parts = np.r_[0 * takes, np.repeat(parts, len(splits))]
        gaps = np.r_[takes, np.add.outer(parts, splits).ravel()]
        return Pairs(gaps, self.squeezed[self.head[all_parts]]), all_parts

    def fill(self, values: Bytes, place: int, end: int, first: int) -> None:
        """Compute values[place:end], squeezed, from the window before them; index 0 stands for the heap `first`."""
        start = place
        while place < end:
            task = (place, end, first & 1, self.bands, self.window_rules, self.scratch)
            place, most, is_large = fill_by_window(values, *task, None if HAS_SHUFFLES else True)
            self.used = max(self.used, most)
            if is_large and self.bands == MOST_BANDS:
                self.refuse_large_values()
            if is_large:
                self.bands += 1
            elif place < end:
                raise ShortWindowError(first + place)
        top = int(values[start:end].max(initial=0))
        if top >> self.space.low:  # one bit is squeezed out of such a value
            self.met_bits = max(self.met_bits, top.bit_length() + 1)

    def stream(self, heap: int, window: Bytes, stop: int) -> Bytes:
        """The squeezed values of the window before a heap, and those that follow it below `stop`."""
        size, end = len(window), len(window) + stop - heap
        values = np.zeros(end + LANES, np.uint8)
        values[:size] = window
        self.fill(values, size, end, heap - size)
        return values[:end]

    def squeeze(self, window: bytes) -> Bytes:
        return np.frombuffer(window.translate(self.squeezed.tobytes()), np.uint8)

    def expand(self, forms: Bytes, heap: int) -> Bytes:
        """The common values of a heap and of those that follow, from their squeezed form."""
        tables = self.expanded[[heap & 1, ~heap & 1]]
        return translate(forms, np.concatenate((tables, 0 * tables), axis=1))

    def run(self, heap: int, window: bytes, stop: int) -> Bytes:
        """The values of the window before a heap, and those that follow it below `stop`."""
        return self.expand(self.stream(heap, self.squeeze(window), stop), heap - len(window))


def translate(values: Bytes, tables: NDArray[Any]) -> Bytes:
    """What the first table has for values[0], values[2], ..., and the second for the others, in a byte each."""
    found = np.empty_like(values)
    for n, table in enumerate(tables.astype(np.uint8)):
        found[n::2] = np.frombuffer(values[n::2].tobytes().translate(table.tobytes()), np.uint8)
    return found


class Tape:
    """The window before a heap, squeezed, in room for more values; when that is used up, it moves to the front."""

    def __init__(self, space: WindowSpace, heap: int, window: bytes) -> None:
        self.space, self.heap, self.end = space, heap, len(window)
        self.room = np.zeros(self.end + max(STRETCH_HEAPS, self.end // MOVED_PART) + LANES, np.uint8)
        self.room[: self.end] = space.squeeze(window)

    @property
    def forms(self) -> Bytes:
        return self.room[self.end - self.space.length : self.end]

    @property
    def window(self) -> bytes:
        return self.space.expand(self.forms, self.heap - self.space.length).tobytes()

    def read(self, stop: int) -> Bytes:
        """The squeezed values of the heap and of those that follow it below `stop`; the tape does not move."""
        size, count = self.space.length, stop - self.heap
        if self.end + count + LANES > len(self.room):
            room = np.zeros(size + count + LANES, np.uint8) if size + count + LANES > len(self.room) else self.room
            room[:size] = self.forms
            self.room, self.end = room, size
        self.space.fill(self.room, self.end, self.end + count, self.heap - self.end)
        return self.room[self.end : self.end + count]

    def move(self, stop: int) -> None:
        """Go on to a heap below which all values were read."""
        self.end += stop - self.heap
        self.heap = stop

    def stretches(self, stop: int) -> Iterator[Bytes]:
        """The squeezed values that follow below `stop`, some at a time."""
        while self.heap < stop:
            self.space.budget.look()
            after = min(self.heap + STRETCH_HEAPS, stop)
            forms = self.read(after)
            self.move(after)
            yield forms

    def go_to(self, stop: int) -> None:
        for _ in self.stretches(stop):
            pass
