"""Rows drawn: pins that fall, strips of squares, discs; or dots within a closed curve.

A move removes a block: its first and its last piece are touched, or the gap where a row is only parted. What is left of
a row stays where it was, over its number.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from grundy.boards.heaps import Heaps
from grundy.render.svg.places import Places
from grundy.render.svg.scene import Item, Scene, Touch, once, touch
from grundy.render.svg.shapes import box, curve, disc, figure, line, short, words

__all__ = ["DRAWN", "PIECE", "ends", "height_of_row", "row_items", "row_touches", "rows", "widest"]

DRAWN = 60  # pieces of a row that are drawn one by one
PIECE = 30.0  # from piece to piece in a row
ACROSS = 20  # pieces in a line before a row goes on below
LINE = 46.0  # from line to line
PIN = "M{} {}c5 0 6 5 4 9c-2 5 4 9 4 16c0 5-2 9-3 11h-10c-1-2-3-6-3-11c0-7 6-11 4-16c-2-4-1-9 4-9z"
Sizes = tuple[int, ...]


def rows(board: Heaps, sizes: Sizes, changes: Sequence[tuple[int, Sizes]], held: Places) -> Scene:
    """Rows below each other; of those that were parted, the parts in their places."""
    tops = [sum(height_of_row(size) + 30 for size in held.sizes[:n]) for n in range(len(held.sizes) + 1)]
    items, looks = list[Item](), board.stone or "o"
    for place, size in enumerate(held.sizes):
        spots = [(start, sizes[i]) for i, (there, start) in enumerate(held.spots) if there == place]
        items += traces(size, spots, tops[place])
    for i, (size, (place, start)) in enumerate(zip(sizes, held.spots, strict=True)):
        items += row_items(i, size, tops[place], looks, start=start)
    touches = tuple(once(row_touches(i, sizes[i], left)) for i, left in changes)
    goes = {one: gone for (i, left) in changes for one, gone in blocks(i, sizes[i], left).items()}
    large = next((i for i, size in enumerate(sizes) if size > DRAWN), None)
    entry = f"what to leave of {board.noun} {large + 1}" if large is not None else ""
    return Scene(widest(held.sizes), tops[-1], tuple(items), touches, entry, goes, (0.5, 0))


def widest(sizes: Sizes) -> float:
    """The width of rows."""
    return PIECE * max([8, *(min(size, ACROSS) for size in sizes if size <= DRAWN)])


def traces(size: int, parts: Sequence[tuple[int, int]], top: float) -> Iterator[Item]:
    """The marks of pieces that have gone, and a bar where a row was only parted."""
    there = {start + n for start, long in parts for n in range(min(long, DRAWN))}
    for n in range(size if size <= DRAWN else 0):
        x, y = place(n, top)
        if n not in there:
            yield Item(disc(x + PIECE / 2, y, 2, "trace"))
    for start, _ in parts:
        if start and start - 1 in there:
            x, y = place(start, top)
            yield Item(line(x, y - 20, x, y + 20, "parted"))


def height_of_row(size: int) -> float:
    """The height of a row, which may take several lines."""
    return LINE * max(1, -(-min(size, DRAWN) // ACROSS))


def row_items(i: int, size: int, top: float, looks: str, left: float = 0, start: int = 0) -> Iterator[Item]:
    """The gaps of a row, over them its pieces: pins, squares of a strip, or discs; and its number."""
    if size > DRAWN:
        yield Item(
            box(left + 4, top + 6, 232, 32, "stone block", 8) + words(left + 120, top + 64, short(size), "count")
        )
        return
    for n in range(1, size):
        x, y = place(start + n, top, left)
        yield Item(line(x, y - 16, x, y + 16, "gap"), f"g-{i}-{n}", f"between {n} and {n + 1}", (x, y))
    for n in range(size):
        x, y = place(start + n, top, left)
        yield Item(
            piece(x + PIECE / 2, y, looks), f"p-{i}-{n}", f"{n + 1} of {size}", (x + PIECE / 2, y + (11, -11)[n % 2])
        )
    x, y = place(start, top, left)
    room = min(size, ACROSS - start % ACROSS)
    yield Item(words(x + PIECE * room / 2, y + LINE * ((start % ACROSS + size - 1) // ACROSS) + 38, str(size), "small"))


def place(n: int, top: float, left: float = 0) -> tuple[float, float]:
    """Where the n-th piece of a row begins."""
    down, along = divmod(n, ACROSS)
    return left + PIECE * along, top + 22 + LINE * down


def piece(x: float, y: float, looks: str) -> str:
    """A pin where rows are knocked down, a square where they are covered, a stone elsewhere."""
    if looks == "x":
        return curve(PIN.format(figure(x), figure(y - 18)), "stone")
    return box(x - 13, y - 13, 26, 26, "cell", 2) if looks == "." else disc(x, y, 12, "stone")


def ends(i: int, size: int, left: Sizes) -> Iterator[tuple[int, int, Touch]]:
    """The blocks that leave these parts of a row, in any order: where one begins, its length, and its touch.

    Its ends are touched, and a gap behind it where three parts are left.
    """
    parts = [part for part in left if part]
    taken = size - sum(parts)
    for before, *after in set(permutations([*parts, *([0] * (2 - len(parts)))])):
        keys = {f"p-{i}-{before}", f"p-{i}-{before + taken - 1}"} if taken else {f"g-{i}-{before}"}
        yield before, taken, frozenset(keys | ({f"g-{i}-{before + taken + after[0]}"} if len(after) > 1 else set()))


def row_touches(i: int, size: int, left: Sizes) -> Iterator[Touch]:
    """The touches that leave these parts of a row."""
    return (touched for _, _, touched in ends(i, size, left))


def blocks(i: int, size: int, left: Sizes) -> Mapping[Touch, Touch]:
    """The pieces that go with each touch."""
    if size > DRAWN:
        return {}
    return {
        touched: touch(*(f"p-{i}-{start + n}" for n in range(taken))) for start, taken, touched in ends(i, size, left)
    }
