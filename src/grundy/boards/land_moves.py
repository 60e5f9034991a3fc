"""Curves that can be drawn in a land of Sprouts: between two boundaries of a region, or from a boundary to itself.

A curve from a boundary to itself parts its region in two, and the other boundaries lie on either side, in every way.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement, product

from grundy.boards.land_form import CAPITAL, LETTER, Land, Position, Raw, Region, Word, canonical, unfold

__all__ = ["Curve", "curves", "options", "reached"]

Corner = tuple[int, int]  # a boundary of the region, and a place in it
Kinds = dict[Word, list[int]]
NEW, FIRST, SECOND = range(1 << 40, (1 << 40) + 3)  # letters of a curve: its new spot, and the ends that live on


@dataclass(frozen=True)
class Curve:
    """A curve: its region, its two ends, and the boundaries inside, or None where it joins two boundaries."""

    region: int
    start: Corner
    end: Corner
    inside: tuple[int, ...] | None = None


def options(land: Land) -> Iterator[Position]:
    """The different positions after one curve."""
    seen: set[Position] = set()
    for curve in curves(land):
        position = reached(land, curve)
        if position not in seen:
            seen.add(position)
            yield position


def curves(land: Land) -> Iterator[Curve]:
    """The curves that can be drawn; of boundaries that look alike the first ones are taken."""
    for number, region in enumerate(land):
        kinds: Kinds = {}
        for place, word in enumerate(region):
            kinds.setdefault(word, []).append(place)
        yield from joinings(number, kinds)
        yield from partings(number, region, kinds)


def joinings(number: int, kinds: Kinds) -> Iterator[Curve]:
    """The curves between two boundaries."""
    for one, two in combinations_with_replacement(kinds, 2):
        if one != two or len(kinds[one]) > 1:
            start, end = kinds[one][0], kinds[two][one == two]
            for i, j in product(range(len(one)), range(len(two))):
                yield Curve(number, (start, i), (end, j))


def partings(number: int, region: Region, kinds: Kinds) -> Iterator[Curve]:
    """The curves from a boundary to itself."""
    for word, (place, *_) in kinds.items():
        for i, j in combinations_with_replacement(range(len(word)), 2):
            if word[i] < 2 if i == j else not same(word, i, j):
                for inside in sides(kinds, place):
                    yield Curve(number, (place, i), (place, j), inside)


def same(word: Word, i: int, j: int) -> bool:
    """Whether one spot is met at both places."""
    return LETTER <= word[i] < CAPITAL and (i + word[i] - 2) % len(word) == j


def sides(kinds: Kinds, taken: int) -> Iterator[tuple[int, ...]]:
    """The ways to choose the boundaries inside, all but the one that is taken."""
    others = [[place for place in places if place != taken] for places in kinds.values()]
    for numbers in product(*(range(len(places) + 1) for places in others)):
        yield tuple(place for places, number in zip(others, numbers, strict=True) for place in places[:number])


def reached(land: Land, curve: Curve) -> Position:
    """The position after the curve."""
    regions = unfold(land)
    region = regions.pop(curve.region)
    new = joined(region, curve) if curve.inside is None else parted(region, curve, curve.inside)
    gone = {region[boundary][place] for boundary, place in (curve.start, curve.end)}
    dead = {spot for spot in gone if spot >= LETTER}
    return canonical([[[spot for spot in word if spot not in dead] for word in words] for words in regions + new])


def joined(region: list[list[int]], curve: Curve) -> Raw:
    """The region with two boundaries made one: along the first, the curve, along the second, and the curve back."""
    (one, i), (two, j) = curve.start, curve.end
    word = [*along(region[one], i, FIRST), NEW, *along(region[two], j, SECOND), NEW]
    return [[word, *(other for place, other in enumerate(region) if place not in (one, two))]]


def along(word: list[int], place: int, name: int) -> list[int]:
    """What one meets on the way round a boundary from a spot where a curve ends now."""
    rest = word[place + 1 :] + word[:place]
    return [1] if word[place] == 0 else [name, *rest, name] if word[place] == 1 else rest


def parted(region: list[list[int]], curve: Curve, inside: tuple[int, ...]) -> Raw:
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
