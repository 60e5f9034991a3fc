"""Pictures of Sprouts and Brussels Sprouts, as SVG and in plain characters.

A position is drawn with its past as one picture (see `replay.py`). A move touches the two spots at its ends;
where several curves between these lead to different positions, a further piece, which is shown when the spots are
chosen, tells them apart.
"""

from collections.abc import Hashable, Iterator, Sequence
from itertools import groupby
from math import atan2, cos, hypot, pi, sin
from typing import NamedTuple, TypeVar

from grundy.core.board import Board
from grundy.core.reader import ellipsis
from grundy.core.ruleset import Ruleset
from grundy.errors import MoveError
from grundy.games.sprouts import brussels
from grundy.games.sprouts.board import Lands, count_spots, number_spots, spot_ranges
from grundy.games.sprouts.form import Land, Position
from grundy.games.sprouts.mesh import between, cross
from grundy.games.sprouts.planar import MapCurve, PlanarMap, read_note
from grundy.games.sprouts.replay import Story, find_options, follow_line, position_of, tell, unify
from grundy.games.sprouts.sheet import Sheet
from grundy.games.sprouts.sketch import plan_curve
from grundy.render.scenes.scene import Item, Scene, Touch, in_words, touch
from grundy.render.scenes.tracks import Past
from grundy.render.shapes import Drawing, Outline, Point, box, curve, disc, words
from grundy.render.text import MOST_LINES, Lines, repeat_sign

SPOT, DEAD_SPOT, LIFE = 10.5, 3.2, 2.4  # radii in pixels
LIFE_ORBIT = 15.5
ROUNDED = 0.5, 0.25, 0.1  # shares of the pieces of an arc at a corner, the best first
CHIP, CHIP_GAP = 30.0, 6.0  # pixels: the height of the name of a way, and around it
CHIP_LETTER, CHIP_RIM, LEAST_CHIP = 7.5, 16.0, 44.0  # pixels of its width
CHIP_ROWS = 2  # that have room below the picture: if it grew, it would move what is below
HIT, LEAST_HIT = 30.0, 14.0  # radii of what answers to a touch
FREE_SIDE = 9.0  # pixels from a free end, away from the others
SPOT_SIGNS = "○◐●"  # a spot with three lives, two lives, one life
MOST_FREE_SPOTS = 4  # that are written one by one


P = TypeVar("P", bound=Hashable)


class Way(NamedTuple):
    """A way to move: the number of the option, the curve, what is touched, and the piece that tells it from others."""

    number: int
    curve: MapCurve
    keys: Touch
    item: Item | None = None


def draw_match(
    board: Board[P], past: Sequence[Hashable], position: P, options: Sequence[Hashable], has_bars: bool
) -> Scene:
    """A position as a picture that began with the first of the past; in words where it is too large."""
    positions, notes = (*past, position), padded_notes(past)
    story = tell(positions, notes, has_bars)
    if story is None or not story.sheet.spots:
        return in_words(board.show(position))
    sheet, found = story.sheet, find_options(positions, notes, has_bars) if options else {}
    curves = [found.get(unify(option, has_bars), []) for option in options]
    names = spot_names(sheet.map)
    ways = list(way_items(sheet, curves, names))
    high = sheet.high + (CHIP_ROWS * (CHIP + CHIP_GAP) + CHIP_GAP if past or options else 0)
    items = (*draw_arcs(story), *draw_spots(story, names), *(way.item for way in ways if way.item))
    touches = [tuple(way.keys for way in ways if way.number == n) for n in range(len(options))]
    told = tuple(describe(sheet.map, found[0], names) if found else "" for found in curves)
    last = describe(story.before, story.last, names) if story.before and story.last else ""
    drawn = {way.keys: way.curve.note for way in ways}
    return Scene(
        sheet.wide, high, items, tuple(touches), hang=(0.5, 0), notes=drawn, words=told, last=last, came=newest(story)
    )


def find_drawn_option(rules: Ruleset[P], position: P, past: Sequence[Hashable], line: str) -> P:
    """The option that a line from spot to spot leads to."""
    has_bars = not isinstance(rules.board, Lands)
    story = tell((*past, position), padded_notes(past), has_bars)
    drawn = follow_line(story.sheet, line) if story else None
    goal = position_of(drawn.sheet.map) if drawn else None
    found = next((option for option in rules.moves(position) if drawn and unify(option, has_bars) == goal), None)
    if found is None:
        raise MoveError("this line is no move: it begins and ends at live spots and crosses nothing; draw it again")
    return found


