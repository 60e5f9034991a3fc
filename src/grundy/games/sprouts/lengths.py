"""How long the arcs of a map should be, in pieces of equal length, so that every face has room for what lies in it."""

from collections.abc import Iterator
from itertools import groupby
from math import ceil, pi, sqrt
from typing import NamedTuple

from grundy.games.sprouts.planar import LONE, PlanarMap, Walk

LEAST_PIECES, LEAST_LOOP, ARM_PIECES = 2, 4, 1  # of an arc, of one that ends where it begins, and of a free end
AIR = 1.0  # pieces around everything
Seen = tuple[int, Walk]  # a face, and the walk along a connected part in it


class Rim(NamedTuple):
    """The walk around a face, in two: from a spot and back, and the longest way around what hangs there inside."""

    around: Walk
    hanging: Walk


class Lengths:
    """The number of pieces of each arc; the first face is around everything."""

    def __init__(self, drawing: PlanarMap) -> None:
        self.faces = drawing.faces
        self.pieces = [least_pieces(drawing, *ends) for ends in arc_ends(drawing)]
        self.rims: dict[int, Rim] = {}  # of each face but the first
        self.seen = {c.dart: (n, walk) for n, face in enumerate(self.faces) for walk in face for c in walk}
        for walk in self.faces[0]:
            self.widen_part((0, walk))

    def length(self, walk: Walk) -> int:
        return sum(self.pieces[corner.dart // 2] for corner in walk)

    def room(self, length: float) -> float:
        """The area that a connected part needs in a face, by the way around it."""
        return pi * (length / (2 * pi) + AIR) ** 2 if length else 0.0

    def widen(self, walk: Walk, area: float) -> None:
        """Make the arcs of a walk so long that they can enclose an area."""
        lacking = 2 * sqrt(pi * area) - self.length(walk)
        for arc in {corner.dart // 2 for corner in walk}:
            self.pieces[arc] += max(0, ceil(lacking / len(walk)))

    def widen_part(self, outside: Seen) -> float:
        """Widen everything in a connected part that is seen from outside; the area that it needs there."""
        walk = outside[1]
        if walk[0].dart == LONE:
            return self.room(2 * pi)
        area = 0.0
        for face, inner in reversed(list(self.reach(outside))[1:]):
            outer = {other for other, _ in self.reach(outside, face)}
            encloses = [self.seen[corner.dart ^ 1][0] in outer for corner in inner]
            rim = tuple(corner for corner, is_rim in zip(inner, encloses, strict=True) if is_rim)
            content = sum(self.widen_part((face, other)) for other in self.faces[face] if other != inner)
            self.widen(rim, content + self.room(self.length(inner) - self.length(rim)))
            self.rims[face] = self.part_rim(inner, encloses)
            area += self.length(rim) ** 2 / (4 * pi)
        self.widen(walk, area)
        return self.room(self.length(walk))

    def reach(self, outside: Seen, without: int = -1) -> Iterator[Seen]:
        """The faces of a connected part, the nearer ones first, that are reached without entering one of them."""
        todo, met = [outside], {outside[0], without}
        for number, walk in todo:
            yield number, walk
            for corner in walk:
                face, other = self.seen[corner.dart ^ 1]
                if face not in met:
                    met.add(face)
                    todo.append((face, other))

    def part_rim(self, walk: Walk, encloses: list[bool]) -> Rim:
        """A walk from the end of the longest way around something that hangs inside."""
        if all(encloses):
            return Rim(walk, ())
        first = next(k for k, is_rim in enumerate(encloses) if is_rim and not encloses[k - 1])
        walk, encloses = walk[first:] + walk[:first], encloses[first:] + encloses[:first]
        runs = [list(run) for _, run in groupby(range(len(walk)), lambda k: encloses[k])]
        longest = max(runs[1::2], key=lambda run: self.length(tuple(walk[k] for k in run)))
        end = longest[-1] + 1
        turned = walk[end:] + walk[:end]
        return Rim(turned[: -len(longest)], turned[-len(longest) :])


def least_pieces(drawing: PlanarMap, one: int, two: int) -> int:
    is_arm = drawing.has_bars and not {one, two} <= drawing.joints
    return ARM_PIECES if is_arm else LEAST_LOOP if one == two else LEAST_PIECES


def arc_ends(drawing: PlanarMap) -> list[tuple[int, int]]:
    """For each arc the spots at its ends."""
    tails = {corner.dart: corner.spot for face in drawing.faces for walk in face for corner in walk}
    return [(tails[2 * arc], tails[2 * arc + 1]) for arc in range(drawing.arcs)]
