"""Drawers of boards of squares: grids that are covered or cleared, and strips."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, product

from grundy.boards.grid import Grid, changed_squares, enclose
from grundy.boards.grid import Position as Cells
from grundy.boards.stones import Square
from grundy.boards.strip import Strip
from grundy.render.scenes.scene import Item, Scene, Touch, distinct_touches, draw_scene, in_words, touch
from grundy.render.shapes import Drawing, Point, box, disc, join, line, polyline, words

SIDE = 40.0
MOST_SQUARES = 600
OFFER_HEIGHT = 32.0  # of the place for a sign, where a cell offers several
LINE_CELLS = 24  # of a strip; a longer one goes on below


def draw_numbers(rows: Sequence[int], columns: Sequence[int], left: float = 24, top: float = 24) -> Iterator[Item]:
    yield from (Item(words(left + SIDE * (j + 0.5), top - 8, str(n), "small")) for j, n in enumerate(columns))
    yield from (Item(words(left - 13, top + SIDE * (i + 0.5) + 4, str(n), "small")) for i, n in enumerate(rows))


def draw_square(i: int, j: int, kind: str, left: float = 24, top: float = 24) -> Drawing:
    return box(left + SIDE * j + 1, top + SIDE * i + 1, SIDE - 2, SIDE - 2, kind, 3)


def middle(i: int, j: int, left: float = 24, top: float = 24) -> Point:
    return left + SIDE * (j + 0.5), top + SIDE * (i + 0.5)


@draw_scene.register
def draw_grid(
    board: Grid, position: Cells, options: Sequence[Cells], rules: object = None, past: Sequence[Cells] = ()
) -> Scene:
    """The squares, free or gone: a move touches two opposite corners of a block, or every square of what is none."""
    rows, columns = len(position), len(position[0])
    if rows * columns > MOST_SQUARES:
        return in_words(board.show(position))
    items = list(draw_numbers(range(1, rows + 1), range(1, columns + 1)))
    for i, j in product(range(rows), range(columns)):
        free = position[i][j] == board.free
        stone = disc(44 + SIDE * j, 44 + SIDE * i, 14, "stone") if free and board.verb == "take" else ()
        label = f"row {i + 1}, column {j + 1}" + ("" if free else ", gone")
        body = draw_square(i, j, "cell" if free else "covered" if board.verb == "cover" else "gone") + stone
        items.append(Item(body, f"q-{i + 1}-{j + 1}" if free else "", label, middle(i, j)))
    if board.verb == "cover":
        items += draw_tiles([*past, position])
    touches, goes = list[tuple[Touch, ...]](), dict[Touch, Touch]()
    for to in options:
        squares = changed_squares(position, to)
        top, left, height, width = enclose(squares)
        if len(squares) < height * width:
            touches.append((touch(*(f"q-{i + 1}-{j + 1}" for i, j in squares)),))
            continue
        low, right = top + height, left + width
        falling = touch(f"q-{top + 1}-{left + 1}", f"q-{low}-{right}")
        rising = touch(f"q-{top + 1}-{right}", f"q-{low}-{left + 1}")
        ways = distinct_touches([falling, rising])
        block = product(range(top + 1, low + 1), range(left + 1, right + 1))
        goes |= dict.fromkeys(ways, touch(*(f"q-{i}-{j}" for i, j in block)))
        touches.append(ways)
    return Scene(SIDE * columns + 30, SIDE * rows + 30, tuple(items), tuple(touches), goes=goes)


def draw_sheet(board: Grid, position: Cells, lost: Sequence[Sequence[tuple[int, int]]]) -> Scene:
    """The squares, free or gone: a move touches every square that it takes."""
    touches = tuple((touch(*(f"q-{i}-{j}" for i, j in squares)),) for squares in lost)
    return replace(draw_grid(board, position, ()), touches=touches, goes={})


def draw_tiles(positions: Sequence[Cells]) -> Iterator[Item]:
    """The tiles that the moves of a match have laid, each whole, with a line between its squares."""
    for before, after in pairwise(positions):
        if len(before) != len(after) or len(before[0]) != len(after[0]) or before == after:
            continue
        squares = changed_squares(before, after)
        top, left, height, width = enclose(squares)
        if len(squares) < height * width:
            continue
        x, y, wide, high = 24 + SIDE * left + 3, 24 + SIDE * top + 3, SIDE * width - 6, SIDE * height - 6
        body = box(x, y, wide, high, "stone", 8)
        body += join(line(x + SIDE * n - 3, y + 5, x + SIDE * n - 3, y + high - 5, "seam") for n in range(1, width))
        body += join(line(x + 5, y + SIDE * n - 3, x + wide - 5, y + SIDE * n - 3, "seam") for n in range(1, height))
        yield Item(body, f"t-{top + 1}-{left + 1}", at=(x + wide / 2, y + high / 2))


@draw_scene.register
def draw_strip(board: Strip, position: str, options: Sequence[str], *_: object) -> Scene:
    """The cells over their numbers; with several signs each cell offers all of them."""
    if len(position) > MOST_SQUARES:
        return in_words(board.show(position))
    items, high = list[Item](), max(SIDE, OFFER_HEIGHT * len(board.signs))
    for n, sign in enumerate(position):
        down, along = divmod(n, LINE_CELLS)
        items += draw_cell(board, n, sign, SIDE * along + 4, (high + 24) * down + 2, high)
    signs = [[(n, new) for n, (old, new) in enumerate(zip(position, to, strict=True)) if old != new] for to in options]
    touches = tuple((touch(*(f"x-{n}-{new.lower()}" for n, new in one)),) for one in signs)
    width = SIDE * min(LINE_CELLS, max(3, len(position))) + 8
    return Scene(width, (high + 24) * max(1, -(-len(position) // LINE_CELLS)), tuple(items), touches)


def draw_cell(board: Strip, n: int, sign: str, x: float, y: float, high: float) -> Iterator[Item]:
    """A cell with its sign; one that is empty has a place to touch for each sign, which shows under the pointer."""
    middle = x + SIDE / 2
    yield Item(words(middle, y + high + 16, str(n + 1), "small"))
    yield Item(box(x + 1, y, SIDE - 2, high, "cell", 2))
    if sign != board.empty:
        yield Item(words(middle, y + high / 2 + 8, sign, "sign"), f"w-{n}", at=(middle, y + high / 2))
        return
    if board.token:
        yield Item(words(middle, y + high / 2 + 8, board.token, "sign"))
    each = high / len(board.signs)
    for k, new in enumerate(board.signs):
        top = y + each * k
        kind = "offer" if len(board.signs) == 1 else "offer choice"
        body = box(x + 1, top, SIDE - 2, each, "air", 2) + words(middle, top + each / 2 + 7, new, kind)
        yield Item(body, f"x-{n}-{new.lower()}", board.touch_label(n + 1, new), (middle, top + each / 2))


def draw_stone(i: int, j: int, sign: str) -> Drawing:
    """A stone of one of two colours, x filled and o hollow."""
    x, y = middle(i, j)
    return disc(x, y, 14, "stone") if sign == "x" else disc(x, y, 13, "tails") if sign == "o" else ()


def draw_steps(position: Cells, ways: Sequence[Sequence[tuple[Square, Square]]]) -> Scene:
    """Stones that step onto a neighbour: the side of a stone that faces the neighbour is touched."""
    rows, columns = len(position), len(position[0])
    if rows * columns > MOST_SQUARES:
        return in_words("/".join(position))
    items = list(draw_numbers(range(1, rows + 1), range(1, columns + 1)))
    for i, j in product(range(rows), range(columns)):
        body = draw_square(i, j, "cell" if position[i][j] != "_" else "gone") + draw_stone(i, j, position[i][j])
        items.append(Item(body, f"q-{i + 1}-{j + 1}", f"row {i + 1}, column {j + 1}", middle(i, j)))
    steps = {step for way in ways for step in way}
    for (i, j), to in sorted(steps):
        items.append(draw_side((i, j), to, position))
    touches = tuple(distinct_touches(touch(step_key(*step)) for step in way) for way in ways)
    return Scene(SIDE * columns + 30, SIDE * rows + 30, tuple(items), touches)


def step_key(square: Square, to: Square) -> str:
    return f"s-{square[0] + 1}-{square[1] + 1}-{to[0] + 1}-{to[1] + 1}"


def draw_side(square: Square, to: Square, position: Cells) -> Item:
    """The quarter of a square that faces another square, with a small arrow head."""
    (x, y), (to_x, to_y) = middle(*square), middle(*to)
    across, down = (to_x - x) / 2, (to_y - y) / 2
    corners = [(x, y), (x + across - down, y + down + across), (x + across + down, y + down - across)]
    tip = (x + across * 0.92, y + down * 0.92)
    back = x + across * 0.55, y + down * 0.55
    head = [(back[0] - down * 0.3, back[1] + across * 0.3), tip, (back[0] + down * 0.3, back[1] - across * 0.3)]
    sign = position[square[0]][square[1]]
    label = f"{sign} at row {square[0] + 1}, column {square[1] + 1} onto row {to[0] + 1}, column {to[1] + 1}"
    body = polyline(corners, "air", closed=True) + polyline(head, "tip", closed=True)
    return Item(body, step_key(square, to), label, (x + across * 0.6, y + down * 0.6))


def draw_offers(position: Cells, placed: Sequence[tuple[Square, str]]) -> Scene:
    """A board of stones; each empty square offers the colours that may be put there."""
    rows, columns = len(position), len(position[0])
    if rows * columns > MOST_SQUARES:
        return in_words("/".join(position))
    items = list(draw_numbers(range(1, rows + 1), range(1, columns + 1)))
    for i, j in product(range(rows), range(columns)):
        body = draw_square(i, j, "cell") + draw_stone(i, j, position[i][j])
        items.append(Item(body, f"q-{i + 1}-{j + 1}", f"row {i + 1}, column {j + 1}", middle(i, j)))
    for (i, j), sign in placed:
        x, y = middle(i, j)
        left = x - SIDE / 2 + 1 if sign == "x" else x
        body = box(left, y - SIDE / 2 + 1, SIDE / 2 - 1, SIDE - 2, "cell", 2)
        body += words(left + SIDE / 4 - 0.5, y + 5, sign, "offer choice")
        items.append(
            Item(body, f"o-{i + 1}-{j + 1}-{sign}", f"{sign} in row {i + 1}, column {j + 1}", (left + SIDE / 4, y))
        )
    touches = tuple((touch(f"o-{i + 1}-{j + 1}-{sign}"),) for (i, j), sign in placed)
    return Scene(SIDE * columns + 30, SIDE * rows + 30, tuple(items), touches)


def draw_cross_boards(boards: Sequence[str], ways: Sequence[Sequence[tuple[int, int]]]) -> Scene:
    """Boards of three by three squares side by side, five in a line."""
    if len(boards) * 9 > MOST_SQUARES or not boards:
        return in_words(f"{len(boards)} boards" if boards else "no board is left")
    wide, items = 3 * SIDE + 24, list[Item]()
    for n, board in enumerate(boards):
        down, along = divmod(n, 5)
        for square, sign in enumerate(board):
            i, j = divmod(square, 3)
            left, top = 4 + wide * along, 4 + wide * down
            body = draw_square(i, j, "cell", left, top)
            if sign == "X":
                body += words(left + SIDE * (j + 0.5), top + SIDE * (i + 0.5) + 9, "X", "sign")
            label = f"row {i + 1}, column {j + 1} of board {n + 1}"
            items.append(Item(body, f"b-{n}-{square}", label, middle(i, j, left, top)))
    touches = tuple(tuple(touch(f"b-{n}-{square}") for n, square in way) for way in ways)
    lines = -(-len(boards) // 5)
    return Scene(wide * min(5, len(boards)) - 16, wide * lines - 16, tuple(items), touches)
