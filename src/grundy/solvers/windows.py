"""Periods of splitting codes by recurrence of a window (docs/theory/windows.md).

Only a window of the last values is in memory, and windows on the way as checkpoints, from which values are computed
again and a later run goes on.
"""

import json
from bisect import bisect_left
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from struct import Struct
from time import monotonic
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.core.period import Period
from grundy.core.ruleset import Ruleset
from grundy.errors import GrundyError, NotDecided, UndefinedError
from grundy.kernels.bits import trailing_zeros
from grundy.kernels.heap_engine import HeapEngine
from grundy.kernels.heap_rules import HeapRules, Offsets
from grundy.kernels.sparse_space import PARITY, SparseSpace, choose_mask, expand, is_common, squeeze
from grundy.kernels.window_lanes import BAND, HAS_SHUFFLES, LANES, Pairs
from grundy.kernels.window_stream import LEAST, MOST_BANDS, NO_VALUE, Room, WindowRules, fill_by_window, new_scratch
from grundy.system import is_special

Bytes = NDArray[np.uint8]
RECURRING = "a recurring window (docs/theory/windows.md)"
FIRST_HEAD, MOST_HEAD = 1 << 12, 1 << 22  # values that are computed before the window is used
STRETCH_HEAPS = 1 << 17  # between two looks at the clock
MOST_CHECKPOINTS, MOST_BYTES = 1 << 12, 1 << 25  # in memory; then every other is dropped
KEPT_WINDOWS = 4  # in a file, beside the last one and the one that is looked for
MOST_BITS = 8  # values are bytes
MOST_NUMBER = 1 << MOST_BITS
REACH_PART = 8  # of the head: a window reaches at least so far
RARE_PART, RARE_HEAD = 32, 1 << 16  # fewer than one value in so many may be rare, of as many first values or more
SAVED_SECONDS = 10.0  # between two times that a file is written
FORMAT = 2
RECORD = Struct("<QQ")  # a heap, and the heap whose window is looked for
CHECKSUM_BYTES = 8


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

    @cached_property
    def rules(self) -> HeapRules:
        code = self.ruleset.as_code()
        if code is None or code.length is None or code.heaps != 2:
            raise UndefinedError(f"{self.ruleset} is no finite code that splits heaps in two; leave out --checkpoints")
        return HeapRules(code.digits)

    @cached_property
    def head(self) -> Bytes:
        engine = HeapEngine(self.rules)
        engine.extend(self.count)
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
        mask, _ = choose_mask(self.head.astype(np.uint16), np.arange(1, self.count), self.head_bits, shift)
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
        heaps: NDArray[np.int64] = np.arange(1, self.count)
        found: NDArray[np.int64] = heaps[~self.common[heaps & 1, self.head[1:]]]
        return found

    @cached_property
    def reach(self) -> int:
        """W: as far as the last rare, and long enough that smaller numbers are mostly met."""
        return max(self.least_reach or self.count // REACH_PART, int(self.rares.max(initial=0)))

    @property
    def length(self) -> int:
        """The number of values in a window."""
        return self.reach + self.rules.last

    @property
    def has_many_rares(self) -> bool:
        return len(self.rares) * RARE_PART > self.count

    @property
    def is_useful(self) -> bool:
        return self.length + LANES < self.count and not self.has_many_rares

    @cached_property
    def bands(self) -> int:
        """Of sixteen squeezed numbers each: above all values that were met so far."""
        return int(self.squeezed[self.head].max()) // BAND + 1

    @cached_property
    def window_rules(self) -> WindowRules:
        """Pairs of parts whose values reach common numbers, and those that reach rare ones.

        A heap that is left alone is a pair with an empty one: its value changes classes where they depend on parity and
        an odd number of stones was taken.
        """
        heaps = np.arange(1, self.reach + 1)
        probes = heaps[self.common[heaps & 1, self.head[heaps]]]
        changing = self.rules.takes[(self.rules.takes & 1 == 1) & self.uses_parity]
        kept = self.rules.takes[(self.rules.takes & 1 == 0) | (not self.uses_parity)]
        rares, _ = self.pairs(kept, self.rares)
        order = np.argsort(rares.gaps, kind="stable")
        gaps, xors = rares.gaps[order], rares.xors[order]
        first, *ends = np.searchsorted(gaps, (LEAST, 2 * LEAST, 4 * LEAST, LANES)).tolist()
        near = Pairs(np.r_[gaps[:first], 0], np.r_[xors[:first], np.uint8(0)])
        far = Pairs(gaps[first:], xors[first:])
        backwards = np.where(self.common[heaps & 1, self.head[heaps]], self.squeezed[self.head[heaps]], NO_VALUE)
        ranks = [np.cumsum(~row)[self.expanded[n]] for n, row in enumerate(self.common)]
        lists = self.pairs(changing, probes), backwards[::-1].astype(np.uint8), self.rules.splits
        return WindowRules(near, far, np.array(ends) - first, *lists[0], *lists[1:], np.array(ranks, np.uint8))

    def pairs(self, takes: Offsets, parts: Offsets) -> tuple[Pairs, Offsets]:
        """The pairs with an empty part, then with these parts, after each split; and the part of each."""
        splits = self.rules.splits
        all_parts = np.r_[0 * takes, np.repeat(parts, len(splits))]
        gaps = np.r_[takes, np.add.outer(parts, splits).ravel()]
        return Pairs(gaps, self.squeezed[self.head[all_parts]]), all_parts

    def stream(self, heap: int, window: Bytes, stop: int) -> Bytes:
        """The squeezed values of the window before a heap, and those that follow it below `stop`."""
        size = len(window)
        values = np.zeros(size + stop - heap + LANES, np.uint8)
        values[:size] = window
        place, end = size, size + stop - heap
        while place < end:
            task = (place, end, (heap - size) & 1, self.bands, self.window_rules, self.scratch)
            place, most, is_large = fill_by_window(values, *task, None if HAS_SHUFFLES else True)
            self.used = max(self.used, most)
            if is_large and self.bands == MOST_BANDS:
                self.refuse_large_values()
            if is_large:
                self.bands += 1
            elif place < end:
                raise ShortWindowError(heap - size + place)
        top = int(values[size:end].max(initial=0))
        if top >> self.space.low:  # one bit is squeezed out of such a value
            self.met_bits = max(self.met_bits, top.bit_length() + 1)
        return values[:end]

    def squeeze(self, window: bytes) -> Bytes:
        return self.squeezed[np.frombuffer(window, np.uint8)]

    def expand(self, forms: Bytes, heap: int) -> Bytes:
        """The common values of a heap and of those that follow, from their squeezed form."""
        values = np.empty_like(forms)
        for odd in range(2):
            values[odd::2] = self.expanded[(heap + odd) & 1, forms[odd::2]]
        return values

    def run(self, heap: int, window: bytes, stop: int) -> Bytes:
        """The values of the window before a heap, and those that follow it below `stop`."""
        return self.expand(self.stream(heap, self.squeeze(window), stop), heap - len(window))


@dataclass
class WindowSearch:
    """The values as far as they were computed: checkpoints, the window that is looked for, and the period if it is."""

    space: WindowSpace
    checkpoints: dict[int, bytes] = field(default_factory=dict)  # windows before these heaps
    position: int = 0  # all smaller heaps are known
    sought: int = 0  # the heap whose window is looked for
    spacing: int = 1  # heaps between checkpoints
    period: Period | None = None
    recurs: int = 0  # X, behind the first of two equal windows

    def __post_init__(self) -> None:
        self.position = self.sought = self.space.count
        self.checkpoints[self.position] = window = self.space.head[-self.space.length :].tobytes()
        self.last = self.space.squeeze(window)  # before the position

    def advance(self, stop: int) -> int | None:
        """Go on to a heap; the distance at which the window that is sought recurs before it."""
        forms, size = self.space.stream(self.position, self.last, stop), self.space.length
        values, wanted = forms.tobytes(), self.space.squeeze(self.checkpoints[self.sought]).tobytes()
        place = values.find(wanted, 1)
        while place >= 0:
            distance = self.position + place - self.sought
            if distance and not (distance % 2 and self.space.uses_parity):
                return distance
            place = values.find(wanted, place + 1)
        self.position, self.last = stop, forms[-size:]
        if self.position >= max(self.checkpoints) + self.spacing:
            self.keep()
        return None

    def keep(self) -> None:
        """Note a checkpoint; the window that is sought changes whenever the number of heaps has doubled."""
        first = self.position - self.space.length
        self.checkpoints[self.position] = self.space.expand(self.last, first).tobytes()
        if self.position >= 2 * self.sought:
            self.sought = self.position
        if len(self.checkpoints) > min(MOST_CHECKPOINTS, MOST_BYTES // self.space.length):
            kept = {min(self.checkpoints), self.sought, self.position, *sorted(self.checkpoints)[::2]}
            self.checkpoints = {heap: window for heap, window in self.checkpoints.items() if heap in kept}
            self.spacing = 2 * max(self.spacing, STRETCH_HEAPS)

    def window_before(self, heap: int) -> bytes:
        """The window before a heap, computed from the nearest checkpoint, and kept as one."""
        near = max(it for it in self.checkpoints if it <= heap)
        forms = self.space.squeeze(self.checkpoints[near])
        for start in range(near, heap, STRETCH_HEAPS):
            forms = self.space.stream(start, forms, min(start + STRETCH_HEAPS, heap))[-self.space.length :]
        self.checkpoints[heap] = window = self.space.expand(forms, heap - self.space.length).tobytes()
        return window

    def values(self, first: int, stop: int) -> Bytes:
        """The values of some heaps, as few as fit into memory."""
        head, count = self.space.head[first:stop], self.space.count
        if stop <= count:
            return head
        start = max(first, count)
        found = self.space.run(start, self.window_before(start), stop)[self.space.length :]
        return np.concatenate((head, found)) if first < count else found

    def settle(self, length: int) -> None:
        """Find from where on the period holds: by halving, and among the first values one by one."""

        def recurs(heap: int) -> bool:
            return self.window_before(heap) == self.window_before(heap + length)

        size, count = self.space.length, self.space.count
        starts = [heap for heap in sorted(self.checkpoints) if heap <= self.sought]
        number = bisect_left(starts, True, hi=len(starts) - 1, key=recurs)
        heaps = range(starts[number - 1] + 1 if number else count, starts[number])
        self.recurs = heaps.start + bisect_left(heaps, True, key=recurs)
        start = self.recurs - size
        if self.recurs == count:
            wrong = np.flatnonzero(self.values(0, start) != self.values(length, start + length))
            start = int(wrong[-1]) + 1 if len(wrong) else 0
        self.period = Period(start, length, True, theorem=RECURRING)

    def shorten(self) -> "WindowSearch":
        """The same search with windows no longer than was needed, and no checkpoints."""
        assert self.period
        space = self.space.changed(least_reach=min(max(self.space.used, 1), self.space.reach))
        recurs = max(self.period.preperiod + space.length, space.count)
        return WindowSearch(space, period=self.period, recurs=recurs)

    def gain_bit(self, heap: int) -> bool:
        """Take the next bit into the mask if the heap at which the search stopped is then common, and covered."""
        if space := self.space.with_next_bit():
            with suppress(ShortWindowError):
                space.stream(self.position, self.last, heap + 1)
                self.space = space
                return True
        return False

    def lengthen(self) -> "WindowSearch":
        """The search with four times as many first values and longer windows, from where it is if it can be."""
        fresh = WindowSpace(self.space.ruleset, 4 * self.space.count)
        space = fresh.changed(met_bits=self.space.bits, more=self.space.more)
        first = self.position - space.length
        if first <= space.count or space.space.mask != self.space.space.mask:
            return WindowSearch(fresh)
        longer, window = WindowSearch(space), self.values(first, self.position).tobytes()
        longer.checkpoints[self.position] = window
        longer.position = longer.sought = self.position
        longer.last = space.squeeze(window)
        return longer


def search_window(
    ruleset: Ruleset[Any], limit: int = 1 << 62, budget: Budget | None = None, path: Path | None = None
) -> WindowSearch:
    """The search for a period, ended by a proof, at the limit, or by its budget; kept in a file where one is named."""
    if not isinstance(ruleset, HeapGame):
        raise UndefinedError(f"{ruleset} is not played with heaps; leave out --checkpoints")
    search = (path and load(ruleset, path)) or WindowSearch(WindowSpace(ruleset, FIRST_HEAD))
    while search.space.count <= MOST_HEAD and not (search.space.count >= RARE_HEAD and search.space.has_many_rares):
        try:
            if search.space.is_useful:
                go_on(search, limit, budget or Budget(), path)
                return search
        except ShortWindowError as error:
            if search.gain_bit(error.heap):
                continue
        search = search.lengthen()
    raise NotDecided(f"the rares of {ruleset} do not end early enough for a window; leave out --checkpoints")


def go_on(search: WindowSearch, limit: int, budget: Budget, path: Path | None) -> None:
    """Look for the period until it is found, the limit is reached, or the budget ends."""
    saved = monotonic()
    try:
        while search.position < limit:
            before = search.position
            length = search.advance(min(limit, before + min(before, STRETCH_HEAPS)))
            if length:
                search.settle(length)
                return
            if path and monotonic() - saved > SAVED_SECONDS:
                save(search, path)
                saved = monotonic()
            try:
                budget.spend(search.position - before)
                budget.look()
            except NotDecided:
                return
    finally:
        if path and search.position > search.space.count:
            save(search, path)


# --- Files of checkpoints ---------------------------------------------------------------------------------------------


def save(search: WindowSearch, path: Path) -> None:
    """Write the file: a line of JSON about the search, and a record for each of some windows, with a checksum."""
    if search.period is None:
        search.keep()
    heaps = sorted(search.checkpoints)
    kept = {*heaps[:: -(-len(heaps) // KEPT_WINDOWS)], search.sought, heaps[-1]}
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("wb") as file:
            file.write(json.dumps(about_space(search.space)).encode() + b"\n")
            for heap in sorted(kept):
                file.write(record_of(search.space, heap, min(heap, search.sought), search.checkpoints[heap]))
        part.replace(path)
    except OSError as error:
        raise GrundyError(f"cannot write {path}: {error.strerror}; name another file") from error


def about_space(space: WindowSpace) -> dict[str, Any]:
    """What the first line of a file says."""
    code, classes = {"digits": [*space.rules.digits], "count": space.count}, {"bits": space.bits, "mask": space.mask}
    about = {"windows": str(space.ruleset), "format": FORMAT} | code | classes
    return about | {"odd": int(space.uses_parity), "reach": space.reach}


def record_of(space: WindowSpace, heap: int, sought: int, window: bytes) -> bytes:
    record = RECORD.pack(heap, sought) + window
    added = bytes([space.more, MOST_BITS - space.bits])  # in the first line, but not told by the rules; older files: 0
    return record + blake2b(record, digest_size=CHECKSUM_BYTES, salt=added).digest()


def load(ruleset: HeapGame, path: Path) -> WindowSearch | None:
    """The search as its file has it, up to the first record that is damaged; None where there is no file."""
    if is_special(path):
        raise GrundyError(f"{path} is a device, which keeps no checkpoints; name another file")
    try:
        line, _, rest = path.read_bytes().partition(b"\n")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise GrundyError(f"cannot read {path}: {error.strerror}; name another file") from error
    try:
        about = {"bits": MOST_BITS} | json.loads(line)  # older files do not say how large values were
        space, mask, bits = WindowSpace(ruleset, int(about["count"])), int(about["mask"]), int(about["bits"])
        if not 0 < space.count <= MOST_HEAD or about["windows"] != str(ruleset) or not 0 <= mask < MOST_NUMBER:
            raise ValueError
    except (ValueError, KeyError, TypeError) as error:
        raise GrundyError(f"{path} holds no checkpoints of {ruleset}; name another file") from error
    space = space.changed(met_bits=bits, more=mask >> space.head_bits << space.head_bits)
    if about != about_space(space) or mask >> bits or bits > MOST_BITS:
        raise GrundyError(f"{path} is of another version, or of other rules of {ruleset}; name another file")
    search, size = WindowSearch(space), RECORD.size + space.length + CHECKSUM_BYTES
    for place in range(0, len(rest) - size + 1, size):
        heap, sought = RECORD.unpack_from(rest, place)
        window = rest[place + RECORD.size : place + size - CHECKSUM_BYTES]
        is_whole = rest[place : place + size] == record_of(space, heap, sought, window)
        if not is_whole or sought not in {heap, *search.checkpoints}:
            break
        search.checkpoints[heap] = window
        search.position, search.sought, search.last = heap, sought, space.squeeze(window)
    return search
