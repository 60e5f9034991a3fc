"""Drawers of boards of squares: grids that are covered or cleared, and strips."""

from collections.abc import Iterator, Sequence
from itertools import product

from grundy.boards.grid import Grid, taken_block
from grundy.boards.grid import Position as Cells
from grundy.boards.strip import Strip
from grundy.render.scenes.scene import Item, Scene, Touch, distinct_touches, draw_scene, in_words, touch
from grundy.render.shapes import Drawing, Point, box, disc, words

SIDE = 40.0
MOST_SQUARES = 600
LINE_CELLS = 24  # of a strip; a longer one goes on below


def draw_numbers(rows: Sequence[int], columns: Sequence[int], left: float = 24, top: float = 24) -> Iterator[Item]:
    yield from (Item(words(left + SIDE * (j + 0.5), top - 8, str(n), "small")) for j, n in enumerate(columns))
    yield from (Item(words(left - 13, top + SIDE * (i + 0.5) + 4, str(n), "small")) for i, n in enumerate(rows))


def draw_square(i: int, j: int, kind: str, left: float = 24, top: float = 24) -> Drawing:
    return box(left + SIDE * j + 1, top + SIDE * i + 1, SIDE - 2, SIDE - 2, kind, 3)


def middle(i: int, j: int, left: float = 24, top: float = 24) -> Point:
    return left + SIDE * (j + 0.5), top + SIDE * (i + 0.5)


@draw_scene.register
def draw_grid(board: Grid, position: Cells, options: Sequence[Cells], *_: object) -> Scene:
    """The squares, free or gone: a move touches two opposite corners of what it takes."""
    rows, columns = len(position), len(position[0])
    if rows * columns > MOST_SQUARES:
        return in_words(board.show(position))
    items = list(draw_numbers(range(1, rows + 1), range(1, columns + 1)))
    for i, j in product(range(rows), range(columns)):
        free = position[i][j] == board.free
        stone = disc(44 + SIDE * j, 44 + SIDE * i, 14, "stone") if free and board.verb == "take" else ()
        label = f"row {i + 1}, column {j + 1}" + ("" if free else ", gone")
        body = draw_square(i, j, "cell" if free else "gone") + stone
        items.append(Item(body, f"q-{i + 1}-{j + 1}" if free else "", label, middle(i, j)))
    touches, goes = list[tuple[Touch, ...]](), dict[Touch, Touch]()
    for to in options:
        top, left, height, width = taken_block(position, to)
        low, right = top + height, left + width
        falling = touch(f"q-{top + 1}-{left + 1}", f"q-{low}-{right}")
        rising = touch(f"q-{top + 1}-{right}", f"q-{low}-{left + 1}")
        ways = distinct_touches([falling, rising])
        block = product(range(top + 1, low + 1), range(left + 1, right + 1))
        goes |= dict.fromkeys(ways, touch(*(f"q-{i}-{j}" for i, j in block)))
        touches.append(ways)
    return Scene(SIDE * columns + 30, SIDE * rows + 30, tuple(items), tuple(touches), goes=goes)


@draw_scene.register
def draw_strip(board: Strip, position: str, options: Sequence[str], *_: object) -> Scene:
    """The cells over their numbers; with several signs each cell offers all of them."""
    if len(position) > MOST_SQUARES:
        return in_words(board.show(position))
    items = list[Item]()
    for n, sign in enumerate(position):
        down, along = divmod(n, LINE_CELLS)
        items += draw_cell(board, n, sign, SIDE * along + 4, 64.0 * down + 2)
    signs = [[(n, new) for n, (old, new) in enumerate(zip(position, to, strict=True)) if old != new] for to in options]
    touches = tuple((touch(*(f"x-{n}-{new.lower()}" for n, new in one)),) for one in signs)
    width = SIDE * min(LINE_CELLS, max(3, len(position))) + 8
    return Scene(width, 64.0 * max(1, -(-len(position) // LINE_CELLS)), tuple(items), touches)


def draw_cell(board: Strip, n: int, sign: str, x: float, y: float) -> Iterator[Item]:
    yield Item(words(x + SIDE / 2, y + SIDE + 16, str(n + 1), "small"))
    if sign != board.empty:
        yield Item(box(x + 1, y, SIDE - 2, SIDE, "cell", 2) + words(x + SIDE / 2, y + 28, sign, "sign"))
        return
    wide = (SIDE - 2) / len(board.signs)
    for k, new in enumerate(board.signs):
        body = box(x + 1 + wide * k, y, wide, SIDE, "cell", 2) + words(x + 1 + wide * (k + 0.5), y + 27, new, "offer")
        yield Item(body, f"x-{n}-{new.lower()}", f"{new} in cell {n + 1}", (x + 1 + wide * (k + 0.5), y + SIDE / 2))
