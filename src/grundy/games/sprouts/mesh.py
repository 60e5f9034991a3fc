"""A triangulation of the sheet that a drawing lies on: every piece of a curve is one of its edges.

While every triangle keeps its orientation, nothing crosses; so curves are added by splitting triangles and moved only
as far as no triangle turns over. For each directed edge (u, v) the third vertex of the triangle on its left is known.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot

Point = tuple[float, float]
Edge = tuple[int, int]
LEAST_AREA = 1.0  # twice the area of the smallest triangle that a step may leave
LEAST_SHARE = 0.15  # of an edge on either side of a point where it is split


class CrossingError(Exception):
    """A path meets a curve."""


def cross(a: Point, b: Point, c: Point) -> float:
    """Twice the area of the triangle, negative where it is the wrong way round."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def distance(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def between(a: Point, b: Point, share: float = 0.5) -> Point:
    return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])


class Mesh:
    """Points, triangles and the edges that belong to curves; it is changed in place."""

    def __init__(self, at: list[Point], triangles: Sequence[tuple[int, int, int]]) -> None:
        self.at = at
        self.third: dict[Edge, int] = {}
        self.spoke = [0] * len(at)  # for each vertex some neighbour
        self.fixed = set[Edge]()  # the edges of curves, in both directions
        for triangle in triangles:
            self.add(*triangle)

    def copy(self) -> "Mesh":
        other = Mesh.__new__(Mesh)
        other.at, other.third, other.spoke, other.fixed = (
            self.at[:],
            self.third.copy(),
            self.spoke[:],
            self.fixed.copy(),
        )
        return other

    def add(self, u: int, v: int, w: int) -> None:
        third, spoke = self.third, self.spoke
        third[u, v], third[v, w], third[w, u] = w, u, v
        spoke[u], spoke[v], spoke[w] = v, w, u

    def remove(self, u: int, v: int, w: int) -> None:
        for edge in (u, v), (v, w), (w, u):
            del self.third[edge]

    def fix(self, u: int, v: int) -> None:
        self.fixed |= {(u, v), (v, u)}

    def ring(self, p: int) -> list[int]:
        """The neighbours of a vertex inside the sheet, in order of rotation."""
        third, start = self.third, self.spoke[p]
        found, v = [start], third[p, start]
        while v != start:
            found.append(v)
            v = third[p, v]
        return found

    def sector(self, p: int, first: int, last: int) -> list[int]:
        """The neighbours from one to another, in order of rotation; once round where both are the same."""
        found, v = [first], self.third[p, first]
        while v != last:
            found.append(v)
            v = self.third[p, v]
        return [*found, last]

    def new_vertex(self, point: Point) -> int:
        self.at.append(point)
        self.spoke.append(-1)
        return len(self.at) - 1

    def split_edge(self, u: int, v: int, share: float = 0.5) -> int:
        """A new vertex on an edge inside the sheet; both halves are fixed if the edge was."""
        w, z, q = self.third[u, v], self.third[v, u], self.new_vertex(between(self.at[u], self.at[v], share))
        self.remove(u, v, w)
        self.remove(v, u, z)
        for triangle in (u, q, w), (q, v, w), (v, q, z), (q, u, z):
            self.add(*triangle)
        if (u, v) in self.fixed:
            self.fixed -= {(u, v), (v, u)}
            self.fix(u, q)
            self.fix(q, v)
        return q

    def split_triangle(self, u: int, v: int, w: int, point: Point) -> int:
        q = self.new_vertex(point)
        self.remove(u, v, w)
        for triangle in (u, v, q), (v, w, q), (w, u, q):
            self.add(*triangle)
        return q

    def split_toward(self, p: int, point: Point) -> int:
        """Fix an edge from a vertex to a new one, in the middle of the triangle in the direction of a point."""
        at, third = self.at, self.third
        pairs = [(u, third[p, u]) for u in self.ring(p)]
        ahead = [(u, v) for u, v in pairs if cross(at[p], at[u], point) >= 0 and cross(at[p], point, at[v]) > 0]
        u, v = (ahead or pairs)[0]
        q = self.split_triangle(p, u, v, between(at[p], between(at[u], at[v])))
        self.fix(p, q)
        return q

    def draw_to(self, p: int, point: Point, taken: set[int], goal: int = -1) -> Iterator[int]:
        """Fix a straight path from a vertex to a point, or to a vertex there, that meets no vertex of `taken`."""
        at, third = self.at, self.third
        while True:
            for u in self.ring(p):
                v = third[p, u]
                if goal in (u, v) or (cross(at[p], at[u], point) >= 0 and cross(at[p], point, at[v]) > 0):
                    break
            else:
                raise CrossingError
            if goal in (u, v):
                q = goal
            elif goal < 0 and cross(at[u], at[v], point) > LEAST_AREA:
                q = self.split_triangle(p, u, v, point)
            else:
                if (u, v) in self.fixed or (v, u) not in third:
                    raise CrossingError
                one, two = cross(at[p], at[u], point), cross(at[p], point, at[v])
                share = one / (one + two) if one + two else 0.5
                near = u if share < LEAST_SHARE else v if share > 1 - LEAST_SHARE else -1
                if near >= 0 and near not in taken:
                    q = near
                else:
                    q = self.split_edge(u, v, min(max(share, LEAST_SHARE), 1 - LEAST_SHARE))
            self.fix(p, q)
            taken.add(q)
            yield q
            if q == goal or (goal < 0 and distance(at[q], point) < 1):
                return
            p = q

    def is_sound_at(self, p: int, point: Point) -> bool:
        """Whether no triangle turns over when a vertex is moved to a point."""
        at, third, start = self.at, self.third, self.spoke[p]
        x, y = point
        v = start
        while True:
            w = third[p, v]
            (a, b), (c, d) = at[v], at[w]
            if (a - x) * (d - y) - (b - y) * (c - x) < LEAST_AREA:
                return False
            if w == start:
                return True
            v = w

    def flip_edges(self) -> None:
        """Make the triangles round where no curve is in the way (Lawson 1977)."""
        for _ in range(2):
            if not sum([self.flip(u, v) for u, v in list(self.third) if u < v]):
                return

    def flip(self, u: int, v: int) -> bool:
        """Exchange an edge for the other diagonal of its two triangles where these are rounder then."""
        w, z = self.third.get((u, v)), self.third.get((v, u))
        if w is None or z is None or (u, v) in self.fixed:
            return False
        at = self.at
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = at[u], at[v], at[w], at[z]
        px, py, qx, qy = ax - cx, ay - cy, bx - cx, by - cy
        rx, ry, sx, sy = bx - dx, by - dy, ax - dx, ay - dy
        # the angles at w and z together are more than half a turn
        if (px * qy - py * qx) * (rx * sx + ry * sy) + (px * qx + py * qy) * (rx * sy - ry * sx) > -LEAST_AREA:
            return False
        if cross(at[z], at[v], at[w]) < LEAST_AREA or cross(at[w], at[u], at[z]) < LEAST_AREA:
            return False
        self.remove(u, v, w)
        self.remove(v, u, z)
        self.add(z, v, w)
        self.add(w, u, z)
        return True

    def collapse(self, p: int, q: int) -> bool:
        """Move vertex q into its neighbour p, where no triangle turns over; fixed edges at q go to p."""
        ring = self.ring(q)
        k = ring.index(p)
        ring = ring[k:] + ring[:k]
        if len(set(ring) & set(self.ring(p))) != 2:
            return False
        at = self.at
        pairs = list(pairwise(ring[1:]))
        if any(cross(at[p], at[a], at[b]) < LEAST_AREA for a, b in pairs):
            return False
        ends = [v for v in ring if (q, v) in self.fixed]
        if any((p, v) in self.fixed for v in ends if v != p):
            return False
        for a, b in zip(ring, [*ring[1:], p], strict=True):
            self.remove(q, a, b)
        for a, b in pairs:
            self.add(p, a, b)
        for v in ends:
            self.fixed -= {(q, v), (v, q)}
            if v != p:
                self.fix(p, v)
        return True


