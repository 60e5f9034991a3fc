"""The nimbers of positions on narrow strips by a compiled sweep over all parts that arise (`kernels.strips`).

One table serves strips of every length, which share most of their parts: those of 3 x 25 vertices of Node Kayles
have 8 million of them, 1.84 times as many as those of 3 x 24 (docs/howto/families.md).
"""

import numpy as np

from grundy.boards.narrow_strip import MOST_PLACES, NarrowStrip
from grundy.core.budget import Budget
from grundy.errors import NotDecided
from grundy.kernels import strips
from grundy.solvers.inquiry import Method

METHOD = Method("compiled sweep over the parts of a strip")
PARTS_PER_CALL = 1 << 12  # between two checks of the time: 10 to 100 ms
FIRST_SLOTS = 1 << 14  # of the table
MOST_SLOTS = 1 << 25  # of 17 bytes each: 570 MB
FULL_SHARE = 0.7  # of the slots, from which on the table grows
WORD = (1 << 64) - 1


class StripTables:
    """What was found on strips, a table for each kind."""

    def __init__(self) -> None:
        self.tables: dict[tuple[int, ...], StripTable] = {}

    def nimber(self, position: NarrowStrip, budget: Budget) -> int:
        kind = position[:-1]
        if kind not in self.tables:
            self.tables[kind] = StripTable(position)
        return self.tables[kind].nimber(position.free, budget)


class StripTable:
    """The nimbers of all parts that were met on strips of one height, with one kind of joins and moves."""

    def __init__(self, kind: NarrowStrip) -> None:
        self.rules = rule_words(kind)
        self.keys, self.values = np.zeros((FIRST_SLOTS, 2), np.uint64), np.zeros(FIRST_SLOTS, np.uint8)
        self.parts = 0

    def nimber(self, free: int, budget: Budget) -> int:
        """The nimber of the free places."""
        whole, new = np.array([free & WORD, free >> 64], np.uint64), np.zeros(2, np.uint64)
        while (value := strips.ask(self.rules, self.keys, self.values, whole, new)) < 0:
            self.sweep(new, budget)
        return int(value)

    def sweep(self, part: strips.Words, budget: Budget) -> None:
        """Find the nimber of a part, and those of all parts that arise from it."""
        frames, depth = np.zeros((strips.MOST_DEPTH, strips.FRAME_WORDS), np.uint64), 1
        frames[0, : len(part)] = part
        while depth:
            self.make_room()
            depth, found = strips.sweep(
                self.rules, self.keys, self.values, frames, np.zeros(2, np.uint64), depth, PARTS_PER_CALL
            )
            if depth == strips.TOO_LARGE:
                raise NotDecided(f"not decided: a nimber of {strips.MOST_NIMBERS} or more is too large for the sweep")
            self.parts += found
            budget.spend(found)
            budget.look()

    def make_room(self) -> None:
        slots = len(self.values)
        if self.parts + PARTS_PER_CALL <= FULL_SHARE * slots:
            return
        if slots == MOST_SLOTS:
            raise NotDecided(f"not decided: more than {self.parts:,} parts are too many for a table in 570 MB")
        keys, values = np.zeros((2 * slots, 2), np.uint64), np.zeros(2 * slots, np.uint8)
        strips.copy_table(self.keys, self.values, keys, values)
        self.keys, self.values = keys, values


def rule_words(kind: NarrowStrip) -> strips.Words:
    """The rules of a strip as the kernel takes them."""
    rows, across, down = kind.rows, kind.across, kind.down
    is_alike = across + 1 == 1 << rows and down + 1 == 1 << rows - 1
    is_mirrored = reverse(across, rows) == across and reverse(down, rows - 1) == down
    masks = [sum(mask << rows * column for column in range(MOST_PLACES // rows)) for mask in (across, down, 1)]
    words = [word for mask in masks for word in (mask & WORD, mask >> 64)]
    return np.array([rows, kind.takes, is_alike, is_mirrored, *words], np.uint64)


def reverse(mask: int, length: int) -> int:
    return sum((mask >> n & 1) << length - 1 - n for n in range(length))
