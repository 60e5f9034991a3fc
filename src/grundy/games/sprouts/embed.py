"""Planar maps of positions that are written and whose past is not known.

A boundary is a disc whose rim meets its spots in order; all its region has else lies in it. Two discs touch at a spot
that both meet, and a disc touches itself at a spot that it meets twice. What the discs of a connected drawing leave of
the sphere are areas in which nobody can play, and arcs through these join the spots on their rims, so that each spot
has as many arcs as it has used lives: one arc between two spots, a tree of dead spots between more; a spot that is met
once but has two arcs lies on a loop with nothing inside.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from grundy.games.sprouts import brussels
from grundy.games.sprouts.board import number_spots
from grundy.games.sprouts.form import Land, Position, Raw, unfold
from grundy.games.sprouts.planar import LONE, Face, MapCorner, PlanarMap, Walk

MOST_TRIALS = 5_000  # of regions that are turned over to fit
MOST_PLACES = 60  # in boundaries that are drawn
UNUSED = 3  # lives of a spot without arcs
Place = tuple[int, int]  # a boundary, and a place in it
Stub = tuple[int, int]  # a spot, and a number in the order of its arcs


class Fit(NamedTuple):
    """The regions of a land as they lie in the plane, or None; and whether they may, as far as was tried."""

    regions: Raw | None
    is_open: bool


def embed_lands(position: Position) -> PlanarMap | None:
    """A map with these regions and lives; None where none was found, or it is too large."""
    maker, sides = MapMaker(), list[Face]()
    if sum(map(count_places, position)) > MOST_PLACES:
        return None
    for land in position:
        regions = fit_regions(land).regions
        if regions is None:
            return None
        faces = maker.add_land(regions, lives_of(land))
        sides.append(max(faces, key=lambda face: (len(face), sum(map(len, face)))))
    return maker.finish(sides, has_bars=False)


def embed_regions(position: brussels.Position) -> PlanarMap | None:
    """A map of Brussels Sprouts: each curve a chain of crosses with its free ends, each region a face.

    None of one that is too large.
    """
    maker, sides = MapMaker(), list[Face]()
    if sum(map(brussels.free_ends, position)) > MOST_PLACES:
        return None
    for region in position:
        firsts = [maker.add_chain(ends) for ends, number in region for _ in range(number)]
        sides.append(tuple(maker.walk(first) for first in firsts))
        maker.faces.append(sides[-1])
    return maker.finish(sides, has_bars=True)


def lives_of(land: Land) -> list[int]:
    """The lives of the spots of a land, in order of their numbers."""
    lives = dict[int, int]()
    for region, numbers in zip(unfold(land), number_spots(land), strict=True):
        for word, spots in zip(region, numbers, strict=True):
            lives.update((spot, UNUSED - min(kind, 2)) for kind, spot in zip(word, spots, strict=True))
    return [lives[spot] for spot in sorted(lives)]


@lru_cache(maxsize=1_000)
def fit_regions(land: Land) -> Fit:
    """The regions by numbers of spots from 0, turned over where the plane needs it.

    A position tells no region's orientation. They are decided one by one, and taken back where nothing fits any more.
    """
    if count_places(land) > MOST_PLACES:
        return Fit(None, True)
    regions = in_contact([[[spot - 1 for spot in word] for word in region] for region in number_spots(land)])
    turned = [False]
    for _ in range(MOST_TRIALS):
        pairs = zip(regions, turned, strict=False)
        chosen = [[word[::-1] if turn else word for word in region] for region, turn in pairs]
        if is_planar(chosen):
            if len(chosen) == len(regions):
                return Fit(chosen, True)
            turned.append(False)
            continue
        while turned and turned[-1]:
            turned.pop()
        if len(turned) < 2:  # whether all regions are turned makes no difference
            return Fit(None, False)
        turned[-1] = True
    return Fit(None, True)


def count_places(land: Land) -> int:
    return sum(len(word) for region in land for word in region)


def in_contact(regions: Raw) -> Raw:
    """The regions in an order in which each has a spot in common with one before, where there is one."""
    spots = [{spot for word in region for spot in word} for region in regions]
    order, met, left = list[int](), set[int](), set(range(len(regions)))
    while left:
        number = max(left, key=lambda n: (len(spots[n] & met), -n))
        order.append(number)
        met |= spots[number]
        left.remove(number)
    return [regions[number] for number in order]


def is_planar(regions: Raw) -> bool:
    """Whether the drawing with these regions lies on a sphere, by Euler's formula for each of its connected parts."""
    words = [word for region in regions for word in region]
    owner = connected_parts(words)
    parts, spots = len(set(owner)), len({spot for word in words for spot in word})
    pieces = sum(map(len, words))
    if spots - pieces + len(words) + len(list(find_areas(words))) != 2 * parts:
        return False
    contacts = {(number, owner[w]) for number, w in region_numbers(regions)}
    return len(contacts) == len(words) and len(words) <= len(regions) + parts - 1


