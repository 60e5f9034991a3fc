"""Pictures of the circle, as SVG and in plain characters."""

from collections.abc import Sequence

from grundy.games.kotzig_nim.board import Circle, Visits
from grundy.render.scenes.rings import MOST_PLACES, PITCH, ring
from grundy.render.scenes.scene import Item, Scene, in_words, touch
from grundy.render.shapes import disc, words
from grundy.render.text import EMPTY, STONE, Lines, band


def draw_circle(board: Circle, position: Visits, options: Sequence[Visits]) -> Scene:
    """The places clockwise, visited ones pale, and the token: a move touches the place that it goes to."""
    places, visited = position
    if places > MOST_PLACES:
        return in_words(board.show(position))
    radius, points = ring(places)
    middle = radius + PITCH / 2
    items = [Item(disc(middle, middle, radius, "arrow"))]
    for n, (x, y) in enumerate(points):
        token, there = n == visited[-1], n in visited
        look, label = ("stone", "on-heads") if token else ("gone", "small") if there else ("tails", "label")
        body = disc(x, y, 16, look) + words(x, y + 5, str(n), label)
        state = ", the token" if token else ", visited" if there else ""
        items.append(Item(body, f"c-{n}", f"place {n}{state}", (x, y)))
    touches = tuple((touch(f"c-{to[-1]}"),) for _, to in options)
    return Scene(2 * middle, 2 * middle, tuple(items), touches, hang=(0.5, 0.5))


def circle_lines(position: Visits, width: int) -> Lines:
    """The circle cut open before place 0."""
    places, visited = position
    seen = set(visited)
    signs = "".join(STONE if n == visited[-1] else "x" if n in seen else EMPTY for n in range(places))
    return band(signs, 0, width)
