"""Couples of positions of two planes and nimbers, by a compiled search (`kernels.plane_search`) with growing tables."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from grundy.boards.cell_set import JOINED
from grundy.boards.graph_forms import neighbours
from grundy.boards.plane_set import PlaneMove, PlaneSet
from grundy.core.budget import Budget
from grundy.kernels import plane_search as kernel
from grundy.kernels.planes import MOVE
from grundy.solvers.cells import (
    COUPLES_PER_POSITION,
    FULL_SHARE,
    MEMORY_SHARE,
    MOST_BYTES,
    MOST_TABLES,
    TRIES_PER_CALL,
    bits_of,
    graph_near,
    grid_near,
    list_moves,
    make_rules,
)
from grundy.solvers.inquiry import Method
from grundy.solvers.proof.couples import couple_to_decide
from grundy.system import spare_memory_bytes

MISERE_METHOD = Method("compiled search over whole positions")
FIRST_SLOTS = 1 << 14  # of a table: 390 kB
FIRST_OPTIONS = 1 << 10  # of the lists of a search


class Part(NamedTuple):
    """A part of a position, as the tables have it."""

    first: int
    second: int

    @property
    def words(self) -> "np.ndarray[tuple[int], np.dtype[np.uint64]]":
        return np.array(self, np.uint64)


class PlaneSearch:
    """What was found for positions of two planes: a table for each board, and the lists of the search under way."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self.most_bytes = most_bytes
        self.tables: list[PlaneTable] = []
        self.stack = make_stack(FIRST_OPTIONS)

    def is_lost(self, positions: Sequence[PlaneSet], heap: int, budget: Budget | None) -> bool | None:
        """Whether positions and a nim heap are lost under normal play; without a budget, if that is remembered."""
        counts = Counter(
            (table, part) for it in positions for table in [self.table(it)] for part in self.split(table, it)
        )
        parts = [it for it, copies in counts.items() if copies % 2]
        return self.decide_sum(parts, heap, budget)

    def is_lost_misere(self, positions: Sequence[PlaneSet], budget: Budget | None) -> bool | None:
        """Whether positions together are lost under misère play; None also where they are too large for one board."""
        whole = PlaneSet.together(positions)
        if whole is None:
            return None
        table = self.table(whole, misere=True)
        parts = [(table, part) for part in self.split(table, whole)]
        return self.decide_sum(parts, 0, budget) if parts else False

    def decide_sum(self, parts: Sequence[tuple["PlaneTable", Part]], heap: int, budget: Budget | None) -> bool | None:
        """Whether different parts and a nim heap are lost; without a budget, if that is remembered."""
        while True:
            facts = {it: it[0].fact(it[1]) for it in parts}
            answer = couple_to_decide(facts, heap, lambda it: it[1].first.bit_count() + it[1].second.bit_count())
            if isinstance(answer, bool):
                return answer
            if budget is None:
                return None
            (table, part), nimber = answer
            if nimber >= kernel.MOST_NIMBERS:
                return None
            budget.look()
            self.decide(table, part, nimber, budget)

    def table(self, position: PlaneSet, misere: bool = False) -> "PlaneTable":
        """The table of a board that has this position."""
        for table in self.tables:
            if table.misere == misere and table.place(position):
                return table
        self.tables = [*self.tables[-MOST_TABLES + 1 :], PlaneTable(position, self.most_bytes, misere)]
        return self.tables[-1]

    def split(self, table: "PlaneTable", position: PlaneSet) -> list[Part]:
        """The parts of a position."""
        place = table.place(position)
        assert place
        count = kernel.split(table.rules, self.stack, place.words)
        return [Part(int(self.stack.first[n]), int(self.stack.second[n])) for n in range(count)]

    def decide(self, table: "PlaneTable", part: Part, nimber: int, budget: Budget) -> None:
        """Search whether a part has this nimber; the table keeps what is found, also if time runs out."""
        state, start = self.stack.state, part.words
        state[:] = 0
        while True:
            before = int(state[kernel.EXPANDED])
            kernel.decide(table.rules, table.facts, self.stack, start, nimber, TRIES_PER_CALL)
            table.note_used(int(state[kernel.USED]))
            state[kernel.USED] = 0
            spent = 1 + (int(state[kernel.EXPANDED]) - before) // COUPLES_PER_POSITION
            if state[kernel.SHORT]:
                self.stack = lengthened(self.stack)
                state = self.stack.state
            elif not state[kernel.DEPTH]:
                budget.meter.spent += spent
                return
            budget.spend(spent)
            budget.look()


