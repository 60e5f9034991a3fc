"""Colours that tell the capitals of a land of Sprouts apart, compiled: `told_apart` of `boards/land_form.py`."""

from grundy.kernels.jit import inner, section
from grundy.kernels.sprouts_room import (
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
def meet(room: Rows, size: int, capitals: int) -> None:
    """Find both places of each capital, MET and SEEN, and for each place where its word begins and ends."""
    start = 0
    for i in range(capitals):
        room[MET, i], room[COLOUR, i] = END, BASE
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


@section
def glance(room: Rows, one: int, two: int, step: int) -> int:
    """The hash of a word as read from a capital on, with how near others are where that capital is met again."""
    start, stop = room[START, one], room[GROUP, one]
    first, last = room[START, two], room[GROUP, two]
    here, k = 0, one
    for _ in range(stop - start):
        spot = room[FOLD, k]
        if spot < CAPITAL:
            sign = 1 + (mirror(spot, stop - start) if step < 0 else spot)
        else:
            other = room[MET, spot - CAPITAL] + room[SEEN, spot - CAPITAL] - k
            way = abs(other - two)
            sign = room[COLOUR, spot - CAPITAL]
            if first <= other < last:
                sign += BASE * (1 + min(way, last - first - way))
        here = (here * BASE + sign) % PRIME
        k += step
        if k == stop:
            k = start
        elif k < start:
            k = stop - 1
    return here


@section
def turned(room: Rows, start: int, stop: int, step: int) -> int:
    """A hash of a boundary, whatever its first spot."""
    length = stop - start
    here, power = 0, 1
    for k in range(length):
        spot = room[FOLD, stop - 1 - k if step < 0 else start + k]
        sign = room[COLOUR, spot - CAPITAL] if spot >= CAPITAL else 1 + (mirror(spot, length) if step < 0 else spot)
        room[TURN, k] = sign
        here = (here * BASE + sign) % PRIME
        power = power * BASE % PRIME
    total = 0
    for k in range(length):
        sign = room[TURN, k]
        total += mixed(here)
        here = (here * BASE + sign + (PRIME - sign) * power) % PRIME
    return mixed(total)


@section
def repaint(room: Rows, size: int, capitals: int) -> None:
    """Colours in SUMS from what stands around both places of each capital, in both orientations of its regions."""
    for i in range(capitals):
        room[SUMS, i] = 0
    region = end = 0 * size
    while region < size:
        for step in (1, -1):
            whole, end = 0, region
            while room[FOLD, end] != END:
                start = end
                while room[FOLD, end] != END:
                    end += 1
                whole += turned(room, start, end, step)
                end += 1
            whole = mixed(whole)
            for k in range(region, end):
                i = room[FOLD, k] - CAPITAL
                if i >= 0:
                    other = room[MET, i] + room[SEEN, i] - k
                    room[SUMS, i] += mixed(glance(room, k, other, step) + whole)
        region = end + 1
    for i in range(capitals):
        room[SUMS, i] = mixed(room[SUMS, i])


@section
def shades(room: Rows, capitals: int) -> int:
    """The number of different colours in SUMS."""
    number = 0
    for i in range(capitals):
        number += 1
        for j in range(i):
            if room[SUMS, j] == room[SUMS, i]:
                number -= 1
                break
    return number


@section
def tell_apart(room: Rows, size: int, capitals: int) -> None:
    """Paint the capitals in different colours."""
    meet(room, size, capitals)
    known = 1
    for _ in range(capitals):
        while known < capitals:
            repaint(room, size, capitals)
            now = shades(room, capitals)
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
        room[COLOUR, chosen] = mixed(room[COLOUR, chosen] + known)
        known += 1
