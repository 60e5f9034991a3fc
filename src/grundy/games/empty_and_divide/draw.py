"""Pictures of the boxes, as SVG and in plain characters."""

from collections.abc import Sequence

from grundy.boards.numbers import Pair
from grundy.games.empty_and_divide.board import Boxes
from grundy.render.scenes.heaps import MOST_STONES
from grundy.render.scenes.rows import draw_pieces, row_height, row_width
from grundy.render.scenes.scene import Item, Scene, Touch, in_words, touch
from grundy.render.shapes import box, words
from grundy.render.text import Lines, draw_row, flow


def draw_boxes(board: Boxes, position: Pair, options: Sequence[Pair]) -> Scene:
    """Two boxes of chips: the one that is emptied is touched, and the place where the other is divided."""
    if max(position) > MOST_STONES:
        return in_words(board.show(position))
    items: list[Item] = []
    tops = [0.0, row_height(position[0]) + 34]
    for i, (chips, top) in enumerate(zip(position, tops, strict=True)):
        body = box(2, top + 2, 88, 40, "tray", 6) + words(46, top + 28, f"empty {chips}")
        items.append(Item(body, f"t-{i}", f"empty {chips}, the {'lower' if i else 'upper'} box", (46, top + 22)))
        items += draw_pieces(i, chips, top, "o", 104)
    touches, goes = list[tuple[Touch]](), dict[Touch, Touch]()
    for after in options:
        divided = position.index(sum(after))
        emptied = 1 - divided
        only = touch(f"t-{emptied}", f"g-{divided}-{after[0]}")
        goes[only] = only | touch(*(f"p-{emptied}-{n}" for n in range(position[emptied])))
        touches.append((only,))
    high = tops[1] + row_height(position[1]) + 24
    return Scene(104 + row_width(position), high, tuple(items), tuple(touches), goes=goes)


def box_lines(position: Pair, width: int) -> Lines:
    return flow([draw_row(chips, ends=("[ ", " ]")) for chips in position], width)
