"""Where a curve of a move runs: the edges of the mesh that it crosses, in order.

A curve between two boundaries takes a short way. One from a boundary to itself parts its face: every vertex of the face
belongs to one of two sides, both of them connected, and the curve is where they meet.
"""

from collections.abc import Callable, Iterable, Sequence
from heapq import heappop, heappush

from grundy.games.sprouts.mesh import CrossingError, Edge, between, distance
from grundy.games.sprouts.planar import LONE, MapCurve, Walk
from grundy.games.sprouts.sheet import Sheet

REFINEMENTS = 4
NARROW = 14.0  # pixels: a way through an edge that is shorter costs more
LEFT, RIGHT = True, False
Unit = int  # a vertex that belongs to no curve, or as a negative number a boundary or a part of one
FRAME, AHEAD, BEHIND, FIRST_WALK = -1, -2, -3, -4


def find_route(sheet: Sheet, curve: MapCurve) -> list[Edge]:
    """The edges that a curve crosses; the mesh is refined where it is too coarse."""
    refine(sheet, curve.face, lambda u, v: u in sheet.taken and v in sheet.taken)
    for _ in range(REFINEMENTS):
        found = join_route(sheet, curve) if curve.inside is None else Parting(sheet, curve).route()
        if found is not None:
            return found
        refine(sheet, curve.face, lambda u, v: True)
    raise CrossingError


def refine(sheet: Sheet, face: int, test: Callable[[int, int], bool]) -> None:
    """Split edges across a face in the middle."""
    for u, v in sheet.inner_edges(face):
        if test(u, v):
            sheet.mesh.split_edge(u, v)


def join_route(sheet: Sheet, curve: MapCurve) -> list[Edge] | None:
    """The shortest way from one corner to another through the middles of edges."""
    mesh = sheet.mesh
    start, goal = sheet.spot_of(curve.face, curve.start), sheet.spot_of(curve.face, curve.end)
    last = set(sheet.fan(curve.face, curve.end))
    queue: list[tuple[float, Edge]] = []
    before = dict[Edge, Edge | None]()
    cost = dict[Edge, float]()

    def offer(edge: Edge, total: float, origin: Edge | None) -> None:
        if edge in mesh.fixed or edge[::-1] not in mesh.third:
            return
        length = distance(mesh.at[edge[0]], mesh.at[edge[1]])
        total += max(0.0, NARROW - length / 2) * 8 + sum(10 for end in edge if end in sheet.frame)
        if total < cost.get(edge, 1e9):
            cost[edge], before[edge] = total, origin
            heappush(queue, (total, edge))

    for u, v in sheet.fan(curve.face, curve.start):
        offer((u, v), distance(mesh.at[start], between(mesh.at[u], mesh.at[v])), None)
    while queue:
        total, (u, v) = heappop(queue)
        if total > cost[u, v]:
            continue
        if (v, u) in last:
            assert mesh.third[v, u] == goal
            route, edge = list[Edge](), (u, v)
            step: Edge | None = edge
            while step:
                route.append(step)
                step = before[step]
            return route[::-1]
        w, middle = mesh.third[v, u], between(mesh.at[u], mesh.at[v])
        for edge in (u, w), (w, v):
            offer(edge, total + distance(middle, between(mesh.at[edge[0]], mesh.at[edge[1]])), (u, v))
    return None


