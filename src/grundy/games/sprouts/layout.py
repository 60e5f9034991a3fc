"""A planar map laid out on a sheet, where it has no past: by a packing of circles.

Arcs are divided and faces filled with triangles, about six around each vertex. Each vertex is the centre of a circle,
and the circles of neighbours touch (Koebe 1936). Their radii are found by correcting the angles around one centre after
the other (Thurston 1985; Collins and Stephenson 2003): they make a full turn, half a turn along the frame, and a
quarter in its corners.
"""

from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Sequence
from itertools import combinations, pairwise
from math import asin, atan2, cos, hypot, pi, sin, sqrt

from grundy.games.sprouts.lengths import Lengths, Rim, arc_ends
from grundy.games.sprouts.mesh import LEAST_AREA, Edge, Mesh, Point, cross, distance
from grundy.games.sprouts.planar import LONE, Face, PlanarMap, Walk
from grundy.games.sprouts.relax import relax
from grundy.games.sprouts.sheet import Sheet

SHRINK, LAST_RING = 0.6, 7  # of the rings that fill a face, and how many vertices the last of them has at most
WIDER = 6  # vertices of the ring before the frame more than of what it is around
TOLERANCE = 1e-4  # radians, on average
MOST_SWEEPS = 2_000
EVEN_SWEEPS = 20  # of making edges equally long
MOST_ROUNDS, FAR_ENOUGH = 6, 26.0  # of relaxing, and the pixels between live spots that end them
WIDEST_GAP, MARGIN = 90.0, 85.0  # pixels between things that are drawn, and to the frame
MEAN_RADIUS = 15.0  # pixels


def lay_out(drawing: PlanarMap) -> Sheet:
    """The map on a sheet; its first face is around everything."""
    draft = Draft(drawing)
    even_degrees(draft.mesh, draft.angles)
    place_centres(draft.mesh, pack(draft.mesh, draft.angles), draft.frame[:2])
    wide, high = draft.straighten_frame()
    sheet = Sheet(wide, high, draft.mesh, set(draft.frame))
    sheet.map, sheet.spots, sheet.arcs = drawing, list(range(len(drawing.lives))), draft.arcs
    sheet.taken.update(sheet.spots)
    for path in draft.arcs:
        sheet.fix_path(path)
    for sweep in range(EVEN_SWEEPS):
        even_out(sheet)
        if sweep % 8 == 7:
            sheet.mesh.flip_edges()
    for axis in 0, 1:
        close_gaps(sheet, axis)
    for _ in range(MOST_ROUNDS):
        relax(sheet)
        if nearest_spots(sheet) > FAR_ENOUGH:
            break
    return sheet


def close_gaps(sheet: Sheet, axis: int) -> None:
    """Make strips across the sheet narrower in which nothing is drawn, where no triangle turns over."""
    mesh, size = sheet.mesh, (sheet.wide, sheet.high)[axis]
    drawn = sorted(mesh.at[v][axis] for v in sheet.taken)
    knots = [(0.0, 0.0)]  # places before and after
    for before, place in pairwise([0.0, *drawn, size]):
        widest = MARGIN if before == 0.0 or place == size else WIDEST_GAP
        knots.append((place, knots[-1][1] + min(place - before, widest)))
    at = [(shift(knots, x), y) if axis == 0 else (x, shift(knots, y)) for x, y in mesh.at]
    if all(cross(at[u], at[v], at[w]) > LEAST_AREA for (u, v), w in mesh.third.items()):
        mesh.at[:] = at
        if axis == 0:
            sheet.wide = knots[-1][1]
        else:
            sheet.high = knots[-1][1]


def shift(knots: Sequence[Point], place: float) -> float:
    """Where a place goes between the knots around it."""
    k = max(1, min(bisect_left(knots, (place, 0.0)), len(knots) - 1))
    (before, to), (behind, end) = knots[k - 1], knots[k]
    return to + (end - to) * (place - before) / (behind - before) if behind > before else end


def nearest_spots(sheet: Sheet) -> float:
    """The least distance between live spots."""
    live = [sheet.point(spot) for spot, lives in enumerate(sheet.map.lives) if lives]
    return min((distance(one, two) for one, two in combinations(live, 2)), default=FAR_ENOUGH + 1)


def even_out(sheet: Sheet) -> None:
    """Move each vertex toward far neighbours and away from near ones, where no triangle becomes too small."""
    mesh = sheet.mesh
    at = mesh.at
    for p in range(len(at)):
        if p in sheet.frame:
            continue
        x, y = at[p]
        ring = mesh.ring(p)
        dx = dy = whole = 0.0
        for v in ring:
            a, b = at[v]
            far = hypot(a - x, b - y)
            dx += far * (a - x)
            dy += far * (b - y)
            whole += far
        dx, dy = dx / whole, dy / whole
        old = least_area(at, ring, x, y)
        for _ in range(3):
            if least_area(at, ring, x + dx, y + dy) >= min(old, LEAST_AREA):
                at[p] = x + dx, y + dy
                break
            dx, dy = dx / 2, dy / 2


