"""Curves drawn: regions with the free ends of the curves in them."""

from collections.abc import Iterator, Sequence
from math import cos, pi, sin

from grundy.boards.regions import Position, Regions
from grundy.render.svg.scene import Item, Scene, in_words, picture
from grundy.render.svg.shapes import box, disc, line, words

__all__ = ["spider"]

WIDE = 92.0
MOST = 60  # curves


@picture.register
def regions(board: Regions, position: Position, options: Sequence[Position]) -> Scene:
    """Each region as a frame, and in it each curve as a knot with its free ends."""
    if sum(number for region in position for _, number in region) > MOST or not position:
        return in_words(board.show(position))
    items, y, widest = list[Item](), 4.0, 0.0
    for n, region in enumerate(position, 1):
        curves = [ends for ends, number in region for _ in range(number)]
        wide = WIDE * len(curves) + 16
        items.append(Item(box(4, y, wide, WIDE + 8, "region", 40), f"r-{n}", f"region {n}", (wide / 2, y + WIDE / 2)))
        for k, ends in enumerate(curves):
            items += spider(12 + WIDE * (k + 0.5), y + WIDE / 2 + 4, ends)
        y, widest = y + WIDE + 20, max(widest, wide)
    return Scene(widest + 8, y, tuple(items), ((),) * len(options))


def spider(x: float, y: float, ends: int) -> Iterator[Item]:
    """A curve with so many free ends; only their number is written where they are many."""
    for k in range(ends if ends <= 16 else 0):
        angle = 2 * pi * (k + 0.5) / ends
        yield Item(line(x, y, x + 34 * cos(angle), y + 34 * sin(angle), "edge"))
    yield Item(disc(x, y, 12 if ends > 4 else 5, "vertex" if ends > 4 else "dot"))
    if ends > 4:
        yield Item(words(x, y + 5, str(ends), "small"))
