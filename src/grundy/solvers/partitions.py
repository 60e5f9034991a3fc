"""Values of games whose moves may leave many heaps, such as 0.{2+}: by the sets of nim-sums that partitions reach.

There is no need to list partitions, whose number grows faster than any power: see `kernels.partitions`.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from grundy.core.code import Code
from grundy.kernels.partitions import HALVES, partitions

__all__ = ["Partitions"]


class Partitions:
    """The values of a code, with the nim-sums of partitions into 1, 2, ... parts; an open last row means at least."""

    method = "nim-sums of partitions"

    def __init__(self, code: Code, known: ArrayLike) -> None:
        digits = code.digits + code.tail
        self.code, self.open, self.known = code, min(digits) < 0, 0
        most = max((~digit if digit < 0 else digit).bit_length() for digit in digits)
        levels = max(2, most) if self.open else max(1, most - 1)
        self.buffer = np.zeros(0, np.uint32)
        self.rows = np.zeros((levels + 1, 0, 1), np.uint64)
        self.extend(np.size(known))  # the rows have to be made again

    @property
    def values(self) -> NDArray[np.uint32]:
        """The values found so far."""
        return self.buffer[: self.known]

    def extend(self, to: int) -> None:
        """Find the values of all heaps below `to`."""
        _, size, width = self.rows.shape
        if to > size:
            self.make_room(max(to, 2 * size), width)
        digits = np.array([self.code[take] for take in range(self.count(to))], np.int64)
        while self.known < to:
            options = np.zeros(width, np.uint64)
            args = self.buffer, self.rows, self.known, to, digits, self.open, options, HALVES
            self.known = partitions(*args)
            if self.known < to:
                width *= 2
                self.make_room(self.rows.shape[1], width)

    def count(self, to: int) -> int:
        """The number of places that matter to heaps below `to`."""
        return to if self.code.length is None else min(to, self.code.length + 1)

    def make_room(self, size: int, width: int) -> None:
        """Space for more heaps or larger values."""
        levels, _, narrow = self.rows.shape
        rows, buffer = np.zeros((levels, size, width), np.uint64), np.zeros(size, np.uint32)
        rows[:, : self.known, :narrow] = self.rows[:, : self.known]
        buffer[: self.known] = self.values
        self.rows, self.buffer = rows, buffer
