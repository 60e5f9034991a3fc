"""Chomp with three rows of a >= b >= c squares: for each b and c at most one a is lost, the least that is free.

A first row a is taken, by what one bite reaches, where (a, b, c') is lost for some c' < c, or (a, b', c) for some
c' = c <= b' < b, or (a, d, d) for some d < c. It is enough to keep the taken ones as bits: a set for each b, which
lasts while c grows, and a set for the present c. Both fill up from below, so the search goes on where it ended.
Where (a, a, c) is lost, all bars with second rows beyond a have it as an option.
"""

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.bits import trailing_zeros
from grundy.kernels.jit import inner, jit, section

__all__ = ["lost_threes", "taken"]

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]
ONE = np.uint64(1)


def taken(last: int) -> tuple[Words, Ints, Words]:
    """What is taken before any bar is found lost: first rows below the second, and that of the poisoned square."""
    words = (last >> 6) + 1
    sets = np.zeros((last + 1, words), np.uint64)
    for second in range(last + 1):
        sets[second, : second >> 6] = ~np.uint64(0)
        sets[second, second >> 6] = (1 << (second & 63)) - 1
    equal = np.zeros(words, np.uint64)
    equal[0] = 2
    return sets, np.zeros(last + 1, np.int64), equal


@inner
def take(words: Words, place: int) -> None:
    """Set one bit."""
    words[place >> 6] |= ONE << np.uint64(place & 63)


@section
def first_free(words: Words, others: Words, start: int) -> int:
    """The first place from a word on that is in neither set."""
    for word in range(start, len(words)):
        free = ~(words[word] | others[word])
        if free:
            return word << 6 | trailing_zeros(free)
    return len(words) << 6


@jit
def lost_threes(sets: Words, full: Ints, equal: Words, last: int, squares: int, first: Ints) -> int:
    """Write the first row of the lost bar, 0 where it is longer than `last`, for each second row; and their number.

    The third row has so many squares. Row b of the sets is that of second row b, all of its words before full[b] are
    full; `equal` holds what bars with equal second and third rows have taken.
    """
    mine, low, found = equal.copy(), 0, 0
    first[:] = 0
    for second in range(max(squares, 1), last + 1):
        words = sets[second]
        while full[second] < len(words) and ~words[full[second]] == 0:
            full[second] += 1
        while low < len(mine) and ~mine[low] == 0:
            low += 1
        place = first_free(words, mine, max(full[second], low))
        if place > last:
            continue
        first[second] = place
        found += 1
        take(words, place)
        take(mine, place)
        if second == squares:
            take(equal, place)
        if second == place:
            break
    return found
