"""Chomp on any ordered set of at most 128 elements with a least, poisoned one: the nimbers of all its ideals.

A position is an ideal: with an element it holds all that are below. It is two words of 64 bits, in which an element
comes after those below it. So an option, which lacks an element and all above it, is a smaller number, and in rising
order the nimbers follow one by one (Gale and Neyman 1982 play on any ordered set).
"""

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.jit import inner, jit, takes

Words = NDArray[np.uint64]
Ints = NDArray[np.int32]


def ideals_with(ideals: Words, element: int, below: int) -> Words:
    """The ideals that an element may join, with it; `below` are the elements that it needs, as bits."""
    need = words(below)
    fit: Words = ideals[((ideals & need) == need).all(axis=1)]
    return fit | words(1 << element)


def words(mask: int) -> Words:
    """A set of elements as two words, the higher first."""
    return np.array([mask >> 64, mask & (1 << 64) - 1], np.uint64)


@inner
def slot(table: Ints, ideals: Words, high: np.uint64, low: np.uint64) -> np.int64:
    """Where an ideal is in the table, or where it would be."""
    mixed = (low ^ (high * np.uint64(0xD6E8FEB86659FD93))) * np.uint64(0x9E3779B97F4A7C15)
    mask = len(table) - 1
    place = np.int64((mixed ^ mixed >> np.uint64(32)) & np.uint64(mask))
    while table[place] >= 0 and (ideals[table[place], 1] != low or ideals[table[place], 0] != high):
        place = (place + 1) & mask
    return place


@jit
@takes("uint64 2d", "uint64 2d", "int32", "int32", 0, 0)
def nimbers(ideals: Words, above: Words, table: Ints, values: Ints, start: int, stop: int) -> None:
    """Write the nimbers of some ideals; those before them, but for the first two, are known.

    above[x] are element x and all above it. The table holds the places of ideals by hash, -1 where there is none.
    """
    seen = np.full(len(above) + 2, -1, np.int64)
    for i in range(start, stop):
        high, low = ideals[i, 0], ideals[i, 1]
        if i > 1:
            for x in range(1, len(above)):
                half = high >> np.uint64(x - 64) if x >= 64 else low >> np.uint64(x)
                if half & np.uint64(1):
                    place = slot(table, ideals, high & ~above[x, 0], low & ~above[x, 1])
                    seen[values[table[place]]] = i
            while seen[values[i]] == i:
                values[i] += 1
        table[slot(table, ideals, high, low)] = i
