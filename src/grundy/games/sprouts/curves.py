"""Curves that can be drawn in a land of Sprouts: between two boundaries of a region, or from a boundary to itself.

A curve from a boundary to itself parts its region in two, and the other boundaries lie on either side, in every way.
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from grundy.games.sprouts.form import CAPITAL, LETTER, Land, Position, Word

Corner = tuple[int, int]  # a boundary of the region, and a place in it
Kinds = dict[Word, list[int]]


class Curve(NamedTuple):
    """A curve: its region, its two ends, and the boundaries inside, or None where it joins two boundaries."""

    region: int
    start: Corner
    end: Corner
    inside: tuple[int, ...] | None = None


def options(land: Land) -> Iterator[Position]:
    """The different positions after one curve."""
    from grundy.games.sprouts.kernel.plain import LandSheet

    sheet, seen = LandSheet(land), set[Position]()
    for curve in curves(land):
        position = sheet.lands_after(*curve)
        if position not in seen:
            seen.add(position)
            yield position


def curves(land: Land) -> Iterator[Curve]:
    for number, region in enumerate(land):
        kinds: Kinds = {}
        for place, word in enumerate(region):
            kinds.setdefault(word, []).append(place)
        yield from joinings(number, kinds)
        yield from partings(number, kinds)


def joinings(number: int, kinds: Kinds) -> Iterator[Curve]:
    for one, two in combinations_with_replacement(kinds, 2):
        if one != two or len(kinds[one]) > 1:
            start, end = kinds[one][0], kinds[two][one == two]
            for i, j in product(range(len(one)), range(len(two))):
                yield Curve(number, (start, i), (end, j))


def partings(number: int, kinds: Kinds) -> Iterator[Curve]:
    for word, (place, *_) in kinds.items():
        for i, j in combinations_with_replacement(range(len(word)), 2):
            is_one_letter = LETTER <= word[i] < CAPITAL and (i + word[i] - 2) % len(word) == j
            if word[i] < 2 if i == j else not is_one_letter:
                for inside in inside_choices(kinds, place):
                    yield Curve(number, (place, i), (place, j), inside)


def inside_choices(kinds: Kinds, taken: int) -> Iterator[tuple[int, ...]]:
    """The ways to choose the boundaries inside, all but the one that is taken."""
    others = [[place for place in places if place != taken] for places in kinds.values()]
    for numbers in product(*(range(len(places) + 1) for places in others)):
        yield tuple(place for places, number in zip(others, numbers, strict=True) for place in places[:number])
