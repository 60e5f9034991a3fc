"""Couples of connected sets of cells and nimbers, by a compiled search (`kernels.cell_search`) with growing tables."""

from collections.abc import Callable, Iterable, Sequence
from itertools import product

import numpy as np

from grundy.boards.cell_set import JOINED, MOST_CELLS, CellSet
from grundy.boards.graph_forms import Edges, neighbours
from grundy.boards.narrow_strip import ALONE, AROUND, PAIRS
from grundy.core.budget import Budget
from grundy.core.nimbers import mex
from grundy.kernels import cell_search as kernel
from grundy.kernels import cells as words
from grundy.solvers.inquiry import Method
from grundy.solvers.proof.couples import couple_to_decide
from grundy.system import spare_memory_bytes

METHOD = Method("compiled search over couples", "Lemoine and Viennot 2010")
TRIES_PER_CALL = 1 << 16  # moves and parts, between two checks of the time: 10 to 30 ms
COUPLES_PER_POSITION = 32  # couples that count as one position of the budget: they take less time
FIRST_SLOTS = 1 << 14  # of a table of facts: with the others 640 kB
MOST_BYTES = 1 << 30  # of the tables of a board
MEMORY_SHARE = 0.25  # of the memory that is left, which tables may take when they grow
FULL_SHARE = 0.6  # of the slots, from which on a table grows
FIRST_OPTIONS = 1 << 9  # of the lists of a search
MOST_TABLES = 100  # that are kept, each of a board of its own
Move = tuple[int, int]  # the cells that are needed, and those that are taken


