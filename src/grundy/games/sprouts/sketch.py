"""Sketches: positions of Sprouts and Brussels Sprouts as pictures that grow with the moves of a match."""

from math import ceil, cos, hypot, pi, sin, sqrt

from grundy.games.sprouts.mesh import CrossingError, Point
from grundy.games.sprouts.planar import MapCurve, cross_map, free_spot_map
from grundy.games.sprouts.relax import relax
from grundy.games.sprouts.route import find_route
from grundy.games.sprouts.sheet import Sheet

BETWEEN, MARGIN = 120.0, 100.0  # pixels from spot to spot, and to the frame
ARM = 20.0  # pixels of a free end


def free_sketch(spots: int) -> Sheet:
    points, wide, high = spot_points(spots)
    sheet = Sheet(wide, high)
    for point in points:
        sheet.place_spot(point)
    sheet.map = free_spot_map(spots)
    return sheet


def cross_sketch(crosses: int) -> Sheet:
    points, wide, high = spot_points(crosses)
    sheet = Sheet(wide, high)
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
    for share in 1.0, 0.6, 0.35, 0.2, 0.1:
        trial = sheet.mesh.copy()
        try:
            point = x + share * (tip[0] - x), y + share * (tip[1] - y)
            path = [v, *trial.draw_to(v, point, {*sheet.taken, *sheet.frame})]
        except CrossingError:
            continue
        sheet.mesh = trial
        sheet.arcs.append(path)
        sheet.taken.update(path)
        sheet.spots.append(path[-1])
        return
    raise CrossingError


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


def draw_curve(sheet: Sheet, curve: MapCurve) -> Sheet:
    """The sheet after a curve that the program lays out."""
    after = sheet.copy()
    route = find_route(after, curve)
    path = after.cut(after.spot_of(curve.face, curve.start), route, after.spot_of(curve.face, curve.end))
    return finish_curve(after, curve, path)


def finish_curve(sheet: Sheet, curve: MapCurve, path: list[int]) -> Sheet:
    """Put the new spot on the path of a curve, and let everything find its place."""
    middle = sheet.middle(path)
    sheet.spots.append(path[middle])
    sheet.arcs += [path[: middle + 1], path[middle:]]
    if sheet.map.has_bars:
        draw_bar(sheet, path, middle)
    sheet.map = sheet.map.draw(curve)
    relax(sheet)
    return sheet


def draw_bar(sheet: Sheet, path: list[int], middle: int) -> None:
    """Two free ends across a curve, the one on its left first."""
    at = sheet.mesh.at
    (x, y), (a, b), (c, d) = at[path[middle]], at[path[middle - 1]], at[path[middle + 1]]
    far = hypot(c - a, d - b) or 1.0
    across = -(d - b) / far * ARM, (c - a) / far * ARM
    for sign in 1, -1:
        grow_arm(sheet, path[middle], (x + sign * across[0], y + sign * across[1]))
