"""The moves of a match as curves of one picture, which grows from the first position to the last.

A position says which curves were drawn only up to what matters for play. So for each step a curve is looked for that
leads to the next position, and the shortest is drawn.
"""

import re
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from grundy.games.sprouts import brussels
from grundy.games.sprouts.embed import embed_lands, embed_regions
from grundy.games.sprouts.form import LETTER, Land, Position, canonical
from grundy.games.sprouts.layout import lay_out
from grundy.games.sprouts.mesh import CrossingError, distance
from grundy.games.sprouts.planar import Face, MapCurve, PlanarMap, read_note
from grundy.games.sprouts.sheet import Sheet
from grundy.games.sprouts.sketch import cross_sketch, draw_curve, free_sketch, trace_curve

MOST_CURVES = 6_000  # of a picture that are looked at
MOST_SPOTS = 24  # of the first position of a picture
ONE_MOVE: Land = (((2, 2),),)  # a land in which one curve can be drawn
ALSO_ONE_MOVE: Land = canonical([[[LETTER, LETTER + 1]], [[LETTER, LETTER + 1]]])[0]
LINE = re.compile(r"\d{1,4}\.\d{1,4}(-\d{1,4}\.\d{1,4}){1,200}", re.ASCII)
RawLand = tuple[tuple[tuple[int, ...], ...], ...]
Past = tuple[Hashable, ...]


class Story(NamedTuple):
    """A picture of a position, and of the last move, if there was one, the map before it and the curve."""

    sheet: Sheet
    before: PlanarMap | None = None
    last: MapCurve | None = None


@lru_cache(maxsize=256)
def tell(positions: Past, notes: tuple[str, ...], has_bars: bool) -> Story | None:
    """The picture of the last of these positions, drawn from the first on; None where a picture is not known."""
    before = tell(positions[:-1], notes[: len(positions) - 2], has_bars) if len(positions) > 1 else None
    if before and positions[-1] == positions[-2]:
        return before
    if before and (drawn := find_noted_drawing(before.sheet, positions[-1], notes)):
        return drawn
    if before:
        curve = find_noted_curve(before.sheet.map, positions[-1], notes) or find_curve(before.sheet, positions[-1])
        if curve is not None:
            try:
                return Story(draw_curve(before.sheet, curve), before.sheet.map, curve)
            except CrossingError:
                pass
    sheet = first_sheet(positions[-1], has_bars)
    return Story(sheet) if sheet else None


def find_noted_curve(drawing: PlanarMap, position: Hashable, notes: Sequence[str]) -> MapCurve | None:
    """The curve that the last of the notes tells, if it leads to the position."""
    curve = read_note(notes[-1]) if notes else None
    if curve is None or not drawing.allows(curve):
        return None
    return curve if position_of(drawing.draw(curve)) == unify(position, drawing.has_bars) else None


def find_noted_drawing(sheet: Sheet, position: Hashable, notes: Sequence[str]) -> Story | None:
    """The picture after the line that the last of the notes tells, if it leads to the position."""
    drawn = follow_line(sheet, notes[-1]) if notes else None
    is_right = drawn is not None and position_of(drawn.sheet.map) == unify(position, sheet.map.has_bars)
    return drawn if is_right else None


def follow_line(sheet: Sheet, line: str) -> Story | None:
    """The picture after a curve that was drawn as a line of points; None where it is no move."""
    if not LINE.fullmatch(line):
        return None
    points = [(float(x), float(y)) for x, y in (point.split(".") for point in line.split("-"))]
    try:
        curve, after = trace_curve(sheet, points)
    except CrossingError:
        return None
    return Story(after, sheet.map, curve)


def first_sheet(position: Hashable, has_bars: bool) -> Sheet | None:
    """The picture of a position whose past is not known; None of one that is too large."""
    number = brussels.count_crosses(position) if has_bars else count_free_spots(position)
    if number is not None:
        return None if number > MOST_SPOTS else cross_sketch(number) if has_bars else free_sketch(number)
    if not isinstance(position, tuple):
        return None
    drawing = embed_regions(position) if has_bars else embed_lands(position)
    return lay_out(drawing) if drawing else None


def count_free_spots(position: Hashable) -> int | None:
    """The number of spots where nothing was drawn yet; None elsewhere."""
    if position == ():
        return 0
    words = position[0][0] if isinstance(position, tuple) and len(position) == 1 and len(position[0]) == 1 else ()
    return len(words) if words and set(words) == {(0,)} else None


def find_curve(sheet: Sheet, position: Hashable) -> MapCurve | None:
    """The shortest curve that leads to a position."""
    goal = unify(position, sheet.map.has_bars)
    found = sorted(islice(sheet.map.curves(), MOST_CURVES), key=lambda curve: cost(sheet, curve))
    chosen = next((curve for curve in found if position_of(sheet.map.draw(curve)) == goal), None)
    return chosen and nearest(sheet, chosen)


