"""The kernel that computes the values of a heap ruleset, where there is one.

A ruleset has data, its code or its generator of options; which kernel is used is decided here and nowhere else.
"""

from collections.abc import Callable
from functools import singledispatch
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from grundy.boards.heaps import HeapGame
from grundy.core.code import Code
from grundy.core.ruleset import Ruleset
from grundy.kernels.heap_engine import HeapEngine
from grundy.kernels.heap_rules import UNEQUAL_SPLITS, HeapRules
from grundy.kernels.partitions import HALVES, fill_by_partitions

MOST_HEAPS = 3  # left by a move, for the kernels of finite codes; beyond that the sums of partitions are collected
MOST_HEAPS_OF_A_TAIL = 2  # the same for codes without an end
Values = NDArray[np.uint16] | NDArray[np.uint32]
Buffer = NDArray[np.uint16] | None


class ValueSource(Protocol):
    """The values of a ruleset from heap 0 on, which can be extended."""

    method: str

    @property
    def values(self) -> Values: ...

    def extend(self, to: int) -> None:
        """Compute the values of all heaps below `to`."""
        ...


class CannotCompile(Exception):  # noqa: N818 (no error: the caller goes on in plain Python)
    """The compiled options of a game cannot give the next value."""


@singledispatch
def value_source(ruleset: Ruleset[Any], known: ArrayLike, buffer: Buffer = None) -> ValueSource | None:
    """A source that goes on from the known values, in a buffer for all heaps if it can; None: plain Python only."""
    return None


@value_source.register
def _(ruleset: HeapGame, known: ArrayLike, buffer: Buffer = None) -> ValueSource | None:
    if ruleset.splits_unequally:
        return heap_engine(UNEQUAL_SPLITS, known, buffer)
    code = ruleset.as_code()
    if ruleset.entails():
        return None
    if code is None:
        from grundy.solvers.compiled_options import compile_options

        advance = compile_options(ruleset) if np.max(known, initial=0) < 1 << 15 else None
        return OwnGameSource(advance, known) if advance else None
    if code.heaps is None or code.heaps > (MOST_HEAPS_OF_A_TAIL if code.tail else MOST_HEAPS):
        return PartitionSource(code, known)
    return heap_engine(HeapRules(code.digits, code.tail), known, buffer)


def heap_engine(rules: HeapRules, known: ArrayLike, buffer: Buffer) -> HeapEngine:
    """An engine that goes on from the known values, in the buffer if its sixteen bits surely hold all values."""
    if buffer is None or rules.tail or rules.parts > 2:
        is_short = np.max(known, initial=0) < 1 << 16
        return HeapEngine(rules, np.array(known, np.uint16) if is_short else np.array(known, np.uint32))
    values = np.asarray(known)
    if not np.may_share_memory(values, buffer):
        buffer[: len(values)] = values
    return HeapEngine(rules, buffer[: len(values)], buffer=buffer)


def leave_buffer(source: ValueSource, values: Values) -> None:
    """Let a source that worked in a buffer go on from the same values elsewhere."""
    if isinstance(source, HeapEngine):
        source.leave_buffer(values)


class OwnGameSource:
    """The values of a person's own game by its compiled generator of options."""

    method = "compiled options"

    def __init__(self, advance: Callable[[NDArray[np.uint16], int, int], int], known: ArrayLike) -> None:
        self.advance, self.buffer = advance, np.array(known, np.uint16)
        self.count = len(self.buffer)

    @property
    def values(self) -> Values:
        return self.buffer[: self.count]

    def extend(self, to: int) -> None:
        if to > len(self.buffer):
            self.buffer = np.concatenate([self.buffer, np.zeros(max(to, len(self.buffer)), np.uint16)])
        self.count = self.advance(self.buffer, self.count, to)
        if self.count < to:
            raise CannotCompile(self.count)


class PartitionSource:
    """The values of a code whose moves may leave many heaps, such as 0.{2+}, by `kernels.partitions`.

    rows[r, m] is the set of nim-sums of the partitions of m into r parts; the last row may stand for r parts or more.
    """

    method = "nim-sums of partitions"

    def __init__(self, code: Code, known: ArrayLike) -> None:
        digits = code.digits + code.tail
        self.code, self.is_open, self.count = code, min(digits) < 0, 0
        most = max((~digit if digit < 0 else digit).bit_length() for digit in digits)
        levels = max(2, most) if self.is_open else max(1, most - 1)
        self.buffer = np.zeros(0, np.uint32)
        self.rows = np.zeros((levels + 1, 0, 1), np.uint64)
        self.extend(np.size(known))  # known values do not spare the work: the rows have to be built

    @property
    def values(self) -> NDArray[np.uint32]:
        return self.buffer[: self.count]

    def extend(self, to: int) -> None:
        _, size, width = self.rows.shape
        if to > size:
            self.enlarge(max(to, 2 * size), width)
        places = to if self.code.length is None else min(to, self.code.length + 1)
        digits = np.array([self.code[take] for take in range(places)], np.int64)
        while self.count < to:
            options = np.zeros(width, np.uint64)
            task = self.buffer, self.rows, self.count, to, digits, self.is_open, options, HALVES
            self.count = fill_by_partitions(*task)
            if self.count < to:
                width *= 2
                self.enlarge(self.rows.shape[1], width)

    def enlarge(self, size: int, width: int) -> None:
        """Make room for `size` heaps and values below 64 * width."""
        levels, _, old_width = self.rows.shape
        rows, buffer = np.zeros((levels, size, width), np.uint64), np.zeros(size, np.uint32)
        rows[:, : self.count, :old_width] = self.rows[:, : self.count]
        buffer[: self.count] = self.values
        self.rows, self.buffer = rows, buffer
