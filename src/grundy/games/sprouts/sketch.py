"""Sketches: positions of Sprouts and Brussels Sprouts as pictures that grow with the moves of a match."""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, cos, hypot, pi, sin, sqrt

from grundy.games.sprouts.layout import lay_out
from grundy.games.sprouts.mesh import CrossingError, Point, between, distance, grid_mesh
from grundy.games.sprouts.planar import LONE, Face, MapCurve, Place, cross_map, free_spot_map
from grundy.games.sprouts.relax import SWEEPS, relax
from grundy.games.sprouts.route import find_route
from grundy.games.sprouts.sheet import Sheet

BETWEEN, MARGIN = 120.0, 100.0  # pixels from spot to spot, and to the frame
STEP = 40.0  # pixels between vertices of an empty sheet
ARM = 20.0  # pixels of a free end
RIM = 8.0  # pixels at the edge of the sheet in which nothing is drawn
LEAST_STEP = 3.0  # pixels between the points of a line that was drawn
DRAWN_SWEEPS = 4  # of relaxing, so that it stays about where it was drawn


def blank_sheet(wide: float, high: float) -> Sheet:
    return Sheet(wide, high, *grid_mesh(wide, high, STEP))


def free_sketch(spots: int) -> Sheet:
    points, wide, high = spot_points(spots)
    sheet = blank_sheet(wide, high)
    for point in points:
        sheet.place_spot(point)
    sheet.map = free_spot_map(spots)
    return sheet


def cross_sketch(crosses: int) -> Sheet:
    points, wide, high = spot_points(crosses)
    sheet = blank_sheet(wide, high)
    for middle in points:
        v = sheet.place_spot(middle)
        x, y = sheet.mesh.at[v]
        for k in range(4):
            grow_arm(sheet, v, (x + ARM * cos(k * pi / 2 + pi / 4), y - ARM * sin(k * pi / 2 + pi / 4)))
    sheet.map = cross_map(crosses)
    return sheet


def grow_arm(sheet: Sheet, v: int, tip: Point) -> None:
    """Draw an arc to a new spot, as near to a point as nothing is in the way."""
    x, y = sheet.mesh.at[v]
    path = list[int]()
    for share in 1.0, 0.6, 0.35, 0.2, 0.1:
        trial = sheet.mesh.copy()
        try:
            point = x + share * (tip[0] - x), y + share * (tip[1] - y)
            path = [v, *trial.draw_to(v, point, {*sheet.taken, *sheet.frame})]
        except CrossingError:
            continue
        sheet.mesh = trial
        break
    else:
        path = [v, sheet.mesh.split_toward(v, tip)]
    sheet.arcs.append(path)
    sheet.taken.update(path)
    sheet.spots.append(path[-1])