def find_line(position: Hashable, past: Sequence[Hashable], note: str, has_bars: bool) -> str:
    """The curve of a note as a line of points in the picture of a position."""
    story, noted = tell((*past, position), padded_notes(past), has_bars), read_note(note)
    if story is None or noted is None or not story.sheet.map.allows(noted):
        raise MoveError("no curve of this picture has that note; touch the spots of a move")
    return "-".join(f"{x:.0f}.{y:.0f}" for x, y in plan_curve(story.sheet, noted))


def padded_notes(past: Sequence[Hashable]) -> tuple[str, ...]:
    """A note for each move from these positions, empty where there is none."""
    notes = past.notes if isinstance(past, Past) else ()
    return (*notes[: len(past)], *("",) * (len(past) - len(notes)))


def spot_names(drawing: PlanarMap) -> dict[int, str]:
    """The name of each spot that is or was live: a number, or the letter of a cross with the number of its end."""
    if not drawing.has_bars:
        named = [spot for spot in range(len(drawing.lives)) if spot not in drawing.joints]
        return {spot: str(number) for number, spot in enumerate(named, 1)}
    names, cross, end = dict[int, str](), 0, 0
    for spot in range(len(drawing.lives)):
        if spot in drawing.joints:
            cross, end = cross + (end > 0), 0
        else:
            end += 1
            names[spot] = f"{chr(ord('A') + cross % 26)}{chr(39) * (cross // 26)}{end}"
    return names


def spot_key(spot: int) -> str:
    return f"s{spot}"


def way_items(sheet: Sheet, curves: Sequence[Sequence[MapCurve]], names: dict[int, str]) -> Iterator["Way"]:
    """The ways to make each option."""
    by_ends = dict[tuple[int, int], list[tuple[int, MapCurve]]]()
    for number, found in enumerate(curves):
        for one in found:
            ends = sorted(sheet.map.spot_at(one.face, place) for place in (one.start, one.end))
            by_ends.setdefault((ends[0], ends[1]), []).append((number, one))
    for (start, end), ways in by_ends.items():
        if len(ways) == 1 and start != end:
            yield Way(*ways[0], touch(spot_key(start), spot_key(end)))
            continue
        ways.sort(key=lambda way: describe(sheet.map, way[1], names))
        texts = [describe_way(sheet.map, one, names, is_loop=start == end) for _, one in ways]
        for k, ((number, one), text, chip) in enumerate(zip(ways, texts, chip_places(texts, sheet), strict=True)):
            x, y, wide = chip
            key = f"w{start}-{end}-{k}"
            body = box(x, y, wide, CHIP, "chip", 8) + words(x + wide / 2, y + 19.5, text, "small")
            label = f"{text}: {describe(sheet.map, one, names)}"  # it begins with what is seen
            item = Item(body + mark_inside(sheet, one), key, label, (x + wide / 2, y + CHIP / 2), True)
            yield Way(number, one, touch(spot_key(start), spot_key(end), key), item)


def describe_way(drawing: PlanarMap, one: MapCurve, names: dict[int, str], *, is_loop: bool) -> str:
    """What tells a curve from others between the same spots."""
    text = describe_loop(drawing, one, names) if is_loop else describe_side(drawing, one, names, "")
    return text + describe_region(drawing, one, names)


def chip_places(texts: Sequence[str], sheet: Sheet) -> list[tuple[float, float, float]]:
    """Left edge, top and width of a chip for each text, in rows below the picture.

    Where there are more rows than have room, the first of them lie in the margin of the picture.
    """
    rows: list[list[float]] = [[]]
    for text in texts:
        wide = max(LEAST_CHIP, CHIP_LETTER * len(text) + CHIP_RIM)
        if rows[-1] and sum(rows[-1]) + CHIP_GAP * len(rows[-1]) + wide > sheet.wide:
            rows.append([])
        rows[-1].append(wide)
    top = sheet.high + CHIP_GAP - max(0, len(rows) - CHIP_ROWS) * (CHIP + CHIP_GAP)
    places = list[tuple[float, float, float]]()
    for r, row in enumerate(rows):
        x = (sheet.wide - sum(row) - CHIP_GAP * (len(row) - 1)) / 2
        for wide in row:
            places.append((x, top + r * (CHIP + CHIP_GAP), wide))
            x += wide + CHIP_GAP
    return places


def mark_inside(sheet: Sheet, one: MapCurve) -> Drawing:
    """A ring around each spot that a curve encloses."""
    left, right = sheet.map.sides(one)
    inside = left if sheet.map.encloses_left(one) else right
    return tuple(shape for spot in sorted(inside) for shape in disc(*sheet.point(spot), SPOT + 9, "round"))


