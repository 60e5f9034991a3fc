"""Sprouts in plain lists and sets: the definition that the kernels are compared with.

A drawing is simplified by the rules, and of all ways to write a land the least is taken, with the capitals in the order
of the same colours. `games/sprouts/form.py` says what drawings and lands are.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from grundy.games.sprouts.curves import Curve
from grundy.games.sprouts.form import CAPITAL, LETTER, Land, Position, Raw, Word, unfold

__all__ = ["canonical", "position_after"]

PRIME, BASE = (1 << 31) - 1, 1_000_003
NEW, FIRST, SECOND = range(1 << 40, (1 << 40) + 3)  # letters of a curve: its new spot, and the ends that live on
Region = tuple[Word, ...]
Meetings = dict[int, list[tuple[list[int], int]]]  # for each capital its words, and the places there


def canonical(regions: Raw) -> Position:
    """The lands of a drawing, simplified, each in its canonical form, in order."""
    return tuple(sorted(canonical_land(land) for land in lands(simplify(regions))))


def lives(region: Iterable[Iterable[int]]) -> int:
    """The number of lives in a region; a letter has one, wherever it is met."""
    spots = [spot for word in region for spot in word]
    return sum(3 - spot for spot in spots if spot < LETTER) + len({spot for spot in spots if spot >= LETTER})


def simplify(regions: Raw) -> Raw:
    """The drawing without what changes no play: the result has the same tree of moves."""
    while True:
        met = Counter(spot for region in regions for word in region for spot in word)
        once = {spot for spot, times in met.items() if spot >= LETTER and times == 1}
        fewer = [simplify_region([shorter(word, once) for word in region]) for region in regions]
        fewer = [region for region in fewer if lives(region) > 1]
        if fewer == regions:
            return regions
        regions = fewer


def shorter(word: Sequence[int], once: set[int]) -> list[int]:
    """The boundary where a letter that is met once, or twice in a row, is a `2`, and a lone `1` is `22`."""
    short: list[int] = []
    for spot in word:
        if short and spot >= LETTER and spot == short[-1]:
            short[-1] = 2
        else:
            short.append(2 if spot in once else spot)
    if len(short) > 1 and short[0] >= LETTER and short[0] == short[-1]:
        short = [2, *short[1:-1]]
    return [2, 2] if short == [1] else short


def simplify_region(region: list[list[int]]) -> list[list[int]]:
    """The region without empty boundaries; with up to three lives it is one boundary where each spot is met once."""
    region = [word for word in region if word]
    if lives(region) > 3:
        return region
    met = Counter(spot for word in region for spot in word)
    return [[2 if spot >= LETTER and times == 2 else spot for spot, times in each(met)]]


def each(met: Counter[int]) -> Iterator[tuple[int, int]]:
    """The spots, letters once with how often they are met, others as often as they are met."""
    for spot, times in met.items():
        yield from [(spot, times)] if spot >= LETTER else [(spot, 1)] * times


def lands(regions: Raw) -> list[Raw]:
    """The regions, gathered by letters that they share."""
    groups: list[tuple[set[int], Raw]] = []
    for region in regions:
        letters, group = {spot for word in region for spot in word if spot >= LETTER}, [region]
        apart = []
        for others, earlier in groups:
            if letters & others:
                letters, group = letters | others, earlier + group
            else:
                apart.append((others, earlier))
        groups = [*apart, (letters, group)]
    return [group for _, group in groups]


def canonical_land(land: Raw) -> Land:
    """The canonical form of a connected drawing."""
    folded = [[fold(word) for word in region] for region in land]
    capitals = list(dict.fromkeys(spot for region in folded for word in region for spot in word if spot >= CAPITAL))
    colours = told_apart(folded, capitals)
    rank = {spot: CAPITAL + place for place, spot in enumerate(sorted(capitals, key=lambda spot: colours[spot]))}
    regions = sorted(read_best([[rank.get(spot, spot) for spot in word] for word in region]) for region in folded)
    return rename_capitals(tuple(regions))


def fold(word: list[int]) -> list[int]:
    """The boundary with letters that are met twice in it as distances, and other letters as capitals."""
    places: dict[int, list[int]] = {}
    for place, spot in enumerate(word):
        places.setdefault(spot, []).append(place)
    folded = []
    for place, spot in enumerate(word):
        if spot < LETTER:
            folded.append(spot)
        elif len(places[spot]) == 1:
            folded.append(CAPITAL + spot)
        else:
            folded.append(2 + (sum(places[spot]) - 2 * place) % len(word))
    return folded


def reflect(word: Sequence[int]) -> list[int]:
    """The boundary read the other way round."""
    return [spot if spot < LETTER or spot >= CAPITAL else 4 + len(word) - spot for spot in reversed(word)]


def read_best(region: list[list[int]]) -> Region:
    """The least way to write a region, over both orientations and all first spots."""
    return min(tuple(sorted(map(least, words))) for words in (region, [reflect(word) for word in region]))


def least(word: Sequence[int]) -> Word:
    """The least rotation of a word."""
    return min(tuple(word[i:]) + tuple(word[:i]) for i in range(len(word)))


def rename_capitals(regions: Land) -> Land:
    """The regions with capitals numbered as they appear."""
    names: dict[int, int] = {}
    for spot in (spot for region in regions for word in region for spot in word if spot >= CAPITAL):
        names.setdefault(spot, CAPITAL + len(names))
    return tuple(tuple(tuple(names.get(spot, spot) for spot in word) for word in region) for region in regions)


def told_apart(regions: Raw, capitals: list[int]) -> dict[int, int]:
    """Different colours for the capitals, equal ones under a symmetry but for the choice among those that are alike."""
    met: Meetings = {}
    for word, place, spot in ((w, place, spot) for region in regions for w in region for place, spot in enumerate(w)):
        met.setdefault(spot, []).append((word, place))
    colours, shades = dict.fromkeys(capitals, BASE), 1
    for _ in capitals:
        colours, shades = refine_colours(regions, met, colours, shades)
        if shades == len(capitals):
            break
        alike = Counter(colours.values())
        chosen = min(colour for colour in colours.values() if alike[colour] > 1)
        colours[next(spot for spot in capitals if colours[spot] == chosen)] = mix(chosen + shades)
        shades += 1
    return colours


def refine_colours(regions: Raw, met: Meetings, colours: dict[int, int], shades: int) -> tuple[dict[int, int], int]:
    """The colours after refinement to the end, and how many there are."""
    while shades < len(colours):
        finer = recolour(regions, met, colours)
        if (now := len(set(finer.values()))) <= shades:
            break
        colours, shades = finer, now
    return colours, shades


def recolour(regions: Raw, met: Meetings, colours: dict[int, int]) -> dict[int, int]:
    """Colours from what stands around both places of each capital, in both orientations of its regions."""
    sums = dict.fromkeys(colours, 0)
    for region in regions:
        for words in region, [reflect(word) for word in region]:
            whole = mix(sum(boundary_hash(word, colours) for word in words))
            for word, original in zip(words, region, strict=True):
                for place, spot in enumerate(word):
                    if spot >= CAPITAL:
                        there, centre = next(other for other in met[spot] if other[0] is not original)
                        sums[spot] += mix(glance(word, place, there, centre, colours) + whole)
    return {spot: mix(both) for spot, both in sums.items()}


def glance(word: list[int], place: int, there: list[int], centre: int, colours: dict[int, int]) -> int:
    """The hash of a word as read from a capital on, with how near others are where that capital is met again."""
    ways = {spot: abs(at - centre) for at, spot in enumerate(there)}
    near = {spot: BASE * (1 + min(way, len(there) - way)) for spot, way in ways.items()}
    here = 0
    for spot in word[place:] + word[:place]:
        here = (here * BASE + (colours[spot] + near.get(spot, 0) if spot >= CAPITAL else spot + 1)) % PRIME
    return here


def boundary_hash(word: Sequence[int], colours: dict[int, int]) -> int:
    """A hash of a boundary, whatever its first spot."""
    signs = [colours.get(spot, spot + 1) for spot in word]
    power, here, total = pow(BASE, len(word), PRIME), 0, 0
    for sign in signs:
        here = (here * BASE + sign) % PRIME
    for sign in signs:
        total += mix(here)
        here = (here * BASE + sign + (PRIME - sign) * power) % PRIME
    return mix(total)


def mix(number: int) -> int:
    """A number below the prime that looks random."""
    number %= PRIME
    square = number * number % PRIME  # a sum of squares would be the same for a word and its reflection
    return (square * number % PRIME * 48_271 + square * 69_621 + 16_807) % PRIME


def position_after(land: Land, curve: Curve) -> Position:
    """The position after the curve."""
    regions = unfold(land)
    region = regions.pop(curve.region)
    new = join_boundaries(region, curve) if curve.inside is None else part_region(region, curve, curve.inside)
    gone = {region[boundary][place] for boundary, place in (curve.start, curve.end)}
    dead = {spot for spot in gone if spot >= LETTER}
    return canonical([[[spot for spot in word if spot not in dead] for word in words] for words in regions + new])


def join_boundaries(region: list[list[int]], curve: Curve) -> Raw:
    """The region with two boundaries made one: along the first, the curve, along the second, and the curve back."""
    (one, i), (two, j) = curve.start, curve.end
    word = [*along(region[one], i, FIRST), NEW, *along(region[two], j, SECOND), NEW]
    return [[word, *(other for place, other in enumerate(region) if place not in (one, two))]]


def along(word: list[int], place: int, name: int) -> list[int]:
    """What one meets on the way round a boundary from a spot where a curve ends now."""
    rest = word[place + 1 :] + word[:place]
    return [1] if word[place] == 0 else [name, *rest, name] if word[place] == 1 else rest


def part_region(region: list[list[int]], curve: Curve, inside: tuple[int, ...]) -> Raw:
    """The two regions on the sides of a curve from a boundary to itself."""
    (place, i), (_, j) = curve.start, curve.end
    word, chosen = region[place], {place, *inside}
    one, two = loop(word, i) if i == j else chord(word, i, j)
    outside = [other for number, other in enumerate(region) if number not in chosen]
    return [[one, *(region[number] for number in inside)], [two, *outside]]


def loop(word: list[int], i: int) -> tuple[list[int], list[int]]:
    """The two boundaries after a loop at a spot, which dies unless it had three lives."""
    return ([FIRST, NEW], [FIRST, NEW]) if word[i] == 0 else ([NEW], [*word[i + 1 :], *word[:i], NEW])


def chord(word: list[int], i: int, j: int) -> tuple[list[int], list[int]]:
    """The two boundaries after a curve between two spots of one; a spot with two lives is met on both sides."""
    first, second = ([name] if word[place] == 1 else [] for place, name in ((i, FIRST), (j, SECOND)))
    between, rest = word[i + 1 : j], word[j + 1 :] + word[:i]
    return [*first, *between, *second, NEW], [*second, *rest, *first, NEW]
