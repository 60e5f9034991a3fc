"""Coins drawn, in a row or in a grid: heads are filled, tails hollow; a move touches what it turns, or its corners."""

from collections import Counter
from collections.abc import Sequence

from grundy.boards.coin_grid import CoinGrid, Sheet
from grundy.boards.coins import CoinRow
from grundy.render.svg.scene import Item, Scene, Touch, in_words, picture, touch
from grundy.render.svg.shapes import disc, words

__all__ = ["coin"]

SIDE = 40.0  # from coin to coin
ACROSS = 20  # coins in a line
MOST = 400  # coins that are drawn
Cells = frozenset[tuple[int, int]]


@picture.register
def row(board: CoinRow, position: str, options: Sequence[str]) -> Scene:
    """The coins over their numbers; a long row goes on below."""
    if len(position) > MOST:
        return in_words(board.show(position))
    items = []
    for n, side in enumerate(position):
        down, along = divmod(n, ACROSS)
        items += coin(SIDE * (along + 0.5), 62 * down + 22, side, f"c-{n + board.first}", f"coin {n + board.first}")
        items.append(Item(words(SIDE * (along + 0.5), 62 * down + 56, str(n + board.first), "small")))
    touches, goes = shortest([frozenset((0, n) for n in board.turned(position, option)) for option in options], "c-{1}")
    wide = SIDE * min(ACROSS, max(3, len(position)))
    return Scene(wide, 62.0 * max(1, -(-len(position) // ACROSS)) + 2, tuple(items), touches, goes=goes)


@picture.register
def sheet(board: CoinGrid, position: Sheet, options: Sequence[Sheet]) -> Scene:
    """The coins in rows and columns, which are numbered."""
    down, across, heads = position
    if down * across > MOST:
        return in_words(board.show(position))
    top, left = board.origin
    items = [Item(words(SIDE * (j + 1), 16, str(left + j), "small")) for j in range(across)]
    for i in range(down):
        items.append(Item(words(10, SIDE * (i + 1) + 9, str(top + i), "small")))
        for j in range(across):
            where = (top + i, left + j)
            key, label = f"c-{where[0]}-{where[1]}", f"coin in row {where[0]}, column {where[1]}"
            items += coin(SIDE * (j + 1), SIDE * (i + 1) + 4, "TH"[where in heads], key, label)
    touches, goes = shortest([heads ^ option.heads for option in options], "c-{}-{}")
    return Scene(SIDE * across + 24, SIDE * down + 28, tuple(items), touches, goes=goes)


def shortest(turned: Sequence[Cells], key: str) -> tuple[tuple[tuple[Touch, ...], ...], dict[Touch, Touch]]:
    """The touches for each move, and all coins that turn with a touch.

    Opposite corners are enough where no other move has them as its coins or its corners: the ends of a run, a rug.
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


def coin(x: float, y: float, side: str, key: str, label: str) -> list[Item]:
    """A coin, H filled and T hollow."""
    kind, letter = ("heads", "on-heads") if side == "H" else ("tails", "label")
    shown = "heads" if side == "H" else "tails"
    return [Item(disc(x, y, 17, kind) + words(x, y + 5.5, side, letter), key, f"{label}, {shown}", (x, y))]
