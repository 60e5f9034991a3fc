"""The canonical form of a land of Sprouts: the least way to write it, with its capitals in an order of their own.

The order is that of colours, found by colour refinement: the colour of a capital is a hash of the two words that one
reads from it on, refined until no further colours appear; of capitals that remain alike one is given a new colour. All
arithmetic is modulo a prime, so that numbers stay small in compiled code.
"""

from grundy.games.sprouts.kernel.layout import (
    AHEAD,
    BACK,
    BASE,
    BEST,
    CAPITAL,
    COLOUR,
    COPY,
    END,
    FLAT,
    FOLD,
    GROUP,
    LETTER,
    MET,
    PRIME,
    SEEN,
    START,
    SUMS,
    TURN,
    IntRows,
    mix,
    section,
)


@section
def fold(work: IntRows, size: int, capital: int) -> int:
    """Fold the land in COPY into FOLD, capitals numbered and other letters as distances; the number of capitals.

    END if distances or capitals are too large for codes in which `capital` is the first capital.
    """
    for k in range(size):
        work[FOLD, k] = work[COPY, k]
        if work[COPY, k] >= LETTER:
            work[MET, work[COPY, k]] = work[SEEN, work[COPY, k]] = END
    capitals = start = 0
    for k in range(size):
        spot = work[COPY, k]
        if spot >= LETTER:
            earlier = work[AHEAD, k] = work[MET, spot] if work[MET, spot] >= start else END
            if earlier != END:
                work[AHEAD, earlier] = k
            work[MET, spot] = k
        elif spot == END:
            for i in range(start, k):
                if work[COPY, i] >= LETTER and work[AHEAD, i] != END:
                    work[FOLD, i] = 2 + (work[AHEAD, i] - i) % (k - start)
                elif work[COPY, i] >= LETTER:
                    if work[SEEN, work[COPY, i]] == END:
                        work[SEEN, work[COPY, i]] = capitals
                        capitals += 1
                    work[FOLD, i] = CAPITAL + work[SEEN, work[COPY, i]]
            if k - start > capital - 4:
                return END
            start = k + 1
    return capitals if capitals < capital - 4 else END


@section
def mirror(spot: int, length: int) -> int:
    return 4 + length - spot if LETTER <= spot < CAPITAL else spot


@section
def find_places(work: IntRows, size: int, capitals: int) -> None:
    """Write both places of each capital to MET and SEEN, and for each place where its word begins and ends."""
    start = 0
    for i in range(capitals):
        work[MET, i], work[COLOUR, i] = END, BASE
    for k in range(size):
        spot = work[FOLD, k]
        if spot == END:
            for i in range(start, k):
                work[START, i], work[GROUP, i] = start, k
            start = k + 1
        elif spot >= CAPITAL:
            if work[MET, spot - CAPITAL] == END:
                work[MET, spot - CAPITAL] = k
            else:
                work[SEEN, spot - CAPITAL] = k


@section
def word_hash(work: IntRows, one: int, two: int, step: int) -> int:
    """The hash of a word as read from a capital on, with how near others are where that capital occurs again."""
    start, stop = work[START, one], work[GROUP, one]
    first, last = work[START, two], work[GROUP, two]
    here, k = 0, one
    for _ in range(stop - start):
        spot = work[FOLD, k]
        if spot < CAPITAL:
            sign = 1 + (mirror(spot, stop - start) if step < 0 else spot)
        else:
            other = work[MET, spot - CAPITAL] + work[SEEN, spot - CAPITAL] - k
            way = abs(other - two)
            sign = work[COLOUR, spot - CAPITAL]
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
def boundary_hash(work: IntRows, start: int, stop: int, step: int) -> int:
    """A hash of a boundary, whatever its first spot."""
    length = stop - start
    here, power = 0, 1
    for k in range(length):
        spot = work[FOLD, stop - 1 - k if step < 0 else start + k]
        sign = work[COLOUR, spot - CAPITAL] if spot >= CAPITAL else 1 + (mirror(spot, length) if step < 0 else spot)
        work[TURN, k] = sign
        here = (here * BASE + sign) % PRIME
        power = power * BASE % PRIME
    total = 0
    for k in range(length):
        sign = work[TURN, k]
        total += mix(here)
        here = (here * BASE + sign + (PRIME - sign) * power) % PRIME
    return mix(total)


@section
def refine_colours(work: IntRows, size: int, capitals: int) -> None:
    """Put colours into SUMS by what stands around both places of each capital, in both orientations of its regions."""
    for i in range(capitals):
        work[SUMS, i] = 0
    region = end = 0 * size
    while region < size:
        for step in (1, -1):
            whole, end = 0, region
            while work[FOLD, end] != END:
                start = end
                while work[FOLD, end] != END:
                    end += 1
                whole += boundary_hash(work, start, end, step)
                end += 1
            whole = mix(whole)
            for k in range(region, end):
                i = work[FOLD, k] - CAPITAL
                if i >= 0:
                    other = work[MET, i] + work[SEEN, i] - k
                    work[SUMS, i] += mix(word_hash(work, k, other, step) + whole)
        region = end + 1
    for i in range(capitals):
        work[SUMS, i] = mix(work[SUMS, i])


@section
def count_colours(work: IntRows, capitals: int) -> int:
    number = 0
    for i in range(capitals):
        number += 1
        for j in range(i):
            if work[SUMS, j] == work[SUMS, i]:
                number -= 1
                break
    return number


