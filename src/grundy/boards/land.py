"""Drawings of Sprouts: a position is a tuple of lands in canonical form (see `land_form`).

Spots are numbered as the position is written, and a move is said in these numbers.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from string import ascii_lowercase, ascii_uppercase

from grundy.boards.land_form import CAPITAL, LETTER, Land, Position, Raw, canonical, unfold
from grundy.boards.land_moves import Curve, curves, options, reached
from grundy.core.board import Board, Handle
from grundy.core.reader import Reader

__all__ = ["Lands", "numbered"]

MOST = 100_000  # spots that are read; each is a boundary of its own
NAMES = ascii_lowercase + ascii_uppercase
ALPHABET = len(ascii_lowercase)


@dataclass(frozen=True)
class Lands(Board[Position]):
    """A sphere with spots and curves, by its lands, regions and boundaries."""

    kind = "lands"
    notation = (
        "a number of spots; or boundaries, each with a point behind it, regions separated by / and lands by ; where 0, "
        "1, 2 are spots with so many ends, a is met twice in a boundary and A lies between two regions: 0*3.AB./AB."
    )

    def read(self, reader: Reader) -> Position:
        """The spots, or the lands."""
        start, rest = reader.place, reader.text[reader.place : reader.stop].strip()
        if not rest or rest.replace("_", "").isdigit() or "^" in rest or "**" in rest:
            spots = reader.integer("a number of spots")
            if spots > MOST:
                raise reader.error(f"more than {MOST:,} spots; write fewer", start)
            return canonical([[[0]] * spots])
        lands = [self.read_land(reader)]
        while reader.take(";") or reader.take("]"):
            lands += [self.read_land(reader)] if reader.next not in ("", "!") else []
        reader.take("!")
        return tuple(sorted(land for regions in lands for land in canonical(regions)))

    def read_land(self, reader: Reader) -> Raw:
        """The regions of a land, as a drawing that is checked."""
        start, regions = reader.place, [read_region(reader)]
        while reader.take("/") or reader.take("}"):
            regions += [read_region(reader)] if reader.next not in ("", ";", "]", "!") else []
        if fault := wrong(regions):
            raise reader.error(fault, start)
        return regions

    def show(self, position: Position) -> str:
        """The number of spots where nothing was drawn, otherwise the lands."""
        spots = sum(len(region) for land in position for region in land)
        untouched = not position or (len(position) == 1 and position[0] == ((((0,),) * spots),))
        return str(spots) if untouched else "; ".join(map(shown, position))

    @staticmethod
    def change(before: Position, after: Position) -> tuple[int, Position]:
        """The place of the land that was drawn in, and what became of it."""
        kept = Counter(before) & Counter(after)
        old = next(iter((Counter(before) - kept).elements()))
        return before.index(old), tuple(sorted((Counter(after) - kept).elements()))

    def handle(self, before: Position, after: Position) -> Handle:
        """The region, the spots at the ends and those inside, all by number; and which of several curves it is."""
        place, new = self.change(before, after)
        spots = sum(count(land) for land in before[:place])
        regions = sum(map(len, before[:place]))
        (region, ends, inside), way = touches(before[place])[new]
        where = [("region", region + regions), *(("end", spot + spots) for spot in ends)]
        around = [("parts", inside is not None), *(("inside", spot + spots) for spot in inside or ())]
        return frozenset([*where, *around, ("way", way)])

    def differ(self, before: Position, after: Position) -> str:
        """The curve in words."""
        place, new = self.change(before, after)
        spots = sum(count(land) for land in before[:place])
        (region, (one, two), inside), way = touches(before[place])[new]
        where = f"in region {region + sum(map(len, before[:place]))} " if sum(map(len, before)) > 1 else ""
        ends = f"loop at spot {one + spots}" if one == two else f"join spot {one + spots} with spot {two + spots}"
        around = "" if inside is None else f" around {ranges([spot + spots for spot in inside])}"
        return where + ends + around + (f", way {way + 1}" if way else "")

    def tidy(self, position: Position) -> Position | None:
        """The position, or None where no curve can be drawn."""
        return position or None

    def small(self, bound: int) -> Iterator[Position]:
        """Every position that can be reached from a quarter of `bound` spots."""
        todo = [canonical([[[0]] * spots]) for spots in range(bound // 4 + 1)]
        seen = set(todo)
        for position in todo:
            yield position
            for place, land in enumerate(position):
                for new in options(land):
                    to = tuple(sorted((*position[:place], *new, *position[place + 1 :])))
                    todo += [to] * (to not in seen)
                    seen.add(to)

    def line(self, n: int) -> Position:
        """So many spots."""
        return canonical([[[0]] * n])


def read_region(reader: Reader) -> list[list[int]]:
    """Boundaries with a point behind each."""
    region: list[list[int]] = []
    while reader.next and reader.next not in "/};]!":
        start, word = reader.place, read_word(reader)
        times = reader.integer("how many boundaries") if reader.take("*") else 1
        reader.expect(".", "behind a boundary")
        if times > MOST or (times > 1 and any(spot >= LETTER for spot in word)):
            raise reader.error(f"only boundaries without letters are repeated, at most {MOST:,} times", start)
        region += [word] * times
    if not region:
        raise reader.error("a region has at least one boundary; write such as 0.AB./AB.")
    return region


def read_word(reader: Reader) -> list[int]:
    """The spots of a boundary."""
    word: list[int] = []
    while reader.next and reader.next in "012" + NAMES:
        sign = reader.next
        reader.take(sign)
        primes = len(reader.while_in("'"))
        if sign in "012" and primes:
            raise reader.error("a ' stands behind a letter only")
        word.append(int(sign) if sign in "012" else LETTER + NAMES.index(sign) + len(NAMES) * primes)
    if not word:
        raise reader.error(f"expected spots: 0, 1, 2 or letters, found {reader.found()}")
    return word


def wrong(regions: Raw) -> str:
    """What is wrong with a drawing, or nothing."""
    if any(0 in word and len(word) > 1 for region in regions for word in region):
        return "a spot 0 has no curve, so it is alone in its boundary; write it as 0."
    places = [(spot, r, w) for r, region in enumerate(regions) for w, word in enumerate(region) for spot in word]
    met: dict[int, list[tuple[int, int]]] = {}
    for spot, *place in places:
        met.setdefault(spot, []).append((place[0], place[1]))
    for spot, at in ((spot, at) for spot, at in met.items() if spot >= LETTER):
        if len(at) != 2:
            return f"{named(spot)} is met {len(at)} times; a letter is met twice, a spot with one life met once is 2"
        if (at[0] == at[1]) != ((spot - LETTER) % len(NAMES) < ALPHABET):
            return f"{named(spot)}: small letters are met twice in one boundary, capitals in two regions"
        if at[0] != at[1] and at[0][0] == at[1][0]:
            return f"{named(spot)} is met in two boundaries of one region, which no drawing has; put it in one"
    return ""


def named(spot: int) -> str:
    """The letter of a spot, with as many primes as the alphabet was gone through."""
    primes, letter = divmod(spot - LETTER, len(NAMES))
    return NAMES[letter] + "'" * primes


def shown(land: Land) -> str:
    """A land as text."""
    names: dict[int, str] = {}
    small = capital = 0
    for folded, raw in zip(spots_of(land), spots_of(unfold(land)), strict=True):
        if raw >= LETTER and raw not in names:
            if folded >= CAPITAL:
                names[raw], capital = name(capital, ascii_uppercase), capital + 1
            else:
                names[raw], small = name(small, ascii_lowercase), small + 1
    return "/".join("".join(repeated(region, names)) for region in unfold(land))


def spots_of(regions: Land | Raw) -> Iterator[int]:
    """The spots as they are written."""
    return (spot for region in regions for word in region for spot in word)


def name(number: int, letters: str) -> str:
    """A letter for a number."""
    return letters[number % ALPHABET] + "'" * (number // ALPHABET)


def repeated(region: list[list[int]], names: dict[int, str]) -> Iterator[str]:
    """The boundaries as text, equal ones with their number."""
    for text, same in groupby("".join(names.get(spot, str(spot)) for spot in word) for word in region):
        times = len(list(same))
        yield f"{text}*{times}." if times > 1 else f"{text}."


def numbered(land: Land) -> Raw:
    """The land with each spot by its number, from 1."""
    drawing, last, letters = unfold(land), 0, dict[int, int]()
    numbers: Raw = []
    for region in drawing:
        numbers.append([])
        for word in region:
            numbers[-1].append([])
            for spot in word:
                last += spot not in letters
                numbers[-1][-1].append(letters.setdefault(spot, last) if spot >= LETTER else last)
    return numbers


def count(land: Land) -> int:
    """The number of spots of a land."""
    return max(spots_of(numbered(land)))


Touch = tuple[int, tuple[int, int], tuple[int, ...] | None]  # the region, the ends, the spots inside


class Touches:
    """How each option of a land is reached, found as far as it is asked for: there may be very many."""

    def __init__(self, land: Land) -> None:
        self.land, self.numbers, self.curves = land, numbered(land), curves(land)
        self.found: dict[Position, tuple[Touch, int]] = {}
        self.ways = Counter[Touch]()

    def __getitem__(self, option: Position) -> tuple[Touch, int]:
        """What is touched, and which of several options it is that are touched so."""
        while option not in self.found:
            curve = next(self.curves)
            reached_now = reached(self.land, curve)
            if reached_now not in self.found:
                touch = touched(curve, self.numbers[curve.region])
                self.found[reached_now] = touch, self.ways[touch]
                self.ways[touch] += 1
        return self.found[option]


@lru_cache(maxsize=32)  # a list of moves in words asks for each move of the same land
def touches(land: Land) -> Touches:
    """How the options of the land are reached."""
    return Touches(land)


def touched(curve: Curve, region: list[list[int]]) -> Touch:
    """The region, the ends and the spots inside of a curve: on that side where there are fewer."""
    (a, i), (b, j) = curve.start, curve.end
    ends = region[a][i], region[b][j]
    if curve.inside is None:
        return curve.region + 1, ends, None
    chosen = {a, *curve.inside}
    inside = [region[a][i + 1 : j], *(region[place] for place in curve.inside)]
    outside = [region[a][j + 1 :] + region[a][:i], *(word for place, word in enumerate(region) if place not in chosen)]
    sides = [tuple(sorted({spot for word in side for spot in word} - set(ends))) for side in (inside, outside)]
    return curve.region + 1, ends, min(sides, key=lambda spots: (len(spots), spots))


def ranges(spots: list[int]) -> str:
    """The spots in words, neighbouring numbers put together: spots 1-3, 5."""
    runs = [[n for _, n in run] for _, run in groupby(enumerate(spots), lambda pair: pair[1] - pair[0])]
    text = ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
    return f"spot{'s' * (len(spots) > 1)} {text}" if spots else "no spot"
