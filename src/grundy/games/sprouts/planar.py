"""Drawings as planar maps: spots, arcs between them, and faces with one or several boundaries.

A boundary is the closed walk around it with the face on its left, as its corners: a spot and the dart that leaves it
along the walk. Arc k has the darts 2k and 2k + 1, one for each direction. A move draws two arcs with the
new spot between them. In Brussels Sprouts a free end is a spot with one life at the end of an arc of its own, and what
is in the middle of a cross is a spot without lives.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from typing import NamedTuple

LONE = -1  # the dart of a spot without arcs


class MapCorner(NamedTuple):
    """A corner of a walk: the spot, and the dart that leaves it."""

    spot: int
    dart: int


Walk = tuple[MapCorner, ...]
Face = tuple[Walk, ...]
Place = tuple[int, int]  # a walk of a face, and a corner of it
Kind = tuple[int, ...]


class MapCurve(NamedTuple):
    """A curve: its face, its ends, and the walks to the left of its way there, or None where it joins two walks."""

    face: int
    start: Place
    end: Place
    inside: frozenset[int] | None = None

    @property
    def note(self) -> str:
        """The curve as a short text."""
        text = ".".join(map(str, (self.face, *self.start, *self.end)))
        return text if self.inside is None else f"{text}_{'.'.join(map(str, sorted(self.inside)))}"


def read_note(text: str) -> MapCurve | None:
    """The curve that was written so; None where none was."""
    places, parts, inside = text.partition("_")
    if not re.fullmatch(r"\d{1,4}(\.\d{1,4}){4}(_(\d{1,4}(\.\d{1,4})*)?)?", text, re.ASCII):
        return None
    face, a, i, b, j = map(int, places.split("."))
    return MapCurve(face, (a, i), (b, j), frozenset(map(int, filter(None, inside.split(".")))) if parts else None)


@dataclass(frozen=True)
class PlanarMap:
    """A drawing: the lives of each spot, the faces, and the number of arcs."""

    lives: tuple[int, ...]
    faces: tuple[Face, ...]
    arcs: int = 0
    has_bars: bool = False  # whether a move adds a bar across its curve, with two free ends
    joints: frozenset[int] = frozenset()  # the spots that never had a life, such as the middles of crosses and bars

    def spot_at(self, face: int, place: Place) -> int:
        walk, corner = place
        return self.faces[face][walk][corner].spot

    def live_corners(self, face: int) -> list[Place]:
        return [
            (w, c)
            for w, walk in enumerate(self.faces[face])
            for c, corner in enumerate(walk)
            if self.lives[corner.spot]
        ]

    def curves(self) -> Iterator[MapCurve]:
        """The curves that can be drawn; of boundaries that are alike only how many lie inside."""
        for face in range(len(self.faces)):
            kinds = self.kinds(face)
            for start, end in combinations_with_replacement(self.live_corners(face), 2):
                one, two = self.spot_at(face, start), self.spot_at(face, end)
                if start[0] != end[0]:
                    yield MapCurve(face, start, end)
                elif self.lives[one] > 1 if start == end else one != two:
                    for inside in inside_choices(kinds, start[0]):
                        yield MapCurve(face, start, end, inside)

    def kinds(self, face: int) -> list[list[int]]:
        """The walks of a face that have live spots, those together that are alike."""
        found = dict[tuple[Kind, int], list[int]]()
        for number, walk in enumerate(self.faces[face]):
            spots = [corner.spot for corner in walk if self.lives[corner.spot]]
            is_lone = len(spots) == len(set(spots)) == sum(self.lives[spot] > 1 for spot in spots)
            if spots:
                kind = least_turn([self.lives[spot] for spot in spots]) if is_lone or self.has_bars else ()
                found.setdefault((kind, -1 if kind else number), []).append(number)
        return list(found.values())

    def allows(self, curve: MapCurve) -> bool:
        """Whether a curve can be drawn here."""
        if curve.face >= len(self.faces):
            return False
        live = self.live_corners(curve.face)
        if curve.start not in live or curve.end not in live:
            return False
        one, two = (self.spot_at(curve.face, place) for place in (curve.start, curve.end))
        if (curve.inside is None) != (curve.start[0] != curve.end[0]):
            return False
        others = set(range(len(self.faces[curve.face]))) - {curve.start[0]}
        return (self.lives[one] > 1 if curve.start == curve.end else one != two) and (curve.inside or set()) <= others

    def sides(self, curve: MapCurve) -> tuple[set[int], set[int]]:
        """The live spots on the left and on the right of a curve, without those at its ends."""
        if curve.inside is None:
            return set(), set()
        face, (a, i), (_, j) = self.faces[curve.face], curve.start, curve.end
        whole = circuit(face[a], i)
        ahead = len(whole) if i == j else (j - i) % len(whole)
        others = [number for number in range(len(face)) if number != a]
        left = [*whole[ahead:], *(corner for n in others if n in curve.inside for corner in face[n])]
        right = [*whole[:ahead], *(corner for n in others if n not in curve.inside for corner in face[n])]
        ends = {face[a][i].spot, face[a][j].spot}
        one, two = ({corner.spot for corner in side if self.lives[corner.spot]} - ends for side in (left, right))
        return one, two

    def encloses_left(self, curve: MapCurve) -> bool:
        """Whether the left side of a curve is the one that is called its inside: that with fewer spots."""
        left, right = self.sides(curve)
        return (len(left), sorted(left)) <= (len(right), sorted(right))

    def draw(self, curve: MapCurve) -> "PlanarMap":
        """The map after a move; its new spot is the first new number, its arcs the first new ones, start first."""
        face = self.faces[curve.face]
        (a, i), (b, j) = curve.start, curve.end
        new, arc = len(self.lives), self.arcs
        there, back = new_corners(new, arc, self.has_bars)
        ends = MapCorner(face[a][i].spot, 2 * arc), MapCorner(face[b][j].spot, 2 * arc + 3)
        if curve.inside is None:
            joined = (*circuit(face[a], i), ends[0], *there, *circuit(face[b], j), ends[1], *back)
            rest = tuple(walk for number, walk in enumerate(face) if number not in (a, b))
            sides = [(joined, *rest)]
        else:
            whole = circuit(face[a], i)
            ahead, behind = (whole, ()) if i == j else (whole[: (j - i) % len(whole)], whole[(j - i) % len(whole) :])
            others = [number for number in range(len(face)) if number != a]
            left = (*behind, ends[0], *there), *(face[number] for number in others if number in curve.inside)
            right = (*ahead, ends[1], *back), *(face[number] for number in others if number not in curve.inside)
            sides = [left, right]
        lives = list(self.lives)
        for corner in ends:
            lives[corner.spot] -= 1
        lives += [0, 1, 1] if self.has_bars else [1]
        faces = (*self.faces[: curve.face], *sides, *self.faces[curve.face + 1 :])
        joints = self.joints | {new} if self.has_bars else self.joints
        return PlanarMap(tuple(lives), faces, arc + (4 if self.has_bars else 2), self.has_bars, joints)


def new_corners(spot: int, arc: int, has_bar: bool) -> tuple[Walk, Walk]:
    """The corners at the new spot on the left and on the right of the curve."""
    there, back = (MapCorner(spot, 2 * arc + 2),), (MapCorner(spot, 2 * arc + 1),)
    if not has_bar:
        return there, back
    one, two = 2 * arc + 4, 2 * arc + 6
    left = MapCorner(spot, one), MapCorner(spot + 1, one + 1), *there
    return left, (MapCorner(spot, two), MapCorner(spot + 2, two + 1), *back)


def circuit(walk: Walk, corner: int) -> Walk:
    """The walk from a corner on, once round; nothing around a spot without arcs."""
    return () if walk[corner].dart == LONE else walk[corner:] + walk[:corner]


def inside_choices(kinds: Sequence[Sequence[int]], taken: int) -> Iterator[frozenset[int]]:
    others = [[walk for walk in alike if walk != taken] for alike in kinds]
    for numbers in product(*(range(len(alike) + 1) for alike in others)):
        yield frozenset(walk for alike, number in zip(others, numbers, strict=True) for walk in alike[:number])


def least_turn(word: Sequence[int]) -> Kind:
    return min(tuple(word[k:]) + tuple(word[:k]) for k in range(len(word)))


def free_spot_map(spots: int) -> PlanarMap:
    return PlanarMap((3,) * spots, (tuple((MapCorner(spot, LONE),) for spot in range(spots)),) if spots else ())


def cross_map(crosses: int) -> PlanarMap:
    """Crosses with four free ends; the spots of cross k are 5k, its middle, and the four ends."""
    walks = [
        tuple(
            corner
            for end in range(4)
            for corner in (MapCorner(5 * k, 8 * k + 2 * end), MapCorner(5 * k + 1 + end, 8 * k + 2 * end + 1))
        )
        for k in range(crosses)
    ]
    joints = frozenset(range(0, 5 * crosses, 5))
    return PlanarMap((0, 1, 1, 1, 1) * crosses, (tuple(walks),) if crosses else (), 4 * crosses, True, joints)
