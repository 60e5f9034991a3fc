"""Sketches: positions of Sprouts and Brussels Sprouts as pictures that grow with the moves of a match."""

from math import ceil, cos, pi, sin, sqrt

from grundy.games.sprouts.mesh import CrossingError, Point
from grundy.games.sprouts.planar import MapCurve, PlanarMap, cross_map, free_spot_map
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
    sheet.map = sheet.map.draw(curve)
    relax(sheet)
    return sheet
