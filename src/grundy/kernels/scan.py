"""Splitting codes without a sparse space: probe some pairs, then look among all pairs for what is missing.

Almost every value below G(n) is reached by many pairs, so a few thousand probes mark them. What stays unmarked is sought
from the least value on by comparing the sequence with its mirror image, sixteen pairs at an instruction; the first value
that no pair reaches is G(n).
"""

import numpy as np

from grundy.kernels.block import witness
from grundy.kernels.jit import jit
from grundy.kernels.rules import Offsets, Values

__all__ = ["scan"]


@jit
def scan(values: Values, start: int, stop: int, splits: Offsets, takes: Offsets, distinct: bool, size: int, probes: int) -> int:
    """How far the values could be found below `size`, a power of two above every value."""
    seen = np.full(size, -1, np.int64)
    for n in range(start, stop):
        for take in takes:
            seen[values[n - take]] = n
        for take in splits:
            left = n - take
            half = (left - 1) // 2
            for part in range(max(1, half - probes), half + 1):
                seen[values[part] ^ values[left - part]] = n
        value = 0
        while True:
            while value < size and seen[value] == n:
                value += 1
            if value == size:
                return n
            found = False
            for take in splits:
                if witness(values, n - take, value, distinct):
                    found = True
                    break
            if not found:
                break
            value += 1
        values[n] = value
    return stop
