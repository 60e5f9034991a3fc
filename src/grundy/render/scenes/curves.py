"""Regions as smooth closed curves, and the dots within them. Only what a region contains matters, not its shape."""

from collections.abc import Iterator, Sequence
from math import cos, pi, sin

from grundy.render.scenes.rows import MOST_PIECES, with_blocks
from grundy.render.scenes.scene import Item, Scene
from grundy.render.shapes import Drawing, Point, disc, short, smooth, words

LINE_DOTS = 7
DOT = 34.0  # from dot to dot
LINE_WIDTH = 760.0
BETWEEN, ASIDE = 34.0, 22.0  # from region to region, and from its first and last dot to its rim
Sizes = tuple[int, ...]
Size = tuple[float, float]


def draw_rim(x: float, y: float, wide: float, high: float, bend: int) -> Drawing:
    """A smooth closed curve around a rectangle, a little different for each bend."""
    points = list[Point]()
    for n in range(14):
        angle = 2 * pi * n / 14
        far = (abs(cos(angle)) ** 3 + abs(sin(angle)) ** 3) ** (-1 / 3) * (1 + 0.025 * sin(3 * angle + 2 * bend))
        points.append((x + wide / 2 + wide / 2 * far * cos(angle), y + high / 2 + high / 2 * far * sin(angle)))
    return smooth(points, "region")


def place_in_lines(sizes: Sequence[Size]) -> tuple[list[Point], float, float]:
    at, x, y, deep = list[Point](), 6.0, 6.0, 0.0
    for wide, high in sizes:
        if at and x + wide > LINE_WIDTH:
            x, y, deep = 6.0, y + deep + BETWEEN, 0.0
        at.append((x, y))
        x, deep = x + wide + BETWEEN, max(deep, high)
    right = max((x + wide for (x, _), (wide, _) in zip(at, sizes, strict=True)), default=120)
    return at, right + 6, y + deep + 8


def draw_regions(sizes: Sizes, changes: Sequence[tuple[int, Sizes]]) -> Scene:
    """Regions of dots: a loop runs from the first dot that is touched to the last."""
    rooms = [region_size(max(1, size)) for size in sizes]  # an empty one is as large as one with a dot
    at, wide, high = place_in_lines(rooms)
    items = list[Item]()
    for i, (size, (x, y), room) in enumerate(zip(sizes, at, rooms, strict=True)):
        items.append(Item(draw_rim(x, y, *room, i)))
        if size <= MOST_PIECES:
            items += draw_dots(i, size, x + ASIDE, y + 30)
        else:
            items.append(Item(words(x + room[0] / 2, y + 60, short(size))))
    return with_blocks(Scene(wide, high, tuple(items)), "region", sizes, changes)


def region_size(size: int) -> Size:
    if size > MOST_PIECES:
        return 200, 110
    lines = -(-size // LINE_DOTS)
    return 2 * ASIDE + DOT * (-(-size // lines) - 1), 60 + DOT * (lines - 1) + (12 if size > 1 else 0)


def draw_dots(i: int, size: int, x: float, y: float) -> Iterator[Item]:
    across = -(-size // max(1, -(-size // LINE_DOTS)))  # lines of nearly the same length
    for n in range(size):
        down, along = divmod(n, across)
        point = x + DOT * along, y + DOT * down + (12 if along % 2 and size > 1 else 0)
        yield Item(disc(*point, DOT / 2, "air") + disc(*point, 7, "dot"), f"p-{i}-{n}", f"dot {n + 1} of {size}", point)