def describe(drawing: PlanarMap, one: MapCurve, names: dict[int, str]) -> str:
    """A curve in words, by the names in the picture."""
    start, end = (drawing.spot_at(one.face, place) for place in (one.start, one.end))
    noun = "end" if drawing.has_bars else "spot"
    ends = (
        f"draw a loop at spot {names[start]}"
        if start == end
        else f"join {noun} {names[start]} with {noun} {names[end]}"
    )
    around = "" if one.inside is None else f" {describe_side(drawing, one, names, noun)}"
    return ends + around + describe_region(drawing, one, names)


def describe_region(drawing: PlanarMap, one: MapCurve, names: dict[int, str]) -> str:
    """In which of several regions a curve between two spots lies, by another spot there."""
    if len(drawing.faces) == 1:
        return ""
    ends = {drawing.spot_at(one.face, place) for place in (one.start, one.end)}
    spots = [{drawing.spot_at(n, place) for place in drawing.live_corners(n)} for n in range(len(drawing.faces))]
    if sum(ends <= there for there in spots) < 2:
        return ""
    others = spots[one.face] - ends - set().union(*(there for n, there in enumerate(spots) if n != one.face))
    return f", beside {names[min(others)]}" if others else ", beside nothing else"


def describe_side(drawing: PlanarMap, one: MapCurve, names: dict[int, str], noun: str) -> str:
    """What a curve encloses, with or without a noun: the side with fewer spots."""
    left, right = drawing.sides(one)
    inside = sorted(left if drawing.encloses_left(one) else right)
    if not inside:
        return f"around no {noun}" if noun else "around none"
    if drawing.has_bars:
        return f"around {', '.join(names[spot] for spot in inside)}"
    text = spot_ranges([int(names[spot]) for spot in inside])
    return f"around {text if noun else text.partition(' ')[2]}"


def describe_loop(drawing: PlanarMap, one: MapCurve, names: dict[int, str]) -> str:
    return f"loop {describe_side(drawing, one, names, '')}".removesuffix(" around none")


def newest(story: Story) -> Touch:
    """The keys of what the last move brought."""
    if story.last is None:
        return touch()
    drawing = story.sheet.map
    added = 4 if drawing.has_bars else 2
    spots = range(len(drawing.lives) - (3 if drawing.has_bars else 1), len(drawing.lives))
    return touch(*(f"a{arc}" for arc in range(drawing.arcs - added, drawing.arcs)), *map(spot_key, spots))


