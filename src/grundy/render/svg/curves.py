"""Curves drawn: dots within closed curves, regions with free ends in them, and spots that sprout.

What matters is which spots and ends a region holds, not how its rim winds, so every region is one smooth closed curve.
Moves on free ends and spots are chosen from the list of moves.
"""

from collections.abc import Iterator, Sequence
from math import cos, pi, sin, sqrt

from grundy.boards.land import Lands, numbered
from grundy.boards.land_form import LETTER, unfold
from grundy.boards.land_form import Position as Drawing
from grundy.boards.regions import Position, Regions
from grundy.render.svg.rows import ends
from grundy.render.svg.scene import Item, Scene, in_words, once, picture, touch
from grundy.render.svg.shapes import disc, line, short, smooth, words

__all__ = ["dotted", "spider"]

ACROSS = 7  # dots at most in a line
DOT = 34.0  # from dot to dot
KNOT = 92.0  # room for a curve with free ends
WIDEST = 760.0  # units in a line of regions
BETWEEN = 18.0
MOST = 60  # curves, dots or spots that are drawn
Sizes = tuple[int, ...]
Size = tuple[float, float]
Point = tuple[float, float]


def rim(x: float, y: float, wide: float, high: float, bend: int) -> str:
    """A smooth closed curve around a rectangle, a little different for each bend."""
    points = list[Point]()
    for n in range(14):
        angle = 2 * pi * n / 14
        far = (abs(cos(angle)) ** 3 + abs(sin(angle)) ** 3) ** (-1 / 3) * (1 + 0.025 * sin(3 * angle + 2 * bend))
        points.append((x + wide / 2 + wide / 2 * far * cos(angle), y + high / 2 + high / 2 * far * sin(angle)))
    return smooth(points, "region")


def flowed(sizes: Sequence[Size]) -> tuple[list[Point], float, float]:
    """Places for things of these sizes, line by line, and the size of the sheet."""
    at, x, y, deep = list[Point](), 6.0, 6.0, 0.0
    for wide, high in sizes:
        if at and x + wide > WIDEST:
            x, y, deep = 6.0, y + deep + BETWEEN, 0.0
        at.append((x, y))
        x, deep = x + wide + BETWEEN, max(deep, high)
    right = max((x + wide for (x, _), (wide, _) in zip(at, sizes, strict=True)), default=120)
    return at, right + 6, y + deep + 8


def dotted(sizes: Sizes, changes: Sequence[tuple[int, Sizes]]) -> Scene:
    """Regions of dots: a loop runs from the first dot that is touched to the last."""
    rooms = [room_of_dots(size) for size in sizes]
    at, wide, high = flowed(rooms)
    items = list[Item]()
    for i, (size, (x, y), room) in enumerate(zip(sizes, at, rooms, strict=True)):
        items.append(Item(rim(x, y, *room, i)))
        items += dots(i, size, x + 30, y + 30) if size <= MOST else [Item(words(x + room[0] / 2, y + 60, short(size)))]
    touches = tuple(once(one for _, _, one in ends(i, sizes[i], left)) for i, left in changes)
    goes = {
        one: touch(*(f"p-{i}-{start + n}" for n in range(taken)))
        for i, left in changes
        if sizes[i] <= MOST
        for start, taken, one in ends(i, sizes[i], left)
    }
    large = next((i for i, size in enumerate(sizes) if size > MOST), None)
    entry = f"what to leave of region {large + 1}" if large is not None else ""
    return Scene(wide, high, tuple(items), touches, entry, goes, (0.5, 0))


