"""Tables over all sets of the strings of one graph, compiled: margins of points, and values of Nimstring.

The sets are numbers, and an option of a set is a smaller one, so one pass in order fills the table.
"""

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.jit import inner, jit, takes

Words = NDArray[np.int64]
LOONY = 127
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)


@inner
def count_taken(ends: Words, at: Words, string: int, left: int) -> int:
    """The coins that are taken by the cut of a string that leaves these."""
    taken = 0
    for side in range(2):
        if ends[string, side] >= 0 and at[ends[string, side]] & left == 0:
            taken += 1
    return taken


@jit
@takes("int64 2d", "int64", "int8", 0, 0)
def fill_margins(ends: Words, at: Words, table: NDArray[np.int8], start: int, stop: int) -> None:
    """Fill in the margins of the sets from `start` to `stop`."""
    for position in range(start, stop):
        best = -128 if position else 0
        for string in range(len(ends)):
            if position >> string & 1:
                left = position & ~(1 << string)
                taken = count_taken(ends, at, string, left)
                best = max(best, taken + table[left] if taken else -table[left])
        table[position] = best


@jit
@takes("int64 2d", "int64", "int8", 0, 0)
def fill_values(ends: Words, at: Words, table: NDArray[np.int8], start: int, stop: int) -> None:
    """Fill in the nimbers of the sets from `start` to `stop`, or that they are loony; nimbers stay below 64."""
    one = np.uint64(1)
    for position in range(start, stop):
        won = np.uint64(0)  # heaps beside which some move wins
        for string in range(len(ends)):
            if position >> string & 1:
                left = position & ~(1 << string)
                value = table[left]
                heaps = np.uint64(0) if value == LOONY else one << np.uint64(value)
                won |= ~heaps if count_taken(ends, at, string, left) else heaps
        value = 0
        while won >> np.uint64(value) & one and value < 64:
            value += 1
        table[position] = LOONY if won == ALL else value
