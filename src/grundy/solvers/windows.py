"""Periods of splitting codes by recurrence of a window (docs/theory/windows.md).

Only a window of the last values is in memory, and windows on the way as checkpoints, from which values are computed
again and a later run goes on.
"""

import json
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from struct import Struct
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.core.period import Period
from grundy.core.ruleset import Ruleset
from grundy.errors import GrundyError, NotDecided, UndefinedError
from grundy.kernels.heap_engine import HeapEngine
from grundy.kernels.heap_rules import HeapRules
from grundy.kernels.sparse_space import PARITY, SparseSpace, choose_mask, is_common
from grundy.kernels.window_stream import BLOCK, PROBES, WindowRules, fill_by_window
from grundy.solvers.saved import rules_version

Bytes = NDArray[np.uint8]
RECURRING = "a recurring window (docs/theory/windows.md)"
FIRST_HEAD, MOST_HEAD = 1 << 12, 1 << 22  # values that are computed before the window is used
STRETCH_HEAPS = 1 << 17  # between two looks at the clock
MOST_CHECKPOINTS = 1 << 12  # in memory; then every other is dropped
MOST_NUMBER = 64  # the marks of a heap are the bits of a word
REACH_PART = 8  # of the head: a window reaches at least so far
RARE_PART = 32  # fewer than one head value in so many may be rare
SAVED_SECONDS = 10.0  # between two checkpoints in a file
RECORD = Struct("<QQ")  # a heap, and the heap whose window is looked for
CHECKSUM_BYTES = 8


class ShortWindowError(GrundyError):
    """A heap whose value does not follow from the window."""


@dataclass
class WindowSpace:
    """The first values of a code, the classes of numbers, and how far a window reaches."""

    ruleset: HeapGame
    count: int  # B, the number of first values
    least_reach: int = 0  # in place of a part of the first values
    used: int = 0  # the largest part that was needed so far to reach smaller numbers

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
            words = f"{self.ruleset} has values of {MOST_NUMBER} or more, which windows do not hold"
            raise NotDecided(f"{words}; leave out --checkpoints")
        return engine.values.astype(np.uint8)

    @cached_property
    def space(self) -> SparseSpace:
        splits = self.rules.splits
        odd = {*(splits % 2).tolist()}
        shift = odd.pop() if len(odd) == 1 else -1
        bits = max(int(self.head.max()).bit_length(), 1)
        mask, _ = choose_mask(self.head.astype(np.uint16), np.arange(1, self.count), bits, shift)
        return SparseSpace(splits, self.rules.takes, False, mask, shift, 0)

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
        return self.length + BLOCK < self.count

    @cached_property
    def window_rules(self) -> WindowRules:
        heaps = np.arange(1, self.reach + 1)
        probes = heaps[self.common[heaps & 1, self.head[heaps]]]
        near = int((self.rares + self.rules.splits.min() < BLOCK).sum())
        common = [sum(1 << v for v in range(MOST_NUMBER) if row[v]) for row in self.common]
        takes, splits = self.rules.takes, self.rules.splits
        pairs = (self.rares, self.head[self.rares], near, probes, self.head[probes])
        return WindowRules(takes, splits, *pairs, np.array(common, np.uint64))

    def run(self, heap: int, window: bytes, stop: int) -> Bytes:
        """The values of the window before a heap, and those that follow it below `stop`."""
        values, size = np.empty(self.length + stop - heap, np.uint8), self.length
        values[:size] = np.frombuffer(window, np.uint8)
        reached, most = fill_by_window(values, size, len(values), (heap - size) & 1, self.window_rules)
        self.used = max(self.used, most)
        if reached < len(values):
            raise ShortWindowError(f"the value of heap {heap - size + reached} does not follow from the window")
        return values


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
        self.checkpoints[self.position] = self.last = self.space.head[-self.space.length :].tobytes()

    def advance(self, stop: int) -> int | None:
        """Go on to a heap; the distance at which the window that is sought recurs before it."""
        values, size = self.space.run(self.position, self.last, stop).tobytes(), self.space.length
        place = values.find(wanted := self.checkpoints[self.sought], 1)
        while place >= 0:
            distance = self.position + place - self.sought
            if distance and not (distance % 2 and self.space.uses_parity):
                return distance
            place = values.find(wanted, place + 1)
        self.position, self.last = stop, values[-size:]
        if self.position >= max(self.checkpoints) + self.spacing:
            self.keep()
        return None

    def keep(self) -> None:
        """Note a checkpoint; the window that is sought changes whenever the number of heaps has doubled."""
        self.checkpoints[self.position] = self.last
        if self.position >= 2 * self.sought:
            self.sought = self.position
        if len(self.checkpoints) > MOST_CHECKPOINTS:
            kept = {min(self.checkpoints), self.sought, self.position, *sorted(self.checkpoints)[::2]}
            self.checkpoints = {heap: window for heap, window in self.checkpoints.items() if heap in kept}
            self.spacing = 2 * max(self.spacing, STRETCH_HEAPS)

    def values(self, first: int, stop: int) -> Any:
        """The values of some heaps that are known, or follow what is."""
        starts = sorted(self.checkpoints)
        if stop <= self.space.count:
            return self.space.head[first:stop]
        heap = starts[max(bisect_right(starts, first + self.space.length) - 1, 0)]
        found = self.space.run(heap, self.checkpoints[heap], stop)
        before = (
            self.space.head[first : max(first, heap - self.space.length)] if heap == self.space.count else found[:0]
        )
        return np.r_[before, found[max(first - heap + self.space.length, 0) :]]

    def settle(self, length: int) -> None:
        """Find from where on the period holds, by halving and then value by value."""
        size, starts = self.space.length, sorted(self.checkpoints)

        def recurs(heap: int) -> bool:
            return np.array_equal(self.values(heap - size, heap), self.values(heap + length - size, heap + length))

        number = bisect_left(starts, True, hi=starts.index(self.sought), key=recurs)
        self.recurs = starts[number]
        first, start = starts[number - 1] - size if number else 0, self.recurs - size
        here, later = self.values(first, start), self.values(first + length, start + length)
        wrong = np.flatnonzero(here != later)
        start = first + (int(wrong[-1]) + 1 if len(wrong) else 0)
        self.recurs = max(start + size, self.space.count)
        self.period = Period(start, length, True, theorem=RECURRING)

    def shorten(self) -> "WindowSearch":
        """The same search with windows no longer than was needed, and no checkpoints."""
        assert self.period
        probes = self.space.window_rules.probes
        used = max(self.space.used, int(probes[min(PROBES, len(probes)) - 1]) if len(probes) else 1)
        space = WindowSpace(self.space.ruleset, self.space.count, min(used, self.space.reach))
        recurs = max(self.period.preperiod + space.length, space.count)
        return WindowSearch(space, period=self.period, recurs=recurs)


