"""Values of heap games, as many as are asked for, by the kernel that suits the rules and the values so far.

>>> engine = HeapEngine(HeapRules((0, 7, 7)))
>>> engine.extend(12)
>>> engine.values
array([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6], dtype=uint16)
"""

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.definition import fill_by_definition, new_marks
from grundy.kernels.heap_rules import HeapRules, Values
from grundy.kernels.hexadecimal import fill_hexadecimal
from grundy.kernels.repeating_tail import fill_repeating_tail
from grundy.kernels.sparse_engine import KernelName, SparseEngine
from grundy.kernels.take_only import fill_few_takes, fill_many_takes

DEFINITION_HEAPS = 2048  # most periods are proved by then, before another kernel has to be compiled
MOST_BITS = 16  # of a value, in a sparse space
FEW_TAKES = 62  # whose values surely fit the marks of one word


class HeapEngine:
    """The values of the heaps below `known`, which `extend` enlarges; may start from values found earlier.

    A `buffer`, such as a mapped file, begins with these values; those that follow are written into it. `wish` names
    the kernel to be used in sparse spaces where it can be.
    """

    def __init__(
        self,
        rules: HeapRules,
        values: Values | None = None,
        wish: KernelName = "",
        buffer: NDArray[np.uint16] | None = None,
    ) -> None:
        self.rules, self.wish = rules, wish
        self.known = 0 if values is None else len(values)
        self.buffer: Values = np.zeros(0, np.uint16) if values is None else values
        self.buffer = self.buffer.copy() if buffer is None else buffer
        self.method = "nothing computed"
        self.bits = 1
        self.sparse: SparseEngine | None = None

    @property
    def values(self) -> Values:
        return self.buffer[: self.known]

    def leave_buffer(self, values: Values) -> None:
        """Go on from these values, which are copied before more are written, in place of the buffer."""
        self.buffer, self.known, self.sparse = values, len(values), None

    def extend(self, to: int) -> None:
        if to > self.known:
            self.reserve(to)
        while self.known < to:
            self.known = self.advance(to)

    def reserve(self, to: int) -> None:
        """Make room for `to` values, of sixteen bits each unless they may grow with the heap."""
        linear = self.rules.tail or self.rules.parts > 2
        kind = np.uint32 if linear and to > 1 << 15 else self.buffer.dtype
        if to > len(self.buffer) or kind != self.buffer.dtype:
            buffer: Values = np.zeros(max(to, 2 * len(self.buffer)), kind)
            buffer[: self.known] = self.values
            self.buffer = buffer

    def advance(self, to: int) -> int:
        """Compute some values by one kernel; return how many are known then, at most `to`."""
        rules, first = self.rules, max(DEFINITION_HEAPS, 4 * self.rules.last)
        if rules.tail:
            self.method = f"values collected modulo {len(rules.tail)}"
            head, tail = np.array(rules.digits, np.uint8), np.array(rules.tail, np.uint8)
            fill_repeating_tail(self.buffer, self.known, to, head, tail, 1 << (4 * to).bit_length())
            return to
        if rules.parts == 3:
            return self.advance_hexadecimal(to)
        if rules.parts == 1 and self.known > rules.last:
            self.method = f"window of {rules.last} values"
            fill = fill_few_takes if len(rules.takes) <= FEW_TAKES else fill_many_takes
            fill(self.buffer, self.known, to, rules.takes)
            return to
        if rules.parts == 2 and self.known >= first:
            return self.advance_sparse(to)
        self.method, to = "definition", min(to, first)
        fill_by_definition(self.buffer, self.known, to, rules.digit_array(to), rules.distinct, new_marks(to))
        return to

    def advance_hexadecimal(self, to: int) -> int:
        """Compute as many values as rows of 2^bits marks can hold."""
        self.method = "rows of pairs, searched for triples"
        self.bits = max(self.bits, 8, int(self.values.max(initial=0)).bit_length() + 1)
        reached = fill_hexadecimal(self.buffer, self.known, to, self.rules.digit_array(0), 1 << self.bits)
        self.bits += reached < to
        return reached

    def advance_sparse(self, to: int) -> int:
        """Compute as many values as one sparse space serves for."""
        if self.sparse is None or self.known >= self.sparse.limit:
            self.bits = max(self.bits, int(self.values.max()).bit_length())
            if self.bits > MOST_BITS:
                raise OverflowError(f"a value at heap {self.known} exceeds sixteen bits")
            self.sparse = None  # frees its lanes before there are new ones
            self.sparse = SparseEngine(self.rules, self.buffer, self.known, self.bits, self.wish)
        stop = min(to, self.sparse.limit)
        reached = self.sparse.advance(self.buffer, self.known, stop)
        self.method = str(self.sparse)
        if reached < stop:
            self.bits = self.sparse.bits + (not self.sparse.is_full)
            self.sparse = None
        return reached
