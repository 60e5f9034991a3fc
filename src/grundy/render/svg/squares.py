"""Boards of squares drawn: the chocolate bar, grids that are covered or cleared, strips, rows of checkers, divisors."""

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from operator import ge

from grundy.boards.bar import Bar
from grundy.boards.bar3d import Bar3d
from grundy.boards.bar3d import Position as Layers
from grundy.boards.checkers import PLAYERS, Checkers
from grundy.boards.checkers import Position as Slides
from grundy.boards.divisors import Divisors, within
from grundy.boards.divisors import Position as Naming
from grundy.boards.grid import Grid, taken
from grundy.boards.grid import Position as Cells
from grundy.boards.strip import Strip
from grundy.render.svg.scene import Item, Scene, in_words, picture, touch
from grundy.render.svg.shapes import box, disc, words

__all__ = ["MOST", "SIDE", "numbers"]

SIDE = 40.0
MOST = 600  # squares that are drawn
ACROSS = 24  # cells of a strip in a line
SKULL = "☠"
Sizes = tuple[int, ...]


def numbers(rows: Sequence[int], columns: Sequence[int], left: float = 24, top: float = 24) -> Iterator[Item]:
    """The numbers of rows and columns along two sides."""
    yield from (Item(words(left + SIDE * (j + 0.5), top - 8, str(n), "small")) for j, n in enumerate(columns))
    yield from (Item(words(left - 13, top + SIDE * (i + 0.5) + 4, str(n), "small")) for i, n in enumerate(rows))


def square(i: int, j: int, kind: str, left: float = 24, top: float = 24) -> str:
    """The square in a row and a column, from 0."""
    return box(left + SIDE * j + 1, top + SIDE * i + 1, SIDE - 2, SIDE - 2, kind, 3)


def middle(i: int, j: int, left: float = 24, top: float = 24) -> tuple[float, float]:
    """The middle of a square."""
    return left + SIDE * (j + 0.5), top + SIDE * (i + 0.5)


@picture.register
def bar(board: Bar, position: Sizes, options: Sequence[Sizes]) -> Scene:
    """The bar with its poisoned square, in the frame of its first row."""
    if sum(position) > MOST:
        return in_words(board.show(position))
    items = [*numbers(range(1, len(position) + 1), range(1, max(position, default=0) + 1)), *slab(position, "q", 24)]
    bites = [board.bite(position, option) for option in options]
    touches = tuple((touch("q-{}-{}".format(*bite)),) for bite in bites)
    goes = {
        only: touch(*(f"q-{i}-{j}" for i, wide in enumerate(position, 1) if i >= row for j in range(column, wide + 1)))
        for (only,), (row, column) in zip(touches, bites, strict=True)
    }
    size = SIDE * max([3, *position]) + 30, SIDE * max(1, len(position)) + 44
    return Scene(*size, (*items, warning(position)), touches, goes=goes, hang=(0, 0))


def slab(lengths: Sizes, prefix: str, left: float, poisoned: bool = True) -> Iterator[Item]:
    """Squares in rows of these lengths, the first of them poisoned."""
    for i, length in enumerate(lengths):
        for j in range(length):
            bad = poisoned and i == j == 0
            skull = words(left + SIDE / 2, 24 + SIDE / 2 + 8, SKULL, "skull") if bad else ""
            label = f"row {i + 1}, column {j + 1}" + (", the poisoned square" if bad else "")
            yield Item(
                square(i, j, "poison" if bad else "chocolate", left) + skull,
                f"{prefix}-{i + 1}-{j + 1}",
                label,
                middle(i, j, left),
            )


def warning(position: Sizes) -> Item:
    """The words that go with the skull."""
    return Item(words(24 + SIDE * max([3, *position]) / 2, 40 + SIDE * max(1, len(position)), "☠ is poisoned", "small"))


@picture.register
def bar3d(board: Bar3d, position: Layers, options: Sequence[Layers]) -> Scene:
    """The layers side by side, the poisoned one first."""
    if sum(map(sum, position)) > MOST:
        return in_words(board.show(position))
    items, left = list[Item](), 24.0
    for n, layer in enumerate(position, 1):
        items += slab(layer, f"q-{n}", left, n == 1)
        items.append(Item(words(left + SIDE * max(layer) / 2, 46 + SIDE * len(layer), f"layer {n}", "small")))
        left += SIDE * max(layer) + 30
    bites = [board.bite(position, option) for option in options]
    touches = tuple((touch("q-{}-{}-{}".format(*bite)),) for bite in bites)
    cubes = [(n, i, j) for n, layer in enumerate(position, 1) for i, wide in enumerate(layer, 1) for j in run(wide)]
    goes = {
        only: touch(*("q-{}-{}-{}".format(*cube) for cube in cubes if all(map(ge, cube, bite))))
        for (only,), bite in zip(touches, bites, strict=True)
    }
    high = SIDE * max([1, *map(len, position)]) + 54
    return Scene(max(left, 120), high, tuple(items), touches, goes=goes, hang=(0, 0))


def run(last: int) -> range:
    """The numbers from 1 on."""
    return range(1, last + 1)


@picture.register
def grid(board: Grid, position: Cells, options: Sequence[Cells]) -> Scene:
    """The squares, free or gone: a move touches two opposite corners of what it takes."""
    rows, columns = len(position), len(position[0])
    if rows * columns > MOST:
        return in_words(board.show(position))
    items = list(numbers(range(1, rows + 1), range(1, columns + 1)))
    for i, j in product(range(rows), range(columns)):
        free = position[i][j] == board.free
        stone = disc(44 + SIDE * j, 44 + SIDE * i, 14, "stone") if free and board.verb == "take" else ""
        label = f"row {i + 1}, column {j + 1}" + ("" if free else ", gone")
        items.append(
            Item(
                square(i, j, "cell" if free else "gone") + stone,
                f"q-{i + 1}-{j + 1}" if free else "",
                label,
                middle(i, j),
            )
        )
    touches = tuple(tuple(corners(position, to)) for to in options)
    goes = {one: block(position, to) for ways, to in zip(touches, options, strict=True) for one in ways}
    return Scene(SIDE * columns + 30, SIDE * rows + 30, tuple(items), touches, goes=goes)


