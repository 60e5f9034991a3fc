"""The definition, compiled: the value of a heap is the mex over every move, each pair and triple of parts tried.

Quadratic for two parts and cubic for three; the faster kernels are measured and tested against it.
"""

import numpy as np

from grundy.kernels.heap_rules import Digits, Offsets, Values
from grundy.kernels.jit import jit, takes


def new_marks(stop: int) -> Offsets:
    """Marks for heaps below `stop`: a play from n has at most 2n - 1 moves, and xor stays below a power of two."""
    return np.full(1 << (2 * stop + 2).bit_length(), -1, np.int64)


@jit
@takes("uint16", 0, 0, "uint8", True, "int64")
def fill_by_definition(values: Values, start: int, stop: int, digits: Digits, distinct: bool, marks: Offsets) -> None:
    """Compute the values of heaps `start` to `stop - 1` from those below; digits that are not given are 0.

    marks[v] = n says that heap n reaches value v. They are an argument, `new_marks(stop)`, because an allocation takes
    longer to compile than all the rest.
    """
    for n in range(start, stop):
        for take in range(min(n + 1, len(digits))):
            digit, left = digits[take], n - take
            if digit & 1 and left == 0:
                marks[0] = n
            if digit & 2 and left > 0:
                marks[values[left]] = n
            if digit & 4:
                for part in range(1, (left - 1) // 2 + 1 if distinct else left // 2 + 1):
                    marks[values[part] ^ values[left - part]] = n
            if digit & 8:
                for part in range(1, left // 3 + 1):
                    for other in range(part, (left - part) // 2 + 1):
                        marks[values[part] ^ values[other] ^ values[left - part - other]] = n
        value = 0
        while marks[value] == n:
            value += 1
        values[n] = value