def draw_arcs(story: Story) -> Iterator[Item]:
    at = story.sheet.mesh.at
    for number, path in enumerate(story.sheet.arcs):
        yield Item(curve(arc_outline(story.sheet, path), "edge"), f"a{number}", at=at[path[len(path) // 2]])


def arc_outline(sheet: Sheet, path: Sequence[int]) -> Outline:
    """An arc with its corners rounded: each from the middle of a piece to that of the next where nothing lies between.

    What is rounded lies in the triangles around the corner, so no arc crosses another.
    """
    at = sheet.mesh.at
    outline: list[tuple[str, list[Point]]] = [("M", [at[path[0]]])]
    for before, v, after in zip(path, path[1:], path[2:], strict=False):
        share = next((share for share in ROUNDED if is_clear(sheet, before, v, after, share)), 0.0)
        if share:
            start, end = (between(at[v], at[other], share) for other in (before, after))
            controls = [between(start, at[v], 2 / 3), between(end, at[v], 2 / 3)]
            outline += [("L", [start]), ("C", [*controls, end])]
        else:
            outline.append(("L", [at[v]]))
    return [*outline, ("L", [at[path[-1]]])]


def is_clear(sheet: Sheet, before: int, v: int, after: int, share: float) -> bool:
    """Whether no neighbour of a vertex lies where its corner is cut off."""
    at = sheet.mesh.at
    start, end = between(at[v], at[before], share), between(at[v], at[after], share)
    if cross(at[v], start, end) < 0:
        start, end = end, start
    others = (at[w] for w in sheet.mesh.ring(v) if w not in (before, after))
    return not any(
        cross(at[v], start, q) >= 0 and cross(start, end, q) >= 0 and cross(end, at[v], q) >= 0 for q in others
    )


def draw_spots(story: Story, names: dict[int, str]) -> Iterator[Item]:
    sheet = story.sheet
    live = [sheet.point(spot) for spot, lives in enumerate(sheet.map.lives) if lives]
    middles = {spot: middle_of_touch(sheet, spot, live) for spot, lives in enumerate(sheet.map.lives) if lives}
    for spot, lives in enumerate(sheet.map.lives):
        x, y = point = sheet.point(spot)
        if not lives:
            if not sheet.map.has_bars:
                yield Item(disc(x, y, DEAD_SPOT, "spent"), spot_key(spot), at=point)
            continue
        gaps = gap_angles(sheet, spot)
        a, b = middles[spot]
        far = min((hypot(a - c, b - d) for other, (c, d) in middles.items() if other != spot), default=HIT)
        hit = disc(a, b, max(LEAST_HIT, min(HIT, 0.5 * far)), "air")
        if sheet.map.has_bars:
            body = disc(x, y, 4.5, "free") + words(
                x + 11 * cos(gaps[0]), y + 11 * sin(gaps[0]) + 3.5, names[spot], "name"
            )
            label = f"free end {names[spot]}"
        else:
            body = disc(x, y, SPOT, "vertex") + words(x, y + 4.3, names[spot], "small")
            dots = [
                disc(x + LIFE_ORBIT * cos(angle), y + LIFE_ORBIT * sin(angle), LIFE, "life") for angle in gaps[:lives]
            ]
            body += tuple(shape for dot in dots for shape in dot)
            label = f"spot {names[spot]}, {lives} {'life' if lives == 1 else 'lives'}"
        yield Item(hit + body, spot_key(spot), label, point)


def middle_of_touch(sheet: Sheet, spot: int, live: Sequence[Point]) -> Point:
    """The middle of what answers for a spot; free ends may be near each other, and give way to each other."""
    x, y = sheet.point(spot)
    if not sheet.map.has_bars:
        return x, y
    pushes = [((x - a) / far**2, (y - b) / far**2) for a, b in live if (far := hypot(x - a, y - b)) > 1]
    across, down = (sum(push[axis] for push in pushes) for axis in (0, 1))
    angle = atan2(down, across)
    return x + FREE_SIDE * cos(angle), y + FREE_SIDE * sin(angle)


def gap_angles(sheet: Sheet, spot: int) -> list[float]:
    """Directions from a spot in which no arc leaves it, as far from arcs as can be."""
    v, (x, y) = sheet.spots[spot], sheet.point(spot)
    ends = [path[1] for path in sheet.arcs if path[0] == v] + [path[-2] for path in sheet.arcs if path[-1] == v]
    angles = sorted(atan2(sheet.mesh.at[w][1] - y, sheet.mesh.at[w][0] - x) for w in ends)
    if not angles:
        return [-pi / 2, pi / 6, 5 * pi / 6]
    if len(angles) == 1:
        return [angles[0] + 2 * pi / 3, angles[0] - 2 * pi / 3]
    gaps = [(after - before, before) for before, after in zip(angles, [*angles[1:], angles[0] + 2 * pi], strict=True)]
    return [before + wide / 2 for wide, before in sorted(gaps, reverse=True)]


def region_lines(position: brussels.Position, width: int) -> Lines:
    kinds = [[repeat_sign(number, 12, f"○{ends} ") for ends, number in region] for region in position]
    lines = [ellipsis(f"region {n}:  {''.join(each)}", width) for n, each in enumerate(kinds, 1)]
    return [*lines, "○n is a curve with n free ends"] if lines else []


def land_lines(position: Position, width: int) -> Lines:
    """Each region as its boundaries; a spot that occurs in several places has the same number there."""
    rows, last = list[str](), 0
    for land in position:
        rows += land_rows(land, last)
        last += count_spots(land)
    lines = [ellipsis(f"region {n}:  {row}", width) for n, row in enumerate(rows, 1)]
    legend = ellipsis("○ three lives, ◐ two, ● one", width)
    return [*lines, legend] if 0 < len(lines) < MOST_LINES else []


def land_rows(land: Land, last: int) -> Iterator[str]:
    """The regions of a land, its spots numbered after the last one; many free spots as the first and the last."""
    for region, numbers in zip(land, number_spots(land), strict=True):
        texts = list[str]()
        for is_free, run in groupby(zip(region, numbers, strict=True), lambda pair: pair[0] == (0,)):
            words = [
                "─".join(f"{SPOT_SIGNS[min(spot, 2)]}{number + last}" for spot, number in zip(*pair, strict=True))
                for pair in run
            ]
            texts += [f"{words[0]} … {words[-1]}"] if is_free and len(words) > MOST_FREE_SPOTS else words
        yield "  ".join(texts)
