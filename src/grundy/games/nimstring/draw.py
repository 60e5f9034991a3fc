"""Dots to be joined, with the gaps between them to touch; or coins on strings, those to the ground ending in a bar."""

from collections import Counter
from collections.abc import Sequence
from math import hypot

from grundy.boards.graph_forms import Edge, Edges
from grundy.games.nimstring.board import GROUND, Dots, DotsOrCoins, Strings, all_lines, boxes
from grundy.render.scenes.graphs import draw_vertex, place_vertices
from grundy.render.scenes.scene import Item, Scene, in_words, touch
from grundy.render.shapes import Drawing, Point, box, disc, join, line, smooth

SIDE = 56.0  # of a box
EDGE = 26.0  # from the rim of the picture to the first dot
HALF_TOUCH = 13.0  # half the width of what can be touched between two dots
MOST_LINES, MOST_STRINGS = 420, 120
BEND = 16.0  # between parallel strings


def draw_scene(board: DotsOrCoins, position: Strings, options: Sequence[Strings], past: Sequence[Strings]) -> Scene:
    if isinstance(position, Dots):
        return draw_dots(board, position, options)
    first = next((one for one in past if not isinstance(one, Dots) and not Counter(position) - Counter(one)), position)
    return draw_strings(board, position, options, first if isinstance(first, tuple) else position)


def draw_dots(board: DotsOrCoins, position: Dots, options: Sequence[Strings]) -> Scene:
    """The dots, the lines that are drawn, the boxes that are complete, and gaps that can be touched."""
    rows, columns, left = position
    lines = all_lines(rows, columns)
    if len(lines) > MOST_LINES:
        return in_words(board.show(position))
    items = []
    for coin, sides in boxes(rows, columns).items():
        if not sides & left:
            r, c = (int(number) - 1 for number in coin[1:].split("_"))
            body = box(EDGE + SIDE * c + 6, EDGE + SIDE * r + 6, SIDE - 12, SIDE - 12, "stone held", 4)
            items.append(Item(body, f"b-{coin}", at=(EDGE + SIDE * (c + 0.5), EDGE + SIDE * (r + 0.5))))
    for bit, ends in enumerate(lines):
        (x, y), (to_x, to_y) = (dot_place(end) for end in ends)
        middle = (x + to_x) / 2, (y + to_y) / 2
        if left >> bit & 1:
            items.append(Item(draw_gap(x, y, to_x, to_y), f"l-{bit}", "-".join(ends), middle))
        else:
            items.append(Item(line(x, y, to_x, to_y, "drawn"), f"d-{bit}", "-".join(ends), middle))
    dots = [dot_place(f"r{r}c{c}") for r in range(1, rows + 2) for c in range(1, columns + 2)]
    items.append(Item(join(disc(x, y, 4.5, "dot") for x, y in dots)))
    places = {edge: bit for bit, edge in enumerate(lines)}
    touches = tuple((touch(f"l-{places[board.changed(position, option)]}"),) for option in options)
    return Scene(SIDE * columns + 2 * EDGE, SIDE * rows + 2 * EDGE, tuple(items), touches)


def dot_place(name: str) -> Point:
    row, column = map(int, name[1:].split("c"))
    return EDGE + SIDE * (column - 1), EDGE + SIDE * (row - 1)


def draw_gap(x: float, y: float, to_x: float, to_y: float) -> Drawing:
    """A faint line, with room around it to touch."""
    if y == to_y:
        room = box(x + HALF_TOUCH, y - HALF_TOUCH, SIDE - 2 * HALF_TOUCH, 2 * HALF_TOUCH, "air", 4)
    else:
        room = box(x - HALF_TOUCH, y + HALF_TOUCH, 2 * HALF_TOUCH, SIDE - 2 * HALF_TOUCH, "air", 4)
    return room + line(x, y, to_x, to_y, "parted")


def draw_strings(board: DotsOrCoins, position: Edges, options: Sequence[Strings], first: Edges) -> Scene:
    """Coins with their names on strings; what is left of the first position of a match is drawn where it stood."""
    if len(first) > MOST_STRINGS or not position:
        return in_words(board.show(position) if position else "nothing is left")
    named = list(zip(first, tie_to_ground(first), strict=True))
    at, wide, high = place_vertices(tuple(ends for _, ends in named))
    items, copies = list[Item](), Counter[Edge]()
    keys: dict[Edge, list[str]] = {}
    for n, edge in enumerate(position):
        place = next(place for place, (old, _) in enumerate(named) if old == edge)
        ends = named.pop(place)[1]
        start, end = at[ends[0]], at[ends[1]]
        copies[ends] += 1
        body = draw_string(start, end, copies[ends] - 1)
        if GROUND in edge:
            body += draw_bar(*(start, end) if edge[0] == GROUND else (end, start))
        items.append(Item(body, f"s-{n}", f"string {edge[0]}-{edge[1]}", middle_of(start, end, copies[ends] - 1)))
        keys.setdefault(edge, []).append(f"s-{n}")
    coins = dict.fromkeys(end for edge in position for end in edge if end != GROUND)
    items += [Item(draw_vertex(coin, *at[coin]), f"c-{coin}", f"coin {coin}", at[coin]) for coin in coins]
    touches = tuple(tuple(touch(key) for key in keys[board.changed(position, option)]) for option in options)
    return Scene(wide, high, tuple(items), touches)


def tie_to_ground(edges: Edges) -> Edges:
    """The strings with a place of its own for each end on the ground."""
    return tuple(
        (f"{GROUND}:{n}" if u == GROUND else u, f"{GROUND}:{n}" if v == GROUND else v) for n, (u, v) in enumerate(edges)
    )


def middle_of(start: Point, end: Point, copy: int) -> Point:
    """The middle of a string; parallel ones bend to one side and the other."""
    (x, y), (to_x, to_y) = start, end
    far = max(hypot(to_x - x, to_y - y), 1)
    bend = BEND * ((copy + 1) // 2) * (-1) ** copy
    return (x + to_x) / 2 - (to_y - y) / far * bend, (y + to_y) / 2 + (to_x - x) / far * bend


def draw_string(start: Point, end: Point, copy: int) -> Drawing:
    path = [start, middle_of(start, end, copy), end]
    return smooth(path, "room") + smooth(path, "edge")


def draw_bar(ground: Point, coin: Point) -> Drawing:
    """The ground at the end of a string, across it."""
    (x, y), (to_x, to_y) = ground, coin
    far = max(hypot(to_x - x, to_y - y), 1)
    across, down = -(to_y - y) / far * 11, (to_x - x) / far * 11
    return line(x - across, y - down, x + across, y + down, "earth")


def draw_lines(position: Strings, width: int) -> list[str] | None:
    """A board in plain characters; strings are written as they are."""
    if not isinstance(position, Dots) or 4 * position.columns + 1 > width:
        return None
    rows, columns, left = position
    drawn = {ends for bit, ends in enumerate(all_lines(rows, columns)) if not left >> bit & 1}
    taken = {coin for coin, sides in boxes(rows, columns).items() if not sides & left}
    found = []
    for r in range(1, rows + 2):
        across = ("---" if (f"r{r}c{c}", f"r{r}c{c + 1}") in drawn else "   " for c in range(1, columns + 1))
        found.append("+" + "+".join(across) + "+")
        if r <= rows:
            cells = (
                ("|" if (f"r{r}c{c}", f"r{r + 1}c{c}") in drawn else " ") + f" {'x' if f'b{r}_{c}' in taken else ' '} "
                for c in range(1, columns + 2)
            )
            found.append("".join(cells).rstrip())
    return found
