"""Nimbers of Boxing Match by a search over couples of an area and a nimber, compiled.

The couple (G, n) is lost exactly if n is the nimber of G (Lemoine and Viennot 2010). Of each area a table remembers one
number: the nimber, or, below zero, all bits but those of nimbers that are excluded. To decide (G, n), the options of G
are asked for one with the nimber n; where there is none, each smaller nimber is asked for in turn, and the first that
no option has is that of G. Of an option, areas with known nimbers add up, equal ones cancel; of what is left the
lightest areas are settled first, and the last is one couple.
"""

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.bits import trailing_zeros
from grundy.kernels.boxing import MOST, expand, weight
from grundy.kernels.jit import inner, jit, section

__all__ = ["DEPTH", "FRAME", "decide", "moved", "recalled"]

Ints = NDArray[np.int64]
UNKNOWN = -1  # no nimber is excluded
LOST, WON, OPEN = 0, 1, 2  # what is known of an option
DEPTH = 256  # couples on the way to one
FRAME = 6  # numbers of a couple on that way: area, nimber, the one asked for, the next option, the first and the last
AREA, NIMBER, ASKED, NEXT, FIRST, STOP = range(FRAME)


@inner
def slot(keys: Ints, area: int) -> np.int64:
    """Where an area is in the table, or where it would be."""
    mask = len(keys) - 1
    mixed = np.uint64(area) * np.uint64(0x9E3779B97F4A7C15)
    found = np.int64((mixed ^ mixed >> np.uint64(32)) & np.uint64(mask))
    while keys[found] != area and keys[found] != 0:
        found = (found + 1) & mask
    return found


@inner
def fact_of(keys: Ints, facts: Ints, area: int) -> np.int64:
    """What is known of an area."""
    place = slot(keys, area)
    return facts[place] if keys[place] else np.int64(UNKNOWN)


@section
def put(keys: Ints, facts: Ints, area: int, fact: np.int64) -> int:
    """Remember a fact; whether the area is new."""
    place = slot(keys, area)
    new = keys[place] == 0
    keys[place], facts[place] = area, fact
    return int(new)


@section
def asked(keys: Ints, facts: Ints, option: Ints, nimber: int, couple: Ints) -> int:
    """Whether an option has this nimber (LOST), has not (WON), or that is OPEN: then `couple` is to be decided."""
    heap, open_, lightest, least = option[1] & 1 ^ nimber, 0, MOST, 0
    for i in range(3, 3 + option[2]):
        area = option[i]
        fact = fact_of(keys, facts, area)
        if fact >= 0:
            heap ^= fact
            continue
        copies = 0
        for j in range(3, 3 + option[2]):
            copies += option[j] == area
        if copies % 2 == 0:
            continue
        open_ += 1
        if weight(area) < lightest:
            lightest, least = weight(area), i
    if open_ == 0:
        return WON if heap else LOST
    fact = fact_of(keys, facts, option[least])
    couple[0] = option[least]
    couple[1] = heap if open_ == 1 else trailing_zeros(np.uint64(fact & -fact))
    return OPEN if fact >> couple[1] & 1 else WON


@section
def ordered(options: Ints, order: Ints, first: int, stop: int) -> None:
    """Put the options of a couple in order, by their first number."""
    for i in range(first, stop):
        place, key = i, options[i, 0]
        while place > first and options[order[place - 1], 0] > key:
            order[place] = order[place - 1]
            place -= 1
        order[place] = i


@section
def begin(frame: Ints, options: Ints, order: Ints, rows: NDArray[np.uint64], couple: Ints, first: int) -> None:
    """Make the frame of a couple."""
    frame[AREA], frame[NIMBER], frame[ASKED] = couple[0], couple[1], couple[1]
    frame[NEXT] = frame[FIRST] = first
    frame[STOP] = first + expand(couple[0], options[first:], rows)
    ordered(options, order, first, frame[STOP])


@section
def answer(keys: Ints, facts: Ints, frame: Ints, options: Ints, order: Ints, couple: Ints) -> int:
    """Whether some option has the nimber asked for, WON; none, LOST; or OPEN: then `couple` is to be decided."""
    if frame[NEXT] == frame[FIRST]:
        for i in range(frame[FIRST], frame[STOP]):
            if asked(keys, facts, options[i], frame[ASKED], couple) == LOST:
                return WON
    while frame[NEXT] < frame[STOP]:
        known = asked(keys, facts, options[order[frame[NEXT]]], frame[ASKED], couple)
        if known != WON:
            return WON if known == LOST else OPEN
        frame[NEXT] += 1
    return LOST


@section
def settled(frame: Ints, fact: np.int64, known: int) -> np.int64:
    """The fact about an area after an answer for the nimber asked for; the frame asks for another, or for none, -1."""
    nimber, now = frame[NIMBER], frame[ASKED]
    if known == WON:
        fact &= ~(np.int64(1) << now)
    elif now < nimber:
        frame[ASKED] = -1
        return np.int64(now)
    smaller = fact & ((np.int64(1) << nimber) - 1)
    if known == WON and now == nimber:
        frame[ASKED] = -1
        return fact
    if smaller == 0:
        frame[ASKED] = -1
        return np.int64(nimber)
    frame[ASKED], frame[NEXT] = trailing_zeros(np.uint64(smaller)), frame[FIRST]
    return fact


@jit
def decide(keys: Ints, facts: Ints, start: Ints, options: Ints, nodes: int) -> tuple[int, int]:
    """How many couples were looked at, and how many areas are new, until `start` is decided or there were so many.

    It ends early, too, where the table has little room left.
    """
    frames, order = np.zeros((DEPTH, FRAME), np.int64), np.zeros(len(options), np.int64)
    rows, couple = np.zeros(MOST, np.uint64), start.copy()
    room, depth, looked, new = len(keys) // 8, 0, 1, 0
    begin(frames[0], options, order, rows, couple, 0)
    while depth >= 0 and looked < nodes and new < room:
        frame = frames[depth]
        known = answer(keys, facts, frame, options, order, couple)
        if known == OPEN:
            depth += 1
            looked += 1
            begin(frames[depth], options, order, rows, couple, frame[STOP])
            continue
        area = frame[AREA]
        new += put(keys, facts, area, settled(frame, fact_of(keys, facts, area), known))
        if frame[ASKED] < 0:
            depth -= 1
    return looked, new


@jit
def recalled(keys: Ints, facts: Ints, area: int) -> int:
    """What is known of an area."""
    return int(fact_of(keys, facts, area))


@jit
def moved(keys: Ints, facts: Ints, more_keys: Ints, more_facts: Ints) -> None:
    """Write all of a table into another."""
    for place in range(len(keys)):
        if keys[place]:
            put(more_keys, more_facts, keys[place], facts[place])
