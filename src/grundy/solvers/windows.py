"""Periods of splitting codes by recurrence of a window (docs/theory/windows.md).

Only a window of the last values is in memory, and windows on the way as checkpoints, from which values are computed
again and a later run goes on.
"""

import json
from bisect import bisect_left
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from struct import Struct
from time import monotonic
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.core.period import Period
from grundy.core.ruleset import Ruleset
from grundy.errors import GrundyError, NotDecided, UndefinedError
from grundy.solvers.window_space import (
    MOST_BITS,
    MOST_HEAD,
    MOST_NUMBER,
    RARE_HEAD,
    STRETCH_HEAPS,
    Bytes,
    ShortWindowError,
    Tape,
    WindowSpace,
)
from grundy.system import is_special

RECURRING = "a recurring window (docs/theory/windows.md)"
FIRST_HEAD = 1 << 12  # values that are computed before the window is used
LEAST_CHECKPOINTS, MOST_CHECKPOINTS, MOST_BYTES = 4, 1 << 12, 1 << 25  # in memory; then every other is dropped
TAIL_BYTES = 1 << 14  # of a window, by which it is looked for: eight times as many cost a tenth of all time
KEPT_WINDOWS = 4  # in a file, beside the last one and the one that is looked for, unless these are long
SAVED_SECONDS, SAVED_BYTES = 10.0, 1 << 21  # between two times that a file is written, and for each second between
FORMAT = 2
RECORD = Struct("<QQ")  # a heap, and the heap whose window is looked for
CHECKSUM_BYTES = 8


