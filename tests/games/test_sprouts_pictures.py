"""Pictures of Sprouts and Brussels Sprouts: maps have the moves of the rules, and nothing crosses in a drawing."""

from collections import Counter
from collections.abc import Hashable, Iterator
from itertools import combinations, islice, pairwise, product
from math import hypot
from random import Random
from typing import Any

import pytest

from grundy import Ruleset
from grundy.errors import MoveError, NotationError
from grundy.games.sprouts import brussels_sprouts, sprouts
from grundy.games.sprouts.draw import arc_outline, describe, draw_match, find_drawn_option, spot_names
from grundy.games.sprouts.embed import embed_lands, embed_regions
from grundy.games.sprouts.lengths import arc_ends
from grundy.games.sprouts.mesh import Point, cross
from grundy.games.sprouts.planar import LONE, MapCurve, PlanarMap, cross_map, free_spot_map, read_note
from grundy.games.sprouts.replay import find_options, follow_line, position_of, tell, unify
from grundy.games.sprouts.sheet import Sheet
from grundy.games.sprouts.sketch import cross_sketch, draw_curve, free_sketch, plan_curve
from grundy.render.shapes import Outline

pytestmark = pytest.mark.slow

NEAREST_SPOTS = 10.0  # pixels between live spots in the worst of the pictures


def reachable_maps(start: PlanarMap) -> Iterator[tuple[PlanarMap, dict[Hashable, PlanarMap]]]:
    """A map for each position that can be reached, with a map for each of its options."""
    todo, seen = [start], {position_of(start)}
    for drawing in todo:
        options: dict[Hashable, PlanarMap] = {}
        for curve in drawing.curves():
            after = drawing.draw(curve)
            options.setdefault(position_of(after), after)
        yield drawing, options
        new = [position for position in options if position not in seen]
        seen.update(new)
        todo += [options[position] for position in new]


def rule_options(rules: Ruleset[Any], position: Any) -> set[Hashable]:
    return {unify(option, rules is brussels_sprouts) for option in rules.moves(position)}


@pytest.mark.parametrize(
    ("rules", "start"),
    [*((sprouts, free_spot_map(n)) for n in (1, 2, 3)), *((brussels_sprouts, cross_map(n)) for n in (1, 2))],
    ids=["sprouts-1", "sprouts-2", "sprouts-3", "brussels-1", "brussels-2"],
)
def test_a_map_has_the_moves_of_the_rules(rules: Ruleset[Any], start: PlanarMap) -> None:
    for drawing, options in reachable_maps(start):
        assert set(options) == rule_options(rules, position_of(drawing))


@pytest.mark.parametrize(
    ("rules", "size"), [(sprouts, n) for n in (4, 5, 6, 8)] + [(brussels_sprouts, n) for n in (3, 4)]
)
def test_maps_of_random_plays_have_the_moves_of_the_rules(rules: Ruleset[Any], size: int) -> None:
    chance = Random(size)
    drawing = cross_map(size) if rules is brussels_sprouts else free_spot_map(size)
    while curves := list(islice(drawing.curves(), 5_000)):
        if len(curves) < 60:
            assert {position_of(drawing.draw(curve)) for curve in curves} == rule_options(rules, position_of(drawing))
        drawing = drawing.draw(chance.choice(curves))


def sample(path: Outline) -> list[Point]:
    """Points of a path of straight and cubic pieces."""
    found = [path[0][1][0]]
    for _, points in path[1:]:
        start, (one, two, end) = found[-1], points if len(points) == 3 else (found[-1], points[0], points[0])
        for k in range(1, 4):
            t, s = k / 3, 1 - k / 3
            x, y = (
                s**3 * start[axis] + 3 * s * s * t * one[axis] + 3 * s * t * t * two[axis] + t**3 * end[axis]
                for axis in (0, 1)
            )
            found.append((x, y))
    return found


