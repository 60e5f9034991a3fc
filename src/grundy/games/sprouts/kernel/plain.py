"""The kernels run as plain Python, for the rules: drawings and lands as nested lists and tuples.

`games/sprouts/form.py` defines drawings and lands.
"""

from collections.abc import Iterable, Iterator

from grundy.games.sprouts.kernel.canonical import fold, write_land
from grundy.games.sprouts.kernel.curves import join, part, unfold
from grundy.games.sprouts.kernel.layout import (
    CAPITAL,
    COPY,
    END,
    FOLD,
    KINDS,
    LETTER,
    OWNER,
    PICKS,
    RAW,
    REGIONS,
    ROWS,
    WORDS,
    IntRows,
    plain_rows,
)
from grundy.games.sprouts.kernel.simplify import divide, gather, simplify

Corner = tuple[int, int]  # a boundary of a region, and a place in it
Land = tuple[tuple[tuple[int, ...], ...], ...]
Raw = list[list[list[int]]]


def canonical(drawing: Raw) -> tuple[Land, ...]:
    """The lands of a drawing, simplified, each in its canonical form, in order."""
    return canonical_lands(*load(drawing, RAW))


def canonical_lands(work: IntRows, size: int) -> tuple[Land, ...]:
    """The same for the drawing of this size in the row RAW."""
    size = simplify(work, size)
    regions, lands = divide(work, size), list[Land]()
    for label in range(regions):
        if work[OWNER, label] == label:
            codes = plain_rows(1, size + 1)
            end = write_land(work, gather(work, regions, label), CAPITAL, codes, 0)
            lands.append(decode([codes[0, k] for k in range(end)], CAPITAL))
    return tuple(sorted(lands))


def work_rows(length: int) -> IntRows:
    """Rows for drawings of this length: a move and its simplification make them less than twice as long."""
    return plain_rows(ROWS, 2 * length + 32)


def load(drawing: Raw, row: int) -> tuple[IntRows, int]:
    """Rows with the drawing in one of them, its letters numbered, and its length there."""
    letters = dict[int, int]()
    flat = list[int]()
    for region in drawing:
        for word in filter(None, region):
            flat += [spot if spot < LETTER else letters.setdefault(spot, LETTER + len(letters)) for spot in word]
            flat.append(END)
        flat.append(END)
    work = work_rows(len(flat))
    for k, spot in enumerate(flat):
        work[row, k] = spot
    return work, len(flat)


def split(numbers: Iterable[int], end: int) -> Iterator[list[list[int]]]:
    """The regions in a list of numbers, with `end` behind each boundary and each region."""
    region, word = list[list[int]](), list[int]()
    for number in numbers:
        if number != end:
            word.append(number)
        elif word:
            region.append(word)
            word = []
        else:
            yield region
            region = []


def decode(codes: Iterable[int], capital: int) -> Land:
    """The land that is written as these codes, in which `capital` is the first capital."""
    shift = CAPITAL - capital
    return tuple(
        tuple(tuple([code - 1 if code < capital else code + shift for code in word]) for word in region)
        for region in split(codes, 0)
    )


def encode(land: Land, capital: int) -> list[int]:
    """The land as codes: 0 behind each boundary and each region, and `capital` for the first capital."""
    codes, shift = list[int](), CAPITAL - capital
    for region in land:
        for word in region:
            codes += [spot + 1 if spot < CAPITAL else spot - shift for spot in word]
            codes.append(0)
        codes.append(0)
    return codes


def fold_drawing(drawing: Raw) -> Land:
    """A drawing that was written from one land, as that land again."""
    work, size = load(drawing, COPY)
    fold(work, size, CAPITAL)
    regions = split((work[FOLD, k] for k in range(size)), END)
    return tuple(tuple(map(tuple, region)) for region in regions)


class LandSheet:
    """A land on which curves are drawn."""

    def __init__(self, land: Land) -> None:
        codes = encode(land, CAPITAL)
        self.work, self.out = work_rows(len(codes)), [0] * (2 * len(codes) + 32)
        unfold(codes, CAPITAL, self.work)

    def lands_after(self, region: int, start: Corner, end: Corner, inside: tuple[int, ...] | None) -> tuple[Land, ...]:
        """The lands after a curve; `inside` are the boundaries within it, None where it joins two boundaries."""
        work, out = self.work, self.out
        first = work[REGIONS, region]
        (one, i), (two, j) = ((first + word, work[WORDS, first + word] + place) for word, place in (start, end))
        if inside is None:
            size = join(work, out, region, one, i, two, j, 0)
        else:
            for word in range(first, work[REGIONS, region + 1]):
                work[PICKS, word] = 0
            for word in inside:
                work[PICKS, work[KINDS, first + word]] += 1
            size = part(work, out, region, one, i, j, 0)
        for k in range(size):
            work[RAW, k] = out[k]
        return canonical_lands(work, size)