def region_numbers(regions: Raw) -> Iterator[tuple[int, int]]:
    """For each boundary the number of its region and its own number."""
    return ((number, w) for w, number in enumerate(n for n, region in enumerate(regions) for _ in region))


def connected_parts(words: Sequence[Sequence[int]]) -> list[int]:
    """A label for each boundary, the same where spots connect them."""
    owner, first = list(range(len(words))), dict[int, int]()
    for number, word in enumerate(words):
        for spot in word:
            old, new = owner[number], owner[first.setdefault(spot, number)]
            if old != new:
                owner = [new if one == old else one for one in owner]
    return owner


def find_areas(words: Sequence[Sequence[int]]) -> Iterator[list[Place]]:
    """The areas between the boundaries, each by the corners along its rim with the area on the left."""
    places = dict[int, list[Place]]()
    for w, word in enumerate(words):
        for i, spot in enumerate(word):
            places.setdefault(spot, []).append((w, i))
    left = {(w, i) for w, word in enumerate(words) for i in range(len(word))}
    while left:
        area, place = list[Place](), min(left)
        while place in left:
            left.remove(place)
            area.append(place)
            w, i = next((other for other in places[words[place[0]][place[1]]] if other != place), place)
            place = w, (i - 1) % len(words[w])
        yield area


