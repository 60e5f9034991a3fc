"""Drawers of plain graphs and of digraphs in layers.

A plain graph is pulled by its edges and pushed by its vertices until it rests (Eades 1984).
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from math import cos, hypot, pi, sin
from typing import Any

from grundy.boards.digraph import Vertices
from grundy.boards.graph import Graph, edge_words, lattice_place, vertex_words
from grundy.boards.graph_forms import Edges, components, neighbours
from grundy.core.ruleset import Ruleset
from grundy.render.layers import Node, lay_out
from grundy.render.scenes.scene import Item, Scene, Touch, draw_scene, in_words, touch
from grundy.render.shapes import Drawing, Point, arrow, disc, flowing_curve, line, words

MOST_VERTICES = 120
REACH = 21.0  # of a finger around the middle of a vertex
ROUNDS = 240  # of pulling and pushing


@draw_scene.register
def draw_graph(
    board: Graph, position: Edges, options: Sequence[Edges], rules: Ruleset[Any], past: Sequence[Edges]
) -> Scene:
    """The components side by side, vertices with their names; what is left of a graph stays where it was."""
    first = past[0] if past and neighbours(position).keys() <= neighbours(past[0]).keys() else position
    if len(neighbours(first)) > MOST_VERTICES or not position:
        return in_words(board.show(position) if position else "nothing is left")
    at, wide, high = place_vertices(first)
    there = neighbours(position)
    number = {v: n for n, v in enumerate(there)}
    items = [
        Item(
            line(*at[u], *at[v], "reach") + line(*at[u], *at[v], "edge"),
            f"e-{n}",
            f"edge {edge_words(u, v)}",
            ((at[u][0] + at[v][0]) / 2, (at[u][1] + at[v][1]) / 2),
        )
        for n, (u, v) in enumerate(position)
        if u != v
    ]
    items += [Item(draw_vertex(v, *at[v]), f"v-{n}", f"vertex {vertex_words(v)}", at[v]) for v, n in number.items()]
    items += draw_lattice_numbers(at)
    keys: dict[Hashable, str] = {v: f"v-{n}" for v, n in number.items()}
    keys |= {edge: f"e-{n}" for n, edge in enumerate(position)}
    touches = tuple(
        tuple(touch(*(keys[it] for it in handle)) for handle in board.handles(position, option)) for option in options
    )
    goes = {
        way: way | lost_pieces(position, option, number)
        for ways, option in zip(touches, options, strict=True)
        for way in ways
    }
    return Scene(wide, high, tuple(items), touches, goes=goes)


def draw_lattice_numbers(at: Mapping[str, Point]) -> Iterator[Item]:
    """The numbers of rows and columns, where vertices are called by them."""
    places = {place: at[vertex] for vertex in at if (place := lattice_place(vertex))}
    if len(places) < len(at):
        return
    left, top = (min(point[axis] for point in places.values()) for axis in (0, 1))
    for row, y in sorted({(row, point[1]) for (row, _), point in places.items()}):
        yield Item(words(left - 26, y + 4, str(row), "small"))
    for column, x in sorted({(column, point[0]) for (_, column), point in places.items()}):
        yield Item(words(x, top - 22, str(column), "small"))


def draw_token(edges: Edges, token: str, targets: Sequence[str], first: Edges) -> Scene:
    """A graph with a token: the vertex that it goes to is touched. What is left of the first graph keeps its place."""
    shown = first if {token, *neighbours(edges)} <= neighbours(first).keys() else edges or ((token, token),)
    if len(neighbours(shown)) > MOST_VERTICES:
        return in_words(f"at {token} in a graph of {len(neighbours(edges)):,} vertices")
    at, wide, high = place_vertices(shown)
    items = [Item(line(*at[u], *at[v], "edge")) for u, v in edges if u != v]
    numbers = {vertex: f"v-{n}" for n, vertex in enumerate(dict.fromkeys([token, *neighbours(edges)]))}
    for vertex, key in numbers.items():
        body = draw_vertex(vertex, *at[vertex], "vertex here" if vertex == token else "vertex")
        items.append(Item(body, key, f"vertex {vertex_words(vertex)}", at[vertex]))
    items += draw_lattice_numbers(at)
    return Scene(wide, high, tuple(items), tuple((touch(numbers[to]),) for to in targets))


def draw_vertex(vertex: str, x: float, y: float, kind: str = "vertex") -> Drawing:
    name = () if lattice_place(vertex) else words(x, y + 5, vertex[:6], "label" if len(vertex) < 4 else "name")
    return disc(x, y, REACH, "air") + disc(x, y, 16, kind) + name


def lost_pieces(before: Edges, after: Edges, number: Mapping[str, int]) -> Touch:
    gone, left = number.keys() - neighbours(after).keys(), set(after)
    return touch(
        *(f"v-{number[v]}" for v in gone),
        *(f"e-{n}" for n, edge in enumerate(before) if edge not in left and edge[0] != edge[1]),
    )


def place_vertices(edges: Edges) -> tuple[dict[str, Point], float, float]:
    at, x, high = dict[str, Point](), 36.0, 60.0
    for part in components(edges):
        points = lattice(part) or springs(part)
        left, top = (min(point[axis] for point in points.values()) for axis in (0, 1))
        at.update({v: (p[0] - left + x, p[1] - top + 30) for v, p in points.items()})
        x = max(at[v][0] for v in points) + 70
        high = max(high, *(at[v][1] + 30 for v in points))
    return at, x - 40, high


def lattice(edges: Edges) -> dict[str, Point]:
    """The places of vertices that are called by row and column, such as r2c3; none where some are not."""
    places = {vertex: lattice_place(vertex) for vertex in neighbours(edges)}
    found = {vertex: (70.0 * place[1], 70.0 * place[0]) for vertex, place in places.items() if place}
    return found if len(found) == len(places) else {}


def springs(edges: Edges) -> dict[str, Point]:
    beside = neighbours(edges)
    size = len(beside)
    radius, turns = 60 * size / pi, [2 * pi * i / size for i in range(size)]
    at = {v: (radius * cos(turn), radius * sin(turn)) for v, turn in zip(beside, turns, strict=True)}
    for step in range(ROUNDS):
        heat = 24 * (1 - step / ROUNDS)
        at = {v: move_point(at[v], force(v, at, beside[v]), heat) for v in at}
    return at


def force(vertex: str, at: Mapping[str, Point], joined: Sequence[str]) -> Point:
    x, y = at[vertex]
    total_x = total_y = 0.0
    for other, (a, b) in at.items():
        far = max(hypot(x - a, y - b), 1)
        strength = 4900 / far**2 - (far / 70 if other in joined else 0) if other != vertex else 0
        total_x, total_y = total_x + strength * (x - a) / far * 20, total_y + strength * (y - b) / far * 20
    return total_x, total_y


def move_point(point: Point, by: Point, most: float) -> Point:
    size = max(hypot(*by), 1e-9)
    scale = min(size, most) / size
    return point[0] + by[0] * scale, point[1] + by[1] * scale


@draw_scene.register
def draw_vertices(board: Vertices, position: str, options: Sequence[str], *_: object) -> Scene:
    """The vertices in layers, the piece on its own: the target of an arrow is touched."""
    if len(board.graph) > MOST_VERTICES:
        return in_words(f"at {position} in a digraph of {len(board.graph):,} vertices")
    width = {v: max(40.0, 9.0 * len(v) + 22) for v in board.graph}
    layout = lay_out(board.graph, width, 30)
    left, right = layout.span
    top = max(layout.layer.values())
    at = {v: (layout.x[v] - left + 30, 84.0 * (top - layout.layer[v]) + 34) for v in board.graph}
    items = list[Item]()
    for (u, v), nodes in layout.paths.items():
        kind, scale = ("arrow out", 2.0) if u == position else ("arrow", 1.4)
        points = arrow_points(nodes, at, layout.x, left, top, (v, u) in layout.paths)
        items.append(Item(arrow(flowing_curve(points), kind, "tip", scale)))
    for v in board.graph:
        if v in board.graph[v]:
            x, y = at[v][0] + width[v] / 2 - 4, at[v][1] - 7
            loop = ("M", [(x, y)]), ("C", [(x + 34, y - 22), (x + 34, y + 34), (x, y + 14)])
            items.append(Item(arrow(loop, "arrow", "tip", 1.4)))
    for n, (v, (x, y)) in enumerate(at.items()):
        body = disc(x, y, max(REACH, width[v] / 2), "air")
        body += disc(x, y, width[v] / 2 - 2, "vertex here" if v == position else "vertex") + words(x, y + 5, v)
        items.append(Item(body, f"v-{n}", f"vertex {v}", (x, y)))
    number = {v: n for n, v in enumerate(at)}
    touches = tuple((touch(f"v-{number[option]}"),) for option in options)
    return Scene(right - left + 60, 84.0 * top + 70, tuple(items), touches)


def arrow_points(
    nodes: Sequence[Node], at: Mapping[str, Point], across: Mapping[Node, float], left: float, top: int, both: bool
) -> list[Point]:
    """The points of an arrow and its bends, shortened before its head; it bends aside where another comes back."""
    points = [
        at[node] if isinstance(node, str) else (across[node] - left + 30, 84.0 * (top - node[1]) + 34) for node in nodes
    ]
    (x, y), (to_x, to_y) = points[-2], points[-1]
    far = max(hypot(to_x - x, to_y - y), 1)
    points[-1] = to_x - (to_x - x) / far * 24, to_y - (to_y - y) / far * 24
    if both and len(points) == 2:
        points.insert(1, ((x + to_x) / 2 + (to_y - y) / far * 13, (y + to_y) / 2 - (to_x - x) / far * 13))
    return points
