"""Pictures of Chomp, as SVG and in plain characters: the bar with its poisoned square, layers of a block, divisors."""

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from operator import ge

from grundy.games.chomp.board import Bar, Bar3d, BarRows, Divisors, Layers, NamedDivisors, divides
from grundy.render.scenes.scene import Item, Scene, in_words, touch
from grundy.render.scenes.squares import MOST_SQUARES, SIDE, draw_numbers, draw_square, middle
from grundy.render.shapes import box, words
from grundy.render.text import EMPTY, MOST_LINES, POISON, Lines, chart, flow, has_room

MOST_TEXT_DIVISORS = 200
DIVISOR_HEIGHT = 40.0


def draw_bar(board: Bar, position: BarRows, options: Sequence[BarRows], past: Sequence[BarRows]) -> Scene:
    """The bar in the frame of the first one of its match: a move touches the bitten square."""
    if sum(position) > MOST_SQUARES:
        return in_words(board.show(position))
    first = (*past, position)[0]
    rows, columns = max(1, len(first)), max([3, *first])
    items = [
        *draw_numbers(range(1, len(position) + 1), range(1, max(position, default=0) + 1)),
        *slab(position, "q", 24),
    ]
    items.append(Item(words(24 + SIDE * columns / 2, 40 + SIDE * rows, f"{POISON} is poisoned", "small")))
    bites = [board.bite(position, option) for option in options]
    touches = tuple((touch("q-{}-{}".format(*bite)),) for bite in bites)
    goes = {
        only: touch(*(f"q-{i}-{j}" for i, wide in enumerate(position, 1) if i >= row for j in range(column, wide + 1)))
        for (only,), (row, column) in zip(touches, bites, strict=True)
    }
    return Scene(SIDE * columns + 30, SIDE * rows + 44, tuple(items), touches, goes=goes, hang=(0, 0))


def slab(lengths: BarRows, prefix: str, left: float, poisoned: bool = True) -> Iterator[Item]:
    """Squares in rows of these lengths, the first of them poisoned."""
    for i, length in enumerate(lengths):
        for j in range(length):
            bad = poisoned and i == j == 0
            skull = words(left + SIDE / 2, 24 + SIDE / 2 + 8, POISON, "skull") if bad else ()
            label = f"row {i + 1}, column {j + 1}" + (", the poisoned square" if bad else "")
            body = draw_square(i, j, "poison" if bad else "chocolate", left) + skull
            yield Item(body, f"{prefix}-{i + 1}-{j + 1}", label, middle(i, j, left))


def draw_block(board: Bar3d, position: Layers, options: Sequence[Layers], past: Sequence[Layers]) -> Scene:
    """The layers side by side, each in the place of the first one of the match."""
    if sum(map(sum, position)) > MOST_SQUARES:
        return in_words(board.show(position))
    items, left, frame = list[Item](), 24.0, (*past, position)[0]
    for n, (layer, first) in enumerate(zip(position, frame, strict=False), 1):
        items += slab(layer, f"q-{n}", left, n == 1)
        items.append(Item(words(left + SIDE * max(first) / 2, 46 + SIDE * len(first), f"layer {n}", "small")))
        left += SIDE * max(first) + 30
    bites = [board.bite(position, option) for option in options]
    touches = tuple((touch("q-{}-{}-{}".format(*bite)),) for bite in bites)
    cubes = [
        (n, i, j) for n, layer in enumerate(position, 1) for i, wide in enumerate(layer, 1) for j in range(1, wide + 1)
    ]
    goes = {
        only: touch(*("q-{}-{}-{}".format(*cube) for cube in cubes if all(map(ge, cube, bite))))
        for (only,), bite in zip(touches, bites, strict=True)
    }
    high = SIDE * max([1, *map(len, frame)]) + 54
    return Scene(max(left, 120), high, tuple(items), touches, goes=goes, hang=(0, 0))


def draw_divisors(board: Divisors, position: NamedDivisors, options: Sequence[NamedDivisors]) -> Scene:
    """The divisors in rows along which one prime is multiplied in; multiples of named ones are pale."""
    factors, named = position
    axes = [range(exponent + 1) for _, exponent in factors]
    if prod(map(len, axes)) > MOST_SQUARES:
        return in_words(board.show(position))
    across = len(axes[-1]) if axes else 1
    wide = 11.0 * len(str(prod(prime**power for prime, power in factors))) + 22
    items, left = list[Item](), list[int]()
    for n, exponents in enumerate(product(*axes)):
        i, j = divmod(n, across)
        x, y = wide * (j + 0.5), DIVISOR_HEIGHT * i
        number, out = board.divisor(factors, exponents), any(divides(d, exponents) for d in named)
        kind, style = ("poison", "skull") if number == 1 else ("gone", "small") if out else ("cell", "label")
        sign = words(x + 2, y + 26, POISON if number == 1 else str(number), style)
        body = box(wide * j + 3, y + 2, wide - 4, 36, kind, 5) + sign
        items.append(Item(body, "" if out else f"d-{number}", f"divisor {number}", (x, y + 20)))
        left += [] if out else [number]
    names = [board.new_name(position, option) for option in options]
    touches = tuple((touch(f"d-{name}"),) for name in names)
    goes = {touch(f"d-{name}"): touch(*(f"d-{n}" for n in left if n % name == 0)) for name in names}
    high = DIVISOR_HEIGHT * -(-prod(map(len, axes)) // across) + 4
    return Scene(wide * across + 4, high, tuple(items), touches, goes=goes)


def bar_lines(position: BarRows, width: int) -> Lines:
    return slab_lines(position, len(position), max(position, default=0), POISON, width)


def slab_lines(lengths: BarRows, rows: int, columns: int, first: str, width: int) -> Lines:
    """Rows of chocolate in a frame, the first square with its own sign; what was eaten is a point."""
    if not has_room(rows, columns, width):
        return []
    lines = [("■" * length).ljust(columns, EMPTY) for length in lengths] + [EMPTY * columns] * (rows - len(lengths))
    lines[0] = first + lines[0][1:]
    return chart(lines, range(1, rows + 1), range(1, columns + 1))


def block_lines(position: Layers, width: int) -> Lines:
    rows, columns = max(map(len, position), default=0), max((max(layer) for layer in position), default=0)
    signs = [POISON] + ["■"] * MOST_LINES
    layers = [slab_lines(layer, rows, columns, sign, width) for layer, sign in zip(position, signs, strict=False)]
    if len(position) > MOST_LINES or not all(layers):
        return []
    return flow([[*lines, f"  layer {n}"] for n, lines in enumerate(layers, 1)], width)


def divisor_lines(board: Divisors, position: NamedDivisors) -> Lines:
    """The divisors in rows along which one prime is multiplied in; multiples of named ones are points."""
    factors, named = position
    axes = [range(exponent + 1) for _, exponent in factors]
    if prod(map(len, axes)) > MOST_TEXT_DIVISORS:
        return []
    _, *above = product(*axes)
    out = [any(divides(divisor, exponents) for divisor in named) for exponents in above]
    cells = [EMPTY if gone else str(board.divisor(factors, e)) for e, gone in zip(above, out, strict=True)]
    whole = prod(prime**exponent for prime, exponent in factors)
    size, across = len(str(whole)), len(axes[-1]) if axes else 1
    rows = ([POISON, *cells][i : i + across] for i in range(0, len(cells) + 1, across))
    return [f"divisors of {whole}", *("  ".join(cell.rjust(size) for cell in row) for row in rows)]