def room_of_dots(size: int) -> Size:
    """The room that a region of dots takes."""
    if size > MOST:
        return 200, 110
    lines = -(-size // ACROSS)
    return 60 + DOT * (-(-size // lines) - 1), 60 + DOT * (lines - 1) + (12 if size > 1 else 0)


def dots(i: int, size: int, x: float, y: float) -> Iterator[Item]:
    """The dots of a region, along a wave."""
    across = -(-size // -(-size // ACROSS))  # lines of nearly the same length
    for n in range(size):
        down, along = divmod(n, across)
        point = x + DOT * along, y + DOT * down + (12 if along % 2 and size > 1 else 0)
        yield Item(disc(*point, 14, "air") + disc(*point, 7, "dot"), f"p-{i}-{n}", f"dot {n + 1} of {size}", point)


@picture.register
def regions(board: Regions, position: Position, options: Sequence[Position]) -> Scene:
    """Each region as a closed curve, and in it each curve as a knot with its free ends."""
    if sum(number for region in position for _, number in region) > MOST or not position:
        return in_words(board.show(position))
    curves = [[free for free, number in region for _ in range(number)] for region in position]
    rooms = [(KNOT * min(len(knots), 7) + 24, KNOT * -(-len(knots) // 7) + 24) for knots in curves]
    at, wide, high = flowed(rooms)
    items = list[Item]()
    for n, (knots, (x, y), room) in enumerate(zip(curves, at, rooms, strict=True)):
        items.append(Item(rim(x, y, *room, n)))
        for k, free in enumerate(knots):
            items += spider(x + 12 + KNOT * (k % 7 + 0.5), y + 12 + KNOT * (k // 7 + 0.5), free)
    return Scene(wide, high, tuple(items), ((),) * len(options), hang=(0.5, 0))


def spider(x: float, y: float, free: int) -> Iterator[Item]:
    """A curve with so many free ends; only their number is written where they are many."""
    for k in range(free if free <= 16 else 0):
        angle = 2 * pi * (k + 0.5) / free
        yield Item(line(x, y, x + 32 * cos(angle), y + 32 * sin(angle), "edge"))
    yield Item(disc(x, y, 12 if free > 4 else 5, "vertex" if free > 4 else "dot"))
    if free > 4:
        yield Item(words(x, y + 5, str(free), "small"))


@picture.register
def lands(board: Lands, position: Drawing, options: Sequence[Drawing]) -> Scene:
    """Each region as a closed curve; in it its boundaries, the spots by number with their lives around them."""
    if sum(len(word) for land in position for region in land for word in region) > MOST or not position:
        return in_words(board.show(position))
    drawn, last = list[tuple[list[list[int]], list[list[int]]]](), 0
    for land in position:
        names = numbered(land)
        drawn += [
            ([[spot + last for spot in word] for word in named], kinds)
            for named, kinds in zip(names, unfold(land), strict=True)
        ]
        last += max(spot for region in names for word in region for spot in word)
    rooms = [room_of_region(kinds) for _, kinds in drawn]
    at, wide, high = flowed(rooms)
    items = list[Item]()
    for n, ((named, kinds), (x, y), room) in enumerate(zip(drawn, at, rooms, strict=True)):
        items.append(Item(rim(x, y, *room, n)))
        across = x + 20
        for word, lives in zip(named, kinds, strict=True):
            side = 2 * around(len(word)) + 52
            items += boundary(across + side / 2, y + room[1] / 2, word, lives)
            across += side
    return Scene(wide, high, tuple(items), ((),) * len(options), hang=(0.5, 0))


def around(spots: int) -> float:
    """The radius of a boundary."""
    return 0 if spots == 1 else max(20.0, 46 * spots / (2 * pi))


def room_of_region(words: Sequence[Sequence[int]]) -> Size:
    """The room that a region takes."""
    sides = [2 * around(len(word)) + 52 for word in words]
    return sum(sides) + 40, max(sides) + 24


def boundary(x: float, y: float, names: Sequence[int], kinds: Sequence[int]) -> Iterator[Item]:
    """A closed curve through its spots; a spot that nothing has met stands alone."""
    far, total = around(len(names)), len(names)
    at = [
        (x + far * cos(2 * pi * n / total - pi / 2), y + far * sin(2 * pi * n / total - pi / 2)) for n in range(total)
    ]
    if total == 2:
        bow = [(x - far / sqrt(2), y), (x + far / sqrt(2), y)]
        yield Item(smooth([at[0], bow[1], at[1], bow[0]], "edge"))
    elif total > 2:
        yield Item(smooth(at, "edge"))
    for (a, b), name, kind in zip(at, names, kinds, strict=True):
        yield Item(disc(a, b, 11, "vertex") + words(a, b + 4.5, str(name), "small"))
        for n in range(1 if kind >= LETTER else 3 - kind):
            angle = 2 * pi * n / 3 - pi / 2
            yield Item(disc(a + 17 * cos(angle), b + 17 * sin(angle), 2.6, "life"))
