"""Misère outcomes of the products of a finite monoid with free powers of a few games.

docs/theory/misere.md says which product stands at which place.
"""

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.jit import jit, takes

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]


@jit
@takes("int64", "int64 2d", "int64 2d", "int64", "int64", "int64 2d", "int64")
def outcomes(order: Ints, times: Ints, down: Ints, sizes: Ints, periods: Ints, options: Ints, ends: Ints) -> Flags:
    """Whether each place is lost; `order` lists the places so that options come first.

    down[b, g] is element b without one letter g, or -1. Row i of the options is an element and exponents; those of
    letter g, and after the letters those of the free games, are the rows from ends[g] up to ends[g + 1].
    """
    elements, letters = down.shape
    found = np.zeros(len(order), np.bool_)
    exponents = np.zeros(len(sizes), np.int64)
    for here in order:
        rest = here // elements
        for f in range(len(sizes)):
            exponents[f] = rest % sizes[f]
            rest //= sizes[f]
        lost = here > 0
        for g in range(letters + len(sizes)):
            free = g - letters
            below = here % elements if free >= 0 else down[here % elements, g]
            if not lost or below < 0 or (free >= 0 and exponents[free] == 0):
                continue
            for i in range(ends[g], ends[g + 1]):
                to = 0
                for f in range(len(sizes) - 1, -1, -1):
                    copies = exponents[f] + options[i, f + 1] - (f == free)
                    if copies >= sizes[f]:
                        copies -= (copies - sizes[f]) // periods[f] * periods[f] + periods[f]
                    to = to * sizes[f] + copies
                if found[to * elements + times[below, options[i, 0]]]:
                    lost = False
                    break
        found[here] = lost
    return found
