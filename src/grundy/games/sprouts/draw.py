"""Pictures of Sprouts and Brussels Sprouts, as SVG and in plain characters.

Which spots and ends a region has matters, not how its rim winds, so every region is one smooth closed curve. Moves are
chosen from the list of moves.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import cos, pi, sin, sqrt

from grundy.core.reader import ellipsis
from grundy.games.sprouts import brussels
from grundy.games.sprouts.board import Lands, count_spots, number_spots
from grundy.games.sprouts.form import LETTER, Land, Position, unfold
from grundy.render.scenes.curves import MOST_CURVES, draw_rim, place_in_lines
from grundy.render.scenes.scene import Item, Scene, in_words
from grundy.render.shapes import disc, line, smooth, words
from grundy.render.text import MOST_LINES, Lines, repeat_sign

KNOT_SIDE = 92.0  # of the square around a curve with free ends
MOST_KNOTS = 7  # in a line
SPOT_SIGNS = "○◐●"  # a spot with three lives, two lives, one life
MOST_FREE_SPOTS = 4  # that are written one by one


def draw_regions(board: brussels.Regions, position: brussels.Position, options: Sequence[brussels.Position]) -> Scene:
    """Each region as a closed curve, and in it each curve as a knot with its free ends."""
    if sum(map(brussels.curve_count, position)) > MOST_CURVES or not position:
        return in_words(board.show(position))
    curves = [[ends for ends, number in region for _ in range(number)] for region in position]
    sizes = [
        (KNOT_SIDE * min(len(knots), MOST_KNOTS) + 24, KNOT_SIDE * -(-len(knots) // MOST_KNOTS) + 24)
        for knots in curves
    ]
    at, wide, high = place_in_lines(sizes)
    items = list[Item]()
    for n, (knots, (x, y), size) in enumerate(zip(curves, at, sizes, strict=True)):
        items.append(Item(draw_rim(x, y, *size, n)))
        for k, ends in enumerate(knots):
            down, across = divmod(k, MOST_KNOTS)
            items += draw_knot(x + 12 + KNOT_SIDE * (across + 0.5), y + 12 + KNOT_SIDE * (down + 0.5), ends)
    return Scene(wide, high, tuple(items), ((),) * len(options), hang=(0.5, 0))


def draw_knot(x: float, y: float, ends: int) -> Iterator[Item]:
    """A curve with so many free ends; only their number is written where they are many."""
    for k in range(ends if ends <= 16 else 0):
        angle = 2 * pi * (k + 0.5) / ends
        yield Item(line(x, y, x + 32 * cos(angle), y + 32 * sin(angle), "edge"))
    yield Item(disc(x, y, 12 if ends > 4 else 5, "vertex" if ends > 4 else "dot"))
    if ends > 4:
        yield Item(words(x, y + 5, str(ends), "small"))


def draw_lands(board: Lands, position: Position, options: Sequence[Position]) -> Scene:
    """Each region as a closed curve; in it its boundaries, the spots by number with their lives around them."""
    if sum(len(word) for land in position for region in land for word in region) > MOST_CURVES or not position:
        return in_words(board.show(position))
    regions, last = list[tuple[list[list[int]], list[list[int]]]](), 0  # the boundaries by numbers, and by kinds
    for land in position:
        numbers = [[[spot + last for spot in word] for word in region] for region in number_spots(land)]
        regions += zip(numbers, unfold(land), strict=True)
        last += count_spots(land)
    sizes = [region_size(kinds) for _, kinds in regions]
    at, wide, high = place_in_lines(sizes)
    items = list[Item]()
    for n, ((numbered, kinds), (x, y), size) in enumerate(zip(regions, at, sizes, strict=True)):
        items.append(Item(draw_rim(x, y, *size, n)))
        across = x + 20
        for word, lives in zip(numbered, kinds, strict=True):
            side = 2 * radius(len(word)) + 52
            items += draw_boundary(across + side / 2, y + size[1] / 2, word, lives)
            across += side
    return Scene(wide, high, tuple(items), ((),) * len(options), hang=(0.5, 0))


def radius(spots: int) -> float:
    return 0 if spots == 1 else max(20.0, 46 * spots / (2 * pi))


def region_size(words: Sequence[Sequence[int]]) -> tuple[float, float]:
    sides = [2 * radius(len(word)) + 52 for word in words]
    return sum(sides) + 40, max(sides) + 24


def draw_boundary(x: float, y: float, numbers: Sequence[int], kinds: Sequence[int]) -> Iterator[Item]:
    """A closed curve through its spots; a spot without curves stands alone."""
    far, total = radius(len(numbers)), len(numbers)
    angles = [2 * pi * n / total - pi / 2 for n in range(total)]
    at = [(x + far * cos(angle), y + far * sin(angle)) for angle in angles]
    if total == 2:
        bow = [(x - far / sqrt(2), y), (x + far / sqrt(2), y)]
        yield Item(smooth([at[0], bow[1], at[1], bow[0]], "edge"))
    elif total > 2:
        yield Item(smooth(at, "edge"))
    for (a, b), number, kind in zip(at, numbers, kinds, strict=True):
        yield Item(disc(a, b, 11, "vertex") + words(a, b + 4.5, str(number), "small"))
        for n in range(1 if kind >= LETTER else 3 - kind):
            angle = 2 * pi * n / 3 - pi / 2
            yield Item(disc(a + 17 * cos(angle), b + 17 * sin(angle), 2.6, "life"))


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
