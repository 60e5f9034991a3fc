"""Pictures of two heaps, as SVG and in plain characters."""

from collections.abc import Iterator, Sequence

from grundy.boards.numbers import Pair
from grundy.render.scenes.rows import MOST_PIECES, draw_pieces, row_height, row_width
from grundy.render.scenes.scene import Item, Scene, Touch, distinct_touches, in_words, touch
from grundy.render.text import Lines, draw_row, flow


def draw_two_rows(text: str, sizes: Pair, options: Sequence[Pair]) -> Scene:
    """Two rows of stones, of which one goes: the stone that is taken from the other row divides it where it lay."""
    if max(sizes) > MOST_PIECES:
        return in_words(text)
    tops = 0.0, row_height(sizes[0]) + 30
    items = [item for i, (size, top) in enumerate(zip(sizes, tops, strict=True)) for item in stones(i, size, top)]
    touches, goes = list[tuple[Touch, ...]](), dict[Touch, Touch]()
    for one, other in options:
        rows = [i for i, size in enumerate(sizes) if size == one + other + 1]
        ways = distinct_touches(touch(f"p-{i}-{n}") for i in rows for n in (one, other))
        touches.append(ways)
        goes |= {way: way | touch(*(f"p-{1 - i}-{n}" for n in range(sizes[1 - i]))) for i in rows for way in ways}
    return Scene(row_width(sizes), tops[1] + row_height(sizes[1]) + 30, tuple(items), tuple(touches), goes=goes)


def stones(i: int, size: int, top: float) -> Iterator[Item]:
    return (item for item in draw_pieces(i, size, top, "o") if not item.key.startswith("g-"))


def row_lines(position: Pair, width: int) -> Lines:
    return flow([draw_row(heap) for heap in position], width)
