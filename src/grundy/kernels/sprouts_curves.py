"""Curves in a land of Sprouts, compiled: `boards/land_moves.py`, with drawings as `sprouts_room` says."""

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.jit import jit, section
from grundy.kernels.sprouts_room import (
    CAPITAL,
    END,
    ENDS,
    FULL,
    KINDS,
    LETTER,
    PICKS,
    REGIONS,
    SIZES,
    SPOTS,
    WORDS,
    Row,
    Rows,
)

__all__ = ["draw"]


@section
def unfold(source: NDArray[np.uint8], room: Rows) -> None:
    """Take in the land that is written as these bytes, a letter of its own for each pair."""
    size = len(source)
    word = region = start = 0
    room[REGIONS, 0] = 0
    fresh = LETTER
    for k in range(size):
        if source[k] >= CAPITAL:
            fresh = max(fresh, source[k] - CAPITAL + LETTER + 1)
    for k in range(size):
        if source[k] != 0:
            room[SPOTS, k] = source[k] - 1 if source[k] <= LETTER else source[k] - CAPITAL + LETTER
            continue
        room[SPOTS, k] = END
        if k == start:
            region += 1
            room[REGIONS, region] = word
        else:
            for i in range(start, k):
                if LETTER < source[i] < CAPITAL:
                    partner = start + (i - start + source[i] - 3) % (k - start)
                    if partner > i:
                        room[SPOTS, i] = room[SPOTS, partner] = fresh
                        fresh += 1
            room[WORDS, word], room[ENDS, word] = start, k
            room[KINDS, word], room[PICKS, word] = word, 0
            if word > room[REGIONS, region]:
                before = room[WORDS, word - 1]
                i = 0
                while source[before + i] == source[start + i] and source[start + i] != 0:
                    i += 1
                if source[before + i] == source[start + i]:
                    room[KINDS, word] = room[KINDS, word - 1]
            word += 1
        start = k + 1
    room[SIZES, 0], room[SIZES, 1] = region, fresh


@section
def arc(room: Rows, out: Row, word: int, start: int, stop: int, put: int) -> int:
    """Where the spots between two places of a boundary end, written from `put` on without letters that die."""
    first, length = room[WORDS, word], room[ENDS, word] - room[WORDS, word]
    one, two = room[SPOTS, start], room[SPOTS, stop]
    k = start
    for _ in range((stop - start - 1) % length):
        k = k + 1 if k + 1 < first + length else first
        spot = room[SPOTS, k]
        if spot < LETTER or (spot != one and spot != two):
            out[put] = spot
            put += 1
    return put


@section
def copied(room: Rows, out: Row, word: int, put: int, one: int, two: int) -> int:
    """Where a boundary ends that is written without two letters; nothing is written of one that is empty then."""
    start = put
    for k in range(room[WORDS, word], room[ENDS, word]):
        spot = room[SPOTS, k]
        if spot < LETTER or (spot != one and spot != two):
            out[put] = spot
            put += 1
    out[put] = END
    return put + (put > start)


@section
def elsewhere(room: Rows, out: Row, region: int, one: int, two: int, put: int) -> int:
    """Where the other regions end, written without two letters."""
    for other in range(room[SIZES, 0]):
        if other != region:
            for word in range(room[REGIONS, other], room[REGIONS, other + 1]):
                put = copied(room, out, word, put, one, two)
            out[put] = END
            put += 1
    return put


@section
def half(room: Rows, out: Row, word: int, start: int, put: int, name: int) -> int:
    """Where the way round a boundary ends, from a spot where a curve ends now."""
    spot = room[SPOTS, start]
    if spot == 0:
        out[put] = 1
        return put + 1
    if spot == 1:
        out[put] = name
        put += 1
    put = arc(room, out, word, start, start, put)
    if spot == 1:
        out[put] = name
        put += 1
    return put


