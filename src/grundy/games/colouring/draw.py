"""The picture of a graph to be coloured: each open vertex offers its two colours side by side."""

from collections.abc import Sequence

from grundy.boards.graph import vertex_words
from grundy.boards.graph_forms import neighbours
from grundy.games.colouring.board import COLOURS, ColouredGraph, Position
from grundy.render.scenes.graphs import MOST_VERTICES, draw_vertex, place_vertices
from grundy.render.scenes.scene import Item, Scene, in_words, touch
from grundy.render.shapes import box, disc, line, words

HALF = 20.0  # the width of the half of a vertex that stands for one colour
REACH = 28.0  # of a finger around it


def draw_coloured_graph(board: ColouredGraph, position: Position, options: Sequence[Position]) -> Scene:
    edges, colours = position[0], dict(position[1])
    if not edges or len(neighbours(edges)) > MOST_VERTICES:
        return in_words(board.show(position) if edges else "nothing is left")
    at, wide, high = place_vertices(edges)
    offers = {board.change(position, option) for option in options}
    items = [Item(line(*at[u], *at[v], "edge")) for u, v in edges if u != v]
    keys = {}
    for n, (vertex, (x, y)) in enumerate(at.items()):
        open_colours = [colour for colour in COLOURS if (vertex, colour) in offers]
        if vertex in colours:
            body = disc(x, y, 16, "stone" if colours[vertex] == "x" else "vertex")
            items.append(Item(body + words(x, y + 5, colours[vertex], "sign"), "", f"vertex {vertex}", (x, y)))
        elif not open_colours:
            items.append(Item(draw_vertex(vertex, x, y)))
        for colour in open_colours:
            left = x - HALF if colour == "x" else x
            keys[vertex, colour] = f"c-{n}-{colour}"
            body = box(x - REACH if colour == "x" else x, y - REACH, REACH, 2 * REACH, "air")
            body += box(left, y - 17, HALF, 34, "cell", 3) + words(left + HALF / 2, y + 5, colour, "offer")
            label = f"colour the vertex {vertex_words(vertex)} {colour}"
            items.append(Item(body, keys[vertex, colour], label, (left + HALF / 2, y)))
    touches = tuple((touch(keys[board.change(position, option)]),) for option in options)
    return Scene(wide, high, tuple(items), touches)
