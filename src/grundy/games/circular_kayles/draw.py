"""Pictures of pins in a circle, as SVG and in plain characters."""

from collections.abc import Sequence

from grundy.games.circular_kayles.board import Ring, RingOrRows
from grundy.render.scenes.rings import MOST_PLACES, PITCH, ring
from grundy.render.scenes.rows import draw_piece
from grundy.render.scenes.scene import Item, Scene, distinct_touches, in_words, touch
from grundy.render.shapes import disc, words
from grundy.render.text import Lines


def draw_ring(board: Ring, position: RingOrRows, options: Sequence[RingOrRows]) -> Scene:
    """The circle of pins: a move touches one pin, or two neighbours."""
    if not isinstance(position, int) or position > MOST_PLACES:
        return in_words(board.show(position))
    radius, places = ring(position)
    middle = radius + PITCH / 2
    items = [Item(disc(middle, middle, radius, "arrow")), Item(words(middle, middle + 8, str(position), "count"))]
    for n, (x, y) in enumerate(places):
        body = disc(x, y, PITCH / 2, "air") + draw_piece(x, y, "x")
        items.append(Item(body, f"p-{n}", f"pin {n + 1} of {position}", (x, y)))
    runs = [range(board.taken(position, option)) for option in options]
    touches = tuple(
        distinct_touches(touch(*(f"p-{(n + step) % position}" for step in run)) for n in range(position))
        for run in runs
    )
    return Scene(2 * middle, 2 * middle, tuple(items), touches, hang=(0.5, 0.5))


def ring_lines(text: str) -> Lines:
    return [f"a circle of {text} pins"]