def spot_points(number: int) -> tuple[list[Point], float, float]:
    """Places for spots in staggered rows, and the size of the sheet."""
    rows = max(1, round(sqrt(number / 1.6)))
    widest = ceil(number / rows)
    sizes = [number // rows + (r < number % rows) for r in range(rows)]
    wide = BETWEEN * (widest - 1) + 2 * MARGIN
    points = list[Point]()
    for r, size in enumerate(sizes):
        indent = (wide - BETWEEN * (size - 1)) / 2
        if rows > 1 and size == widest and number % rows == 0:
            indent += (-1) ** r * BETWEEN / 4
        points += [(indent + BETWEEN * c, MARGIN + 0.9 * BETWEEN * r) for c in range(size)]
    return points, wide, 0.9 * BETWEEN * (rows - 1) + 2 * MARGIN


def plan_curve(sheet: Sheet, curve: MapCurve) -> list[Point]:
    """The points of a curve that the program lays out while all else stays where it is; none where it finds no way."""
    trial = sheet.copy()
    try:
        route = find_route(trial, curve)
    except CrossingError:
        return []
    path = trial.cut(trial.spot_of(curve.face, curve.start), route, trial.spot_of(curve.face, curve.end))
    at = trial.mesh.at
    for _ in range(SWEEPS):
        for before, v, after in zip(path, path[1:], path[2:], strict=False):
            goal = between(at[v], between(at[before], at[after]))
            if trial.mesh.is_sound_at(v, goal):
                at[v] = goal
    return [at[v] for v in path]


def draw_curve(sheet: Sheet, curve: MapCurve) -> Sheet:
    """The sheet after a curve that the program lays out; where it is too crowded, everything is laid out anew."""
    after = sheet.copy()
    try:
        route = find_route(after, curve)
    except CrossingError:
        after = lay_out(sheet.map)
        route = find_route(after, curve)
    path = after.cut(after.spot_of(curve.face, curve.start), route, after.spot_of(curve.face, curve.end))
    return finish_curve(after, curve, path)


def trace_curve(sheet: Sheet, points: Sequence[Point]) -> tuple[MapCurve, Sheet]:
    """The curve that is drawn as a line of points from spot to spot, and the sheet after it."""
    start, end = (nearest_spot(sheet, point) for point in (points[0], points[-1]))
    after = sheet.copy()
    path, taken = [after.spots[start]], after.taken | after.frame
    for x, y in points[1:-1]:
        point = min(max(x, RIM), sheet.wide - RIM), min(max(y, RIM), sheet.high - RIM)
        if distance(point, after.mesh.at[path[-1]]) >= LEAST_STEP:
            path += after.mesh.draw_to(path[-1], point, taken)
    path += after.mesh.draw_to(path[-1], after.point(end), taken, after.spots[end])
    if len(path) == 2:
        path.insert(1, after.mesh.split_edge(*path))
    after.taken.update(path)
    face, place = find_corner(after, start, path[1])
    other, goal = find_corner(after, end, path[-2])
    if face != other or (start == end and place != goal):
        raise CrossingError
    curve = MapCurve(face, place, goal)
    if place[0] == goal[0]:
        walks = after.map.faces[face]
        left = walks_left(after, path, walks)
        if place == goal and place[0] in left and walks[place[0]][0].dart != LONE:
            path.reverse()
            left = walks_left(after, path, walks)
        curve = curve._replace(inside=frozenset(left - {place[0]}))
    if not sheet.map.allows(curve):
        raise CrossingError
    return curve, finish_curve(after, curve, path, DRAWN_SWEEPS)


def nearest_spot(sheet: Sheet, point: Point) -> int:
    live = [spot for spot, lives in enumerate(sheet.map.lives) if lives]
    if not live:
        raise CrossingError
    return min(live, key=lambda spot: distance(sheet.point(spot), point))


def find_corner(sheet: Sheet, spot: int, neighbour: int) -> tuple[int, Place]:
    """The face and the corner at a spot in which an edge to a neighbour lies."""
    for number, face in enumerate(sheet.map.faces):
        for w, walk in enumerate(face):
            for c, corner in enumerate(walk):
                if corner.spot == spot and neighbour in sheet.corner_ring(walk, c):
                    return number, (w, c)
    raise CrossingError


def walks_left(sheet: Sheet, path: Sequence[int], walks: Face) -> set[int]:
    """The numbers of the walks that lie to the left of a path."""
    edges = sheet.flood(pairwise(path))
    return {number for number, walk in enumerate(walks) if any(edge in edges for edge in sheet.walk_edges(walk))}


def finish_curve(sheet: Sheet, curve: MapCurve, path: list[int], sweeps: int = SWEEPS) -> Sheet:
    """Put the new spot on the path of a curve, and let everything find its place."""
    middle = sheet.middle(path)
    sheet.spots.append(path[middle])
    sheet.arcs += [path[: middle + 1], path[middle:]]
    if sheet.map.has_bars:
        draw_bar(sheet, path, middle)
    sheet.map = sheet.map.draw(curve)
    relax(sheet, sweeps)
    return sheet


def draw_bar(sheet: Sheet, path: list[int], middle: int) -> None:
    """Two free ends across a curve, the one on its left first.

    They halve the angles at its middle: at a sharp bend, what is square to the chord may lie twice on the same side.
    """
    at = sheet.mesh.at
    x, y = middle_point = at[path[middle]]
    (a, b), (c, d) = (direction(middle_point, at[path[k]]) for k in (middle - 1, middle + 1))
    far = hypot(c - a, d - b) or 1.0
    across = -(d - b) / far * ARM, (c - a) / far * ARM
    for sign in 1, -1:
        grow_arm(sheet, path[middle], (x + sign * across[0], y + sign * across[1]))


def direction(start: Point, end: Point) -> Point:
    """The way from a point to another, one pixel of it."""
    far = distance(start, end) or 1.0
    return (end[0] - start[0]) / far, (end[1] - start[1]) / far
