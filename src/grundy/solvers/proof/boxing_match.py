"""Boxing Match for the proof search: areas as numbers, and a compiled search for their nimbers.

An area in a rectangle of more than 64 squares is a position, as elsewhere, and searched as such.
"""

from collections import Counter
from functools import cached_property, reduce
from itertools import pairwise
from operator import xor
from time import monotonic
from typing import Any

from grundy.boards.grid import Grid
from grundy.core.budget import Budget
from grundy.errors import NotDecided
from grundy.games.boxing_match import BoxingMatch, strip_nimber
from grundy.solvers.proof.expansion import Expansion, GridExpansion, Key, Parts, expansion

__all__ = ["AreaTable", "BoxingExpansion"]

LONE = ("1",)  # a stone in no full block of two by two
SQUARES = 64  # of the rectangle round an area that is a number
HEIGHT_AT, WIDTH_AT = 52, 56  # as in the kernel
METHOD = "compiled search over couples (Lemoine and Viennot 2010)"
STRIPS = "strips of two rows by their period (Guy and Smith 1956)"
SLICE = 1 << 14  # couples between two looks at the clock
LARGEST = 1 << 25  # areas of the table: 16 bytes each, 512 MB
CHEAP = 16  # couples that take less time here than a position elsewhere


class AreaTable:
    """What is known of areas; it grows."""

    def __init__(self) -> None:
        import numpy as np

        from grundy.kernels.boxing import MOST_OPTIONS, ROOM
        from grundy.kernels.boxing_search import DEPTH

        self.keys, self.facts, self.used = np.zeros(1 << 14, np.int64), np.zeros(1 << 14, np.int64), 0
        self.options = np.zeros((MOST_OPTIONS * DEPTH, ROOM), np.int64)

    def fact(self, area: int) -> int:
        """The nimber of an area, or, below zero, all bits but those of nimbers that it has not."""
        from grundy.kernels.boxing_search import recalled

        return recalled(self.keys, self.facts, area)

    def lost(self, areas: list[int], heap: int, budget: Budget | None) -> bool | None:
        """Whether different areas and a nim heap are lost; without a budget, where it is remembered."""
        while True:
            facts = {area: self.fact(area) for area in areas}
            rest = reduce(xor, (fact for fact in facts.values() if fact >= 0), heap)
            light = sorted((area for area in areas if facts[area] < 0), key=blocks)
            if not light:
                return rest == 0
            asked = rest if len(light) == 1 else least(facts[light[0]])
            if not facts[light[0]] >> asked & 1:
                return False
            if budget is None:
                return None
            self.decide(light[0], asked, budget)

    def decide(self, area: int, nimber: int, budget: Budget) -> None:
        """A step towards whether an area has this nimber: what is learnt is in the table."""
        import numpy as np

        from grundy.kernels.boxing_search import decide

        couple = np.array([area, nimber], np.int64)
        looked, new = decide(self.keys, self.facts, couple, self.options, SLICE)
        self.used += new
        if self.used > len(self.keys) // 2:
            self.grow()
        budget.spend(1 + looked // CHEAP)
        budget.look()

    def grow(self) -> None:
        """Move to a table four times as large."""
        import numpy as np

        from grundy.kernels.boxing_search import moved

        size = 4 * len(self.keys)
        if size > LARGEST:
            raise NotDecided(f"not decided: more than {LARGEST // 8:,} areas are too many for a table in 512 MB")
        keys, facts = np.zeros(size, np.int64), np.zeros(size, np.int64)
        moved(self.keys, self.facts, keys, facts)
        self.keys, self.facts = keys, facts


class BoxingExpansion(GridExpansion):
    """The areas of overlapping full blocks, and lone stones."""

    trial = 500  # positions: on a large board, half a second, as it takes to load the compiler
    light = 9
    ruleset: BoxingMatch

    @cached_property
    def table(self) -> AreaTable:
        """What the kernel has found."""
        return AreaTable()

    def parts(self, position: Any) -> Parts:
        """The areas and the lone stones."""
        trimmed = map(self.ruleset.board.trimmed, self.ruleset.parts(position))
        return tuple(numbered(part, self.ruleset.board) or self.ruleset.canonical(part) for part in trimmed)

    def decided(self, parts: Parts, heap: int, misere: bool, budget: Budget | None) -> bool | None:
        """Whether areas that are numbers, strips, lone stones and a nim heap are lost under normal play."""
        odd = [key for key, copies in Counter(parts).items() if copies % 2]
        areas = [key for key in odd if isinstance(key, int)]
        known = [strip(key) for key in odd if isinstance(key, tuple)]
        if misere or None in known:
            return None
        total = reduce(xor, (nimber for nimber in known if nimber), heap)
        if any(isinstance(key, tuple) and key != LONE for key in odd):
            self.methods[STRIPS] = None
        if budget and areas:
            self.load(areas[0], budget)
        return self.table.lost(areas, total, budget) if areas else total == 0

    def load(self, area: int, budget: Budget) -> None:
        """Load or compile the kernel, which is no part of the search."""
        started = monotonic()
        self.methods[METHOD] = None
        self.table.fact(area)
        budget.started += monotonic() - started

    def options(self, key: Any) -> list[Parts]:
        """The areas and lone stones after each move."""
        if not isinstance(key, int):
            return super().options(key)
        from grundy.kernels.boxing import written

        options = (row.tolist() for row in written(key))
        return list(dict.fromkeys((*sorted(row[3 : 3 + row[2]]), *[LONE] * row[1]) for row in options))

    def weight(self, key: Any) -> int:
        """The number of full blocks, one more for a lone stone or a large area."""
        return blocks(key) if isinstance(key, int) else super().weight(key)

    def show(self, key: Any) -> str:
        """The area as a board."""
        if not isinstance(key, int):
            return super().show(key)
        height, width = key >> HEIGHT_AT & 15, key >> WIDTH_AT
        corners = [divmod(place, width) for place in range(height * width) if key >> place & 1]
        stones = {(row + down, column + right) for row, column in corners for down in (0, 1) for right in (0, 1)}
        signs = (("1" if (row, column) in stones else "0" for column in range(width + 1)) for row in range(height + 1))
        return super().show(tuple(map("".join, signs)))

    def read(self, text: str) -> Key:
        """The area that was shown as this text."""
        (key,) = self.parts(super().read(text))
        return key


def strip(part: tuple[str, ...]) -> int | None:
    """The nimber of a lone stone, or of a strip of two full rows or columns."""
    full = all(set(row) == {"1"} for row in part)
    short, long = sorted([len(part), len(part[0])])
    return None if not full or short > 2 else 1 if part == LONE else strip_nimber(long)


def blocks(area: int) -> int:
    """The number of blocks of an area."""
    return (area & (1 << HEIGHT_AT) - 1).bit_count()


def least(fact: int) -> int:
    """The least nimber that is not excluded."""
    return (fact & -fact).bit_length() - 1


def numbered(part: tuple[str, ...], board: Grid) -> int | None:
    """The number of an area in its least rectangle, if it has one: as the kernel numbers areas."""
    if len(part) * len(part[0]) > SQUARES or part == LONE:
        return None
    pairs = [tuple("01"[a == b == "1"] for a, b in pairwise(row)) for row in part]
    blocks = tuple("".join("01"[a == b == "1"] for a, b in zip(*rows, strict=True)) for rows in pairwise(pairs))
    images = [image for image in board.symmetries(blocks) if len(image) <= len(image[0])]
    return min(int("".join(image), 2) for image in images) | len(images[0]) << HEIGHT_AT | len(images[0][0]) << WIDTH_AT


@expansion.register
def _(ruleset: BoxingMatch) -> Expansion:
    return BoxingExpansion(ruleset)