def crossings(sheet: Sheet) -> list[tuple[int, int]]:
    """The pairs of arcs that cross in the picture."""
    lines = [sample(arc_outline(sheet, path)) for path in sheet.arcs]
    pairs = [pair for pair in combinations(range(len(lines)), 2) if is_near(*(lines[n] for n in pair))]
    return [
        (m, n)
        for m, n in pairs
        for (a, b), (c, d) in product(pairwise(lines[m]), pairwise(lines[n]))
        if is_near([a, b], [c, d]) and cross(a, b, c) * cross(a, b, d) < 0 and cross(c, d, a) * cross(c, d, b) < 0
    ]


def is_near(one: list[Point], two: list[Point]) -> bool:
    """Whether the boxes around two lines overlap."""
    return all(
        max(p[axis] for p in one) >= min(p[axis] for p in two)
        and max(p[axis] for p in two) >= min(p[axis] for p in one)
        for axis in (0, 1)
    )


def random_pictures(size: int, seed: int, has_bars: bool = False) -> Iterator[Sheet]:
    chance, sheet = Random(seed), cross_sketch(size) if has_bars else free_sketch(size)
    yield sheet
    while curves := list(islice(sheet.map.curves(), 3_000)):
        sheet = draw_curve(sheet, chance.choice(curves))
        yield sheet


@pytest.mark.parametrize(
    ("size", "seed"), [(1, 1), (2, 1), (2, 2), (3, 3), (4, 4), (6, 5), pytest.param(10, 6, marks=pytest.mark.slow)]
)
def test_nothing_crosses_in_a_picture(size: int, seed: int) -> None:
    for number, sheet in enumerate(random_pictures(size, seed)):
        at = sheet.mesh.at
        assert all(cross(at[u], at[v], at[w]) > 0 for (u, v), w in sheet.mesh.third.items())
        if number % 8 == 7:
            assert not crossings(sheet)
        live = [sheet.point(spot) for spot, lives in enumerate(sheet.map.lives) if lives]
        assert min((hypot(a - c, b - d) for (a, b), (c, d) in combinations(live, 2)), default=99) > NEAREST_SPOTS


@pytest.mark.parametrize("seed", [4, 5])
def test_free_ends_lie_on_both_sides_of_a_curve(seed: int) -> None:
    """No curve leaves a spot inside of what the map has as one corner, also where a curve bends sharply."""
    for sheet in random_pictures(3, seed, has_bars=True):
        fixed = sheet.mesh.fixed
        for walk in (walk for face in sheet.map.faces for walk in face if walk[0].dart != LONE):
            for number, corner in enumerate(walk):
                spot = sheet.spots[corner.spot]
                assert not any((spot, other) in fixed for other in sheet.corner_ring(walk, number)[1:-1])


def test_what_tells_curves_apart_changes_no_height() -> None:
    """Many curves between two spots have many names, for which the picture does not grow."""
    for text in ("5", "9", "0*5.1a1a.", "0*8.1a1a."):
        position = sprouts.board.make(text)
        options = list(sprouts.moves(position))
        scene = draw_match(sprouts.board, (), position, options, False)
        assert scene.height == draw_match(sprouts.board, (), position, options[:1], False).height
        chips = [item for item in scene.items if item.key.startswith("w")]
        assert all(0 <= item.at[1] <= scene.height for item in chips)


@pytest.mark.parametrize(
    ("rules", "start"),
    [
        (sprouts, 3),
        (sprouts, 6),
        (sprouts, "0*2.AB./0.AB."),
        (sprouts, "0.2AB./AC./BC.; 22."),
        (brussels_sprouts, 2),
        (brussels_sprouts, "[3 2]"),
        pytest.param(brussels_sprouts, "[3 5][2x1 2]", marks=pytest.mark.slow),
    ],
)
def test_a_match_is_one_picture(rules: Ruleset[Any], start: int | str) -> None:
    """Each picture is one of its position and has all its moves, by names that are written in it."""
    chance, has_bars = Random(str(start)), rules is brussels_sprouts
    past: list[Any] = [rules.board.make(start)]
    while options := list(rules.moves(past[-1])):
        scene = draw_match(rules.board, past[:-1], past[-1], options, has_bars)
        assert all(scene.touches)
        assert all(scene.words)
        keys = {item.key for item in scene.items}
        assert all(touch <= keys for touches in scene.touches for touch in touches)
        assert len({touch for touches in scene.touches for touch in touches}) == sum(map(len, scene.touches))
        past.append(chance.choice(options))
        story = tell(tuple(past), ("",) * (len(past) - 1), has_bars)
        assert story is not None
        assert position_of(story.sheet.map) == unify(past[-1], has_bars)
        assert story.last is not None


