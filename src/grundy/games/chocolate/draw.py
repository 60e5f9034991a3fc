"""Pictures of the bar, as SVG and in plain characters."""

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from grundy.games.chocolate.board import BitterBar, Margins
from grundy.render.scenes.scene import Item, Scene, Touch, in_words, touch
from grundy.render.scenes.squares import MOST_SQUARES, SIDE, draw_numbers, draw_square, middle
from grundy.render.shapes import Drawing, join, polyline, words
from grundy.render.text import POISON, Lines, chart, has_room

Eaten = Callable[[int, int], bool]  # whether the square of a row and column is eaten


def draw_bar(board: BitterBar, position: Margins, options: Sequence[Margins]) -> Scene:
    """The bar with its lines: the line along which it is broken is touched."""
    above, below, left, right = position
    rows, columns = above + below + 1, left + right + 1
    if rows * columns > MOST_SQUARES:
        return in_words(board.show(position))
    items = list(draw_numbers(range(1, rows + 1), range(1, columns + 1)))
    for i, j in product(range(rows), range(columns)):
        bitter = (i, j) == (above, left)
        x, y = middle(i, j)
        sign = words(x, y + 8, POISON, "skull") if bitter else ()
        label = f"row {i + 1}, column {j + 1}" + (", the bitter square" if bitter else "")
        items.append(Item(draw_square(i, j, "poison" if bitter else "chocolate") + sign, f"q-{i}-{j}", label, (x, y)))
    items += draw_breaks(rows, columns)
    touches, goes = list[tuple[Touch, ...]](), dict[Touch, Touch]()
    for to in options:
        side = board.broken_side(position, to)
        key, eaten = broken_line(side, position, to[side])
        touches.append((touch(key),))
        goes[touch(key)] = touch(key, *(f"q-{i}-{j}" for i, j in product(range(rows), range(columns)) if eaten(i, j)))
    words_below = Item(words(24 + SIDE * columns / 2, 40 + SIDE * rows, f"{POISON} is bitter", "small"))
    return Scene(
        SIDE * max(3, columns) + 30, SIDE * rows + 44, (*items, words_below), tuple(touches), goes=goes, hang=(0, 0)
    )


def draw_breaks(rows: int, columns: int) -> Iterator[Item]:
    """The lines between rows and between columns, each before the row or column of its number.

    A touch breaks along the line that is nearest: lines meet at corners, and their diamonds do not cover each other.
    """
    for i in range(1, rows):
        y = 24 + SIDE * i
        body = join(draw_diamond(24 + SIDE * (j + 0.5), y) for j in range(columns))
        yield Item(body, f"h-{i}", f"between rows {i} and {i + 1}", (20, y))
    for j in range(1, columns):
        x = 24 + SIDE * j
        body = join(draw_diamond(x, 24 + SIDE * (i + 0.5)) for i in range(rows))
        yield Item(body, f"v-{j}", f"between columns {j} and {j + 1}", (x, 20))


def draw_diamond(x: float, y: float) -> Drawing:
    half = SIDE / 2
    return polyline([(x, y - half), (x + half, y), (x, y + half), (x - half, y)], "air", closed=True)


def broken_line(side: int, position: Margins, kept: int) -> tuple[str, Eaten]:
    """The key of the line along which rows or columns beyond the kept ones are broken off, and what is eaten."""
    above, _, left, _ = position
    axis, margin = side // 2, (above, left)[side // 2]
    if side % 2 == 0:
        cut = margin - kept
        return f"{'hv'[axis]}-{cut}", lambda *square: square[axis] < cut
    cut = margin + kept + 1
    return f"{'hv'[axis]}-{cut}", lambda *square: square[axis] >= cut


def bar_lines(position: Margins, width: int) -> Lines:
    above, below, left, right = position
    rows, columns = above + below + 1, left + right + 1
    if not has_room(rows, columns, width):
        return []
    lines = ["■" * columns] * rows
    lines[above] = "■" * left + POISON + "■" * right
    return chart(lines, range(1, rows + 1), range(1, columns + 1))
