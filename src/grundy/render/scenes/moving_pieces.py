"""Drawers of pieces that move: a queen and counters in a corner, coins along a strip and down a staircase."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, product
from typing import Any

from grundy.boards.heaps import Position
from grundy.boards.numbers import Corner, Counters, CounterSquares, Square
from grundy.boards.staircase import Staircase
from grundy.boards.strip_coins import Squares
from grundy.core.ruleset import Ruleset
from grundy.render.scenes.scene import Item, Scene, Touch, draw_scene, in_words, touch
from grundy.render.scenes.squares import SIDE, draw_numbers
from grundy.render.shapes import Point, box, disc, polyline, words

MOST_ROWS = 24  # and columns, and steps
MOST_TARGETS = MOST_ROWS**2
MOST_SQUARES = 60  # of a strip
LINE_SQUARES = 24  # a longer strip goes on below
TREAD = 64.0  # of a step
RISE = 34.0
COIN = 27.0  # from coin to coin on a step
COIN_RADIUS = 15.0  # on a square
ROOM_COINS = 6  # one upon the other on a square of a strip
MOST_COINS = 12  # on a step, drawn one by one


@draw_scene.register
def draw_corner(board: Corner, position: Square, options: Sequence[Square], rules: Ruleset[Any], *_: object) -> Scene:
    """The piece and every square that it may go to, so that the board has the same size without touches."""
    touches = [(touch(f"q-{c}-{r}"),) for c, r in options]
    targets = options or tuple(islice(rules.moves(position), MOST_TARGETS))
    return draw_board([position], board.piece, touches, targets) or in_words(board.show(position))


@draw_scene.register
def draw_counters(board: Counters, position: CounterSquares, options: Sequence[CounterSquares], *_: object) -> Scene:
    """The counters on their board: the counter is touched, then its square or what lies there."""
    moved = [board.moved_counter(position, option) for option in options]
    touches = [tuple(counter_touches(i, option[i], position)) for i, option in zip(moved, options, strict=True)]
    drawn = draw_board(position, "", touches)
    if not drawn:
        return in_words(board.show(position))
    keys = {item.key for item in drawn.items}
    outside = any(not touched <= keys for touched, *_ in touches)  # some rules let a counter go out as far as it likes
    return replace(drawn, entry="column and row of a square farther out") if outside else drawn


def counter_touches(i: int, to: Square, position: CounterSquares) -> Iterator[Touch]:
    there = [f"k-{j}" for j, square in enumerate(position) if square == to]  # what lies on a square covers it
    yield from (touch(f"k-{i}", key) for key in there or ["q-{}-{}".format(*to)])


def draw_board(
    pieces: Sequence[Square], sign: str, touches: Sequence[tuple[Touch, ...]], targets: Sequence[Square] = ()
) -> Scene | None:
    """The board from its corner, at the bottom left, to the farthest piece or target; None where that is too far."""
    wide, high = (max(4, *(square[axis] + 1 for square in (*pieces, *targets))) for axis in (0, 1))
    if max(wide, high) > MOST_ROWS:
        return None
    items = list(draw_numbers(range(high - 1, -1, -1), range(wide)))
    for row, column in product(range(high), range(wide)):
        x, y = 44 + SIDE * column, 44 + SIDE * (high - 1 - row)
        body = box(x - 19, y - 19, SIDE - 2, SIDE - 2, f"cell fade-{round(6 * (column + row) / (wide + high))}", 2)
        items.append(Item(body, f"q-{column}-{row}", f"column {column}, row {row}", (x, y)))
    below = Counter[Square]()
    for i, (column, row) in enumerate(pieces):
        aside = 5 * below[column, row]
        x, y = 44 + SIDE * column + aside, 44 + SIDE * (high - 1 - row) - aside
        below[column, row] += 1
        body = words(x, y + 11, sign, "queen") if sign else disc(x, y, COIN_RADIUS, "stone")
        items.append(Item(body, f"k-{i}", f"piece on column {column}, row {row}", (x, y)))
    return Scene(SIDE * wide + 30, SIDE * high + 30, tuple(items), tuple(touches), hang=(0, 1))


@draw_scene.register
def draw_squares(board: Squares, position: Position, options: Sequence[Position], *_: object) -> Scene:
    """Coins on a strip: the coin is touched, and the square that it goes to."""
    if max(position, default=0) >= MOST_SQUARES:
        return in_words(board.show(position))
    last = max([3, *position])
    room = 1 if board.alone else min(len(position), ROOM_COINS)  # so that the board keeps its height
    levels = max([room, *Counter(position).values()])
    line = levels * 30.0 + 34
    items = list[Item]()
    for n in range(last + 1):
        x, y = place(n, line, levels)
        air = box(x + 1, y - 30.0 * levels, SIDE - 2, 30.0 * levels, "air")
        body = air + box(x + 1, y - 4, SIDE - 2, 8, "cell", 2) + words(x + SIDE / 2, y + 22, str(n), "small")
        items.append(Item(body, f"q-{n}", f"square {n}", (x + SIDE / 2, y - 16)))
    below = Counter[int]()
    for i, square in enumerate(position):
        x, y = place(square, line, levels)
        at = x + SIDE / 2, y - 4 - COIN_RADIUS * (2 * below[square] + 1)
        items.append(Item(disc(*at, COIN_RADIUS, "stone"), f"k-{i}", f"coin on square {square}", at))
        below[square] += 1
    high = line * (1 + last // LINE_SQUARES) + 4
    touches = tuple(tuple(coin_touches(board, position, to)) for to in options)
    return Scene(SIDE * min(LINE_SQUARES, last + 1) + 8, high, tuple(items), touches, hang=(0, 1))


def place(n: int, line: float, levels: int) -> Point:
    down, along = divmod(n, LINE_SQUARES)
    return 4 + SIDE * along, line * down + 30.0 * levels + 6


def coin_touches(board: Squares, before: Position, after: Position) -> Iterator[Touch]:
    """The coins that move, and the squares that they go to; for one coin, also the coins that lie there already."""
    if board.alone:
        (old, new), *_ = board.moved_coins(before, after)
        yield touch(f"k-{before.index(old)}", f"q-{new}")
        return
    pairs = [(i, old, new) for i, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
    yield frozenset(key for i, _, new in pairs for key in (f"k-{i}", f"q-{new}"))
    if len(pairs) == 1:
        (i, _, new), *_ = pairs
        yield from (touch(f"k-{i}", f"k-{j}") for j, square in enumerate(before) if square == new)


@draw_scene.register
def draw_steps(board: Staircase, position: Position, options: Sequence[Position], *_: object) -> Scene:
    """The staircase with coins on its steps: to touch a coin sends it and all above it one step down."""
    if len(position) > MOST_ROWS:
        return in_words(board.show(position))
    room = COIN * min(MOST_COINS, max(3, sum(position))) + 10  # all may come together on one step
    high = room + RISE * len(position)
    corners = [(TREAD * (n + end), high - RISE * n) for n in range(len(position) + 1) for end in (0, 1)]
    items = [Item(polyline(corners, "stairs"))]
    for step, coins in enumerate(position, 1):
        x, y = TREAD * (step + 0.5), high - RISE * step
        items.append(Item(words(x, y + 22, str(step), "small")))
        items += draw_pile(step, coins, x, y)
    moved = [board.moved_coins(position, option) for option in options]
    lowest = {(step, number): f"s-{step}-{position[step - 1] - number}" for step, number in moved}
    touches = tuple((touch(lowest[move]),) for move in moved)
    entry = next((f"coins to move from step {n}" for n, coins in enumerate(position, 1) if coins > MOST_COINS), "")
    goes = {
        touch(lowest[step, n]): touch(
            *(f"s-{step}-{coin}" for coin in range(position[step - 1] - n, position[step - 1]))
        )
        for step, n in moved
    }
    return Scene(TREAD * (len(position) + 1) + 8, high + 8, tuple(items), touches, entry, goes, (0, 1))


def draw_pile(step: int, coins: int, x: float, y: float) -> Iterator[Item]:
    if coins > MOST_COINS:
        yield Item(box(x - 22, y - 60, 44, 58, "stone block", 6) + words(x, y - 66, str(coins), "count"))
        return
    for below in range(coins):
        top = y - COIN * (below + 1)
        body = box(x - 32, top - 1.5, 64, COIN, "air") + box(x - 22, top, 44, COIN - 3, "stone", 7)
        yield Item(body, f"s-{step}-{below}", f"coin {below + 1} on step {step}", (x, y - COIN * (below + 0.5)))
