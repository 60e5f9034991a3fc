"""All options of a land of Sprouts at once, compiled: bytes in, lists of lands out.

The drawing after each curve is simplified, divided into lands and written in canonical form. Lands and options are kept
once each, and found by their hash in tables of numbers.
"""

import numpy as np
from numpy.typing import NDArray

from grundy.games.sprouts.kernel import curves
from grundy.games.sprouts.kernel.canonical import write_land
from grundy.games.sprouts.kernel.curves import FULL
from grundy.games.sprouts.kernel.layout import BASE, END, OWNER, PRIME, RAW, ROWS, SECTIONS
from grundy.games.sprouts.kernel.simplify import divide, gather, simplify
from grundy.kernels import jit

SMALLEST_ROW, LARGEST_ROW = 1 << 13, 1 << 23  # numbers in a row of the lists; the largest lists take half a gigabyte
BYTE_CAPITAL = 128  # the first byte of a capital
DONE, LONG = 0, -2  # all went well; a land is too long to be written as bytes (FULL is -1)
POOL, LANDS, LAND_TABLE = range(3)  # the lands that were found; where each begins; their numbers by hash
PARTS, OPTIONS, OPTION_TABLE = range(3, 6)  # the options, lists of lands; where each begins; their numbers by hash
COUNTS = 6  # the numbers of lands and options; what is less in a table is from earlier
LISTS = 7
Ints = NDArray[np.int64]

for function in SECTIONS:
    jit.section(function)
draw_curves = jit.jit(jit.takes("uint8 1d constant", 0, "int64 2d", "int64")(curves.draw_curves))


class OptionLister:
    """Arrays for the options of one land at a time; they grow as lands need it."""

    def __init__(self) -> None:
        self.work, self.drawings = np.zeros((ROWS, 0), np.int64), np.zeros(SMALLEST_ROW, np.int64)
        self.found = np.zeros((LISTS, SMALLEST_ROW), np.int64)

    def options(self, land: bytes) -> list[tuple[bytes, ...]] | None:
        """The options of a land, each once, as lists of lands; None if they are too many or too long."""
        source, size = np.frombuffer(land, np.uint8), 2 * len(land) + 32
        if self.work.shape[1] < size:
            self.work = np.zeros((ROWS, 2 * size), np.int64)
        while (number := draw_curves(source, BYTE_CAPITAL, self.work, self.drawings)) == FULL:
            if len(self.drawings) >= LARGEST_ROW:
                return None
            self.drawings = np.zeros(4 * len(self.drawings), np.int64)
        while (state := collect(self.drawings, number, self.work, self.found)) == FULL:
            if self.found.shape[1] >= LARGEST_ROW:
                return None
            self.found = np.zeros((LISTS, 4 * self.found.shape[1]), np.int64)
        return read_options(self.found) if state == DONE else None


def read_options(found: Ints) -> list[tuple[bytes, ...]]:
    lands, number = found[COUNTS, :2].tolist()
    starts, ends = found[LANDS, : lands + 1].tolist(), found[OPTIONS, : number + 1].tolist()
    pool = found[POOL, : starts[-1]].astype(np.uint8).tobytes()
    keys = [pool[starts[i] : starts[i + 1]] for i in range(lands)]
    parts = [keys[part] for part in found[PARTS, : ends[-1]].tolist()]
    return [tuple(parts[ends[i] : ends[i + 1]]) for i in range(number)]


@jit.section
def find_or_add(found: Ints, data: int, count: int) -> int:
    """The number of the last land or option: `count` if it is new, otherwise that of the equal one before it."""
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


@jit.jit
@jit.takes("int64", 0, "int64 2d", "int64 2d")
def collect(drawings: Ints, number: int, work: Ints, found: Ints) -> int:
    """Put the options of all drawings into the lists: DONE, or FULL or LONG if they do not fit."""
    lands = options = at = put = 0 * number
    half = found.shape[1] // 2
    found[COUNTS, 2] += half
    for _ in range(number):
        size = drawings[at]
        for k in range(size):
            work[RAW, k] = drawings[at + 1 + k]
        at += size + 1
        size = simplify(work, size)
        regions = divide(work, size)
        if found[LANDS, lands] + size > 2 * half or max(lands, options, put) + regions + 2 > half:
            return FULL
        for label in range(regions):
            if work[OWNER, label] == label:
                end = write_land(work, gather(work, regions, label), BYTE_CAPITAL, found, found[LANDS, lands])
                if end == END:
                    return LONG
                found[LANDS, lands + 1] = end
                part = find_or_add(found, POOL + 0 * number, lands)
                lands += part == lands
                k = put
                while k > found[OPTIONS, options] and found[PARTS, k - 1] > part:
                    found[PARTS, k] = found[PARTS, k - 1]
                    k -= 1
                found[PARTS, k] = part
                put += 1
        found[OPTIONS, options + 1] = put
        options += find_or_add(found, PARTS + 0 * number, options) == options
        put = found[OPTIONS, options]
    found[COUNTS, 0], found[COUNTS, 1] = lands, options
    return DONE