class MapMaker:
    """Spots with their arcs in order of rotation; arcs are added between open ends of spots."""

    def __init__(self) -> None:
        self.lives = list[int]()
        self.slots = list[list[int]]()  # for each spot the darts that leave it
        self.heads = list[int]()  # for each dart the spot that it leads to
        self.faces = list[Face]()
        self.joints = set[int]()

    def add_spot(self, lives: int, arcs: int) -> int:
        self.lives.append(lives)
        self.slots.append([LONE] * arcs)
        return len(self.lives) - 1

    def add_joint(self, arcs: int) -> int:
        spot = self.add_spot(0, arcs)
        self.joints.add(spot)
        return spot

    def connect(self, one: Stub, two: Stub) -> None:
        for (spot, slot), (other, _) in (one, two), (two, one):
            self.slots[spot][slot] = len(self.heads)
            self.heads.append(other)

    def add_land(self, regions: Raw, lives: Sequence[int]) -> list[Face]:
        """Draw a land; its faces, one for each region."""
        first = len(self.lives)
        for left in lives:
            self.add_spot(left, UNUSED - left)
        words = [[spot + first for spot in word] for region in regions for word in region]
        met, slots = Counter[int](), dict[Place, int]()
        for w, word in enumerate(words):
            for i, spot in enumerate(word):
                slots[w, i] = met[spot]
                met[spot] += 1
        for area in find_areas(words):
            stubs = [[(words[w][i], slots[w, i])] for w, i in area]
            for stub in stubs:
                spot = stub[0][0]
                stub += [(spot, 1)] * (met[spot] == 1 and len(self.slots[spot]) == 2)
            if self.slots[stubs[0][0][0]]:
                self.fill_area(stubs)
        walks = iter([self.walk((word[0], slots[w, 0])) for w, word in enumerate(words)])
        faces = [tuple(next(walks) for _ in region) for region in regions]
        self.faces += faces
        return faces

    def fill_area(self, corners: Sequence[list[Stub]]) -> None:
        """Join the corners of an area, in order of rotation."""
        if len(corners) == 1:
            self.close_ring(*corners[0])
            return
        open_ends = [self.close_loop(stubs) if len(stubs) == 2 else stubs[0] for stubs in corners]
        while len(open_ends) > 3:
            pairs = [open_ends[k : k + 2] for k in range(0, len(open_ends), 2)]
            open_ends = [self.join_ends(pair) if len(pair) == 2 else pair[0] for pair in pairs]
        if len(open_ends) == 3:
            open_ends = [self.join_ends(open_ends[:2]), open_ends[2]]
        self.connect(*open_ends)

    def close_ring(self, before: Stub, behind: Stub) -> None:
        """Two new spots with a chord on a closed curve through a spot, which is alone in its boundary."""
        one, two = self.add_joint(3), self.add_joint(3)
        self.connect(behind, (one, 2))
        self.connect((one, 0), (two, 2))
        self.connect((two, 0), before)
        self.connect((one, 1), (two, 1))

    def close_loop(self, stubs: Sequence[Stub]) -> Stub:
        """A new spot from which a loop runs through a spot that is met once; its open end."""
        joint = self.add_joint(3)
        for slot, stub in zip((1, 2), stubs, strict=True):
            self.connect(stub, (joint, slot))
        return joint, 0

    def join_ends(self, pair: Sequence[Stub]) -> Stub:
        """A new spot that joins two open ends, with one open end."""
        joint = self.add_joint(3)
        for slot, stub in enumerate(pair):
            self.connect(stub, (joint, slot))
        return joint, 2

    def add_chain(self, ends: int) -> Stub:
        """Crosses in a row with so many free ends; a corner of theirs."""
        crosses = max(1, (ends - 1) // 2)
        first, before = -1, (-1, -1)
        for number in range(crosses):
            is_last = number == crosses - 1
            arms = min(ends, 4 - (number > 0) - (not is_last))
            above = arms // 2 if number > 0 and not is_last else arms
            joint = self.add_joint(arms + (number > 0) + (not is_last))
            ends -= arms
            slots = list(range(len(self.slots[joint])))
            if number:
                self.connect(before, (joint, slots.pop(0)))
            else:
                first = joint
            if not is_last:
                before = joint, slots.pop(above)
            for slot in slots:
                self.connect((joint, slot), (self.add_spot(1, 1), 0))
        return first, 0

    def walk(self, corner: Stub) -> Walk:
        """The walk around a boundary from a corner on."""
        spot, slot = corner
        if not self.slots[spot]:
            return (MapCorner(spot, LONE),)
        found = [MapCorner(spot, self.slots[spot][slot])]
        while True:
            dart = found[-1].dart
            darts = self.slots[self.heads[dart]]
            after = MapCorner(self.heads[dart], darts[darts.index(dart ^ 1) - 1])
            if after == found[0]:
                return tuple(found)
            found.append(after)

    def add_cells(self, number: int) -> list[Walk]:
        """Cells in a row with dead spots on their walls; the walk around them, and the one in each."""
        tops, bottoms = ([self.add_joint(3) for _ in range(number - 1)] for _ in range(2))
        self.connect((tops[0], 1), (bottoms[0], 2))
        for (one, two), (three, four) in zip(pairwise(tops), pairwise(bottoms), strict=True):
            self.connect((one, 0), (two, 1))
            self.connect((three, 0), (four, 2))
        self.connect((tops[-1], 0), (bottoms[-1], 0))
        for top, bottom in zip(tops, bottoms, strict=True):
            self.connect((top, 2), (bottom, 1))
        return [
            self.walk((tops[(number - 1) // 2], 0)),
            self.walk((tops[0], 1)),
            *(self.walk((top, 2)) for top in tops),
        ]

    def finish(self, sides: Sequence[Face], has_bars: bool) -> PlanarMap:
        """The map in which each of these faces is parted from the others; the first face is around everything."""
        faces = [face for face in self.faces if face not in sides]
        outer: list[Face] = [*sides]
        if len(sides) > 1:
            around, *cells = self.add_cells(len(sides))
            outer = [(around,), *((rim, *face) for rim, face in zip(cells, sides, strict=True))]
        drawn = {corner for face in (*faces, *outer) for walk in face for corner in walk}
        for spot, slots in enumerate(self.slots):
            for slot, dart in enumerate(slots):
                if MapCorner(spot, dart) not in drawn:
                    faces.append((self.walk((spot, slot)),))
                    drawn.update(faces[-1][0])
        return PlanarMap(tuple(self.lives), (*outer, *faces), len(self.heads) // 2, has_bars, frozenset(self.joints))