@section
def joined(room: Rows, out: Row, region: int, one: int, i: int, two: int, j: int, put: int) -> int:
    """Where the drawing ends after a curve between two boundaries."""
    new = room[SIZES, 1]
    put = elsewhere(room, out, region, room[SPOTS, i], room[SPOTS, j], put)
    put = half(room, out, one, i, put, new + 1)
    out[put] = new
    put = half(room, out, two, j, put + 1, new + 2)
    out[put], out[put + 1] = new, END
    put += 2
    for word in range(room[REGIONS, region], room[REGIONS, region + 1]):
        if word != one and word != two:
            put = copied(room, out, word, put, room[SPOTS, i], room[SPOTS, j])
    out[put] = END
    return put + 1


@section
def side(room: Rows, out: Row, word: int, i: int, j: int, names: int, put: int) -> int:
    """Where a new boundary of a curve from a boundary to itself ends; `names` is 1 on one side and 2 on the other."""
    new, x, y = room[SIZES, 1], room[SPOTS, i], room[SPOTS, j]
    if i == j:
        if x == 0:
            out[put] = new + 1
            put += 1
        elif names == 2:
            put = arc(room, out, word, i, i, put)
    else:
        if x == 1:
            out[put] = new + names
            put += 1
        put = arc(room, out, word, i, j, put)
        if y == 1:
            out[put] = new + 3 - names
            put += 1
    out[put], out[put + 1] = new, END
    return put + 2


@section
def parted(room: Rows, out: Row, region: int, word: int, i: int, j: int, put: int) -> int:
    """Where the drawing ends after a curve from a boundary to itself, with the picked boundaries inside."""
    put = elsewhere(room, out, region, room[SPOTS, i], room[SPOTS, j], put)
    for names in range(1, 3):
        put = side(room, out, word, i if names == 1 else j, j if names == 1 else i, names, put)
        for other in range(room[REGIONS, region], room[REGIONS, region + 1]):
            rank = other - room[KINDS, other] - (room[KINDS, other] == room[KINDS, word])
            if other != word and (rank < room[PICKS, room[KINDS, other]]) == (names == 1):
                put = copied(room, out, other, put, room[SPOTS, i], room[SPOTS, j])
        out[put] = END
        put += 1
    return put


@section
def picked(room: Rows, region: int, word: int) -> bool:
    """Whether there is another way to pick boundaries for the inside; it is the next in PICKS."""
    for kind in range(room[REGIONS, region], room[REGIONS, region + 1]):
        if room[KINDS, kind] == kind:
            last = kind
            while last < room[REGIONS, region + 1] and room[KINDS, last] == kind:
                last += 1
            room[PICKS, kind] += 1
            if room[PICKS, kind] <= last - kind - (room[KINDS, word] == kind):
                return True
            room[PICKS, kind] = 0
    return False


@jit
def draw(source: NDArray[np.uint8], room: Rows, out: Row) -> int:
    """The number of drawings after one curve in a land, each written behind its size; FULL if they find no room."""
    unfold(source, room)
    spare, number, put = 2 * len(source) + 32, 0, 0 * len(source)
    for region in range(room[SIZES, 0]):
        last = room[REGIONS, region + 1]
        for one in range(room[REGIONS, region], last):
            if room[KINDS, one] != one:
                continue
            for i in range(room[WORDS, one], room[ENDS, one]):
                for j in range(i, room[ENDS, one]):
                    spot = room[SPOTS, i]
                    more = spot < 2 if i == j else spot < LETTER or spot != room[SPOTS, j]
                    while more:
                        if put + spare > len(out):
                            return FULL
                        end = parted(room, out, region, one, i, j, put + 1)
                        out[put] = end - put - 1
                        put, number = end, number + 1
                        more = picked(room, region, one)
                for two in range(one + 1, last):
                    if room[KINDS, two] == two or (two == one + 1 and room[KINDS, two] == one):
                        if put + spare * (room[ENDS, two] - room[WORDS, two]) > len(out):
                            return FULL
                        for j in range(room[WORDS, two], room[ENDS, two]):
                            end = joined(room, out, region, one, i, two, j, put + 1)
                            out[put] = end - put - 1
                            put, number = end, number + 1
    return number
