"""Values written to a file as they are computed, so that a run that ends early goes on where it stopped."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from grundy.boards.heaps import HeapGame
from grundy.core.ruleset import Ruleset
from grundy.errors import UndefinedError
from grundy.solvers.sequence_file import BLOCK_VALUES, Header, SequenceFile, refuse_too_many
from grundy.solvers.value_sequence import ValueSequence

FIRST_BLOCK_VALUES = 1 << 14  # early blocks are small, because a crash costs the unfinished block


def record(sequence: ValueSequence, path: Path, to: int, reached: Callable[[int], None]) -> None:
    """Write the values below `to` that a file lacks; `reached` is called with the end of what is safely in it."""
    if sequence.ruleset.entails():
        raise UndefinedError(f"{sequence.ruleset} has loony values, which no file of nimbers holds; print them instead")
    kind, count = "u2" if is_out_of_core(sequence.ruleset) else "u4", max(0, to - sequence.first)
    refuse_too_many(path, count, Header(str(sequence.ruleset), sequence.first, np.dtype(kind).itemsize).size(count))
    with SequenceFile.open(path, str(sequence.ruleset), sequence.first, kind) as file:
        file.reserve(max(0, to - file.stop))
        resume(sequence, file, to)
        try:
            while file.stop < to:
                reached(file.stop)
                if sequence.is_proved:
                    file.append(sequence.slice(file.stop, min(to, file.stop + BLOCK_VALUES)))
                else:
                    sequence.extend(min(to, file.stop + min(BLOCK_VALUES, max(FIRST_BLOCK_VALUES, len(file) // 4))))
                    append_known(sequence, file, to)
        finally:
            try:
                append_known(sequence, file, to)
            finally:
                reached(file.stop)
                if sequence.buffer is not None:
                    sequence.leave_buffer(np.asarray(file.values, np.uint16))


def resume(sequence: ValueSequence, file: SequenceFile, to: int) -> None:
    """Go on from the values of the file, and in the mapped file itself, so that the values take no memory."""
    if file.dtype == np.uint16 and file.stop < to:
        buffer = file.map_values(to)
        sequence.resume(buffer[: len(file)], buffer)
    else:
        sequence.resume(file.values)


def append_known(sequence: ValueSequence, file: SequenceFile, to: int) -> None:
    values = np.asarray(sequence.values[file.stop - sequence.first : to - sequence.first])
    if len(values):
        file.append(values.astype(file.dtype, copy=False))


def is_out_of_core(ruleset: Ruleset[Any]) -> bool:
    """Whether the values surely take sixteen bits each, by a kernel that can work in the file itself."""
    if not isinstance(ruleset, HeapGame):
        return False
    code = ruleset.as_code()
    return ruleset.splits_unequally or (code is not None and not code.tail and max(code.digits) < 8)