def block(before: Cells, after: Cells) -> frozenset[str]:
    """All squares that are taken."""
    top, left, height, width = taken(before, after)
    return touch(*(f"q-{top + i}-{left + j}" for i, j in product(run(height), run(width))))


def corners(before: Cells, after: Cells) -> Iterator[frozenset[str]]:
    """Both pairs of opposite corners of the block that is taken."""
    top, left, height, width = taken(before, after)
    low, right = top + height, left + width
    yield touch(f"q-{top + 1}-{left + 1}", f"q-{low}-{right}")
    if height > 1 and width > 1:
        yield touch(f"q-{top + 1}-{right}", f"q-{low}-{left + 1}")


@picture.register
def strip(board: Strip, position: str, options: Sequence[str]) -> Scene:
    """The cells over their numbers; with several signs each cell offers all of them."""
    if len(position) > MOST:
        return in_words(board.show(position))
    items = list[Item]()
    for n, sign in enumerate(position):
        down, along = divmod(n, ACROSS)
        items += cell(board, n, sign, SIDE * along + 4, 64.0 * down + 2)
    touches = tuple(
        (touch(*(f"x-{n}-{new.lower()}" for n, (old, new) in enumerate(zip(position, to, strict=True)) if old != new)),)
        for to in options
    )
    return Scene(
        SIDE * min(ACROSS, max(3, len(position))) + 8, 64.0 * max(1, -(-len(position) // ACROSS)), tuple(items), touches
    )


def cell(board: Strip, n: int, sign: str, x: float, y: float) -> Iterator[Item]:
    """One cell: its sign, or what may be written there."""
    yield Item(words(x + SIDE / 2, y + SIDE + 16, str(n + 1), "small"))
    if sign != board.empty:
        yield Item(box(x + 1, y, SIDE - 2, SIDE, "cell", 2) + words(x + SIDE / 2, y + 28, sign, "sign"))
        return
    wide = (SIDE - 2) / len(board.signs)
    for k, new in enumerate(board.signs):
        body = box(x + 1 + wide * k, y, wide, SIDE, "cell", 2) + words(x + 1 + wide * (k + 0.5), y + 27, new, "offer")
        yield Item(body, f"x-{n}-{new.lower()}", f"{new} in cell {n + 1}", (x + 1 + wide * (k + 0.5), y + SIDE / 2))


@picture.register
def checkers(board: Checkers, position: Slides, options: Sequence[Slides]) -> Scene:
    """The rows, the checkers in them, and who is to move."""
    rows, mover = position
    wide = max(map(len, rows))
    if len(rows) * wide > MOST:
        return in_words(board.show(position))
    items = list(numbers(range(1, len(rows) + 1), range(1, wide + 1)))
    for i, row in enumerate(rows):
        for j, sign in enumerate(row):
            man = disc(44 + SIDE * j, 44 + SIDE * i, 15, "white" if sign == "W" else "black") if sign in PLAYERS else ""
            items.append(
                Item(square(i, j, "cell") + man, f"q-{i + 1}-{j + 1}", f"row {i + 1}, square {j + 1}", middle(i, j))
            )
    items.append(Item(words(24 + SIDE * wide / 2, 48 + SIDE * len(rows), f"{PLAYERS[mover]} to move", "label")))
    touches = tuple((touch("q-{}-{}".format(*board.moved(position, option))),) for option in options)
    return Scene(SIDE * wide + 30, SIDE * len(rows) + 58, tuple(items), touches)


@picture.register
def divisors(board: Divisors, position: Naming, options: Sequence[Naming]) -> Scene:
    """The divisors in rows along which one prime is multiplied in; those that are out are pale."""
    factors, named = position
    axes = [range(exponent + 1) for _, exponent in factors]
    if prod(map(len, axes)) > MOST:
        return in_words(board.show(position))
    across = len(axes[-1]) if axes else 1
    widest = 11.0 * len(str(prod(prime**power for prime, power in factors))) + 22
    items = list[Item]()
    for n, exponents in enumerate(product(*axes)):
        i, j = divmod(n, across)
        number, out = board.divisor(factors, exponents), any(within(d, exponents) for d in named)
        kind = "poison" if number == 1 else "gone" if out else "cell"
        text = words(
            widest * (j + 0.5) + 2,
            40.0 * i + 26,
            SKULL if number == 1 else str(number),
            {"poison": "skull", "gone": "small"}.get(kind, "label"),
        )
        items.append(
            Item(
                box(widest * j + 3, 40.0 * i + 2, widest - 4, 36, kind, 5) + text,
                "" if out else f"d-{number}",
                f"divisor {number}",
                (widest * (j + 0.5), 40.0 * i + 20),
            )
        )
    names = [board.named(position, option) for option in options]
    touches = tuple((touch(f"d-{name}"),) for name in names)
    left = [int(item.key[2:]) for item in items if item.key]
    goes = {touch(f"d-{name}"): touch(*(f"d-{n}" for n in left if n % name == 0)) for name in names}
    high = 40.0 * -(-prod(map(len, axes)) // across) + 4
    return Scene(widest * across + 4, high, tuple(items), touches, goes=goes)
