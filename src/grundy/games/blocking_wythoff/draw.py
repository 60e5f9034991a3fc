"""The queen of blocking Wythoff, with crosses on the squares that are forbidden."""

from collections.abc import Sequence
from dataclasses import replace

from grundy.boards.numbers import Square
from grundy.render.scenes.moving_pieces import draw_board
from grundy.render.scenes.scene import Item, Scene, in_words, touch
from grundy.render.scenes.squares import SIDE
from grundy.render.shapes import words


def draw_blocked(
    queen: Square, blocked: Sequence[Square], moves: Sequence[tuple[Square, Sequence[Square]]], notation: str
) -> Scene:
    """A queen and the squares that are forbidden now: a move touches where she goes and what it forbids then."""
    touches = [(touch(*("q-{}-{}".format(*square) for square in (to, *then))),) for to, then in moves]
    drawn = draw_board([queen], "♛", touches, [to for to, _ in moves])
    if not drawn:
        return in_words(notation)
    places = ((44 + SIDE * column, drawn.height - SIDE * row - 25) for column, row in blocked)
    marks = (Item(words(x, y + 8, "\N{MULTIPLICATION SIGN}", "count")) for x, y in places)
    return replace(drawn, items=(*drawn.items, *marks))
