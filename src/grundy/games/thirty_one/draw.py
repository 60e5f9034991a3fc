"""Pictures of the cards, as SVG and in plain characters."""

from collections.abc import Sequence

from grundy.games.thirty_one.board import Cards, Hand
from grundy.render.scenes.scene import Item, Scene, touch
from grundy.render.shapes import box, words
from grundy.render.text import EMPTY, Lines


def draw_cards(board: Cards, position: Hand, options: Sequence[Hand]) -> Scene:
    items = list[Item]()
    for rank, left in enumerate(position, 1):
        x = 62.0 * (rank - 1) + 4
        items.append(Item(box(x, 4, 54, 74 + 22.0 * (board.copies - 1), "gone", 6)))
        for n in range(left):
            top = n == left - 1
            body = box(x, 4 + 22.0 * n, 54, 74, "cell", 6) + words(x + 14, 24 + 22.0 * n, str(rank), "count")
            items.append(Item(body, f"r-{rank}" if top else "", f"a card of rank {rank}", (x + 27, 41 + 22.0 * n)))
    high = 96 + 22.0 * (board.copies - 1)
    items.append(
        Item(words(31.0 * len(position), high + 10, f"total {board.total(position)} of {board.limit}", "label"))
    )
    touches = tuple((touch(f"r-{board.rank(position, option)}"),) for option in options)
    return Scene(62.0 * len(position) + 4, high + 20, tuple(items), touches)


def card_lines(board: Cards, position: Hand) -> Lines:
    levels = range(board.copies, 0, -1)
    ranks = list(enumerate(position, 1))
    rows = [" ".join(f"[{rank if left >= level else EMPTY}]" for rank, left in ranks) for level in levels]
    return [*rows, f"total {board.total(position)} of {board.limit}"]
