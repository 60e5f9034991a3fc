"""Curves made smooth and kept apart, a little at each move, so that what was drawn before stays nearly in its place."""

from itertools import pairwise
from math import hypot

from grundy.games.sprouts.mesh import Point
from grundy.games.sprouts.sheet import Sheet

SWEEPS = 8
APART = 36.0  # pixels that curves and spots keep from each other where there is room
SPOT_APART = 60.0
LONGEST, SHORTEST = 34.0, 11.0  # of the pieces of an arc
CROWDED = 12.0  # pixels: a free vertex so near to another vertex is left out
BEND, PUSH, AIR, SPOT_PULL = 0.45, 0.3, 0.6, 0.12  # shares of the way that a vertex goes in a sweep
LEAST_ARC, LEAST_ARM, STRETCH = 48.0, 22.0, 0.12  # pixels between the ends of an arc, and how fast they are reached
FARTHEST = 12.0  # pixels in one sweep


def relax(sheet: Sheet, sweeps: int = SWEEPS) -> None:
    for sweep in range(sweeps):
        if sweep % 4 == 0:
            resample(sheet)
            sheet.mesh.flip_edges()
        move_vertices(sheet)
    sheet.mesh.flip_edges()


def resample(sheet: Sheet) -> None:
    """Give arcs pieces of similar length, and leave out free vertices in narrow places."""
    mesh = sheet.mesh
    at = mesh.at
    for path in sheet.arcs:
        k = 0
        while k + 1 < len(path):
            (a, b), (c, d) = at[path[k]], at[path[k + 1]]
            length = hypot(a - c, b - d)
            if length > LONGEST or len(path) == 2:
                q = mesh.split_edge(path[k], path[k + 1])
                path.insert(k + 1, q)
                sheet.taken.add(q)
            elif length < SHORTEST and len(path) > 3:
                goes, stays = (k, k + 1) if k else (k + 1, k)
                if goes < len(path) - 1 and mesh.collapse(path[stays], path[goes]):
                    sheet.taken.discard(path[goes])
                    del path[goes]
                    continue
            k += 1
    bound = sheet.taken | sheet.frame
    for u, v in list(mesh.third):
        if u not in bound and v not in sheet.frame and (u, v) in mesh.third:
            (a, b), (c, d) = at[u], at[v]
            if abs(a - c) < CROWDED and abs(b - d) < CROWDED:
                mesh.collapse(v, u)


def move_vertices(sheet: Sheet) -> None:
    """One sweep: arcs bend less, what is near moves apart, and free vertices go between their neighbours."""
    mesh, taken, frame = sheet.mesh, sheet.taken, sheet.frame
    at = mesh.at
    links = arc_links(sheet)
    bends = {p: bend(at, p, near) for p, near in links.items()}
    stretches = arc_stretches(sheet)
    spots = {v for v, lives in zip(sheet.spots, sheet.map.lives, strict=True) if lives}
    for p in sorted({u for u, _ in mesh.third} - frame):
        x, y = at[p]
        ring = mesh.ring(p)
        if p not in taken:
            dx = AIR * (sum([at[v][0] for v in ring]) / len(ring) - x)
            dy = AIR * (sum([at[v][1] for v in ring]) / len(ring) - y)
        else:
            near = links.get(p, ())
            dx, dy = smoothing(bends[p], near) if near else (0.0, 0.0)
            dx, dy = dx + stretches.get(p, (0.0, 0.0))[0], dy + stretches.get(p, (0.0, 0.0))[1]
            for v in ring:
                if v in near or (v not in taken and v not in frame):
                    continue
                a, b = at[v]
                far = hypot(x - a, y - b) or 1.0
                room = SPOT_APART if p in spots or v in spots else APART
                if far < room:
                    push = PUSH * (room - far) / far
                    dx += push * (x - a)
                    dy += push * (y - b)
        far = hypot(dx, dy)
        if far > FARTHEST:
            dx, dy = dx * FARTHEST / far, dy * FARTHEST / far
        elif far < 0.1:
            continue
        for _ in range(3):
            if mesh.is_sound_at(p, (x + dx, y + dy)):
                at[p] = x + dx, y + dy
                break
            dx, dy = dx / 2.5, dy / 2.5


def arc_links(sheet: Sheet) -> dict[int, list[int]]:
    """For each vertex of an arc those next to it."""
    links = dict[int, list[int]]()
    for path in sheet.arcs:
        for u, v in pairwise(path):
            links.setdefault(u, []).append(v)
            links.setdefault(v, []).append(u)
    return links


def bend(at: list[Point], p: int, near: list[int]) -> Point:
    """How far the middle of the neighbours along arcs is from a vertex; nothing at the end of an arc."""
    if len(near) < 2:
        return 0.0, 0.0
    x, y = at[p]
    return sum([at[v][0] for v in near]) / len(near) - x, sum([at[v][1] for v in near]) / len(near) - y


def arc_stretches(sheet: Sheet) -> dict[int, Point]:
    """How far the ends of short arcs go apart."""
    at, found = sheet.mesh.at, dict[int, Point]()
    least = LEAST_ARM if sheet.map.has_bars else LEAST_ARC
    for path in sheet.arcs:
        (a, b), (c, d) = at[path[0]], at[path[-1]]
        far = hypot(a - c, b - d)
        if 0 < far < least and sheet.length(path) < 2 * least:
            push = STRETCH * (least - far) / far
            for end, sign in (path[0], push), (path[-1], -push):
                x, y = found.get(end, (0.0, 0.0))
                found[end] = x + sign * (a - c), y + sign * (b - d)
    return found


def smoothing(bent: Point, near: list[int]) -> Point:
    x, y = bent
    if len(near) != 2:
        return SPOT_PULL * x, SPOT_PULL * y
    return BEND * x, BEND * y