@dataclass
class WindowSearch:
    """The values as far as they were computed: checkpoints, the window that is looked for, and the period if it is."""

    space: WindowSpace
    checkpoints: dict[int, bytes] = field(default_factory=dict)  # windows before these heaps
    spacing: int = 1  # heaps between checkpoints
    period: Period | None = None
    recurs: int = 0  # X, behind the first of two equal windows

    def __post_init__(self) -> None:
        self.start_at(self.space.count, self.space.head[-self.space.length :].tobytes())

    def start_at(self, heap: int, window: bytes, sought: int | None = None) -> None:
        """Take the window before a heap, below which all values are known, for the last one."""
        self.checkpoints[heap] = window
        self.tape = Tape(self.space, heap, window)
        self.seek(heap if sought is None else sought)

    def seek(self, heap: int) -> None:
        """Look for the window before this heap from now on."""
        self.sought, self.wanted = heap, self.space.squeeze(self.checkpoints[heap])
        self.tail = self.wanted[-TAIL_BYTES:].tobytes()

    @property
    def position(self) -> int:
        """All smaller heaps are known."""
        return self.tape.heap

    @property
    def most_checkpoints(self) -> int:
        return max(LEAST_CHECKPOINTS, min(MOST_CHECKPOINTS, MOST_BYTES // self.space.length))

    def advance(self, stop: int) -> int | None:
        """Go on to a heap; the distance at which the window that is sought recurs before it."""
        self.tape.read(stop)
        if distance := self.find_distance(stop):
            return distance
        self.tape.move(stop)
        if self.position >= max(self.checkpoints) + self.spacing:
            self.keep()
        return None

    def find_distance(self, stop: int) -> int | None:
        """How far behind its own place the window that is sought ends among the values that were read, if it does."""
        room, end = self.tape.room, self.tape.end
        values = room[end + 1 - len(self.tail) : end + stop - self.position].tobytes()
        place = values.find(self.tail)
        while place >= 0:
            after = place + 1  # values behind the position
            distance = self.position + after - self.sought
            if not (distance % 2 and self.space.uses_parity):
                found = room[end + after - len(self.wanted) : end + after]
                if len(self.tail) == len(found) or np.array_equal(found, self.wanted):
                    return distance
            place = values.find(self.tail, place + 1)
        return None

    def keep(self) -> None:
        """Note a checkpoint; the window that is sought changes whenever the number of heaps has doubled."""
        self.checkpoints[self.position] = self.tape.window
        if self.position >= 2 * self.sought:
            self.seek(self.position)
        if len(self.checkpoints) > self.most_checkpoints:
            kept = {min(self.checkpoints), self.sought, self.position, *sorted(self.checkpoints)[::2]}
            self.checkpoints = {heap: window for heap, window in self.checkpoints.items() if heap in kept}
            self.spacing = max(self.spacing, STRETCH_HEAPS, self.position // self.most_checkpoints)

    def tape_before(self, heap: int) -> Tape:
        """The window before a heap, computed from the nearest checkpoint."""
        near = max(it for it in self.checkpoints if it <= heap)
        tape = Tape(self.space, near, self.checkpoints[near])
        tape.go_to(heap)
        return tape

    def values(self, first: int, stop: int) -> Bytes:
        """The values of some heaps, as few as fit into memory."""
        count = self.space.count
        values = np.empty(stop - first, np.uint8)
        values[: max(count - first, 0)] = self.space.head[first:stop]
        if stop > count:
            tape = self.tape_before(max(first, count))
            place = tape.heap
            for forms in tape.stretches(stop):
                values[place - first : tape.heap - first] = self.space.expand(forms, place)
                place = tape.heap
        return values

    def settle(self, length: int) -> None:
        """Find from where on the period holds: by checkpoints, and between two of them and before all one by one."""

        def recurs(heap: int) -> bool:
            return self.checkpoints[heap] == self.tape_before(heap + length).window

        size, count = self.space.length, self.space.count
        starts = [heap for heap in sorted(self.checkpoints) if heap <= self.sought]
        number = bisect_left(starts, True, hi=len(starts) - 1, key=recurs)
        if number:
            start = self.last_change(starts[number - 1], starts[number], length) + 1
        else:
            start = count - size
            start = last_true(self.values(0, start) != self.values(length, start + length)) + 1
        self.recurs = max(start + size, count)
        self.period = Period(start, length, True, theorem=RECURRING)

    def last_change(self, first: int, stop: int, length: int) -> int:
        """The last heap below `stop` that differs from the one so far behind; one in the window before `first` does."""
        here, there = self.tape_before(first), self.tape_before(first + length)
        found = first - self.space.length + last_true(here.forms != there.forms)
        for some, others in zip(here.stretches(stop), there.stretches(stop + length), strict=True):
            if (place := last_true(some != others)) >= 0:
                found = here.heap - len(some) + place
        return found

    def shorten(self) -> "WindowSearch":
        """The same search with windows no longer than was needed, and no checkpoints."""
        assert self.period
        space = self.space.changed(least_reach=min(max(self.space.used, 1), self.space.reach))
        recurs = max(self.period.preperiod + space.length, space.count)
        return WindowSearch(space, period=self.period, recurs=recurs)

    def gain_bit(self, heap: int) -> bool:
        """Take the next bit into the mask if the heap at which the search stopped is then common, and covered."""
        before, space = self.space, self.space.with_next_bit()
        if space:
            self.space = self.tape.space = space
            with suppress(ShortWindowError):
                self.tape.read(heap + 1)
                return True
            self.space = self.tape.space = before
        return False

    def lengthen(self) -> "WindowSearch":
        """The search with four times as many first values and longer windows, from where it is if it can be."""
        fresh = WindowSpace(self.space.ruleset, 4 * self.space.count, budget=self.space.budget)
        space = fresh.changed(met_bits=self.space.bits, more=self.space.more)
        first = self.position - space.length
        if first <= space.count or space.space.mask != self.space.space.mask:
            return WindowSearch(fresh)
        longer = WindowSearch(space)
        longer.start_at(self.position, self.values(first, self.position).tobytes())
        return longer


def last_true(flags: NDArray[np.bool_]) -> int:
    """The last index of a true one, -1 where none is."""
    return len(flags) - 1 - int(flags[::-1].argmax()) if flags.any() else -1


def search_window(
    ruleset: Ruleset[Any], limit: int = 1 << 62, budget: Budget | None = None, path: Path | None = None
) -> WindowSearch:
    """The search for a period, ended by a proof, at the limit, or by its budget; kept in a file where one is named."""
    if not isinstance(ruleset, HeapGame):
        raise UndefinedError(f"{ruleset} is not played with heaps; leave out --checkpoints")
    budget = budget or Budget()
    search = (path and load(ruleset, path, budget)) or WindowSearch(WindowSpace(ruleset, FIRST_HEAD, budget=budget))
    while not (search.space.count >= RARE_HEAD and search.space.has_many_rares):
        try:
            if search.space.is_useful:
                go_on(search, limit, budget, path)
                return search
        except ShortWindowError as error:
            if search.gain_bit(error.heap):
                continue
        if not search.space.seems_to_end:
            break
        if not search.space.may_grow:
            words = f"from more than {search.space.count:,} first values take more memory than there is"
            raise NotDecided(f"windows of {ruleset} {words}; leave out --checkpoints")
        search = search.lengthen()
    raise NotDecided(f"the rares of {ruleset} do not end early enough for a window; leave out --checkpoints")


def go_on(search: WindowSearch, limit: int, budget: Budget, path: Path | None) -> None:
    """Look for the period until it is found, the limit is reached, or the budget ends."""
    saved, pause = monotonic(), max(SAVED_SECONDS, 2 * search.space.length / SAVED_BYTES)
    try:
        while search.position < limit:
            before = search.position
            length = search.advance(min(limit, before + min(before, STRETCH_HEAPS)))
            if length:
                with suppress(NotDecided):  # the budget ends meanwhile: a later run finds it again
                    search.settle(length)
                return
            if path and monotonic() - saved > pause:
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
    heaps, most = sorted(search.checkpoints), min(KEPT_WINDOWS, MOST_BYTES // search.space.length)
    kept = {*(heaps[:: -(-len(heaps) // most)] if most else ()), search.sought, heaps[-1]}
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("wb") as file:
            file.write(json.dumps(about_space(search.space)).encode() + b"\n")
            for heap in sorted(kept):
                file.writelines(record_of(search.space, heap, min(heap, search.sought), search.checkpoints[heap]))
        part.replace(path)
    except OSError as error:
        raise GrundyError(f"cannot write {path}: {error.strerror}; name another file") from error


def about_space(space: WindowSpace) -> dict[str, Any]:
    """What the first line of a file says."""
    code, classes = {"digits": [*space.rules.digits], "count": space.count}, {"bits": space.bits, "mask": space.mask}
    about = {"windows": str(space.ruleset), "format": FORMAT} | code | classes
    return about | {"odd": int(space.uses_parity), "reach": space.reach}


def record_of(space: WindowSpace, heap: int, sought: int, window: bytes) -> tuple[bytes, bytes, bytes]:
    """What is written about a window: before it, itself, and a checksum."""
    added = bytes([space.more, MOST_BITS - space.bits])  # in the first line, but not told by the rules; older files: 0
    digest = blake2b(record := RECORD.pack(heap, sought), digest_size=CHECKSUM_BYTES, salt=added)
    digest.update(window)
    return record, window, digest.digest()


def load(ruleset: HeapGame, path: Path, budget: Budget | None = None) -> WindowSearch | None:
    """The search as its file has it, up to the first record that is damaged; None where there is no file."""
    if is_special(path):
        raise GrundyError(f"{path} is a device, which keeps no checkpoints; name another file")
    try:
        with path.open("rb") as file:
            return read_search(ruleset, path, file, budget or Budget())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise GrundyError(f"cannot read {path}: {error.strerror}; name another file") from error


def read_search(ruleset: HeapGame, path: Path, file: BinaryIO, budget: Budget) -> WindowSearch:
    try:
        about = {"bits": MOST_BITS} | json.loads(file.readline())  # older files do not say how large values were
        count, mask, bits = int(about["count"]), int(about["mask"]), int(about["bits"])
        if not 0 < count <= MOST_HEAD or about["windows"] != str(ruleset) or not 0 <= mask < MOST_NUMBER:
            raise ValueError
    except (ValueError, KeyError, TypeError) as error:
        raise GrundyError(f"{path} holds no checkpoints of {ruleset}; name another file") from error
    space = WindowSpace(ruleset, count, budget=budget)
    space = space.changed(met_bits=bits, more=mask >> space.head_bits << space.head_bits)
    if about != about_space(space) or mask >> bits or bits > MOST_BITS or not space.is_useful:
        raise GrundyError(f"{path} is of another version, or of other rules of {ruleset}; name another file")
    search, last = WindowSearch(space), (space.count, space.count)
    while len(data := file.read(RECORD.size)) == RECORD.size:
        heap, sought = RECORD.unpack(data)
        window, checksum = file.read(space.length), file.read(CHECKSUM_BYTES)
        is_whole = checksum == record_of(space, heap, sought, window)[-1]
        if not is_whole or sought not in {heap, *search.checkpoints}:
            break
        search.checkpoints[heap], last = window, (heap, sought)
    search.start_at(last[0], search.checkpoints[last[0]], last[1])
    return search