def test_a_touch_decides_which_spots_are_joined() -> None:
    start, after = sprouts.board.make(4), sprouts.board.make("0*2.1a1a.")
    scene = draw_match(sprouts.board, (), start, [after], False)
    for touch in scene.touches[0]:
        note = scene.notes[touch]
        story = tell((start, after), (note,), False)
        assert story is not None
        assert story.last == read_note(note)
        assert story.before is not None
        words = describe(story.before, read_note(note) or MapCurve(0, (0, 0), (0, 0)), spot_names(story.before))
        assert words == "join spot {} with spot {}".format(*(int(key[1:]) + 1 for key in sorted(touch)))


def test_a_note_that_makes_no_sense_is_passed_over() -> None:
    start, after = sprouts.board.make(4), sprouts.board.make("0*2.1a1a.")
    usual = tell((start, after), ("",), False)
    for note in ("", "9.9.9.9.9", "0.0.0.0.0_", "0.0.0.1.0_7", "x", "1.2-3.4", "99.99-99.99", "-"):
        story = tell((start, after), (note,), False)
        assert story is not None
        assert usual is not None
        assert story.last == usual.last


def line_text(points: list[Point]) -> str:
    return "-".join(f"{x:.0f}.{y:.0f}" for x, y in points)


def test_a_line_that_is_drawn_is_the_move_that_it_looks_like() -> None:
    sheet = free_sketch(3)
    one, two, _ = (sheet.point(spot) for spot in range(3))
    around = [
        one,
        (two[0] - 30, two[1] - 50),
        (two[0] + 55, two[1] - 40),
        (two[0] + 55, two[1] + 50),
        (two[0] - 30, two[1] + 50),
    ]
    for points, words in (
        ([one, two], "join spot 1 with spot 2"),
        ([*around, one], "draw a loop at spot 1 around spot 2"),
    ):
        story = follow_line(sheet, line_text(points))
        assert story is not None
        assert story.last is not None
        left, right = sheet.map.sides(story.last)
        if len(points) > 2:
            assert {1} in (left, right)
        assert describe(sheet.map, story.last, spot_names(sheet.map)) == words
    joined = follow_line(sheet, line_text([one, two]))
    assert joined is not None
    middle = joined.sheet.point(3)
    through = [(middle[0], middle[1] - 60), (middle[0] + 25, middle[1] + 60), joined.sheet.point(2)]
    assert follow_line(joined.sheet, line_text([joined.sheet.point(2), *through])) is None


def test_a_drawn_line_is_an_option_of_the_rules() -> None:
    start = sprouts.board.make(3)
    option = find_drawn_option(sprouts, start, (), "100.100-220.100")
    assert option == sprouts.board.make("0.1a1a.")


@pytest.mark.parametrize(
    ("rules", "text"),
    [(sprouts, "4"), (sprouts, "0*2.AB./0.AB."), (brussels_sprouts, "2"), (brussels_sprouts, "[4 5]")],
)
def test_the_preview_of_a_move_is_a_line_that_crosses_nothing(rules: Ruleset[Any], text: str) -> None:
    position, has_bars = rules.board.make(text), rules is brussels_sprouts
    scene = draw_match(rules.board, (), position, list(rules.moves(position)), has_bars)
    story = tell((position,), (), has_bars)
    assert story is not None
    arcs = [[story.sheet.mesh.at[v] for v in path] for path in story.sheet.arcs]
    for note in list(scene.notes.values())[:12]:
        noted = read_note(note)
        assert noted is not None
        points = plan_curve(story.sheet, noted)
        assert rules.board.line_of_move(position, (), note) == line_text(points)
        ends = [story.sheet.point(story.sheet.map.spot_at(noted.face, place)) for place in (noted.start, noted.end)]
        assert [points[0], points[-1]] == ends
        for arc in arcs:
            for (a, b), (c, d) in product(pairwise(points), pairwise(arc)):
                assert cross(a, b, c) * cross(a, b, d) >= 0 or cross(c, d, a) * cross(c, d, b) >= 0


