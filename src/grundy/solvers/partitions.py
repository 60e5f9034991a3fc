"""Values of games whose moves may leave many heaps, such as 0.{2+}: by the sets of nim-sums that partitions reach.

The nim-sums of the partitions of m into r parts are those of a first part a together with the partitions of m - a into
r - 1 parts. So there is no need to list partitions, whose number grows faster than any power.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from grundy.core.code import Code
from grundy.core.nimbers import mex

__all__ = ["Partitions"]


class Partitions:
    """The values of a code, with the nim-sums of partitions into 1, 2, ... parts; an open last row means at least."""

    method = "nim-sums of partitions"

    def __init__(self, code: Code, known: ArrayLike) -> None:
        digits = code.digits + code.tail
        self.code, self.open = code, min(digits) < 0
        most = max((~digit if digit < 0 else digit).bit_length() for digit in digits)
        self.levels = max(2, most) if self.open else max(1, most - 1)
        self.found: list[int] = []
        self.sums: list[list[set[int]]] = [[] for _ in range(self.levels + 1)]
        for value in np.asarray(known).tolist():
            self.prepare(len(self.found))
            self.settle(value)

    @property
    def values(self) -> NDArray[np.uint32]:
        """The values found so far."""
        return np.array(self.found, np.uint32)

    def extend(self, to: int) -> None:
        """Find the values of all heaps below `to`."""
        while len(self.found) < to:
            n = len(self.found)
            self.prepare(n)
            self.settle(mex(value for place, digit in self.code.places(n) for value in self.left(n - place, digit)))

    def prepare(self, n: int) -> None:
        """The nim-sums of the partitions of n into two parts or more."""
        self.sums[0].append(set() if n else {0})
        for parts in range(2, self.levels + 1):
            self.sums[parts].append({self.found[a] ^ s for a in range(1, n) for s in self.rest(n - a, parts)})

    def rest(self, m: int, parts: int) -> set[int]:
        """The nim-sums of one part less; in an open row also of as many."""
        fewer = self.sums[parts - 1][m]
        return fewer | self.sums[parts][m] if self.open and parts == self.levels else fewer

    def settle(self, value: int) -> None:
        """Note the value of the next heap."""
        self.found.append(value)
        self.sums[1].append({value} if len(self.found) > 1 else set())

    def left(self, m: int, digit: int) -> set[Any]:
        """The nim-sums of what may be left when m stones remain."""
        rows = [
            self.sums[parts][m] for parts in range(self.levels + 1) if digit >> parts & 1 and m < len(self.sums[parts])
        ]
        return set().union(*rows)
