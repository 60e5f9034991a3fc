"""Graphs of strings and boards of dots as arrays of machine words, with what a compiled search finds of their parts."""

from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.boards.graph_forms import Edges
from grundy.core.budget import Budget
from grundy.games.nimstring.board import GROUND
from grundy.games.nimstring.kernel_couples import (
    COUNT,
    FACT,
    LONE,
    MOST_DEPTH,
    MOST_STRINGS,
    OPTION_NUMBERS,
    PARTS,
    ROW,
    UNKNOWN,
    WEIGHT,
    copy_rows,
    has_room,
)
from grundy.kernels.jit import Kernel, plain_if_cold
from grundy.solvers.proof.couples import couple_to_decide

if TYPE_CHECKING:
    from grundy.games.nimstring.kernel_couples import Ints, Words

COUPLES_PER_CALL = 1 << 14  # between two checks of the time
COUPLES_PER_POSITION = 32  # couples that count as one position of the budget: they take less time
FIRST_ROWS = 1 << 14
FEW_LINES = 17  # of a board or graph that plain Python has searched before a kernel is compiled
MOST_ROWS = 1 << 23  # of 32 bytes each: 256 MB


class RowStore:
    """The graph of a board or of strings as arrays, and the facts about parts of it."""

    def __init__(self, graph: tuple[Any, ...]) -> None:
        self.graph = graph
        self.rows: Ints = np.zeros((FIRST_ROWS, ROW), np.int64)
        self.size: Ints = np.zeros(1, np.int64)

    def make_room(self) -> None:
        """Let the store grow where it is half full; where it may not, forget the lighter parts."""
        if has_room(self.rows, self.size):
            return
        old, size, least = self.rows, min(4 * len(self.rows), MOST_ROWS), 0
        if size == len(old):
            known = old[(old[:, FACT] != UNKNOWN) & (old[:, WEIGHT] > 0), WEIGHT]
            least = int(np.median(known)) if len(known) > size // 4 else 0
        self.rows, self.size = np.zeros((size, ROW), np.int64), np.zeros(1, np.int64)
        copy_rows(old, self.rows, self.size, least)


class PartStore(RowStore):
    """The kernel for a graph, and the nimbers of its parts as far as they are known."""

    def __init__(
        self, graph: tuple[Any, ...], lines: int, list_parts: Kernel[..., None], decide: Kernel[..., int]
    ) -> None:
        super().__init__(graph)
        self.list_parts = plain_if_cold(list_parts, lines <= FEW_LINES)
        self.decide_couple = plain_if_cold(decide, lines <= FEW_LINES)
        self.options: Ints = np.zeros((MOST_DEPTH * MOST_STRINGS, OPTION_NUMBERS), np.int64)

    def parts(self, words: tuple[int, int]) -> tuple[list[int], int]:
        """The parts of a position in which no coin can be taken, and the nim-sum of the lone strings."""
        self.make_room()
        self.list_parts(self.graph, self.rows, self.size, *words, self.options)
        option = self.options[0]
        return option[PARTS : PARTS + option[COUNT]].tolist(), int(option[LONE]) & 1

    def enter(self, words: tuple[int, int], nimber: int | None) -> None:
        """Note the nimber of a position of one part; None says that it is not 0."""
        (part,), lone = self.parts(words)
        assert not lone
        self.rows[part, FACT] = UNKNOWN & ~1 if nimber is None else nimber

    def is_lost(self, words: tuple[int, int], heap: int, budget: Budget | None) -> bool | None:
        """Whether a position and a nim heap are lost; without a budget, if that is remembered."""
        while True:
            parts, lone = self.parts(words)
            facts = {part: int(self.rows[part, FACT]) for part in parts if parts.count(part) % 2}
            answer = couple_to_decide(facts, heap ^ lone, lambda part: int(self.rows[part, WEIGHT]))
            if isinstance(answer, bool):
                return answer
            if budget is None:
                return None
            self.decide(*answer, budget)

    def decide(self, part: int, nimber: int, budget: Budget) -> None:
        """Search for a while whether a part has this nimber; the store keeps the results."""
        looked = self.decide_couple(self.graph, self.rows, self.size, part, nimber, self.options, COUPLES_PER_CALL)
        budget.spend(1 + looked // COUPLES_PER_POSITION)
        budget.look()


def store_of_graph(edges: Edges) -> PartStore:
    """The parts of a graph of at most 62 strings."""
    from grundy.games.nimstring.kernel import decide, list_parts

    names = sorted({end for edge in edges for end in edge if end != GROUND})
    index = {name: number for number, name in enumerate(names)} | {GROUND: -1}
    ends = [tuple(index[end] for end in edge) for edge in edges]
    twins = [(i, j) for i, j in combinations(range(len(ends)), 2) if sorted(ends[i]) == sorted(ends[j])]
    at = [sum(1 << i for i, pair in enumerate(ends) if coin in pair) for coin in range(len(names))]
    pairs = (np.array(some, np.int64).reshape(-1, 2) for some in (ends, twins))
    lines, parallel = pairs
    return PartStore((lines, np.array(at, np.uint64), parallel), len(edges), list_parts, decide)


def store_of_board(rows: int, columns: int) -> PartStore:
    """The parts of a board of dots."""
    from grundy.games.nimstring.kernel_grid import decide, list_parts

    graph = board_numbers(rows, columns), board_images(rows, columns)
    return PartStore(graph, count_lines(rows, columns), list_parts, decide)


def count_lines(rows: int, columns: int) -> int:
    return rows * (columns + 1) + columns * (rows + 1)


def board_numbers(rows: int, columns: int) -> "Words":
    """What the kernel needs to know of a board, in its order."""
    stride = columns + 1
    boxes = sum(1 << r * stride + c for r in range(rows) for c in range(columns))
    corners = [
        place
        for r in (0, rows - 1)
        for c in (0, columns - 1)
        for place in (1 << (r and rows) * stride + c, 1 << r * stride + (c and columns))
    ]
    turns = 8 if rows == columns else 4
    return np.array([stride, boxes, rows * stride + columns, rows * stride, turns, *corners], np.uint64)


def board_images(rows: int, columns: int) -> "Words":
    """Where each byte of a word of lines across, lines down, or boxes goes under the two reflections and both.

    The fifth image changes rows and columns, which maps the lines across to lines down.
    """
    stride, places = columns + 1, (rows + 1) * (columns + 1)
    tables = []
    for turn in range(5):
        for high, wide in ((rows + 1, columns), (rows, columns + 1), (rows, columns)):
            bits = np.zeros(-(-places // 8) * 8, np.uint64)
            for r in range(high):
                for c in range(wide):
                    down, across = (high - 1 - r if turn & 1 else r), (wide - 1 - c if turn & 2 else c)
                    place = c * stride + r if turn == 4 else down * stride + across
                    bits[r * stride + c] = 1 << min(place, 63)  # what is beyond is of a board that is not square
            masks = np.arange(256)[:, None] >> np.arange(8) & 1
            tables += [(masks.astype(np.uint64) * eight).sum(axis=1) for eight in bits.reshape(-1, 8)]
    return np.array(tables, np.uint64)