@lru_cache(maxsize=16)
def find_options(positions: Past, notes: tuple[str, ...], has_bars: bool) -> dict[Hashable, list[MapCurve]]:
    """For each position after one curve the curves that lead there, the shortest first; of each pair of ends one."""
    story = tell(positions, notes, has_bars)
    if story is None:
        return {}
    sheet, found, seen = story.sheet, dict[Hashable, list[MapCurve]](), set[Hashable]()
    for curve in sorted(islice(sheet.map.curves(), MOST_CURVES), key=lambda curve: cost(sheet, curve)):
        position = position_of(sheet.map.draw(curve))
        ends = frozenset(sheet.map.spot_at(curve.face, place) for place in (curve.start, curve.end))
        if (position, ends) not in seen:
            seen.add((position, ends))
            found.setdefault(position, []).append(nearest(sheet, curve))
    return found


def cost(sheet: Sheet, curve: MapCurve) -> float:
    """About how long a curve is."""
    start, end = (sheet.point(sheet.map.spot_at(curve.face, place)) for place in (curve.start, curve.end))
    left, right = sheet.map.sides(curve)
    return distance(start, end) + 80 * min(len(left), len(right))


def nearest(sheet: Sheet, curve: MapCurve) -> MapCurve:
    """The curve with those boundaries on its smaller side that are nearest, of several that are alike."""
    if curve.inside is None:
        return curve
    face = sheet.map.faces[curve.face]
    start = sheet.point(sheet.map.spot_at(curve.face, curve.start))
    left, right = sheet.map.sides(curve)
    inside = set[int]()
    for alike in sheet.map.kinds(curve.face):
        others = [walk for walk in alike if walk != curve.start[0]]
        others.sort(key=lambda walk: distance(start, sheet.point(face[walk][0].spot)))
        number = sum(walk in curve.inside for walk in others)
        inside.update(others[:number] if len(left) <= len(right) else others[len(others) - number :])
    return curve._replace(inside=frozenset(inside))


def position_of(drawing: PlanarMap) -> Hashable:
    """The position of a drawing, as `unify` writes it."""
    if drawing.has_bars:
        lives = drawing.lives
        counts = (Counter(sum(lives[corner.spot] for corner in walk) for walk in face) for face in drawing.faces)
        return brussels.make_position(
            brussels.make_region({ends: number for ends, number in count.items() if ends}) for count in counts
        )
    return unify(tuple(land for lands in map(canonical_land, split_lands(drawing)) for land in lands), False)


def unify(position: Hashable, has_bars: bool) -> Hashable:
    """The position with lands of one move written alike: drawings that are simplified may differ in them."""
    if has_bars or not isinstance(position, tuple):
        return position
    return tuple(sorted(ONE_MOVE if land == ALSO_ONE_MOVE else land for land in position))


def split_lands(drawing: PlanarMap) -> Iterator[RawLand]:
    """The faces in groups that have spots in common, as drawings, with letters numbered as they are met."""
    owner = list(range(len(drawing.faces)))
    first = dict[int, int]()
    for number, face in enumerate(drawing.faces):
        for spot in live_spots(drawing, face):
            if drawing.lives[spot] == 1:
                old, new = owner[number], owner[first.setdefault(spot, number)]
                owner = [new if one == old else one for one in owner]
    for label in sorted(set(owner)):
        faces = [face for face, one in zip(drawing.faces, owner, strict=True) if one == label]
        yield write_land(drawing, faces)


def live_spots(drawing: PlanarMap, face: Face) -> list[int]:
    return [corner.spot for walk in face for corner in walk if drawing.lives[corner.spot]]


def write_land(drawing: PlanarMap, faces: Sequence[Face]) -> RawLand:
    lives, names = drawing.lives, dict[int, int]()
    regions = []
    for face in faces:
        words = [[corner.spot for corner in walk if lives[corner.spot]] for walk in face]
        regions.append(
            sorted((turn_word(word, lives) for word in words if word), key=lambda word: pattern(word, lives))
        )
    regions.sort(key=lambda region: [pattern(word, lives) for word in region])
    return tuple(
        tuple(
            tuple(3 - lives[spot] if lives[spot] > 1 else LETTER + names.setdefault(spot, len(names)) for spot in word)
            for word in region
        )
        for region in regions
    )


def turn_word(word: list[int], lives: Sequence[int]) -> list[int]:
    return min((word[k:] + word[:k] for k in range(len(word))), key=lambda turned: pattern(turned, lives))


def pattern(word: Sequence[int], lives: Sequence[int]) -> list[int]:
    return [lives[spot] for spot in word]


@lru_cache(maxsize=20_000)
def canonical_land(land: RawLand) -> Position:
    return canonical([[list(word) for word in region] for region in land])