@pytest.mark.parametrize("note", ["", "x", "9.9.9.9.9"])
def test_a_preview_needs_a_note_that_makes_sense(note: str) -> None:
    with pytest.raises(MoveError, match="no curve of this picture"):
        sprouts.board.line_of_move(sprouts.board.make(3), (), note)


def test_two_curves_between_the_same_spots_have_different_words() -> None:
    position = sprouts.board.make("0*2.AB./0.AB.")
    options = list(sprouts.moves(position))
    scene = draw_match(sprouts.board, (), position, options, False)
    labels = [item.label for item in scene.items if item.key.startswith("w")]
    assert len(labels) == len(set(labels))
    assert "around none, beside 5: join spot 3 with spot 4 around no spot, beside 5" in labels


def test_the_moves_of_a_picture_are_those_of_the_rules() -> None:
    position = sprouts.board.make(10)
    assert set(find_options((position,), (), False)) == rule_options(sprouts, position)


@pytest.mark.parametrize(("rules", "bound"), [(sprouts, 12), (brussels_sprouts, 7)])
def test_every_written_position_has_a_map(rules: Ruleset[Any], bound: int) -> None:
    """It has the regions and lives that are written, and its curves are the moves."""
    for position in rules.board.small(bound):
        drawing = embed_regions(position) if rules is brussels_sprouts else embed_lands(position)
        assert drawing is not None
        assert position_of(drawing) == unify(position, rules is brussels_sprouts)
        assert {position_of(drawing.draw(curve)) for curve in drawing.curves()} == rule_options(rules, position)
        used = Counter(end for ends in arc_ends(drawing) for end in ends)
        if rules is sprouts:
            assert all(used[spot] + lives == 3 for spot, lives in enumerate(drawing.lives))


@pytest.mark.parametrize("size", [5, 8])
def test_positions_of_larger_games_have_maps(size: int) -> None:
    chance, position = Random(size), sprouts.board.line(size)
    while position:
        drawing = embed_lands(position)
        assert drawing is not None
        assert position_of(drawing) == unify(position, False)
        position = chance.choice(list(islice(sprouts.moves(position), 100)))


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        (sprouts, "0*2.AB./0.AB."),
        (sprouts, "0.2."),
        (sprouts, "22.; 0.22."),
        (sprouts, "AB./BC./CA."),
        (sprouts, "0.2aABCa./ABC."),
        (sprouts, "0*2.A.BC./0*2.DE./2A./BC.DE."),
        pytest.param(sprouts, "0*2.AB.CD./0.aEaF./EG./HGI./HI./AB./CFD.; AB./AB.", marks=pytest.mark.slow),
        (brussels_sprouts, "[4 8][3x2]"),
        (brussels_sprouts, "[1 7][5]"),
    ],
)
def test_nothing_crosses_in_the_picture_of_a_written_position(rules: Ruleset[Any], text: str) -> None:
    story = tell((rules.board.make(text),), (), rules is brussels_sprouts)
    assert story is not None
    sheet = story.sheet
    at = sheet.mesh.at
    assert all(cross(at[u], at[v], at[w]) > 0 for (u, v), w in sheet.mesh.third.items())
    assert not crossings(sheet)
    live = [sheet.point(spot) for spot, lives in enumerate(sheet.map.lives) if lives]
    assert min(hypot(a - c, b - d) for (a, b), (c, d) in combinations(live, 2)) > NEAREST_SPOTS
    assert all(0 < x < sheet.wide and 0 < y < sheet.high for x, y in map(sheet.point, range(len(sheet.spots))))


@pytest.mark.parametrize("text", ["0.abab.", "0.AB.CD./0.AC./0.BD.", "0.ABCD./0.ACBD.", "0.aAa.B./0.AB."])
def test_what_no_drawing_has_is_no_position(text: str) -> None:
    with pytest.raises(NotationError, match="no drawing in the plane"):
        sprouts.board.make(text)
