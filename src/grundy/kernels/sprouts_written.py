"""The canonical form of a land of Sprouts, compiled: `written` of `boards/land_form.py`."""

from grundy.kernels.jit import section
from grundy.kernels.sprouts_colours import tell_apart
from grundy.kernels.sprouts_room import (
    AHEAD,
    BACK,
    BEST,
    CAPITAL,
    COLOUR,
    COPY,
    END,
    FLAT,
    FOLD,
    GROUP,
    LETTER,
    LONGEST,
    MET,
    POOL,
    SEEN,
    START,
    SUMS,
    TURN,
    Rows,
)

__all__ = ["written"]


@section
def folded(room: Rows, size: int) -> int:
    """The number of capitals of the land in COPY; FOLD has them numbered and other letters as distances."""
    for k in range(size):
        room[FOLD, k] = room[COPY, k]
        if room[COPY, k] >= LETTER:
            room[MET, room[COPY, k]] = room[SEEN, room[COPY, k]] = END
    capitals = start = 0
    for k in range(size):
        spot = room[COPY, k]
        if spot >= LETTER:
            earlier = room[AHEAD, k] = room[MET, spot] if room[MET, spot] >= start else END
            if earlier != END:
                room[AHEAD, earlier] = k
            room[MET, spot] = k
        elif spot == END:
            for i in range(start, k):
                if room[COPY, i] >= LETTER and room[AHEAD, i] != END:
                    room[FOLD, i] = 2 + (room[AHEAD, i] - i) % (k - start)
                elif room[COPY, i] >= LETTER:
                    if room[SEEN, room[COPY, i]] == END:
                        room[SEEN, room[COPY, i]] = capitals
                        capitals += 1
                    room[FOLD, i] = CAPITAL + room[SEEN, room[COPY, i]]
            if k - start > LONGEST:
                return END
            start = k + 1
    return capitals if capitals < LONGEST else END


@section
def rank(room: Rows, size: int, capitals: int) -> None:
    """Number the capitals in the order of their colours, and turn all spots into bytes."""
    for i in range(capitals):
        place = 0
        for j in range(capitals):
            place += room[COLOUR, j] < room[COLOUR, i] or (room[COLOUR, j] == room[COLOUR, i] and j < i)
        room[SUMS, i] = CAPITAL + place
    for k in range(size):
        spot = room[FOLD, k]
        room[FOLD, k] = room[SUMS, spot - CAPITAL] if spot >= CAPITAL else spot + 1


@section
def order(room: Rows, count: int, ends: int) -> None:
    """Sort the boundaries, which end in one zero, or the regions, which end in two; they are few or nearly in order."""
    numbers, starts = (FLAT, START) if ends == 1 else (BEST, GROUP)
    for i in range(1, count):
        moving = room[starts, i]
        j = i
        while j > 0:
            one, two, zeros = moving, room[starts, j - 1], 0
            while room[numbers, one] == room[numbers, two] and zeros < ends:
                zeros = zeros + 1 if room[numbers, one] == 0 else 0
                one += 1
                two += 1
            if zeros == ends or room[numbers, one] > room[numbers, two]:
                break
            room[starts, j] = room[starts, j - 1]
            j -= 1
        room[starts, j] = moving


@section
def oriented(room: Rows, region: int, target: int) -> int:
    """The size of a region that is written in one orientation to AHEAD or BACK, its boundaries in order."""
    back, k, put, words = target == BACK, region, 0, 0 * region
    while room[FOLD, k] != 0:
        start = k
        while room[FOLD, k] != 0:
            k += 1
        length = k - start
        for i in range(length):
            spot = room[FOLD, k - 1 - i if back else start + i]
            room[TURN, i] = 6 + length - spot if back and LETTER < spot < CAPITAL else spot
        first = 0
        for i in range(1, length):
            j = 0
            while j < length and room[TURN, (i + j) % length] == room[TURN, (first + j) % length]:
                j += 1
            if j < length and room[TURN, (i + j) % length] < room[TURN, (first + j) % length]:
                first = i
        room[START, words] = put
        words += 1
        for i in range(length):
            room[FLAT, put] = room[TURN, (first + i) % length]
            put += 1
        room[FLAT, put] = 0
        put += 1
        k += 1
    order(room, words, 1 + 0 * words)
    put = 0
    for word in range(words):
        k = room[START, word]
        while room[FLAT, k] != 0:
            room[target, put] = room[FLAT, k]
            put += 1
            k += 1
        room[target, put] = 0
        put += 1
    room[target, put] = 0
    return put + 1


@section
def written(room: Rows, size: int, found: Rows, put: int) -> int:
    """Where the canonical form of the land in COPY ends, written to the pool from `put` on; END if it is too long."""
    capitals = folded(room, size)
    if capitals == END:
        return END
    if capitals:
        tell_apart(room, size, capitals)
    rank(room, size, capitals)
    k = at = regions = length = 0 * size
    while k < size:
        for row in (AHEAD, BACK):
            length = oriented(room, k, row)
        i = 0
        while i < length - 1 and room[AHEAD, i] == room[BACK, i]:
            i += 1
        better = BACK if room[BACK, i] < room[AHEAD, i] else AHEAD
        for i in range(length):
            room[BEST, at + i] = room[better, i]
        room[GROUP, regions] = at
        regions += 1
        at += length
        k += length
    order(room, regions, 2 + 0 * regions)
    return renamed(room, regions, capitals, found, put)


@section
def renamed(room: Rows, regions: int, capitals: int, found: Rows, put: int) -> int:
    """Where the land ends in the pool: its regions in order, capitals named as they appear."""
    names = 0
    for i in range(capitals):
        room[SUMS, i] = 0
    for region in range(regions):
        k = room[GROUP, region]
        while room[BEST, k] != 0 or room[BEST, k - 1] != 0:
            spot = room[BEST, k]
            if spot >= CAPITAL:
                if room[SUMS, spot - CAPITAL] == 0:
                    room[SUMS, spot - CAPITAL] = CAPITAL + names
                    names += 1
                spot = room[SUMS, spot - CAPITAL]
            found[POOL, put] = spot
            put += 1
            k += 1
        found[POOL, put] = 0
        put += 1
    return put
