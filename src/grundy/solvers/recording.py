"""Values written to a file as they are found, so that a run that ends early goes on where it stopped."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from grundy.boards.heaps import HeapGame
from grundy.core.ruleset import Ruleset
from grundy.games.grundys_game import GrundysGame
from grundy.solvers.store import BLOCK, SequenceFile
from grundy.solvers.table import Table

__all__ = ["record"]


def record(table: Table, path: Path, to: int, reached: Callable[[int], None]) -> None:
    """Write the values below `to` to a file, those that it holds already not computed again.

    `reached` is told up to where the file is whole, each time that changes.
    """
    with SequenceFile.open(path, str(table.ruleset), table.first, width(table.ruleset)) as file:
        file.reserve(max(0, to - file.stop))
        table.resume(file.values)
        try:
            while file.stop < to:
                reached(file.stop)
                step(table, file, to)
        finally:
            keep(table, file, to)
            reached(file.stop)


def step(table: Table, file: SequenceFile, to: int) -> None:
    """Find some more values, or copy them from the period, and write them."""
    if table.proved:
        stop = min(to, file.stop + BLOCK)
        file.append(table.between(file.stop, stop))
        return
    table.grow(min(to, file.stop + BLOCK))
    keep(table, file, to)


def keep(table: Table, file: SequenceFile, to: int) -> None:
    """Write what the table knows beyond the file."""
    found = np.asarray(table.known[file.stop - table.first : to - table.first])
    if len(found):
        file.append(found.astype(file.values.dtype))


def width(ruleset: Ruleset[Any]) -> str:
    """The type of the values in the file: sixteen bits, and more where values may grow with the heap."""
    code = ruleset.as_code() if isinstance(ruleset, HeapGame) else None
    small = isinstance(ruleset, GrundysGame) or (code is not None and not code.tail and max(code.digits) < 8)
    return "u2" if small else "u4"
