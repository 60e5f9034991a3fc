"""Heap rules as numbers: digit t of a code says what may be left after taking t stones (docs/theory/heaps.md)."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Digits = NDArray[np.uint8]
Offsets = NDArray[np.int64]
Values = NDArray[np.uint16] | NDArray[np.uint32]


@dataclass(frozen=True)
class HeapRules:
    """The digits of a code, a tail that repeats for ever, and whether the parts of a heap must differ."""

    digits: tuple[int, ...]
    tail: tuple[int, ...] = ()
    distinct: bool = False

    def digit_array(self, most: int) -> Digits:
        """The digits as an array, with as much of the tail as taking `most` stones needs."""
        size = max(most + 1 - len(self.digits), 0)
        tail = np.resize(self.tail, size) if self.tail else ()
        return np.array([*self.digits, *tail], np.uint8)

    @cached_property
    def takes(self) -> Offsets:
        """The numbers of stones after which one heap may be left, the tail left out."""
        return np.array([take for take, digit in enumerate(self.digits) if digit & 2], np.int64)

    @cached_property
    def splits(self) -> Offsets:
        """The numbers of stones after which two heaps may be left, the tail left out."""
        return np.array([take for take, digit in enumerate(self.digits) if digit & 4], np.int64)

    @property
    def last(self) -> int:
        """The largest number of stones that a finite code takes."""
        return max((take for take, digit in enumerate(self.digits) if digit), default=0)

    @cached_property
    def parts(self) -> int:
        """The largest number of heaps that a move leaves, at least 1."""
        return max(1, max(self.digits + self.tail, default=0).bit_length() - 1)


UNEQUAL_SPLITS = HeapRules((4,), distinct=True)