class PlaneTable:
    """What is known of the parts of one board."""

    def __init__(self, position: PlaneSet, most_bytes: int, misere: bool = False) -> None:
        cells, self.misere = position.cells, misere
        self.rules_of_moves = (position.kind, *cells[:2])
        self.kind, self.rows, self.columns, self.most_bytes = position.kind, cells.rows, cells.columns, most_bytes
        self.numbers = {vertex: n for n, vertex in enumerate(neighbours(cells.edges))}
        self.near = graph_near(cells.edges, self.numbers) if cells.edges else grid_near(cells.rows, cells.columns)
        self.rules = self.make_rules(position)
        self.facts = np.zeros((FIRST_SLOTS, 3), np.uint64)
        self.used = 0
        self.may_grow = True

    def make_rules(self, position: PlaneSet) -> kernel.PlaneRules:
        """The rules and moves of the board as the kernel takes them."""
        words = make_rules(position.cells, self.near).words
        kind, cells = self.kind, position.cells
        moves = {it for move in kind.moves(self.near) for it in (move, *[move.swapped] * kind.swaps)}
        moves |= {PlaneMove(needs=need, takes=take) for need, take in list_moves(cells, self.near)}
        unit = min(moves, key=lambda it: ((it.needs | it.needs_second).bit_count(), it))
        is_lone_over = bool(cells.takes & JOINED)
        needs = unit.needs | is_lone_over * (self.near[0] & -self.near[0])
        board, stays = (1 << len(self.near)) - 1, kind.breathes
        own = [kind.links, kind.swaps, kind.needs_both, stays, board * stays, self.misere, is_lone_over]
        return kernel.PlaneRules(
            np.concatenate((words, np.array([*own, needs, unit.needs_second], np.uint64))),
            np.array(sorted(moves), np.uint64).reshape(len(moves), MOVE),
        )

    def place(self, position: PlaneSet) -> Part | None:
        """The planes as bits on this board; None where they are not of it."""
        cells = position.cells
        if (position.kind, *cells[:2]) != self.rules_of_moves or bool(cells.edges) != bool(self.numbers):
            return None
        if not cells.edges:
            if cells.rows > self.rows or cells.columns > self.columns:
                return None
            if self.kind.breathes and (cells.rows, cells.columns) != (self.rows, self.columns):
                return None
            places = [n // cells.columns * self.columns + n % cells.columns for n in range(cells.rows * cells.columns)]
        else:
            names = neighbours(cells.edges)
            if not names.keys() <= self.numbers.keys():
                return None
            places = [self.numbers[name] for name in names]
            near, whole = graph_near(cells.edges, self.numbers), sum(1 << n for n in places)
            if any(near[n] != self.near[n] & whole for n in places):
                return None
        first, second = (sum(1 << places[n] for n in bits_of(plane)) for plane in (position.first, position.second))
        return Part(first, second)

    def fact(self, part: Part) -> int:
        """The nimber of a part; while it is unknown, below zero all bits but those of the excluded nimbers."""
        return kernel.recall_fact(self.facts, part.words)

    def note_used(self, new: int) -> None:
        """Count new entries; make the table larger while there is memory."""
        self.used += new
        while self.may_grow and self.used > FULL_SHARE * len(self.facts):
            size = 2 * self.facts.nbytes
            self.may_grow = size <= min(self.most_bytes, MEMORY_SHARE * spare_memory_bytes())
            if self.may_grow:
                larger = np.zeros((2 * len(self.facts), 3), np.uint64)
                self.used = kernel.copy_table(self.facts, larger)
                self.facts = larger


def make_stack(options: int) -> kernel.PlaneStack:
    """Empty lists, with room for so many options."""
    parts = 2 * options
    return kernel.PlaneStack(
        np.zeros((kernel.MOST_DEPTH, kernel.FRAME), np.int64),
        np.zeros((options, kernel.OPTION), np.int64),
        np.zeros(parts, np.uint64),
        np.zeros(parts, np.uint64),
        np.zeros(parts, np.int64),
        np.zeros(parts, np.int64),
        np.zeros(kernel.STATE, np.int64),
    )


def lengthened(stack: kernel.PlaneStack) -> kernel.PlaneStack:
    """The same lists with room for twice as many options."""
    longer = make_stack(2 * len(stack.options))
    for old, new in zip(stack, longer, strict=True):
        new[: len(old)] = old
    return longer
