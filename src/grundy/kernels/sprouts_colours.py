"""Colours that tell the capitals of a land of Sprouts apart, compiled: `told_apart` of `boards/land_form.py`."""

from grundy.kernels.jit import inner, section
from grundy.kernels.sprouts_room import (
    AHEAD,
    BACK,
    BASE,
    CAPITAL,
    COLOUR,
    END,
    FOLD,
    GROUP,
    LETTER,
    MET,
    PRIME,
    SEEN,
    START,
    SUMS,
    TURN,
    Rows,
    mixed,
)

__all__ = ["tell_apart"]


@inner
def mirror(spot: int, length: int) -> int:
    """The spot in the reflected word."""
    return 4 + length - spot if LETTER <= spot < CAPITAL else spot


@section
def glance(room: Rows, one: int, two: int) -> int:
    """The hash of a word as read from a place on, both ways, by how near its capitals are to a place in another."""
    start, stop = room[START, one], room[GROUP, one]
    first, last = room[START, two], room[GROUP, two]
    total = 0
    for step in (1, -1):
        here, k = 0, one
        for _ in range(stop - start):
            spot = room[FOLD, k]
            if spot < CAPITAL:
                sign = 1 + (mirror(spot, stop - start) if step < 0 else spot)
            else:
                other = room[MET, spot - CAPITAL] + room[SEEN, spot - CAPITAL] - k
                way = abs(other - two)
                sign = BASE + (1 + min(way, last - first - way) if first <= other < last else 0)
            here = (here * BASE + sign) % PRIME
            k += step
            if k == stop:
                k = start
            elif k < start:
                k = stop - 1
        total += mixed(here)
    return total


@section
def kindred(room: Rows, size: int, capitals: int) -> None:
    """Paint the capitals by what stands around them, and by how near that is where they are met again."""
    start = 0
    for i in range(capitals):
        room[MET, i] = END
    for k in range(size):
        spot = room[FOLD, k]
        if spot == END:
            for i in range(start, k):
                room[START, i], room[GROUP, i] = start, k
            start = k + 1
        elif spot >= CAPITAL:
            if room[MET, spot - CAPITAL] == END:
                room[MET, spot - CAPITAL] = k
            else:
                room[SEEN, spot - CAPITAL] = k
    for i in range(capitals):
        one, two = room[MET, i], room[SEEN, i]
        room[COLOUR, i] = mixed(glance(room, one, two) + glance(room, two, one))


@section
def readings(room: Rows, start: int, stop: int, target: int) -> int:
    """A hash of one boundary, whatever its first spot; AHEAD or BACK has the word as read from each place on."""
    length = stop - start
    back = target == BACK
    here, power = 0, 1
    for k in range(length):
        spot = room[FOLD, stop - 1 - k if back else start + k]
        sign = room[COLOUR, spot - CAPITAL] if spot >= CAPITAL else 1 + (mirror(spot, length) if back else spot)
        room[TURN, k] = sign
        here = (here * BASE + sign) % PRIME
        power = power * BASE % PRIME
    total = 0
    for k in range(length):
        sign = room[TURN, k]
        room[target, stop - 1 - k if back else start + k] = here
        total += mixed(here)
        here = (here * BASE + sign + (PRIME - sign) * power) % PRIME
    return mixed(total)


@section
def repaint(room: Rows, size: int, capitals: int) -> None:
    """Colours in SUMS from what stands around both places of each capital."""
    for i in range(capitals):
        room[SUMS, i] = 0
    k = 0 * size
    while k < size:
        region, whole, mirrored = k, 0, 0
        while room[FOLD, k] != END:
            start = k
            while room[FOLD, k] != END:
                k += 1
            for row in (AHEAD, BACK):
                total = readings(room, start, k, row)
                whole, mirrored = (whole + total, mirrored) if row == AHEAD else (whole, mirrored + total)
            k += 1
        whole, mirrored = mixed(whole), mixed(mirrored)
        for i in range(region, k):
            spot = room[FOLD, i]
            if spot >= CAPITAL:
                room[SUMS, spot - CAPITAL] += mixed(room[AHEAD, i] + whole) + mixed(room[BACK, i] + mirrored)
        k += 1
    for i in range(capitals):
        room[SUMS, i] = mixed(room[SUMS, i])


@section
def shades(room: Rows, row: int, capitals: int) -> int:
    """The number of different colours."""
    number = 0
    for i in range(capitals):
        number += 1
        for j in range(i):
            if room[row, j] == room[row, i]:
                number -= 1
                break
    return number


@section
def tell_apart(room: Rows, size: int, capitals: int) -> None:
    """Paint the capitals in different colours."""
    kindred(room, size, capitals)
    known = shades(room, COLOUR + 0 * size, capitals)
    for _ in range(capitals):
        while known < capitals:
            repaint(room, size, capitals)
            now = shades(room, SUMS + 0 * size, capitals)
            if now <= known:
                break
            known = now
            for i in range(capitals):
                room[COLOUR, i] = room[SUMS, i]
        if known == capitals:
            return
        chosen = END
        for i in range(capitals):
            if chosen == END or room[COLOUR, i] < room[COLOUR, chosen]:
                for j in range(i + 1, capitals):
                    if room[COLOUR, j] == room[COLOUR, i]:
                        chosen = i
                        break
        room[COLOUR, chosen] = mixed(room[COLOUR, chosen] + 1)
        known += 1
