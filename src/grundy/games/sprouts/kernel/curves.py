"""The drawings after one curve in a land of Sprouts."""

from grundy.games.sprouts.kernel.layout import (
    END,
    ENDS,
    KINDS,
    LETTER,
    PICKS,
    REGIONS,
    SIZES,
    SPOTS,
    WORDS,
    IntRow,
    IntRows,
    section,
)

FULL = -1


@section
def unfold(source: IntRow, capital: int, work: IntRows) -> None:
    """Load the land that is written as these codes, each pair of equal letters as a letter of its own."""
    size = len(source)
    word = region = start = 0
    work[REGIONS, 0] = 0
    fresh = LETTER
    for k in range(size):
        if source[k] >= capital:
            fresh = max(fresh, source[k] - capital + LETTER + 1)
    for k in range(size):
        if source[k] != 0:
            work[SPOTS, k] = source[k] - 1 if source[k] <= LETTER else source[k] - capital + LETTER
            continue
        work[SPOTS, k] = END
        if k == start:
            region += 1
            work[REGIONS, region] = word
        else:
            for i in range(start, k):
                if LETTER < source[i] < capital:
                    partner = start + (i - start + source[i] - 3) % (k - start)
                    if partner > i:
                        work[SPOTS, i] = work[SPOTS, partner] = fresh
                        fresh += 1
            work[WORDS, word], work[ENDS, word] = start, k
            work[KINDS, word], work[PICKS, word] = word, 0
            if word > work[REGIONS, region]:
                before = work[WORDS, word - 1]
                i = 0
                while source[before + i] == source[start + i] and source[start + i] != 0:
                    i += 1
                if source[before + i] == source[start + i]:
                    work[KINDS, word] = work[KINDS, word - 1]
            word += 1
        start = k + 1
    work[SIZES, 0], work[SIZES, 1] = region, fresh


@section
def write_arc(work: IntRows, out: IntRow, word: int, start: int, stop: int, put: int) -> int:
    """Write the spots between two places of a boundary from `put` on, without letters that die; where they end."""
    first, length = work[WORDS, word], work[ENDS, word] - work[WORDS, word]
    one, two = work[SPOTS, start], work[SPOTS, stop]
    k = start
    for _ in range((stop - start - 1) % length):
        k = k + 1 if k + 1 < first + length else first
        spot = work[SPOTS, k]
        if spot < LETTER or (spot != one and spot != two):
            out[put] = spot
            put += 1
    return put


@section
def copy_boundary(work: IntRows, out: IntRow, word: int, put: int, one: int, two: int) -> int:
    """Write a boundary without two letters, and nothing of one that is empty then; where it ends."""
    start = put
    for k in range(work[WORDS, word], work[ENDS, word]):
        spot = work[SPOTS, k]
        if spot < LETTER or (spot != one and spot != two):
            out[put] = spot
            put += 1
    out[put] = END
    return put + (put > start)


@section
def copy_other_regions(work: IntRows, out: IntRow, region: int, one: int, two: int, put: int) -> int:
    """Write the other regions without two letters; where they end."""
    for other in range(work[SIZES, 0]):
        if other != region:
            for word in range(work[REGIONS, other], work[REGIONS, other + 1]):
                put = copy_boundary(work, out, word, put, one, two)
            out[put] = END
            put += 1
    return put


@section
def write_circuit(work: IntRows, out: IntRow, word: int, start: int, put: int, name: int) -> int:
    """Write the way round a boundary from a spot where a curve ends now; where it ends."""
    spot = work[SPOTS, start]
    if spot == 0:
        out[put] = 1
        return put + 1
    if spot == 1:
        out[put] = name
        put += 1
    put = write_arc(work, out, word, start, start, put)
    if spot == 1:
        out[put] = name
        put += 1
    return put


