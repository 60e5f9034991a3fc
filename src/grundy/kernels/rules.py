"""Heap rules as numbers: what may be done after taking t stones from a heap.

In a code d0.d1d2d3... digit dt allows, after taking t stones, to leave nothing (bit 0), one heap (bit 1), two heaps
(bit 2) or three heaps (bit 3), none of them empty (Guy and Smith 1956; Berlekamp, Conway and Guy 1982 for bit 3).
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

__all__ = ["GRUNDY", "Digits", "Offsets", "Rules", "Values"]

Digits = NDArray[np.uint8]
Offsets = NDArray[np.int64]
Values = NDArray[np.uint16] | NDArray[np.uint32]


@dataclass(frozen=True)
class Rules:
    """The digits of a code, a tail that repeats for ever, and whether the parts of a heap must differ."""

    digits: tuple[int, ...]
    tail: tuple[int, ...] = ()
    distinct: bool = False

    def upto(self, most: int) -> Digits:
        """The digits as an array, with as much of the tail as taking `most` stones needs."""
        size = max(most + 1 - len(self.digits), 0)
        tail = np.resize(self.tail, size) if self.tail else ()
        return np.array([*self.digits, *tail], np.uint8)

    def offsets(self, bit: int) -> Offsets:
        """The numbers of stones after which a move of this kind is allowed, the tail left out."""
        return np.array([take for take, digit in enumerate(self.digits) if digit >> bit & 1], np.int64)

    @cached_property
    def takes(self) -> Offsets:
        """The numbers of stones after which one heap may be left."""
        return self.offsets(1)

    @cached_property
    def splits(self) -> Offsets:
        """The numbers of stones after which two heaps may be left."""
        return self.offsets(2)

    @property
    def last(self) -> int:
        """The largest number of stones that a finite code takes."""
        return max((take for take, digit in enumerate(self.digits) if digit), default=0)

    @property
    def parts(self) -> int:
        """The largest number of heaps that a move leaves, at least 1."""
        return max(1, max(self.digits + self.tail, default=0).bit_length() - 1)


GRUNDY = Rules((4,), distinct=True)
