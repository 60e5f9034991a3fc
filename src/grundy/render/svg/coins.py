"""Coins drawn, in a row or in a grid: heads are filled, tails hollow, and a move touches the coins that it turns."""

from collections.abc import Sequence

from grundy.boards.coin_grid import CoinGrid, Sheet
from grundy.boards.coins import CoinRow
from grundy.render.svg.scene import Item, Scene, in_words, picture
from grundy.render.svg.shapes import disc, words

__all__ = ["coin"]

SIDE = 40.0  # from coin to coin
ACROSS = 20  # coins in a line
MOST = 400  # coins that are drawn


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
    touches = tuple((frozenset(f"c-{n}" for n in board.turned(position, option)),) for option in options)
    wide = SIDE * min(ACROSS, max(3, len(position)))
    return Scene(wide, 62.0 * max(1, -(-len(position) // ACROSS)) + 2, tuple(items), touches)


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
    touches = tuple((frozenset(f"c-{i}-{j}" for i, j in heads ^ option.heads),) for option in options)
    return Scene(SIDE * across + 24, SIDE * down + 28, tuple(items), touches)


def coin(x: float, y: float, side: str, key: str, label: str) -> list[Item]:
    """A coin, H filled and T hollow."""
    kind, letter = ("heads", "on-heads") if side == "H" else ("tails", "label")
    shown = "heads" if side == "H" else "tails"
    return [Item(disc(x, y, 17, kind) + words(x, y + 5.5, side, letter), key, f"{label}, {shown}", (x, y))]
