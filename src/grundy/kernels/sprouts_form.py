"""Drawings of Sprouts without what changes no play, compiled: `simplified` of `boards/land_form.py`."""

from grundy.kernels.jit import section
from grundy.kernels.sprouts_room import COPY, END, LETTER, MET, RAW, SEEN, Rows

__all__ = ["settle"]


@section
def settle(room: Rows, size: int) -> int:
    """The size of the drawing after everything was dropped that changes no play."""
    changed = True
    while changed:
        changed = False
        for k in range(size):
            if room[RAW, k] >= LETTER:
                room[MET, room[RAW, k]] = 0
                room[SEEN, room[RAW, k]] = END
        for k in range(size):
            if room[RAW, k] >= LETTER:
                room[MET, room[RAW, k]] += 1
        put = k = 0 * size
        while k < size:
            region, words, stamp = put, 0, k
            while room[RAW, k] != END:
                start = put
                while room[RAW, k] != END:
                    spot = room[RAW, k]
                    k += 1
                    if spot >= LETTER and put > start and room[COPY, put - 1] == spot:
                        room[COPY, put - 1] = 2
                        changed = True
                        continue
                    if spot >= LETTER and room[MET, spot] == 1:
                        spot = 2
                        changed = True
                    room[COPY, put] = spot
                    put += 1
                k += 1
                if put > start + 1 and room[COPY, start] >= LETTER and room[COPY, start] == room[COPY, put - 1]:
                    room[COPY, start] = 2
                    put -= 1
                    changed = True
                if put == start + 1 and room[COPY, start] == 1:
                    room[COPY, start] = room[COPY, put] = 2
                    put += 1
                    changed = True
                room[COPY, put] = END
                put += 1
                words += 1
            k += 1
            alive, twice = lives(room, region, put, stamp)
            if alive < 2:
                put = region
                changed = True
                continue
            if alive <= 3 and (words > 1 or twice):
                put = one_boundary(room, region, put, stamp)
                changed = True
            room[COPY, put] = END
            put += 1
        size = put
        for k in range(size):
            room[RAW, k] = room[COPY, k]
    return size


@section
def lives(room: Rows, region: int, stop: int, stamp: int) -> tuple[int, bool]:
    """The lives of a region, and whether a letter is met twice in it: SEEN is -2 - stamp then, the stamp otherwise."""
    alive, twice = 0, False
    for k in range(region, stop):
        spot = room[COPY, k]
        if spot >= LETTER:
            if room[SEEN, spot] == stamp:
                room[SEEN, spot] = -2 - stamp
                twice = True
            else:
                room[SEEN, spot] = stamp
                alive += 1
        elif spot != END:
            alive += 3 - spot
    return alive, twice


@section
def one_boundary(room: Rows, region: int, stop: int, stamp: int) -> int:
    """The end of the region after its boundaries were made one, where each spot is met once."""
    put = region
    for k in range(region, stop):
        spot = room[COPY, k]
        if spot >= LETTER and room[SEEN, spot] != stamp:
            if room[SEEN, spot] == END:
                continue
            room[SEEN, spot] = END
            spot = 2
        if spot != END:
            room[COPY, put] = spot
            put += 1
    room[COPY, put] = END
    return put + 1
