"""Misère outcomes along a list in which every move leads to an earlier entry or is judged beforehand."""

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.jit import jit

__all__ = ["lost_entries"]

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]


@jit
def lost_entries(won: Flags, moves: Ints, ends: Ints) -> Flags:
    """Which entries are lost: those not `won` from which no move leads to a lost one.

    The moves of entry i lead to moves[ends[i]] .. moves[ends[i + 1] - 1], all below i.
    """
    lost = np.zeros(len(won), np.bool_)
    for i in range(len(won)):
        here = not won[i]
        for m in range(ends[i], ends[i + 1]):
            if lost[moves[m]]:
                here = False
                break
        lost[i] = here
    return lost
