"""Rows of pins, squares or discs.

A move removes a block: its first and its last piece are touched, or the gap where a row is only split. What is left of
a row stays where it was, over its number.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations

from grundy.boards.heaps import Heaps
from grundy.render.scenes.scene import Item, Scene, Touch, distinct_touches, touch
from grundy.render.scenes.tracks import HeapPlaces
from grundy.render.shapes import Drawing, Outline, Point, box, curve, disc, line, shift, short, words

MOST_PIECES = 60  # of a row that is drawn piece by piece
PIECE_WIDTH = 30.0
SPACED_WIDTH = 56.0  # where the gaps between pieces are touched as well as the pieces
LINE_WIDTH = 600.0  # a longer row goes on below
LINE_HEIGHT = 46.0
PIN: Outline = [  # its top in the origin
    ("M", [(0, 0)]),
    ("C", [(5, 0), (6, 5), (4, 9)]),
    ("C", [(2, 14), (8, 18), (8, 25)]),
    ("C", [(8, 30), (6, 34), (5, 36)]),
    ("L", [(-5, 36)]),
    ("C", [(-6, 34), (-8, 30), (-8, 25)]),
    ("C", [(-8, 18), (-2, 14), (-4, 9)]),
    ("C", [(-6, 5), (-5, 0), (0, 0)]),
    ("Z", []),
]
Sizes = tuple[int, ...]


def draw_rows(
    board: Heaps, sizes: Sizes, changes: Sequence[tuple[int, Sizes]], held: HeapPlaces, has_gaps: bool = False
) -> Scene:
    """Rows below each other; the parts of a row that was split stand in its place."""
    pitch = SPACED_WIDTH if has_gaps else PIECE_WIDTH
    tops = [sum(row_height(size, pitch) + 30 for size in held.sizes[:n]) for n in range(len(held.sizes) + 1)]
    items, looks = list[Item](), board.stone or "o"
    for place, size in enumerate(held.sizes):
        spots = [(start, sizes[i]) for i, (there, start) in enumerate(held.spots) if there == place]
        items += draw_traces(size, spots, tops[place], pitch)
    for i, (size, (place, start)) in enumerate(zip(sizes, held.spots, strict=True)):
        items += draw_pieces(i, size, tops[place], looks, start=start, pitch=pitch)
    return with_blocks(Scene(row_width(held.sizes, pitch), tops[-1], tuple(items)), board.noun, sizes, changes)


def with_blocks(scene: Scene, noun: str, sizes: Sizes, changes: Sequence[tuple[int, Sizes]]) -> Scene:
    touches = tuple(distinct_touches(one for _, _, one in block_touches(i, sizes[i], left)) for i, left in changes)
    goes = {
        one: touch(*(f"p-{i}-{start + n}" for n in range(taken)))
        for i, left in changes
        if sizes[i] <= MOST_PIECES
        for start, taken, one in block_touches(i, sizes[i], left)
    }
    large = next((i for i, size in enumerate(sizes) if size > MOST_PIECES), None)
    entry = f"what to leave of {noun} {large + 1}" if large is not None else ""
    return replace(scene, touches=touches, entry=entry, goes=goes, hang=(0.5, 0))


def row_width(sizes: Sizes, pitch: float = PIECE_WIDTH) -> float:
    return pitch * max([6, *(min(size, line_pieces(pitch)) for size in sizes if size <= MOST_PIECES)])


def draw_traces(size: int, parts: Sequence[tuple[int, int]], top: float, pitch: float) -> Iterator[Item]:
    """The marks of pieces that have gone, and a bar where a row was only split."""
    there = {start + n for start, long in parts for n in range(min(long, MOST_PIECES))}
    for n in range(size if size <= MOST_PIECES else 0):
        x, y = place(n, top, 0, pitch)
        if n not in there:
            yield Item(disc(x + pitch / 2, y, 2, "trace"))
    for start, _ in parts:
        if start and start - 1 in there:
            x, y = place(start, top, 0, pitch)
            yield Item(line(x, y - 20, x, y + 20, "parted"))


def row_height(size: int, pitch: float = PIECE_WIDTH) -> float:
    return LINE_HEIGHT * max(1, -(-min(size, MOST_PIECES) // line_pieces(pitch)))


def draw_pieces(
    i: int, size: int, top: float, looks: str, left: float = 0, start: int = 0, pitch: float = PIECE_WIDTH
) -> Iterator[Item]:
    if size > MOST_PIECES:
        block = box(left + 4, top + 6, 232, 32, "stone block", 8)
        yield Item(block + words(left + 120, top + 64, short(size), "count"))
        return
    for n in range(size):
        x, y = place(start + n, top, left, pitch)
        middle = x + pitch / 2
        at = middle, y + (11, -11)[n % 2]
        body = box(middle - 14, y - 19, 28, 38, "air") + draw_piece(middle, y, looks)
        yield Item(body, f"p-{i}-{n}", f"{n + 1} of {size}", at)
    for n in range(1, size):
        x, y = place(start + n, top, left, pitch)
        body = line(x, y - 19, x, y + 19, "gap") + line(x, y - 16, x, y + 16, "slit")
        yield Item(body, f"g-{i}-{n}", f"between {n} and {n + 1}", (x, y))
    x, y = place(start, top, left, pitch)
    across = line_pieces(pitch)
    first = start % across
    below = (first + size - 1) // across
    middle = x + pitch * min(size, across - first) / 2
    yield Item(words(middle, y + LINE_HEIGHT * below + 38, str(size), "small"))


def line_pieces(pitch: float) -> int:
    return int(LINE_WIDTH / pitch)


def place(n: int, top: float, left: float = 0, pitch: float = PIECE_WIDTH) -> Point:
    down, along = divmod(n, line_pieces(pitch))
    return left + pitch * along, top + 22 + LINE_HEIGHT * down


def draw_piece(x: float, y: float, looks: str) -> Drawing:
    if looks == "x":
        return curve(shift(PIN, x, y - 18), "stone")
    return box(x - 13, y - 13, 26, 26, "cell", 2) if looks == "." else disc(x, y, 12, "stone")


def block_touches(i: int, size: int, left: Sizes) -> Iterator[tuple[int, int, Touch]]:
    """The blocks that leave these parts of a row, in any order: where one begins, its length, and its touch.

    Its ends are touched, and a gap behind it where three parts are left.
    """
    parts = [part for part in left if part]
    taken = size - sum(parts)
    for before, *after in set(permutations([*parts, *([0] * (2 - len(parts)))])):
        keys = {f"p-{i}-{before}", f"p-{i}-{before + taken - 1}"} if taken else {f"g-{i}-{before}"}
        yield before, taken, frozenset(keys | ({f"g-{i}-{before + taken + after[0]}"} if len(after) > 1 else set()))