class Parting:
    """The two sides of a curve from a boundary to itself."""

    def __init__(self, sheet: Sheet, curve: MapCurve) -> None:
        self.sheet, self.mesh, self.curve = sheet, sheet.mesh, curve
        self.face = sheet.map.faces[curve.face]
        self.unit = dict[Edge, Unit]()  # of the first end of an edge across the face
        self.rim = dict[Unit, list[Edge]]()  # the edges that leave a boundary
        self.side = dict[Unit, bool]()
        self.ends = sheet.spot_of(curve.face, curve.start), sheet.spot_of(curve.face, curve.end)

    def route(self) -> list[Edge] | None:
        self.find_units()
        seeds: dict[bool, list[Unit]] = {LEFT: [], RIGHT: []}
        for unit in self.rim:
            seeds[self.is_left(unit)].append(unit)
        small = LEFT if len(seeds[LEFT]) <= len(seeds[RIGHT]) else RIGHT
        taken = set[Unit]()
        for side in small, not small:
            tree = self.grow(seeds[side], side, taken)
            if tree is None:
                return None
            for unit in tree:
                self.side[unit] = side
            taken |= tree
        self.spread()
        return self.trace()

    def find_units(self) -> None:
        """Name what the edges of the face begin at."""
        (a, i), (_, j) = self.curve.start, self.curve.end
        for number, walk in enumerate(self.face):
            if number != a:
                self.name_walk(walk, [FIRST_WALK - number] * len(walk))
        walk = self.face[a]
        ahead = {(i + k) % len(walk) for k in range((j - i) % len(walk) or len(walk))}
        self.name_walk(walk, [AHEAD if c in ahead else BEHIND for c in range(len(walk))], (i, j))
        if rim := self.sheet.frame_rim(self.curve.face):
            self.rim[FRAME] = rim
            self.unit |= dict.fromkeys(rim, FRAME)

    def name_walk(self, walk: Walk, units: Sequence[Unit], ends: tuple[int, ...] = ()) -> None:
        """Name the edges along a walk; a dart has the unit of the corner that it leaves, a corner that of its dart."""
        sheet = self.sheet
        for c, corner in enumerate(walk):
            if c not in ends:
                self.name_fan(sheet.spots[corner.spot], sheet.corner_ring(walk, c), units[c])
            if corner.dart != LONE:
                path = sheet.dart_path(corner.dart)
                self.rim.setdefault(units[c], [])
                for before, v, after in zip(path, path[1:], path[2:], strict=False):
                    self.name_fan(v, self.mesh.sector(v, after, before), units[c])

    def name_fan(self, v: int, ring: Sequence[int], unit: Unit) -> None:
        rim = self.rim.setdefault(unit, [])
        for w in ring:
            if (v, w) not in self.mesh.fixed:
                self.unit[v, w] = unit
                rim.append((v, w))

    def is_left(self, unit: Unit) -> bool:
        if unit == AHEAD:
            return RIGHT
        if unit == BEHIND:
            return LEFT
        if unit == FRAME:
            return not self.sheet.map.encloses_left(self.curve)
        return FIRST_WALK - unit in (self.curve.inside or ())

    def neighbours(self, unit: Unit) -> Iterable[tuple[Unit, float]]:
        """Units next to this one, with the distance."""
        at, sheet = self.mesh.at, self.sheet
        edges = self.rim[unit] if unit < 0 else [(unit, w) for w in self.mesh.ring(unit)]
        for v, w in edges:
            if w in sheet.frame or w in sheet.taken:
                other = self.unit.get((w, v))
                if other is None:
                    continue
            else:
                other = w
            yield other, distance(at[v], at[w])

    def roots(self, side: bool) -> list[Unit]:
        """Free vertices at the start of a loop where its side can begin."""
        corner = self.curve.start
        ring = [v for v in self.sheet.corner_ring(self.face[corner[0]], corner[1]) if v not in self.sheet.taken]
        return [v for v in ring if v not in self.sheet.frame]

    def grow(self, units: Sequence[Unit], side: bool, banned: set[Unit]) -> set[Unit] | None:
        """The units of one side, with vertices that connect them; None where the mesh has no room for that."""
        is_loop = self.curve.start == self.curve.end
        walk = self.face[self.curve.start[0]]
        needs_root = is_loop and (side == LEFT or walk[0].dart == LONE)
        wanted, tree = set(units), set[Unit]()
        if needs_root:
            root = self.best_root(units, side, banned)
            if root is None:
                return None
            wanted.add(root)
            tree.add(root)
        elif units:
            own = AHEAD if side == RIGHT else BEHIND
            tree.add(own if own in wanted else next(iter(units)))
        foreign = {unit for unit in self.rim if unit not in wanted}
        while wanted - tree:
            path = self.reach(tree, wanted - tree, foreign | banned)
            if path is None:
                return None
            tree |= path
        return tree

    def best_root(self, units: Sequence[Unit], side: bool, banned: set[Unit]) -> Unit | None:
        """Where a loop begins: toward what it encloses; otherwise far from the other side's beginning."""
        at, free = self.mesh.at, [unit for unit in self.roots(side) if unit not in banned]
        if not free:
            return None
        begun = [unit for unit in self.roots(side) if unit in banned]
        if begun:
            return max(free, key=lambda unit: (min(distance(at[unit], at[other]) for other in begun), -unit))
        inner = [self.rim[unit][0][0] for unit in units if self.rim.get(unit) and unit != FRAME]
        if not inner:
            return max(free, key=lambda unit: (self.sheet.room(unit), -unit))
        return min(free, key=lambda unit: (min(distance(at[unit], at[other]) for other in inner), unit))

    def reach(self, tree: set[Unit], goals: set[Unit], banned: set[Unit]) -> set[Unit] | None:
        """The shortest path from a tree to one of the goals."""
        queue: list[tuple[float, Unit]] = [(0.0, unit) for unit in sorted(tree)]
        cost, before = dict.fromkeys(tree, 0.0), dict[Unit, Unit]()
        while queue:
            total, unit = heappop(queue)
            if total > cost[unit]:
                continue
            if unit in goals:
                path = {unit}
                while unit in before:
                    unit = before[unit]
                    path.add(unit)
                return path
            for other, length in self.neighbours(unit):
                if other in banned or (other < 0 and other not in goals and other not in tree):
                    continue
                if total + length < cost.get(other, 1e9):
                    cost[other], before[other] = total + length, unit
                    heappush(queue, (total + length, other))
        return None

    def spread(self) -> None:
        """Give every vertex of the face the side that is nearer."""
        queue: list[tuple[float, Unit, bool]] = [(0.0, unit, side) for unit, side in sorted(self.side.items())]
        queue.sort()
        sides = dict[Unit, bool]()
        while queue:
            total, unit, side = heappop(queue)
            if unit in sides:
                continue
            sides[unit] = side
            for other, length in self.neighbours(unit):
                if other not in sides and (other not in self.side or self.side[other] == side):
                    heappush(queue, (total + length, other, side))
        self.side = sides

    def side_at(self, v: int, *others: int) -> bool | None:
        """The side of a vertex, seen from others of a triangle; None at the ends of the curve."""
        if v in self.sheet.frame:
            return self.side[FRAME]
        if v not in self.sheet.taken:
            return self.side[v]
        units = (self.unit[v, other] for other in others if (v, other) in self.unit)
        return next((self.side[unit] for unit in units), None)

    def trace(self) -> list[Edge] | None:
        """The edges between the sides, from one end of the curve to the other."""
        mesh, third = self.mesh, self.mesh.third
        start, goal = self.ends
        end_fan = set(self.sheet.fan(self.curve.face, self.curve.end))
        first = None
        walk, (_, i) = self.face[self.curve.start[0]], self.curve.start
        ring = self.sheet.corner_ring(walk, i)
        sides = list[bool | None]()
        for k, v in enumerate(ring):
            if (start, v) in mesh.fixed:
                sides.append(RIGHT if k == 0 or self.curve.start == self.curve.end else LEFT)
            else:
                sides.append(self.side_at(v, start))
        for k in range(len(ring) - 1):
            if sides[k] == RIGHT and sides[k + 1] == LEFT:
                first = ring[k], ring[k + 1]
                break
        if first is None or first in mesh.fixed:
            return None
        route, (u, v) = [first], first
        while True:
            if (v, u) in end_fan and third[v, u] == goal:
                return route
            w = third.get((v, u))
            side = None if w is None else self.side_at(w, u, v)
            if w is None or side is None:
                return None
            edge = (u, w) if side == LEFT else (w, v)  # its first end is on the right
            if edge in mesh.fixed:
                return None
            route.append(edge)
            u, v = edge
