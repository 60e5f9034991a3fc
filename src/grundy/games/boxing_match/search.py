"""Boxing Match for the proof search: areas as numbers, and a compiled search for their nimbers.

An area in a rectangle of more than 64 squares is a position, as elsewhere, and searched as such.
"""

from collections import Counter
from functools import cached_property, reduce
from itertools import pairwise
from operator import xor
from typing import Any

from grundy.boards.grid import Grid
from grundy.core.budget import Budget
from grundy.errors import NotDecided
from grundy.games.boxing_match.rules import BoxingMatch, strip_nimber
from grundy.solvers.inquiry import Method
from grundy.solvers.proof.couples import couple_to_decide
from grundy.solvers.proof.expansion import Key, Parts, RulesetExpansion

LONE = ("1",)  # a stone in no full block of two by two
MOST_SQUARES = 64  # of the rectangle round an area that is a number
HEIGHT_AT, WIDTH_AT = 52, 56  # as in the kernel, which is loaded only when it is needed
COUPLES_METHOD = Method("compiled search over couples", "Lemoine and Viennot 2010")
STRIPS_METHOD = Method("strips of two rows by their period", "Guy and Smith 1956")
COUPLES_PER_CALL = 1 << 14  # between two checks of the time
FIRST_SLOTS = 1 << 14  # of the table
MOST_SLOTS = 1 << 25  # of 16 bytes each: 512 MB
COUPLES_PER_POSITION = 16  # couples that count as one position of the budget: they take less time


class AreaTable:
    """What is known of areas, in a hash table that grows."""

    def __init__(self) -> None:
        import numpy as np

        from grundy.games.boxing_match.kernel import MOST_DEPTH, MOST_OPTIONS, OPTION_NUMBERS

        self.keys, self.facts, self.used = np.zeros(FIRST_SLOTS, np.int64), np.zeros(FIRST_SLOTS, np.int64), 0
        self.options = np.zeros((MOST_OPTIONS * MOST_DEPTH, OPTION_NUMBERS), np.int64)

    def fact(self, area: int) -> int:
        """The nimber of an area; while it is unknown, a negative number whose zero bits are the excluded nimbers."""
        from grundy.games.boxing_match.kernel import recall_fact

        return recall_fact(self.keys, self.facts, area)

    def is_lost(self, areas: list[int], heap: int, budget: Budget | None) -> bool | None:
        """Whether different areas and a nim heap are lost; without a budget, if that is remembered."""
        while True:
            answer = couple_to_decide({area: self.fact(area) for area in areas}, heap, count_blocks)
            if isinstance(answer, bool):
                return answer
            if budget is None:
                return None
            self.decide(*answer, budget)

    def decide(self, area: int, nimber: int, budget: Budget) -> None:
        """Search for a while whether an area has this nimber; the table keeps the results."""
        import numpy as np

        from grundy.games.boxing_match.kernel import decide

        couple = np.array([area, nimber], np.int64)
        looked, new = decide(self.keys, self.facts, couple, self.options, COUPLES_PER_CALL)
        self.used += new
        if self.used > len(self.keys) // 2:
            self.grow()
        budget.spend(1 + looked // COUPLES_PER_POSITION)
        budget.look()

    def grow(self) -> None:
        import numpy as np

        from grundy.games.boxing_match.kernel import copy_table

        slots = 4 * len(self.keys)
        if slots > MOST_SLOTS:
            raise NotDecided(f"not decided: more than {MOST_SLOTS // 8:,} areas are too many for a table in 512 MB")
        keys, facts = np.zeros(slots, np.int64), np.zeros(slots, np.int64)
        copy_table(self.keys, self.facts, keys, facts)
        self.keys, self.facts = keys, facts


class BoxingExpansion(RulesetExpansion):
    """The areas of overlapping full blocks, and lone stones."""

    trial = 500  # positions: on a large board, half a second, as it takes to load the compiler
    light = 9
    ruleset: BoxingMatch

    @cached_property
    def table(self) -> AreaTable:
        return AreaTable()

    def parts(self, position: Any) -> Parts:
        trimmed = map(self.ruleset.board.trim, self.ruleset.parts(position))
        return tuple(area_number(part, self.ruleset.board) or self.ruleset.canonical(part) for part in trimmed)

    def is_lost(self, parts: Parts, heap: int, misere: bool, budget: Budget | None) -> bool | None:
        """Whether areas that are numbers, strips, lone stones and a nim heap are lost under normal play."""
        odd = [key for key, copies in Counter(parts).items() if copies % 2]
        areas = [key for key in odd if isinstance(key, int)]
        known = [full_strip_nimber(key) for key in odd if isinstance(key, tuple)]
        if misere or None in known:
            return None
        total = reduce(xor, (nimber for nimber in known if nimber), heap)
        if any(isinstance(key, tuple) and key != LONE for key in odd):
            self.methods[STRIPS_METHOD] = None
        if areas:
            self.methods[COUPLES_METHOD] = None
        return self.table.is_lost(areas, total, budget) if areas else total == 0

    def options(self, key: Any) -> list[Parts]:
        if not isinstance(key, int):
            return super().options(key)
        from grundy.games.boxing_match.kernel import list_options

        options = (row.tolist() for row in list_options(key))
        return list(dict.fromkeys((*sorted(row[3 : 3 + row[2]]), *[LONE] * row[1]) for row in options))

    def weight(self, key: Any) -> int:
        """The number of full blocks, or for a lone stone or a large area the number of stones."""
        return count_blocks(key) if isinstance(key, int) else super().weight(key)

    def show(self, key: Any) -> str:
        if not isinstance(key, int):
            return super().show(key)
        height, width = key >> HEIGHT_AT & 15, key >> WIDTH_AT
        corners = [divmod(place, width) for place in range(height * width) if key >> place & 1]
        stones = {(row + down, column + right) for row, column in corners for down in (0, 1) for right in (0, 1)}
        signs = (("1" if (row, column) in stones else "0" for column in range(width + 1)) for row in range(height + 1))
        return super().show(tuple(map("".join, signs)))

    def read(self, text: str) -> Key:
        (key,) = self.parts(super().read(text))
        return key


def full_strip_nimber(part: tuple[str, ...]) -> int | None:
    """The nimber of a lone stone, or of a strip of two full rows or columns; None for other parts."""
    full = all(set(row) == {"1"} for row in part)
    short, long = sorted([len(part), len(part[0])])
    return None if not full or short > 2 else 1 if part == LONE else strip_nimber(long)


def count_blocks(area: int) -> int:
    return (area & (1 << HEIGHT_AT) - 1).bit_count()


def area_number(part: tuple[str, ...], board: Grid) -> int | None:
    """The number of an area in its least rectangle, if it has one: as the kernel numbers areas."""
    if len(part) * len(part[0]) > MOST_SQUARES or part == LONE:
        return None
    pairs = [tuple("01"[a == b == "1"] for a, b in pairwise(row)) for row in part]
    blocks = tuple("".join("01"[a == b == "1"] for a, b in zip(*rows, strict=True)) for rows in pairwise(pairs))
    images = [image for image in board.symmetries(blocks) if len(image) <= len(image[0])]
    return min(int("".join(image), 2) for image in images) | len(images[0]) << HEIGHT_AT | len(images[0][0]) << WIDTH_AT