@section
def join(work: IntRows, out: IntRow, region: int, one: int, i: int, two: int, j: int, put: int) -> int:
    """Write the drawing after a curve between two boundaries; where it ends."""
    new = work[SIZES, 1]
    put = copy_other_regions(work, out, region, work[SPOTS, i], work[SPOTS, j], put)
    put = write_circuit(work, out, one, i, put, new + 1)
    out[put] = new
    put = write_circuit(work, out, two, j, put + 1, new + 2)
    out[put], out[put + 1] = new, END
    put += 2
    for word in range(work[REGIONS, region], work[REGIONS, region + 1]):
        if word != one and word != two:
            put = copy_boundary(work, out, word, put, work[SPOTS, i], work[SPOTS, j])
    out[put] = END
    return put + 1


@section
def write_side(work: IntRows, out: IntRow, word: int, i: int, j: int, names: int, put: int) -> int:
    """Write one side of a curve from a boundary to itself, `names` is 1 or 2 for the two sides; where it ends."""
    new, x, y = work[SIZES, 1], work[SPOTS, i], work[SPOTS, j]
    if i == j:
        if x == 0:
            out[put] = new + 1
            put += 1
        elif names == 2:
            put = write_arc(work, out, word, i, i, put)
    else:
        if x == 1:
            out[put] = new + names
            put += 1
        put = write_arc(work, out, word, i, j, put)
        if y == 1:
            out[put] = new + 3 - names
            put += 1
    out[put], out[put + 1] = new, END
    return put + 2


@section
def part(work: IntRows, out: IntRow, region: int, word: int, i: int, j: int, put: int) -> int:
    """Write the drawing after a curve from a boundary to itself with the picked boundaries inside; where it ends."""
    put = copy_other_regions(work, out, region, work[SPOTS, i], work[SPOTS, j], put)
    for names in range(1, 3):
        put = write_side(work, out, word, i if names == 1 else j, j if names == 1 else i, names, put)
        for other in range(work[REGIONS, region], work[REGIONS, region + 1]):
            rank = other - work[KINDS, other] - (work[KINDS, other] == work[KINDS, word])
            if other != word and (rank < work[PICKS, work[KINDS, other]]) == (names == 1):
                put = copy_boundary(work, out, other, put, work[SPOTS, i], work[SPOTS, j])
        out[put] = END
        put += 1
    return put


@section
def next_choice(work: IntRows, region: int, word: int) -> bool:
    """Put the next way to pick boundaries for the inside into PICKS; whether there is one."""
    for kind in range(work[REGIONS, region], work[REGIONS, region + 1]):
        if work[KINDS, kind] == kind:
            last = kind
            while last < work[REGIONS, region + 1] and work[KINDS, last] == kind:
                last += 1
            work[PICKS, kind] += 1
            if work[PICKS, kind] <= last - kind - (work[KINDS, word] == kind):
                return True
            work[PICKS, kind] = 0
    return False


def draw_curves(source: IntRow, capital: int, work: IntRows, out: IntRow) -> int:
    """Write the drawings after one curve in a land, each behind its size; their number, FULL if they do not fit."""
    unfold(source, capital, work)
    spare, number, put = 2 * len(source) + 32, 0, 0 * len(source)
    for region in range(work[SIZES, 0]):
        last = work[REGIONS, region + 1]
        for one in range(work[REGIONS, region], last):
            if work[KINDS, one] != one:
                continue
            for i in range(work[WORDS, one], work[ENDS, one]):
                for j in range(i, work[ENDS, one]):
                    spot = work[SPOTS, i]
                    more = spot < 2 if i == j else spot < LETTER or spot != work[SPOTS, j]
                    while more:
                        if put + spare > len(out):
                            return FULL
                        end = part(work, out, region, one, i, j, put + 1)
                        out[put] = end - put - 1
                        put, number = end, number + 1
                        more = next_choice(work, region, one)
                for two in range(one + 1, last):
                    if work[KINDS, two] == two or (two == one + 1 and work[KINDS, two] == one):
                        if put + spare * (work[ENDS, two] - work[WORDS, two]) > len(out):
                            return FULL
                        for j in range(work[WORDS, two], work[ENDS, two]):
                            end = join(work, out, region, one, i, two, j, put + 1)
                            out[put] = end - put - 1
                            put, number = end, number + 1
    return number
