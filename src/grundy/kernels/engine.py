"""Values of heap games, as many as are asked for, by whatever kernel suits the rules and the values so far.

>>> engine = Engine(Rules((0, 7, 7)))
>>> engine.extend(12)
>>> engine.values
array([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6], dtype=uint16)
"""

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.naive import naive, room
from grundy.kernels.rules import Rules, Values
from grundy.kernels.sparse import Sparse
from grundy.kernels.tailed import tailed
from grundy.kernels.triple import triple
from grundy.kernels.window import window, window_wide

__all__ = ["Engine"]

FIRST = 2048  # heaps by the definition: most periods are proved by then, and nobody waits for a compiler of more
SIXTEEN = 16
WORD = 62  # takes whose values surely fit the marks of one word


class Engine:
    """The values of the heaps below `known`, which `extend` enlarges; may start from values found earlier.

    A `room` is an array that begins with these values, and in which those that follow are put: a file, perhaps.
    """

    def __init__(
        self, rules: Rules, values: Values | None = None, kind: str = "", room: NDArray[np.uint16] | None = None
    ) -> None:
        self.rules, self.kind = rules, kind
        self.known = 0 if values is None else len(values)
        self.buffer: Values = np.zeros(0, np.uint16) if values is None else values
        self.buffer = self.buffer.copy() if room is None else room
        self.method = "nothing computed"
        self.bits = 1
        self.space: Sparse | None = None

    @property
    def values(self) -> Values:
        """The values found so far."""
        return self.buffer[: self.known]

    def move(self, values: Values) -> None:
        """Go on from these values, to which nothing is written, in place of those in hand."""
        self.buffer, self.known, self.space = values, len(values), None

    def extend(self, to: int) -> None:
        """Computation of the values of all heaps below `to`."""
        if to > self.known:
            self.reserve(to)
        while self.known < to:
            self.known = self.step(to)

    def reserve(self, to: int) -> None:
        """Room for `to` values, sixteen bits each unless the rules can exceed them."""
        linear = self.rules.tail or self.rules.parts > 2
        kind = np.uint32 if linear and to > 1 << 15 else self.buffer.dtype
        if to > len(self.buffer) or kind != self.buffer.dtype:
            buffer: Values = np.zeros(max(to, 2 * len(self.buffer)), kind)
            buffer[: self.known] = self.values
            self.buffer = buffer

    def step(self, to: int) -> int:
        """How far one kernel got."""
        rules, first = self.rules, max(FIRST, 4 * self.rules.last)
        if rules.tail:
            return self.by_tail(to)
        if rules.parts == 3:
            return self.by_triples(to)
        if rules.parts == 1 and self.known > rules.last:
            return self.by_window(to)
        return (
            self.by_sparse_space(to) if rules.parts == 2 and self.known >= first else self.by_definition(min(to, first))
        )

    def by_definition(self, to: int) -> int:
        """All values below `to`, every move tried."""
        self.method = "definition"
        naive(self.buffer, self.known, to, self.rules.upto(to), self.rules.distinct, room(to))
        return to

    def by_window(self, to: int) -> int:
        """All values below `to`, from the values one take back."""
        takes = self.rules.takes
        self.method = f"window of {self.rules.last} values"
        (window if len(takes) <= WORD else window_wide)(self.buffer, self.known, to, takes)
        return to

    def by_tail(self, to: int) -> int:
        """All values below `to`, the moves of the tail collected by residue."""
        self.method = f"values collected modulo {len(self.rules.tail)}"
        head, tail = np.array(self.rules.digits, np.uint8), np.array(self.rules.tail, np.uint8)
        tailed(self.buffer, self.known, to, head, tail, 1 << (4 * to).bit_length())
        return to

    def by_triples(self, to: int) -> int:
        """As many values as rows of 2^bits marks can hold."""
        self.method = "rows of pairs, searched for triples"
        self.bits = max(self.bits, 8, int(self.values.max(initial=0)).bit_length() + 1)
        reached = triple(self.buffer, self.known, to, self.rules.upto(0), 1 << self.bits)
        self.bits += reached < to
        return reached

    def by_sparse_space(self, to: int) -> int:
        """As many values as the sparse space is good for."""
        if self.space is None or self.known >= self.space.limit:
            self.bits = max(self.bits, int(self.values.max()).bit_length())
            if self.bits > SIXTEEN:
                raise OverflowError(f"a value at heap {self.known} exceeds sixteen bits")
            self.space = None  # its lanes go before there are new ones
            self.space = Sparse(self.rules, self.buffer, self.known, self.bits, self.kind)
        stop = min(to, self.space.limit)
        reached = self.space.advance(self.buffer, self.known, stop)
        self.method = str(self.space)
        if reached < stop:
            self.bits = self.space.bits + (not self.space.full)
            self.space = None
        return reached
