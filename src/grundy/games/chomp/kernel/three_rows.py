"""Chomp with three rows of a >= b >= c squares: for each b and c at most one a is lost, the least that is free.

A first row a is taken, by what one bite reaches, where (a, b, c') is lost for some c' < c, or (a, b', c) for some
c' = c <= b' < b, or (a, d, d) for some d < c. It is enough to keep the taken ones as bits: a set for each b, which
lasts while c grows, and a set for the present c. Both fill up from below, so the search goes on where it ended.
Where (a, a, c) is lost, all bars with second rows beyond a have it as an option.
"""

import numpy as np
from numpy.typing import NDArray

from grundy.games.chomp.kernel.bars import mark
from grundy.kernels.bits import trailing_zeros
from grundy.kernels.jit import jit, section, takes

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]
ZERO, ONE = np.uint64(0), np.uint64(1)
CHUNK_WORDS = np.uint64(8)  # that are tested together


def start_sets(last: int) -> tuple[Words, Ints, Words]:
    """The sets before any bar is found lost: first rows below the second are taken, and that of the poisoned square."""
    words = (last >> 6) + 1
    sets = np.zeros((last + 1, words), np.uint64)
    for second in range(last + 1):
        sets[second, : second >> 6] = ~np.uint64(0)
        sets[second, second >> 6] = (1 << (second & 63)) - 1
    equal = np.zeros(words, np.uint64)
    equal[0] = 2
    return sets, np.zeros(last + 1, np.int64), equal


@section
def first_free(words: Words, others: Words, start: int) -> int:
    """The first place from a word on that is in neither set."""
    word, end = np.uint64(start), np.uint64(len(words))  # Numba tests each signed index for being negative
    while word + CHUNK_WORDS <= end:
        free = ZERO
        for each in range(CHUNK_WORDS):  # without a branch, so that it becomes a few wide instructions
            free |= ~(words[word + each] | others[word + each])
        if free:
            break
        word += CHUNK_WORDS
    while word < end:
        free = ~(words[word] | others[word])
        if free:
            return int(word) << 6 | trailing_zeros(free)
        word += ONE
    return len(words) << 6


@jit
@takes("uint64 2d", "int64", "uint64", 0, "int64 2d")
def lost_threes(sets: Words, full: Ints, equal: Words, squares: int, first: Ints) -> int:
    """Write the first row of the lost bar, 0 where it is too long, for some third rows and each second; their number.

    Row i of `first` is of the third row with `squares` + i squares. Row b of the sets is that of second row b, all of
    its words before full[b] are full; `equal` holds what bars with equal second and third rows have taken. Second rows
    are taken some at a time for all third rows, so that their sets stay near the processor.
    """
    rows, columns = first.shape
    mine, low = np.zeros((rows, len(equal)), np.uint64), np.zeros(rows, np.int64)
    first[:] = 0
    found = 0
    for begin in range(squares, columns, rows):
        for row in range(rows):
            if begin == squares:
                for word in range(len(equal)):  # a slice would take two seconds more to compile
                    mine[row, word] = equal[word]
            for second in range(max(begin, squares + row, 1), min(begin + rows, columns)):
                words = sets[second]
                while full[second] < len(words) and ~words[full[second]] == 0:
                    full[second] += 1
                while low[row] < len(words) and ~mine[row, low[row]] == 0:
                    low[row] += 1
                place = first_free(words, mine[row], max(full[second], low[row]))
                if place >= columns:
                    continue
                first[row, second] = place
                found += 1
                mark(words, place)
                mark(mine[row], place)
                if second == squares + row:
                    mark(equal, place)
                if second == place:
                    low[row] = len(words)
    return found
