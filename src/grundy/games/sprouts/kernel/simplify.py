"""Drawings of Sprouts without what changes no play, and divided into lands.

The simplified drawing has the same tree of moves (Applegate, Jacobson and Sleator 1991): regions with fewer than two
lives are dropped; a letter that occurs once, or twice in a row, is a spot `2`; a boundary of a lone `1` is the boundary
`22`; and a region with at most three lives is one boundary on which each spot occurs once.
"""

from grundy.games.sprouts.kernel.layout import COPY, END, LETTER, MET, OWNER, PLACE, RAW, SEEN, IntRows, section


@section
def simplify(work: IntRows, size: int) -> int:
    """Drop everything that changes no play from the drawing; its size."""
    changed = True
    while changed:
        changed = False
        for k in range(size):
            if work[RAW, k] >= LETTER:
                work[MET, work[RAW, k]] = 0
                work[SEEN, work[RAW, k]] = END
        for k in range(size):
            if work[RAW, k] >= LETTER:
                work[MET, work[RAW, k]] += 1
        put = k = 0 * size
        while k < size:
            region, words, stamp = put, 0, k
            while work[RAW, k] != END:
                start = put
                while work[RAW, k] != END:
                    spot = work[RAW, k]
                    k += 1
                    if spot >= LETTER and put > start and work[COPY, put - 1] == spot:
                        work[COPY, put - 1] = 2
                        changed = True
                        continue
                    if spot >= LETTER and work[MET, spot] == 1:
                        spot = 2
                        changed = True
                    work[COPY, put] = spot
                    put += 1
                k += 1
                if put > start + 1 and work[COPY, start] >= LETTER and work[COPY, start] == work[COPY, put - 1]:
                    work[COPY, start] = 2
                    put -= 1
                    changed = True
                if put == start + 1 and work[COPY, start] == 1:
                    work[COPY, start] = work[COPY, put] = 2
                    put += 1
                    changed = True
                work[COPY, put] = END
                put += 1
                words += 1
            k += 1
            alive, twice = lives(work, region, put, stamp)
            if alive < 2:
                put = region
                changed = True
                continue
            if alive <= 3 and (words > 1 or twice):
                put = merge_boundaries(work, region, put, stamp)
                changed = True
            work[COPY, put] = END
            put += 1
        size = put
        for k in range(size):
            work[RAW, k] = work[COPY, k]
    return size


@section
def lives(work: IntRows, region: int, stop: int, stamp: int) -> tuple[int, bool]:
    """The lives of a region, and whether a letter occurs twice in it: SEEN is -2 - stamp then, the stamp otherwise."""
    alive, twice = 0, False
    for k in range(region, stop):
        spot = work[COPY, k]
        if spot >= LETTER:
            if work[SEEN, spot] == stamp:
                work[SEEN, spot] = -2 - stamp
                twice = True
            else:
                work[SEEN, spot] = stamp
                alive += 1
        elif spot != END:
            alive += 3 - spot
    return alive, twice


@section
def merge_boundaries(work: IntRows, region: int, stop: int, stamp: int) -> int:
    """Make the boundaries of a region one on which each spot occurs once; where the region ends."""
    put = region
    for k in range(region, stop):
        spot = work[COPY, k]
        if spot >= LETTER and work[SEEN, spot] != stamp:
            if work[SEEN, spot] == END:
                continue
            work[SEEN, spot] = END
            spot = 2
        if spot != END:
            work[COPY, put] = spot
            put += 1
    work[COPY, put] = END
    return put + 1


@section
def divide(work: IntRows, size: int) -> int:
    """Put the same OWNER to regions that share letters, and to PLACE where each begins; their number."""
    for k in range(size):
        if work[RAW, k] >= LETTER:
            work[SEEN, work[RAW, k]] = END
    k = regions = 0
    while k < size:
        work[OWNER, regions], work[PLACE, regions] = regions, k
        while work[RAW, k] != END or work[RAW, k - 1] != END:
            spot = work[RAW, k]
            k += 1
            if spot < LETTER:
                continue
            if work[SEEN, spot] == END:
                work[SEEN, spot] = regions
            old, new = work[OWNER, regions], work[OWNER, work[SEEN, spot]]
            if old != new:
                for other in range(regions + 1):
                    if work[OWNER, other] == old:
                        work[OWNER, other] = new
        k += 1
        regions += 1
    work[PLACE, regions] = size
    return regions


@section
def gather(work: IntRows, regions: int, label: int) -> int:
    """Put the regions of one land into COPY; its size."""
    size = 0
    for region in range(regions):
        if work[OWNER, region] == label:
            for k in range(work[PLACE, region], work[PLACE, region + 1]):
                work[COPY, size] = work[RAW, k]
                size += 1
    return size