@section
def colour_capitals(work: IntRows, size: int, capitals: int) -> None:
    """Give the capitals different colours, the same ones whatever way the land was written."""
    find_places(work, size, capitals)
    known = 1
    for _ in range(capitals):
        while known < capitals:
            refine_colours(work, size, capitals)
            now = count_colours(work, capitals)
            if now <= known:
                break
            known = now
            for i in range(capitals):
                work[COLOUR, i] = work[SUMS, i]
        if known == capitals:
            return
        chosen = END
        for i in range(capitals):
            if chosen == END or work[COLOUR, i] < work[COLOUR, chosen]:
                for j in range(i + 1, capitals):
                    if work[COLOUR, j] == work[COLOUR, i]:
                        chosen = i
                        break
        work[COLOUR, chosen] = mix(work[COLOUR, chosen] + known)
        known += 1


@section
def rank_capitals(work: IntRows, size: int, capitals: int) -> None:
    """Number the capitals in the order of their colours, and turn all spots into codes."""
    for i in range(capitals):
        place = 0
        for j in range(capitals):
            place += work[COLOUR, j] < work[COLOUR, i] or (work[COLOUR, j] == work[COLOUR, i] and j < i)
        work[SUMS, i] = CAPITAL + place
    for k in range(size):
        spot = work[FOLD, k]
        work[FOLD, k] = work[SUMS, spot - CAPITAL] if spot >= CAPITAL else spot + 1


@section
def sort_pieces(work: IntRows, count: int, ends: int) -> None:
    """Sort the boundaries, which end in one zero, or the regions, which end in two; they are few or nearly in order."""
    numbers, starts = (FLAT, START) if ends == 1 else (BEST, GROUP)
    for i in range(1, count):
        moving = work[starts, i]
        j = i
        while j > 0:
            one, two, zeros = moving, work[starts, j - 1], 0
            while work[numbers, one] == work[numbers, two] and zeros < ends:
                zeros = zeros + 1 if work[numbers, one] == 0 else 0
                one += 1
                two += 1
            if zeros == ends or work[numbers, one] > work[numbers, two]:
                break
            work[starts, j] = work[starts, j - 1]
            j -= 1
        work[starts, j] = moving


@section
def write_region(work: IntRows, region: int, target: int) -> int:
    """Write a region in one orientation to AHEAD or BACK, its boundaries in order; its size."""
    back, k, put, words = target == BACK, region, 0, 0 * region
    while work[FOLD, k] != 0:
        start = k
        while work[FOLD, k] != 0:
            k += 1
        length = k - start
        for i in range(length):
            spot = work[FOLD, k - 1 - i if back else start + i]
            work[TURN, i] = 6 + length - spot if back and LETTER < spot < CAPITAL else spot
        first = 0
        for i in range(1, length):
            j = 0
            while j < length and work[TURN, (i + j) % length] == work[TURN, (first + j) % length]:
                j += 1
            if j < length and work[TURN, (i + j) % length] < work[TURN, (first + j) % length]:
                first = i
        work[START, words] = put
        words += 1
        for i in range(length):
            work[FLAT, put] = work[TURN, (first + i) % length]
            put += 1
        work[FLAT, put] = 0
        put += 1
        k += 1
    sort_pieces(work, words, 1 + 0 * words)
    put = 0
    for word in range(words):
        k = work[START, word]
        while work[FLAT, k] != 0:
            work[target, put] = work[FLAT, k]
            put += 1
            k += 1
        work[target, put] = 0
        put += 1
    work[target, put] = 0
    return put + 1


@section
def write_land(work: IntRows, size: int, capital: int, found: IntRows, put: int) -> int:
    """Write the canonical form of the land in COPY to row 0 of `found` from `put` on; its end, END if too long."""
    capitals = fold(work, size, capital)
    if capitals == END:
        return END
    if capitals:
        colour_capitals(work, size, capitals)
    rank_capitals(work, size, capitals)
    k = at = regions = length = 0 * size
    while k < size:
        for row in (AHEAD, BACK):
            length = write_region(work, k, row)
        i = 0
        while i < length - 1 and work[AHEAD, i] == work[BACK, i]:
            i += 1
        better = BACK if work[BACK, i] < work[AHEAD, i] else AHEAD
        for i in range(length):
            work[BEST, at + i] = work[better, i]
        work[GROUP, regions] = at
        regions += 1
        at += length
        k += length
    sort_pieces(work, regions, 2 + 0 * regions)
    return write_codes(work, regions, capitals, capital, found, put)


@section
def write_codes(work: IntRows, regions: int, capitals: int, capital: int, found: IntRows, put: int) -> int:
    """Write the regions in order, capitals numbered as they appear; where the land ends."""
    names = 0
    for i in range(capitals):
        work[SUMS, i] = 0
    for region in range(regions):
        k = work[GROUP, region]
        while work[BEST, k] != 0 or work[BEST, k - 1] != 0:
            spot = work[BEST, k]
            if spot >= CAPITAL:
                if work[SUMS, spot - CAPITAL] == 0:
                    work[SUMS, spot - CAPITAL] = capital + names
                    names += 1
                spot = work[SUMS, spot - CAPITAL]
            found[0, put] = spot
            put += 1
            k += 1
        found[0, put] = 0
        put += 1
    return put