def search_window(
    ruleset: Ruleset[Any], limit: int = 1 << 62, budget: Budget | None = None, path: Path | None = None
) -> WindowSearch:
    """The search for a period, ended by a proof, at the limit, or by its budget; kept in a file where one is named."""
    if not isinstance(ruleset, HeapGame):
        raise UndefinedError(f"{ruleset} is not played with heaps; leave out --checkpoints")
    budget, count = budget or Budget(), FIRST_HEAD
    saved = path and load(ruleset, path)
    while count <= MOST_HEAD:
        search = saved or WindowSearch(WindowSpace(ruleset, count))
        if search.space.has_many_rares:
            break
        try:
            if search.space.is_useful:
                go_on(search, limit, budget, Checkpoints(search, path).note if path else None)
                return search
        except ShortWindowError:
            saved = None
        count *= 4
    raise NotDecided(f"the rares of {ruleset} do not end early enough for a window; leave out --checkpoints")


def go_on(search: WindowSearch, limit: int, budget: Budget, note: Callable[[], None] | None) -> None:
    """Look for the period until it is found, the limit is reached, or the budget ends."""
    try:
        while search.position < limit:
            before = search.position
            length = search.advance(min(limit, before + min(before, STRETCH_HEAPS)))
            if length:
                search.settle(length)
                return
            if note:
                note()
            budget.spend(search.position - before)
            budget.look()
    except NotDecided:
        return


# --- Files of checkpoints ---------------------------------------------------------------------------------------------


@dataclass
class Checkpoints:
    """A file of checkpoints: a line of JSON about the search, and a record for each window, with a checksum."""

    search: WindowSearch
    path: Path
    saved: float = field(default_factory=monotonic)

    def note(self) -> None:
        """Write a checkpoint if the last one is some time ago."""
        if monotonic() - self.saved < SAVED_SECONDS:
            return
        self.saved = monotonic()
        self.search.keep()
        try:
            self.write()
        except OSError as error:
            raise GrundyError(f"cannot write {self.path}: {error.strerror}; name another file") from error

    def write(self) -> None:
        """Add what the file does not have; a new one also gets its first line and the window that is sought."""
        known = load(self.search.space.ruleset, self.path)
        is_new = known is None or known.space.count != self.search.space.count
        new = {self.search.sought, self.search.position} if is_new or not known else {self.search.position}
        if not is_new and known and self.search.sought not in known.checkpoints:
            new.add(self.search.sought)
        with self.path.open("wb" if is_new else "ab") as file:
            if is_new:
                file.write(first_line(self.search.space))
            for heap in sorted(new):
                file.write(record_of(heap, min(heap, self.search.sought), self.search.checkpoints[heap]))


def first_line(space: WindowSpace) -> bytes:
    about = {"windows": str(space.ruleset), "rules": rules_version(space.ruleset), "count": space.count}
    return json.dumps(about).encode() + b"\n"


def record_of(heap: int, sought: int, window: bytes) -> bytes:
    record = RECORD.pack(heap, sought) + window
    return record + blake2b(record, digest_size=CHECKSUM_BYTES).digest()


def load(ruleset: HeapGame, path: Path) -> WindowSearch | None:
    """The search as its file has it, up to the first record that is damaged; None where there is no file."""
    try:
        line, _, rest = path.read_bytes().partition(b"\n")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise GrundyError(f"cannot read {path}: {error.strerror}; name another file") from error
    try:
        about = json.loads(line)
        space = WindowSpace(ruleset, int(about["count"]))
        if not 0 < space.count <= MOST_HEAD or about["windows"] != str(ruleset):
            raise ValueError
    except (ValueError, KeyError, TypeError) as error:
        raise GrundyError(f"{path} holds no checkpoints of {ruleset}; name another file") from error
    if line + b"\n" != first_line(space):  # the rules have changed since
        return None
    search, size = WindowSearch(space), RECORD.size + space.length + CHECKSUM_BYTES
    for place in range(0, len(rest) - size + 1, size):
        heap, sought = RECORD.unpack_from(rest, place)
        window = rest[place + RECORD.size : place + size - CHECKSUM_BYTES]
        if rest[place : place + size] != record_of(heap, sought, window) or sought not in {heap, *search.checkpoints}:
            break
        search.checkpoints[heap] = search.last = window
        search.position, search.sought = heap, sought
    return search