def least_area(at: Sequence[Point], ring: Sequence[int], x: float, y: float) -> float:
    """Twice the area of the smallest triangle between a point and the ring around it."""
    return min(
        (at[u][0] - x) * (at[v][1] - y) - (at[u][1] - y) * (at[v][0] - x)
        for u, v in zip(ring, [*ring[1:], ring[0]], strict=True)
    )


class Draft:
    """The triangles between the spots, arcs and frame of a map; the spots are the first vertices."""

    def __init__(self, drawing: PlanarMap) -> None:
        self.mesh = Mesh([(0.0, 0.0)] * len(drawing.lives), ())
        lengths = Lengths(drawing)
        pairs = zip(arc_ends(drawing), lengths.pieces, strict=True)
        self.arcs = [[one, *self.new_vertices(pieces - 1), two] for (one, two), pieces in pairs]
        for path in self.arcs:
            for u, v in pairwise(path):
                self.mesh.fix(u, v)
        self.add_frame(drawing.faces[0])
        for number, rim in lengths.rims.items():
            inside = [walk for walk in drawing.faces[number] if not set(walk) & set(rim.around)]
            self.fill(rim, [self.cycle(walk) for walk in inside])
        self.angles = [2 * pi] * len(self.mesh.at)  # around the vertices
        for k, v in enumerate(self.frame):
            self.angles[v] = pi / 2 if k % (self.across + self.down) in (0, self.across) else pi

    def new_vertices(self, number: int) -> list[int]:
        return [self.mesh.new_vertex((0.0, 0.0)) for _ in range(number)]

    def dart_path(self, dart: int) -> list[int]:
        path = self.arcs[dart // 2]
        return path[::-1] if dart % 2 else path

    def cycle(self, walk: Walk) -> list[int]:
        """The vertices around a boundary."""
        if walk[0].dart == LONE:
            return [walk[0].spot]
        return [v for corner in walk for v in self.dart_path(corner.dart)[:-1]]

    def connect(self, first: list[int], others: list[list[int]]) -> list[int]:
        """The vertices around the first boundary with the others connected to it at places far apart."""
        found, left = list[int](), others[:]
        for place, v in enumerate(first):
            found.append(v)
            while left and place >= (len(others) - len(left)) * len(first) // len(others):
                other, (link,) = left.pop(0), self.new_vertices(1)
                found += [link, *other, *other[:1] * (len(other) > 1), link, v]
        return found[:-1] if len(first) == 1 < len(found) else found

    def add_ring(self, rim: Sequence[int]) -> list[int]:
        """New vertices inside a face, one for each of its rim, in the same order."""
        ring = self.new_vertices(len(rim))
        for k, (u, v) in enumerate(pairwise([*rim, rim[0]])):
            self.mesh.add(u, v, ring[k])
            self.mesh.add(v, ring[(k + 1) % len(rim)], ring[k])
        return ring

    def fill(self, rim: Rim, inside: list[list[int]]) -> None:
        """Triangles between the walk around a face and what lies in it."""
        inside.sort(key=len, reverse=True)
        around = self.cycle(rim.around)
        if rim.hanging:
            hanging = self.connect(self.cycle(rim.hanging), inside)
            ring = self.add_ring(around + hanging)
            self.close_strip(ring[: len(around)], ring[: len(around) - 1 : -1])
        elif len(inside) > 1 or (inside and len(inside[0]) > 1):
            self.add_strip(self.add_ring(around), self.add_ring(self.connect(inside[0], inside[1:])))
        else:
            self.add_rings(self.add_ring(around), inside[0][0] if inside else self.new_vertices(1)[0])

    def add_rings(self, ring: list[int], hub: int) -> None:
        """Smaller and smaller rings around a vertex."""
        while len(ring) > LAST_RING:
            smaller = self.new_vertices(round(SHRINK * len(ring)))
            self.add_strip(ring, smaller[::-1])
            ring = smaller
        for u, v in pairwise([*ring, ring[0]]):
            self.mesh.add(u, v, hub)

    def add_frame(self, face: Face) -> None:
        """The frame around everything: the middle of the second boundary on its left, or else the first spot above."""
        cycles = sorted(map(self.cycle, face), key=len, reverse=True)
        inner = self.add_ring(self.connect(cycles[0], cycles[1:]))
        ring = self.new_vertices(len(inner) + WIDER)
        self.add_strip(inner, ring[::-1])
        across, down = self.across, self.down = max(5, len(ring) // 3), max(4, len(ring) // 5)
        self.frame = self.new_vertices(2 * (across + down))
        first, at = (len(cycles[1]) // 2 + 2, 2 * across + down + down // 2) if len(cycles) > 1 else (0, across // 2)
        self.add_strip(ring[first:] + ring[:first], self.frame[at:] + self.frame[:at])

    def close_strip(self, one: Sequence[int], two: Sequence[int]) -> None:
        """The triangles between two paths, on the left of the first, that begin and end side by side."""
        i = j = 0
        while i < len(one) - 1 or j < len(two) - 1:
            if j == len(two) - 1 or (i < len(one) - 1 and i * len(two) <= j * len(one)):
                i += 1
                self.mesh.add(one[i - 1], one[i], two[j])
            else:
                j += 1
                self.mesh.add(two[j], two[j - 1], one[i])

    def add_strip(self, ring: Sequence[int], other: Sequence[int]) -> None:
        """The triangles on the left of a ring to another one, which is counted in the opposite direction."""
        i = j = 0
        while i < len(ring) or j < len(other):
            u, v = ring[i % len(ring)], other[-j % len(other)]
            if j == len(other) or (i < len(ring) and i * len(other) <= j * len(ring)):
                i += 1
                self.mesh.add(u, ring[i % len(ring)], v)
            else:
                j += 1
                self.mesh.add(other[-j % len(other)], v, u)

    def straighten_frame(self) -> Point:
        """Put the frame exactly on a rectangle; its size."""
        at, half = self.mesh.at, self.across + self.down
        wide, high = at[self.frame[half]]
        for k, v in enumerate(self.frame):
            x, y = at[v]
            if k % half <= self.across:
                y = 0.0 if k <= self.across else high
            if k % half >= self.across or k % half == 0:
                x = wide if self.across <= k <= half else 0.0
            at[v] = x, y
        return wide, high


def even_degrees(mesh: Mesh, angles: Sequence[float]) -> None:
    """Exchange edges for the other diagonals of their triangles until the angles there are as equal as can be."""
    third, triangles = mesh.third, Counter(u for u, _ in mesh.third)
    wanted = [round(3 * angle / pi) for angle in angles]
    changed = True
    while changed:
        changed = False
        for u, v in list(third):
            w, z = third.get((u, v)), third.get((v, u))
            if u > v or w is None or z is None or (u, v) in mesh.fixed or (w, z) in third or (z, w) in third:
                continue
            gain = sum(triangles[p] - wanted[p] for p in (u, v)) - sum(triangles[p] - wanted[p] for p in (w, z))
            if gain > 2:
                mesh.remove(u, v, w)
                mesh.remove(v, u, z)
                mesh.add(z, v, w)
                mesh.add(w, u, z)
                triangles.update({u: -1, v: -1, w: 1, z: 1})
                changed = True


def pack(mesh: Mesh, angles: Sequence[float]) -> list[float]:
    """Radii of circles that touch as the triangles say, with these angles around their centres."""
    petals: list[list[Edge]] = [[] for _ in angles]
    for (u, v), w in mesh.third.items():
        petals[u].append((v, w))
    radii = [1.0] * len(angles)
    wanted = [sin(angle / (2 * len(around))) for angle, around in zip(angles, petals, strict=True)]
    ratio = last = 1.0
    for sweep in range(MOST_SWEEPS):
        before, error = radii[:], 0.0
        for p, around in enumerate(petals):
            r, angle = radii[p], 0.0
            for v, w in around:
                a, b = radii[v], radii[w]
                angle += asin(sqrt(a * b / ((r + a) * (r + b))))
            error += abs(2 * angle - angles[p])
            share = sin(angle / len(around))
            radii[p] = r * share / (1 - share) * (1 - wanted[p]) / wanted[p]
        if error < TOLERANCE * len(radii):
            break
        old, ratio = ratio, error / last
        last = error
        if sweep % 8 == 7 and ratio < 1 and abs(ratio - old) < 0.05:  # the rest of a geometric series at once
            far = min(ratio / (1 - ratio), 20)
            radii = [max(r + far * (r - b), r / 2) for r, b in zip(radii, before, strict=True)]
    scale = MEAN_RADIUS * len(radii) / sum(radii)
    return [r * scale for r in radii]


def place_centres(mesh: Mesh, radii: Sequence[float], first: Sequence[int]) -> None:
    """Put the vertices where the circles touch: the first at the origin, the second on its right."""
    third, (one, two) = mesh.third, first
    at: dict[int, Point] = {one: (0.0, 0.0), two: (radii[one] + radii[two], 0.0)}
    todo, seen = deque([(one, two)]), set[Edge]()
    while todo:
        u, v = todo.popleft()
        if (u, v) in seen or (u, v) not in third:
            continue
        w = third[u, v]
        if w not in at:
            (x, y), (a, b) = at[u], at[v]
            half = sqrt(radii[v] * radii[w] / ((radii[u] + radii[v]) * (radii[u] + radii[w])))
            angle, far = atan2(b - y, a - x) + 2 * asin(half), radii[u] + radii[w]
            at[w] = x + far * cos(angle), y + far * sin(angle)
        seen |= {(u, v), (v, w), (w, u)}
        todo += [(w, v), (u, w), (v, u)]
    mesh.at[:] = [at[v] for v in range(len(mesh.at))]
