"""All options of a land of Sprouts at once, compiled: bytes in, lists of lands out.

What comes of each curve is simplified, divided into lands and written in canonical form; lands and options are kept
once each, and found by their hash in tables of numbers. `boards/land_moves.py` is the specification.
"""

import numpy as np

from grundy.kernels.jit import jit, section
from grundy.kernels.sprouts_curves import draw
from grundy.kernels.sprouts_form import settle
from grundy.kernels.sprouts_room import (
    BASE,
    COPY,
    COUNTS,
    DONE,
    END,
    FULL,
    LANDS,
    LETTER,
    LISTS,
    LONG,
    OPTIONS,
    OWNER,
    PARTS,
    PLACE,
    POOL,
    PRIME,
    RAW,
    ROWS,
    SEEN,
    Row,
    Rows,
    rows,
)
from grundy.kernels.sprouts_written import written

__all__ = ["Workshop"]

SMALL, MOST = 1 << 13, 1 << 23  # numbers in a row of the lists: with the most, all are half a gigabyte


class Workshop:
    """Room for the options of one land at a time; it grows as lands need it."""

    def __init__(self) -> None:
        self.room, self.drawings, self.found = rows(ROWS, 0), rows(1, SMALL)[0], rows(LISTS, SMALL)

    def options(self, land: bytes) -> list[tuple[bytes, ...]] | None:
        """The options of a land, each once, as lists of lands; None if they are too many or too long for the room."""
        source, size = np.frombuffer(land, np.uint8), 2 * len(land) + 32
        if self.room.shape[1] < size:
            self.room = rows(ROWS, 2 * size)
        while (number := draw(source, self.room, self.drawings)) == FULL:
            if len(self.drawings) >= MOST:
                return None
            self.drawings = rows(1, 4 * len(self.drawings))[0]
        while (state := collect(self.drawings, number, self.room, self.found)) == FULL:
            if self.found.shape[1] >= MOST:
                return None
            self.found = rows(LISTS, 4 * self.found.shape[1])
        return listed(self.found) if state == DONE else None


def listed(found: Rows) -> list[tuple[bytes, ...]]:
    """The options that were found, as lists of lands."""
    lands, number = found[COUNTS, :2].tolist()
    starts, ends = found[LANDS, : lands + 1].tolist(), found[OPTIONS, : number + 1].tolist()
    pool = found[POOL, : starts[-1]].astype(np.uint8).tobytes()
    keys = [pool[starts[i] : starts[i + 1]] for i in range(lands)]
    parts = [keys[part] for part in found[PARTS, : ends[-1]].tolist()]
    return [tuple(parts[ends[i] : ends[i + 1]]) for i in range(number)]


@section
def pooled(found: Rows, data: int, count: int) -> int:
    """The number of the last land or option: its own, `count`, or that of an equal one before it."""
    starts, table = data + 1, data + 2
    start, length = found[starts, count], found[starts, count + 1] - found[starts, count]
    mark, before, slots = length, found[COUNTS, 2], found.shape[1]
    for k in range(start, start + length):
        mark = (mark * BASE + found[data, k]) % PRIME
    slot = mark % slots
    while found[table, slot] >= before:
        other = int(found[table, slot] - before)
        if found[starts, other + 1] - found[starts, other] == length:
            k = 0
            while k < length and found[data, found[starts, other] + k] == found[data, start + k]:
                k += 1
            if k == length:
                return other
        slot = slot + 1 if slot + 1 < slots else 0
    found[table, slot] = before + count
    return count


@section
def divided(room: Rows, size: int) -> int:
    """The number of regions; OWNER is the same for regions that share letters, PLACE is where each begins."""
    for k in range(size):
        if room[RAW, k] >= LETTER:
            room[SEEN, room[RAW, k]] = END
    k = regions = 0
    while k < size:
        room[OWNER, regions], room[PLACE, regions] = regions, k
        while room[RAW, k] != END or room[RAW, k - 1] != END:
            spot = room[RAW, k]
            k += 1
            if spot < LETTER:
                continue
            if room[SEEN, spot] == END:
                room[SEEN, spot] = regions
            old, new = room[OWNER, regions], room[OWNER, room[SEEN, spot]]
            if old != new:
                for other in range(regions + 1):
                    if room[OWNER, other] == old:
                        room[OWNER, other] = new
        k += 1
        regions += 1
    room[PLACE, regions] = size
    return regions


@section
def gathered(room: Rows, regions: int, label: int) -> int:
    """The size of one land, whose regions are put into COPY."""
    size = 0
    for region in range(regions):
        if room[OWNER, region] == label:
            for k in range(room[PLACE, region], room[PLACE, region + 1]):
                room[COPY, size] = room[RAW, k]
                size += 1
    return size


@jit
def collect(drawings: Row, number: int, room: Rows, found: Rows) -> int:
    """Whether all drawings found room among the options."""
    lands = options = at = put = 0 * number
    half = found.shape[1] // 2
    found[COUNTS, 2] += half
    for _ in range(number):
        size = drawings[at]
        for k in range(size):
            room[RAW, k] = drawings[at + 1 + k]
        at += size + 1
        size = settle(room, size)
        regions = divided(room, size)
        if found[LANDS, lands] + size > 2 * half or max(lands, options, put) + regions + 2 > half:
            return FULL
        for label in range(regions):
            if room[OWNER, label] == label:
                end = written(room, gathered(room, regions, label), found, found[LANDS, lands])
                if end == END:
                    return LONG
                found[LANDS, lands + 1] = end
                part = pooled(found, POOL + 0 * number, lands)
                lands += part == lands
                k = put
                while k > found[OPTIONS, options] and found[PARTS, k - 1] > part:
                    found[PARTS, k] = found[PARTS, k - 1]
                    k -= 1
                found[PARTS, k] = part
                put += 1
        found[OPTIONS, options + 1] = put
        options += pooled(found, PARTS + 0 * number, options) == options
        put = found[OPTIONS, options]
    found[COUNTS, 0], found[COUNTS, 1] = lands, options
    return DONE
