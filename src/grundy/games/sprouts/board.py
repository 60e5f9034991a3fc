"""The board of Sprouts: a position is a tuple of lands in canonical form (see `form.py`).

Spots are numbered in the order in which the position is written, and a move is described by these numbers.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from string import ascii_lowercase, ascii_uppercase
from typing import TYPE_CHECKING

from grundy.core.board import Board, Edit, Handle, Values
from grundy.core.reader import Reader
from grundy.core.ruleset import Ruleset
from grundy.errors import NotationError
from grundy.games.sprouts.curves import Curve, curves, options
from grundy.games.sprouts.form import CAPITAL, LETTER, Land, Position, Raw, Word, canonical, unfold

if TYPE_CHECKING:
    from grundy.render.scenes.scene import Scene

MOST_SPOTS = 100_000  # that are read; each is a boundary of its own
NAMES = ascii_lowercase + ascii_uppercase
ALPHABET = len(ascii_lowercase)
Touch = tuple[int, tuple[int, int], tuple[int, ...] | None]  # the region, the ends, the spots inside


class Lands(Board[Position]):
    """A sphere with spots and curves, by its lands, regions and boundaries."""

    kind = "lands"
    family = "Graphs and curves"
    notation = (
        "a number of spots; or boundaries, each with a point behind it, regions separated by / and lands by ; where 0, "
        "1, 2 are spots with so many ends, a is met twice in a boundary and A lies between two regions: 0*3.AB./AB."
    )

    def read(self, reader: Reader) -> Position:
        start, rest = reader.place, reader.text[reader.place : reader.stop].strip()
        if not rest or rest.replace("_", "").isdigit() or "^" in rest or "**" in rest:
            return free_spots(reader.integer("a number of spots"))
        lands = [self.read_land(reader)]
        while reader.take(";") or reader.take("]"):
            lands += [self.read_land(reader)] if reader.next not in ("", "!") else []
        reader.take("!")
        position = tuple(sorted(land for regions in lands for land in canonical(regions)))
        if not is_drawable(position):
            raise reader.error("no drawing in the plane has these boundaries; write the spots of each in order", start)
        return position

    def of_values(self, values: Values) -> Position:
        """A number of spots, or the position itself."""
        if len(values) == 1 and not isinstance(values[0], tuple):
            return free_spots(self.whole(values[0]))
        return super().of_values(values)

    def read_land(self, reader: Reader) -> Raw:
        """The regions of a land, as a drawing that is checked."""
        start, regions = reader.place, [read_region(reader)]
        while reader.take("/") or reader.take("}"):
            regions += [read_region(reader)] if reader.next not in ("", ";", "]", "!") else []
        if fault := find_fault(regions):
            raise reader.error(fault, start)
        return regions

    def show(self, position: Position) -> str:
        """The number of spots where nothing was drawn, otherwise the lands."""
        spots = sum(len(region) for land in position for region in land)
        untouched = not position or (len(position) == 1 and position[0] == ((((0,),) * spots),))
        return str(spots) if untouched else "; ".join(map(show_land, position))

    @staticmethod
    def touch(before: Position, after: Position) -> tuple[Touch, int]:
        """The region and the spots of the curve, by number; and which it is of the curves with the same ones."""
        kept = Counter(before) & Counter(after)
        old = next(iter((Counter(before) - kept).elements()))
        place, new = before.index(old), tuple(sorted((Counter(after) - kept).elements()))
        regions, spots = sum(map(len, before[:place])), sum(map(count_spots, before[:place]))
        (region, (one, two), inside), way = touches(old)[new]
        numbers = None if inside is None else tuple(spot + spots for spot in inside)
        return (region + regions, (one + spots, two + spots), numbers), way

    def handle(self, before: Position, after: Position) -> Handle:
        """The region, the spots at the ends and those inside, all by number; and which of several curves it is."""
        (region, ends, inside), way = self.touch(before, after)
        around = [("parts", inside is not None), *(("inside", spot) for spot in inside or ())]
        return frozenset([("region", region), *(("end", spot) for spot in ends), *around, ("way", way)])

    def differ(self, before: Position, after: Position) -> str:
        (region, (one, two), inside), way = self.touch(before, after)
        where = f"in region {region} " if sum(map(len, before)) > 1 else ""
        ends = f"loop at spot {one}" if one == two else f"join spot {one} with spot {two}"
        around = "" if inside is None else f" around {spot_ranges(inside)}"
        return where + ends + around + (f", way {way + 1}" if way else "")

    def tidy(self, position: Position) -> Position | None:
        """The position, or None where no curve can be drawn."""
        return position or None

    def edits(self, position: Position) -> Iterator[Edit[Position]]:
        """A spot without curves more or fewer, and other numbers of spots with nothing drawn."""
        yield from self.spot_edits(position)
        spots = sum(map(count_spots, position))
        for number in (spots - 1, spots, spots + 1):
            if number > 0 and free_spots(number) != position:
                yield Edit(f"{number} spot{'s' * (number > 1)} with nothing drawn", free_spots(number))

    @staticmethod
    def spot_edits(position: Position) -> Iterator[Edit[Position]]:
        """A spot without curves taken away, or added to a region; both are counted as in the picture."""
        spot = region_number = 0
        for place, land in enumerate(position):
            others = (*position[:place], *position[place + 1 :])
            numbers = number_spots(land)
            for r, words in enumerate(land):
                region_number += 1
                for w, word in enumerate(words):
                    if word == (0,):
                        left = canonical(put_region(land, r, (*words[:w], *words[w + 1 :])))
                        number = spot + numbers[r][w][0]
                        yield Edit(f"remove spot {number}", tuple(sorted((*others, *left))), (f"s{number - 1}",))
                more = canonical(put_region(land, r, ((0,), *words)))
                yield Edit(f"add a spot in region {region_number}", tuple(sorted((*others, *more))))
            spot += count_spots(land)

    def small(self, bound: int) -> Iterator[Position]:
        """Every position that can be reached from a quarter of `bound` spots."""
        todo = [free_spots(spots) for spots in range(bound // 4 + 1)]
        seen = set(todo)
        for position in todo:
            yield position
            for place, land in enumerate(position):
                for new in options(land):
                    to = tuple(sorted((*position[:place], *new, *position[place + 1 :])))
                    todo += [to] * (to not in seen)
                    seen.add(to)

    def line(self, n: int) -> Position:
        return free_spots(n)

    def scene(
        self, position: Position, options: Sequence[Position], rules: Ruleset[Position], past: Sequence[Position]
    ) -> "Scene":
        from grundy.games.sprouts.draw import draw_match

        return draw_match(self, past, position, options, False)

    script = "sprouts/draw.js"

    def after_drawing(self, position: Position, past: Sequence[Position], line: str) -> tuple[Position, str]:
        from grundy.games.sprouts.draw import find_drawn_option
        from grundy.games.sprouts.rules import sprouts

        return find_drawn_option(sprouts, position, past, line), line

    def line_of_move(self, position: Position, past: Sequence[Position], note: str) -> str:
        from grundy.games.sprouts.draw import find_line

        return find_line(position, past, note, False)

    def lines(self, position: Position, width: int) -> list[str]:
        from grundy.games.sprouts.draw import land_lines

        return land_lines(position, width)


def put_region(land: Land, place: int, words: Sequence[Word]) -> Raw:
    """The land as a drawing with other boundaries in one of its regions, where these are written as in the land."""
    return unfold((*land[:place], tuple(words), *land[place + 1 :]))


def free_spots(number: int) -> Position:
    if number > MOST_SPOTS:
        raise NotationError(f"more than {MOST_SPOTS:,} spots; write fewer")
    return ((((0,),) * number,),) if number else ()


def read_region(reader: Reader) -> list[list[int]]:
    region: list[list[int]] = []
    while reader.next and reader.next not in "/};]!":
        start, word = reader.place, read_word(reader)
        times = reader.integer("how many boundaries") if reader.take("*") else 1
        reader.expect(".", "behind a boundary")
        if times > MOST_SPOTS or (times > 1 and any(spot >= LETTER for spot in word)):
            raise reader.error(f"only boundaries without letters are repeated, at most {MOST_SPOTS:,} times", start)
        region += [word] * times
    if not region:
        raise reader.error("a region has at least one boundary; write such as 0.AB./AB.")
    return region


def read_word(reader: Reader) -> list[int]:
    word: list[int] = []
    while reader.next and reader.next in "012" + NAMES:
        sign = reader.next
        reader.take(sign)
        primes = len(reader.while_in("'"))
        if sign in "012" and primes:
            raise reader.error("a ' stands behind a letter only")
        word.append(int(sign) if sign in "012" else LETTER + NAMES.index(sign) + len(NAMES) * primes)
    if not word:
        raise reader.error(f"expected spots: 0, 1, 2 or letters, found {reader.next_in_words()}")
    return word


def find_fault(regions: Raw) -> str:
    """Why no drawing is written like this; empty if there is one."""
    if any(0 in word and len(word) > 1 for region in regions for word in region):
        return "a spot 0 has no curve, so it is alone in its boundary; write it as 0."
    met: dict[int, list[tuple[int, int]]] = {}  # for each letter the regions and boundaries where it stands
    for r, region in enumerate(regions):
        for w, word in enumerate(region):
            for spot in word:
                if spot >= LETTER:
                    met.setdefault(spot, []).append((r, w))
    for spot, at in met.items():
        if len(at) != 2:
            return f"{letter(spot)} is met {len(at)} times; a letter is met twice, a spot with one life met once is 2"
        if (at[0] == at[1]) != ((spot - LETTER) % len(NAMES) < ALPHABET):
            return f"{letter(spot)}: small letters are met twice in one boundary, capitals in two regions"
        if at[0] != at[1] and at[0][0] == at[1][0]:
            return f"{letter(spot)} is met in two boundaries of one region, which no drawing has; put it in one"
    return ""


def is_drawable(position: Position) -> bool:
    """Whether a drawing has these regions; of a position too large to be drawn it is not asked."""
    from grundy.games.sprouts.embed import fit_regions

    return all(fit_regions(land).is_open for land in position)


def letter(spot: int) -> str:
    """The letter of a spot, primes where the letters of the alphabet are not enough."""
    primes, place = divmod(spot - LETTER, len(NAMES))
    return NAMES[place] + "'" * primes


def show_land(land: Land) -> str:
    drawing, names = unfold(land), dict[int, str]()
    small = capital = 0
    for folded, spot in zip(spots_of(land), spots_of(drawing), strict=True):
        if spot >= LETTER and spot not in names:
            if folded >= CAPITAL:
                names[spot], capital = nth_letter(capital, ascii_uppercase), capital + 1
            else:
                names[spot], small = nth_letter(small, ascii_lowercase), small + 1
    return "/".join("".join(show_boundaries(region, names)) for region in drawing)


def spots_of(regions: Land | Raw) -> Iterator[int]:
    return (spot for region in regions for word in region for spot in word)


def nth_letter(number: int, letters: str) -> str:
    return letters[number % ALPHABET] + "'" * (number // ALPHABET)


def show_boundaries(region: list[list[int]], names: dict[int, str]) -> Iterator[str]:
    """The boundaries as text, equal ones once with their number."""
    for text, same in groupby("".join(names.get(spot, str(spot)) for spot in word) for word in region):
        times = len(list(same))
        yield f"{text}*{times}." if times > 1 else f"{text}."


def number_spots(land: Land) -> Raw:
    """The land with each spot by its number, from 1."""
    numbers, last, letters = list[list[list[int]]](), 0, dict[int, int]()
    for region in unfold(land):
        numbers.append([])
        for word in region:
            numbers[-1].append([])
            for spot in word:
                last += spot not in letters
                numbers[-1][-1].append(letters.setdefault(spot, last) if spot >= LETTER else last)
    return numbers


def count_spots(land: Land) -> int:
    return max(spots_of(number_spots(land)))


class Touches:
    """How each option of a land is reached, computed on demand: there may be very many."""

    def __init__(self, land: Land) -> None:
        from grundy.games.sprouts.kernel.plain import LandSheet

        self.sheet, self.numbers, self.curves = LandSheet(land), number_spots(land), curves(land)
        self.known: dict[Position, tuple[Touch, int]] = {}
        self.ways = Counter[Touch]()

    def __getitem__(self, option: Position) -> tuple[Touch, int]:
        """What is touched, and which of several options it is that are touched so."""
        while option not in self.known:
            curve = next(self.curves)
            position = self.sheet.lands_after(*curve)
            if position not in self.known:
                touch = touched_spots(curve, self.numbers[curve.region])
                self.known[position] = touch, self.ways[touch]
                self.ways[touch] += 1
        return self.known[option]


touches = lru_cache(maxsize=32)(Touches)  # a list of moves in words needs it for each move of the same land


def touched_spots(curve: Curve, region: list[list[int]]) -> Touch:
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


def spot_ranges(spots: Sequence[int]) -> str:
    """The spots in words, successive numbers as a range: spots 1-3, 5."""
    runs = [[n for _, n in run] for _, run in groupby(enumerate(spots), lambda pair: pair[1] - pair[0])]
    text = ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
    return f"spot{'s' * (len(spots) > 1)} {text}" if spots else "no spot"
