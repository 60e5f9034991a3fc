"""The costliest facts of a compiled search over sets of cells on disk, from which the next search goes on."""

from time import monotonic

import numpy as np

from grundy.boards.grid import GridGame
from grundy.core.reader import Reader
from grundy.errors import GrundyError
from grundy.kernels import cell_search as kernel
from grundy.kernels.cells import Words
from grundy.solvers.cells import CellTable, bits_of
from grundy.solvers.proof.expansion import CellExpansion
from grundy.solvers.proof.store import Row, SavedFacts

FIRST_SECONDS = 1.0  # a search that takes less reads and writes none of these
SECONDS = 10.0  # between two writes
LEAST_WORK = 4  # the bits of 8 couples: cheaper facts are not saved
MOST_FACTS = 20_000  # that are kept of a table, and read into one


class SavedCells:
    """What is kept of the tables of one ruleset."""

    def __init__(self, expansion: CellExpansion, saved: SavedFacts) -> None:
        self.expansion, self.saved = expansion, saved
        self.due = monotonic() + FIRST_SECONDS
        self.tables: list[tuple[CellTable, dict[int, int]]] = []  # with the facts that are on disk, by their parts

    def keep(self, table: CellTable, is_end: bool) -> None:
        """Read what is on disk for a table when it is first met, and write what is new in it, if it is time or the end.

        A search that ends within the first second is left alone.
        """
        written = next((facts for other, facts in self.tables if other is table), None)
        if monotonic() < self.due and (not is_end or written is None):
            return
        if written is None:
            written = {}
            self.tables.append((table, written))
            self.read(table)
        self.write(table, written)
        self.due = monotonic() + SECONDS

    def read(self, table: CellTable) -> None:
        found: dict[str, tuple[int, int]] = {}
        for text, fact, work in self.saved.store.rows(self.saved.rules, False, MOST_FACTS):
            place = self.place(table, text)
            known = table.fact(place) if place and fact < kernel.MOST_NIMBERS else 0
            if known < 0 and (fact >= 0 or known & fact != known):  # not what this search has found and saved itself
                found[text] = place, entry_of(fact, work)
        if found:
            self.saved.texts.update(found)
            entries = np.array([*found.values()], np.uint64)
            table.note_used(kernel.put_facts(table.rules, table.tables.facts, entries))

    def place(self, table: CellTable, text: str) -> int:
        """The position of a row as cells of a table; 0 where it is none."""
        board, ruleset = self.expansion.ruleset.board, self.expansion.ruleset
        try:
            cells = ruleset.cell_set(board.read(Reader(text)))
        except GrundyError:
            return 0  # of an earlier notation
        return table.place(cells) if cells else 0

    def write(self, table: CellTable, written: dict[int, int]) -> None:
        rows: list[Row] = []
        for part, fact, work in costliest(table.tables.facts):
            if written.get(part) != fact:
                written[part] = fact
                rows.append((self.text(table, part), fact, 1 << work))
        if rows:
            self.saved.store.write(self.saved.rules, False, rows)

    def text(self, table: CellTable, part: int) -> str:
        """A part of a table as a position of the ruleset; vertices have the names that they have on the board."""
        ruleset, cells = self.expansion.ruleset, bits_of(part)
        if not isinstance(ruleset, GridGame):
            names = {n: name for name, n in table.cells.items()}
            if not names:
                names = {n: f"r{n // table.columns}c{n % table.columns}" for n in cells}
            joins = [(names[n], names[m]) for n in cells for m in bits_of(table.near[n] & part) if n < m]
            shown: str = ruleset.board.show(tuple(joins))
            return shown
        free, gone = ruleset.board.free, ruleset.board.gone
        signs = "".join(free if part >> n & 1 else gone for n in range(table.rows * table.columns))
        rows = (signs[i : i + table.columns] for i in range(0, len(signs), table.columns))
        (key,) = self.expansion.parts(ruleset.board.trim(tuple(rows)))
        return self.expansion.show(key)


def costliest(table: Words) -> list[tuple[int, int, int]]:
    """Parts, what is known of them, and the bits of the work that it took."""
    info = table[:, kernel.INFO]
    work = info >> kernel.WORK_AT
    (chosen,) = np.nonzero((work >= LEAST_WORK) & ((info & kernel.LOW | info >> kernel.NIMBER_AT & kernel.SEVEN) > 0))
    chosen = chosen[np.argsort(work[chosen], kind="stable")[::-1][:MOST_FACTS]]
    rows = zip(table[chosen].tolist(), work[chosen].tolist(), strict=True)
    return [(part, fact_of_entry(info), bits) for (part, info), bits in rows]


def fact_of_entry(info: int) -> int:
    """The nimber of an entry, or below zero all bits but those excluded."""
    nimber = info >> int(kernel.NIMBER_AT) & int(kernel.SEVEN)
    return nimber - 1 if nimber else ~(info & int(kernel.LOW))


def entry_of(fact: int, work: int) -> int:
    """An entry of a table; of the nimbers that a fact excludes it has those that a part may have."""
    known = fact + 1 << int(kernel.NIMBER_AT)
    if fact < 0:
        known = ~fact & int(kernel.LOW) | 1 << int(kernel.VISITED_AT)
    return known | (work.bit_length() - 1) << int(kernel.WORK_AT)
