"""Drawers of coins, in a row or in a grid: heads are filled, tails hollow. A move touches what it turns."""

from collections import Counter
from collections.abc import Sequence

from grundy.boards.coin_grid import CoinGrid, CoinSheet
from grundy.boards.coins import CoinRow
from grundy.render.scenes.scene import Item, Scene, Touch, draw_scene, in_words, touch
from grundy.render.shapes import disc, words

SIDE = 40.0  # from coin to coin
LINE_COINS = 20  # in a line of a long row
MOST_COINS = 400
Cells = frozenset[tuple[int, int]]


@draw_scene.register
def draw_row(board: CoinRow, position: str, options: Sequence[str], *_: object) -> Scene:
    if len(position) > MOST_COINS:
        return in_words(board.show(position))
    items = []
    for place, side in enumerate(position):
        (down, along), n = divmod(place, LINE_COINS), place + board.first
        x, y = SIDE * (along + 0.5), 62 * down + 22
        items.append(draw_coin(x, y, side, f"c-{n}", f"coin {n}"))
        items.append(Item(words(x, y + 34, str(n), "small")))
    turned = [frozenset((0, n) for n in board.turned_coins(position, option)) for option in options]
    touches, goes = least_touches(turned, "c-{1}")
    wide = SIDE * min(LINE_COINS, max(3, len(position)))
    return Scene(wide, 62.0 * max(1, -(-len(position) // LINE_COINS)) + 2, tuple(items), touches, goes=goes)


@draw_scene.register
def draw_grid(board: CoinGrid, position: CoinSheet, options: Sequence[CoinSheet], *_: object) -> Scene:
    down, across, heads = board.sheet_with(*position)
    if down * across > MOST_COINS:
        return in_words(board.show(position))
    top, left = board.origin
    items = [Item(words(SIDE * (j + 1), 16, str(left + j), "small")) for j in range(across)]
    for i in range(down):
        items.append(Item(words(10, SIDE * (i + 1) + 9, str(top + i), "small")))
        for j in range(across):
            where = (top + i, left + j)
            key, label = f"c-{where[0]}-{where[1]}", f"coin in row {where[0]}, column {where[1]}"
            items.append(draw_coin(SIDE * (j + 1), SIDE * (i + 1) + 4, "TH"[where in heads], key, label))
    touches, goes = least_touches([heads ^ option.heads for option in options], "c-{}-{}")
    return Scene(SIDE * across + 24, SIDE * down + 28, tuple(items), touches, goes=goes)


def least_touches(turned: Sequence[Cells], key: str) -> tuple[tuple[tuple[Touch, ...], ...], dict[Touch, Touch]]:
    """The touches for each move, and all coins that turn with a touch.

    Two opposite corners of what turns, as the ends of a run, are enough where no other move turns just them or has
    the same corners.
    """
    shared = Counter(one for cells in turned for one in {cells, *corners(cells)})
    touches, goes = list[tuple[Touch, ...]](), dict[Touch, Touch]()
    for cells in turned:
        ways = [one for one in corners(cells) if shared[one] == 1] or [cells]
        touches.append(tuple(touch(*(key.format(*cell) for cell in one)) for one in ways))
        goes.update(dict.fromkeys(touches[-1], touch(*(key.format(*cell) for cell in cells))))
    return tuple(touches), goes


def corners(cells: Cells) -> set[Cells]:
    """The pairs of opposite corners of the rectangle around some cells that are among these."""
    (top, *_, low), (left, *_, right) = (sorted([c[axis] for c in cells] * 2) for axis in (0, 1))
    pairs = {frozenset([(top, left), (low, right)]), frozenset([(top, right), (low, left)])}
    return {pair for pair in pairs if pair <= cells}


def draw_coin(x: float, y: float, side: str, key: str, label: str) -> Item:
    kind, letter = ("heads", "on-heads") if side == "H" else ("tails", "label")
    shown = "heads" if side == "H" else "tails"
    body = disc(x, y, SIDE / 2, "air") + disc(x, y, 17, kind) + words(x, y + 5.5, side, letter)
    return Item(body, key, f"{label}, {shown}", (x, y))