class CellSearch:
    """What was found for sets of cells: a table for each board, and the lists of the search that is under way."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self.most_bytes = most_bytes
        self.tables: list[CellTable] = []
        self.stack = make_stack(FIRST_OPTIONS)
        self.keep: Callable[[CellTable, bool], None] | None = None  # saves a table now and then, and at the end

    def is_lost(self, parts: Sequence[CellSet], heap: int, budget: Budget | None) -> bool | None:
        """Whether different connected parts and a nim heap are lost; without a budget, if that is remembered."""
        tables = [self.table(part) for part in parts]
        places = [table.place(part) for table, part in zip(tables, parts, strict=True)]
        while True:
            facts = {n: table.fact(place) for n, (table, place) in enumerate(zip(tables, places, strict=True))}
            answer = couple_to_decide(facts, heap, lambda n: places[n].bit_count())
            if isinstance(answer, bool):
                return answer
            if budget is None:
                return None
            n, nimber = answer
            if nimber >= kernel.MOST_NIMBERS:
                return None
            budget.look()
            self.decide(tables[n], places[n], nimber, budget)

    def table(self, cells: CellSet) -> "CellTable":
        """The table of a board that these cells are on."""
        for table in self.tables:
            if table.place(cells):
                return table
        self.tables = [*self.tables[-MOST_TABLES + 1 :], CellTable(cells, self.most_bytes)]
        return self.tables[-1]

    def decide(self, table: "CellTable", free: int, nimber: int, budget: Budget) -> None:
        """Search whether connected cells have this nimber; the table keeps what is found, also if time runs out."""
        try:
            self.search_couple(table, np.array([free], np.uint64), nimber, budget)
        finally:
            if self.keep:
                self.keep(table, True)

    def search_couple(self, table: "CellTable", start: words.Words, nimber: int, budget: Budget) -> None:
        state = self.stack.state
        state[:] = 0
        while True:
            before = int(state[kernel.EXPANDED])
            kernel.decide(table.rules, table.tables, self.stack, start, nimber, TRIES_PER_CALL)
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
            if self.keep:
                self.keep(table, False)


class CellTable:
    """What is known of the parts of one board."""

    def __init__(self, cells: CellSet, most_bytes: int) -> None:
        self.kind, self.rows, self.columns, self.most_bytes = cells[:2], cells.rows, cells.columns, most_bytes
        self.cells = {vertex: n for n, vertex in enumerate(neighbours(cells.edges))}
        self.near = graph_near(cells.edges, self.cells) if cells.edges else grid_near(cells.rows, cells.columns)
        self.rules = make_rules(cells, self.near)
        self.tables = make_tables(FIRST_SLOTS)
        self.used = 0
        self.may_grow = True

    def place(self, cells: CellSet) -> int:
        """The cells as bits on this board; 0 where they are not of it."""
        if cells[:2] != self.kind or bool(cells.edges) != bool(self.cells):
            return 0
        if cells.edges:
            if not all(u in self.cells and v in self.cells for u, v in cells.edges):
                return 0
            near, free = graph_near(cells.edges, self.cells), 0
            for u, v in cells.edges:
                free |= 1 << self.cells[u] | 1 << self.cells[v]
            return free if all(near[n] == self.near[n] & free for n in bits_of(free)) else 0
        if cells.rows > self.rows or cells.columns > self.columns:
            return 0
        row = (1 << cells.columns) - 1
        rows = (cells.free >> n * cells.columns & row for n in range(cells.rows))
        return sum(row << n * self.columns for n, row in enumerate(rows))

    def fact(self, free: int) -> int:
        """The nimber of connected cells; while it is unknown, below zero all bits but those of the excluded nimbers."""
        return kernel.recall_fact(self.rules, self.tables.facts, np.array([free], np.uint64))

    def note_used(self, new: int) -> None:
        """Count new entries; make the tables larger while there is memory."""
        self.used += new
        while self.may_grow and self.used > FULL_SHARE * len(self.tables.facts):
            slots = 2 * len(self.tables.facts)
            size = sum(table.nbytes for table in self.tables) * 2
            self.may_grow = size <= min(self.most_bytes, MEMORY_SHARE * spare_memory_bytes())
            if self.may_grow:
                larger = make_tables(slots)
                self.used = kernel.copy_tables(self.tables, larger)
                self.tables = larger


def make_tables(slots: int) -> kernel.CellTables:
    """Empty tables, with so many slots for facts."""
    return kernel.CellTables(
        np.zeros((slots, 2), np.uint64), np.zeros((slots // 2, 2), np.uint64), np.zeros((slots, 2), np.uint64)
    )


def make_stack(options: int) -> kernel.CellStack:
    """Empty lists, with room for so many options."""
    depth, parts = kernel.MOST_DEPTH, 2 * options
    return kernel.CellStack(
        np.zeros((depth, kernel.FRAME), np.int64),
        np.zeros((options, kernel.OPTION), np.int64),
        np.zeros(options, np.int64),
        np.zeros(parts, np.uint64),
        np.zeros(parts, np.int64),
        np.zeros(parts, np.int64),
        np.zeros((4, MOST_CELLS), np.uint64),
        np.zeros(MOST_CELLS, np.int64),
        np.zeros(kernel.STATE, np.int64),
    )


def lengthened(stack: kernel.CellStack) -> kernel.CellStack:
    """The same lists with room for twice as many options."""
    longer: kernel.CellStack = make_stack(2 * len(stack.options))
    for old, new in zip(stack, longer, strict=True):
        new[: len(old)] = old
    return longer


def make_rules(cells: CellSet, near: Sequence[int]) -> kernel.CellRules:
    """The rules and moves of a board as the kernel takes them."""
    rows, columns, paths = cells.rows, cells.columns, path_nimbers(cells.takes)
    header = [rows, columns, 1, bool(cells.takes), (1 << columns) - 1]
    header += [sum(1 << row * columns + n for row in range(rows) for n in range(1, columns))]
    header += [n // columns if columns else 0 for n in range(MOST_CELLS)]
    header += [*near, *[0] * (MOST_CELLS - len(near))]
    header += [transposed_byte(at, byte, columns) for at in range(MOST_CELLS // 8) for byte in range(256)]
    if not cells.takes:
        paths = [0, int((1, 1) in cells.blocks), *[0] * (MOST_CELLS - 1)]
    moves = list(dict.fromkeys(list_moves(cells, near)))
    table = [(need, take, border_of(take, near)) for need, take in moves]
    return kernel.CellRules(
        np.array(header + paths, np.uint64), np.array(table, np.uint64).reshape(len(table), words.MOVE)
    )


def transposed_byte(at: int, byte: int, columns: int) -> int:
    """The cells of a byte of a part, with rows and columns changed; parts for which that is asked fit in."""
    places = (divmod(8 * at + n, columns) for n in bits_of(byte)) if columns else ()
    return sum(1 << column * columns + row for row, column in places) & (1 << MOST_CELLS) - 1


def list_moves(cells: CellSet, near: Sequence[int]) -> Iterable[Move]:
    """The moves on the whole board."""
    for n, around in enumerate(near):
        if cells.takes & (ALONE | JOINED):
            yield 1 << n, 1 << n
        if cells.takes & PAIRS:
            yield from ((1 << n | 1 << other,) * 2 for other in bits_of(around) if other > n)
        if cells.takes & AROUND:
            yield 1 << n, 1 << n | around
    for size in cells.blocks:
        for height, width in dict.fromkeys((size, size[::-1])):
            block = sum(1 << row * cells.columns + column for row, column in product(range(height), range(width)))
            corners = product(range(cells.rows - height + 1), range(cells.columns - width + 1))
            yield from ((block << row * cells.columns + column,) * 2 for row, column in corners)


def border_of(cells: int, near: Sequence[int]) -> int:
    """What is next to some cells."""
    found = 0
    for n in bits_of(cells):
        found |= near[n]
    return found & ~cells


def path_nimbers(takes: int) -> list[int]:
    """The nimbers of paths of 0 to 64 cells."""
    nimbers = [0]
    for n in range(1, MOST_CELLS + 1):
        lefts = [(i, n - 1 - i) for i in range(n)] if takes & ALONE or (takes & JOINED and n > 1) else []
        lefts += [(i, n - 2 - i) for i in range(n - 1)] if takes & PAIRS else []
        lefts += [(max(0, i - 1), max(0, n - 2 - i)) for i in range(n)] if takes & AROUND else []
        nimbers.append(mex(nimbers[a] ^ nimbers[b] for a, b in lefts))
    return nimbers


def grid_near(rows: int, columns: int) -> list[int]:
    """The neighbours of each cell of a grid."""
    cells, steps = list(product(range(rows), range(columns))), ((0, 1), (1, 0), (0, -1), (-1, 0))
    beside = ([(row + down, column + right) for down, right in steps] for row, column in cells)
    return [sum(1 << r * columns + c for r, c in around if 0 <= r < rows and 0 <= c < columns) for around in beside]


def graph_near(edges: Edges, places: dict[str, int]) -> list[int]:
    """The neighbours of each vertex of a graph, which are numbered."""
    near = [0] * len(places)
    for u, v in edges:
        if u != v:
            near[places[u]] |= 1 << places[v]
            near[places[v]] |= 1 << places[u]
    return near


def bits_of(word: int) -> list[int]:
    """The places of the bits of a word."""
    return [n for n in range(word.bit_length()) if word >> n & 1]
