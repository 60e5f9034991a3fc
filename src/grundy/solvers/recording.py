"""Values written to a file as they are found, so that a run that ends early goes on where it stopped."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from grundy.boards.heaps import HeapGame
from grundy.core.ruleset import Ruleset
from grundy.games.grundys_game import GrundysGame
from grundy.solvers.disk import refuse_too_many
from grundy.solvers.store import BLOCK, Header, SequenceFile
from grundy.solvers.table import Table

__all__ = ["out_of_core", "record"]

SMALL = 1 << 14  # values of the first blocks: a sudden death costs the block in hand, and early ones come soon


def record(table: Table, path: Path, to: int, reached: Callable[[int], None]) -> None:
    """Write the values below `to` to a file, those that it holds already not computed again.

    `reached` is told up to where the file is whole, each time that changes.
    """
    kind, count = width(table.ruleset), max(0, to - table.first)
    refuse_too_many(path, count, Header(str(table.ruleset), table.first, np.dtype(kind).itemsize).size(count))
    with SequenceFile.open(path, str(table.ruleset), table.first, kind) as file:
        file.reserve(max(0, to - file.stop))
        settle(table, file, to)
        try:
            while file.stop < to:
                reached(file.stop)
                step(table, file, to)
        finally:
            try:
                keep(table, file, to)
            finally:
                reached(file.stop)
                if table.room is not None:
                    table.leave(np.asarray(file.values, np.uint16))


def settle(table: Table, file: SequenceFile, to: int) -> None:
    """Let the table go on from the file, and in it: then only what the method looks back to takes memory."""
    if file.dtype == np.uint16 and file.stop < to:
        room = file.room(to)
        table.resume(room[: len(file)], room)
    else:
        table.resume(file.values)


def step(table: Table, file: SequenceFile, to: int) -> None:
    """Find some more values, or copy them from the period, and write them."""
    if table.proved:
        stop = min(to, file.stop + BLOCK)
        file.append(table.between(file.stop, stop))
        return
    table.grow(min(to, file.stop + min(BLOCK, max(SMALL, len(file) // 4))))
    keep(table, file, to)


def keep(table: Table, file: SequenceFile, to: int) -> None:
    """Write what the table knows beyond the file."""
    found = np.asarray(table.known[file.stop - table.first : to - table.first])
    if len(found):
        file.append(found.astype(file.dtype, copy=False))


def width(ruleset: Ruleset[Any]) -> str:
    """The type of the values in the file: sixteen bits, and more where values may grow with the heap."""
    return "u2" if out_of_core(ruleset) else "u4"


def out_of_core(ruleset: Ruleset[Any]) -> bool:
    """Whether the values surely take sixteen bits each, by a kernel that can work in the file itself."""
    code = ruleset.as_code() if isinstance(ruleset, HeapGame) else None
    return isinstance(ruleset, GrundysGame) or (code is not None and not code.tail and max(code.digits) < 8)
