"""How long the arcs of a map should be, in pieces of equal length, so that every face has room for what lies in it."""

from math import ceil, pi, sqrt

from grundy.games.sprouts.planar import LONE, PlanarMap, Walk

LEAST_PIECES, LEAST_LOOP, ARM_PIECES = 2, 4, 1  # of an arc, of one that ends where it begins, and of a free end
AIR = 1.0  # pieces around everything
ROOM = 1.0  # by which a face is larger than what lies in it


class Lengths:
    """The number of pieces of each arc; the first face is around everything."""

    def __init__(self, drawing: PlanarMap) -> None:
        self.faces = drawing.faces
        self.pieces = [least_pieces(drawing, *ends) for ends in arc_ends(drawing)]
        self.walks: dict[int, list[tuple[int, Walk]]] = {}  # of each connected part, by its least spot
        self.part = connected_spots(drawing)
        self.rims: dict[int, Walk] = {}  # the walk around each face but the first
        for number, face in enumerate(drawing.faces):
            for walk in face:
                self.walks.setdefault(self.part[walk[0].spot], []).append((number, walk))
        self.widen_face(0)

    def length(self, walk: Walk) -> int:
        return sum(self.pieces[corner.dart // 2] for corner in walk)

    def widen(self, walk: Walk, area: float) -> None:
        """Make the arcs of a walk so long that they can enclose an area."""
        lacking = ROOM * 2 * sqrt(pi * area) - self.length(walk)
        for arc in {corner.dart // 2 for corner in walk}:
            self.pieces[arc] += max(0, ceil(lacking / len(walk)))

    def widen_face(self, number: int) -> None:
        """Widen everything in a face, and then the walk around it."""
        rim = self.rims.get(number)
        area = sum(self.widen_part(number, walk) for walk in self.faces[number] if walk != rim)
        if rim:
            self.widen(rim, area)

    def widen_part(self, number: int, walk: Walk) -> float:
        """Widen everything in a connected part that is seen from a face; the area that it needs there."""
        if walk[0].dart == LONE:
            return pi * (AIR + 1) ** 2
        area = 0.0
        for other, inner in self.walks[self.part[walk[0].spot]]:
            if other != number:
                self.rims[other] = inner
                self.widen_face(other)
                area += self.length(inner) ** 2 / (4 * pi)
        self.widen(walk, area)
        return pi * (self.length(walk) / (2 * pi) + AIR) ** 2


def least_pieces(drawing: PlanarMap, one: int, two: int) -> int:
    is_arm = drawing.has_bars and not {one, two} <= drawing.joints
    return ARM_PIECES if is_arm else LEAST_LOOP if one == two else LEAST_PIECES


def connected_spots(drawing: PlanarMap) -> list[int]:
    """For each spot the least one that arcs connect it with."""
    part = list(range(len(drawing.lives)))
    for face in drawing.faces:
        for walk in face:
            labels = {part[corner.spot] for corner in walk}
            part = [min(labels) if label in labels else label for label in part]
    return part


def arc_ends(drawing: PlanarMap) -> list[tuple[int, int]]:
    """For each arc the spots at its ends."""
    tails = {corner.dart: corner.spot for face in drawing.faces for walk in face for corner in walk}
    return [(tails[2 * arc], tails[2 * arc + 1]) for arc in range(drawing.arcs)]
