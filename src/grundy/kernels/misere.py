"""Misère outcomes of all sums of a few generators, in a box of exponents.

Entry e of the box stands for e[0] copies of generator 0, e[1] of generator 1, and so on. Exponents past the box fold
back into it. A move replaces one copy of a generator by a product of earlier ones, so options have smaller indices.
"""

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.jit import jit

__all__ = ["layer"]

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]


@jit
def layer(below: Flags, sizes: Ints, shift: Ints, moves: Ints, ends: Ints, owner: Ints) -> Flags:
    """The P-positions with one copy more of a new generator, from those `below`.

    Move k adds moves[m, 1] copies of generator moves[m, 0] for ends[k] <= m < ends[k + 1]; owner[k] is the generator
    that it needs, or -1 for a move of the new one, which leads below. shift[g, e, a] is how far the index goes when
    a copies join e; the last a means one copy less.
    """
    found = np.zeros(len(below), np.bool_)
    exponents = np.zeros(len(sizes), np.int64)
    for here in range(len(below)):
        lost = True
        for k in range(len(owner)):
            if owner[k] >= 0 and exponents[owner[k]] == 0:
                continue
            to = here
            for m in range(ends[k], ends[k + 1]):
                to += shift[moves[m, 0], exponents[moves[m, 0]], moves[m, 1]]
            if below[to] if owner[k] < 0 else found[to]:
                lost = False
                break
        found[here] = lost
        g = 0
        while g < len(sizes):
            exponents[g] += 1
            if exponents[g] < sizes[g]:
                break
            exponents[g] = 0
            g += 1
    return found