def grid_mesh(wide: float, high: float, step: float) -> tuple[Mesh, set[int]]:
    """A mesh of nearly equal triangles on a sheet, and the vertices on its frame."""
    columns, rows = max(2, round(wide / step)), max(2, round(high / (0.87 * step)))
    at, lines = list[Point](), list[list[int]]()
    for r in range(rows + 1):
        shift = 0.5 if r % 2 else 0.0
        across = [0.0, *(c + shift for c in range(0 if r % 2 else 1, columns)), float(columns)]
        lines.append(list(range(len(at), len(at) + len(across))))
        at += [(x * wide / columns, r * high / rows) for x in across]
    triangles = list[tuple[int, int, int]]()
    for upper, lower in pairwise(lines):
        i = j = 0
        while i + 1 < len(upper) or j + 1 < len(lower):
            goes_up = j + 1 == len(lower) or (i + 1 < len(upper) and at[upper[i + 1]][0] <= at[lower[j + 1]][0])
            if goes_up:
                triangles.append((upper[i], upper[i + 1], lower[j]))
                i += 1
            else:
                triangles.append((upper[i], lower[j + 1], lower[j]))
                j += 1
    frame = {*lines[0], *lines[-1], *(line[0] for line in lines), *(line[-1] for line in lines)}
    return Mesh(at, triangles), frame
