"""Graphs drawn: Hackenbush pictures that grow from a line of earth, plain graphs, digraphs in layers, and compounds.

In a picture on the ground a vertex stands as high as its distance from the earth, so an edge joins neighbouring layers
or vertices of one layer. A plain graph is pulled by its edges and pushed by its vertices until it rests (Eades 1984).
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from math import cos, hypot, pi, sin
from typing import Any

from grundy.boards.compound import Components, Compound
from grundy.boards.digraph import Vertices
from grundy.boards.graph import Graph, Rooted
from grundy.boards.graph_forms import Edge, Edges, components, neighbours
from grundy.core.ruleset import Ruleset
from grundy.render.layers import Node, lay_out, placed
from grundy.render.svg.scene import Item, Scene, Touch, in_words, lasting, picture, scene, touch
from grundy.render.svg.shapes import curve, disc, figure, flowing, group, line, words

__all__ = ["springs"]

STEP = 66.0  # from layer to layer
APART = 54.0  # between neighbours in a layer
MOST_EDGES = 250
MOST_VERTICES = 120
ROUNDS = 240  # of pulling and pushing
Point = tuple[float, float]


@lasting
@picture.register
def rooted(
    board: Rooted, position: Edges, options: Sequence[Edges], rules: Ruleset[Any], past: Sequence[Edges]
) -> Scene:
    """Stalks with round joints, growing from a line of earth; what is left of a picture stands where it stood."""
    first = past[0] if past and not Counter(position) - Counter(past[0]) else position
    if len(first) > MOST_EDGES:
        return in_words(board.show(position))
    at, wide, high = grown(first, board.ground)
    numbers, same, items = kept(first, position), Counter[Edge](), [Item(line(0, high - 6, wide, high - 6, "earth"))]
    for n, ((u, v), old) in enumerate(zip(position, numbers, strict=True)):
        ends = at[old, u] if (old, u) in at else at[u], at[old, v] if (old, v) in at else at[v]
        items.append(
            Item(stalk(*ends, same[u, v], u == v), f"e-{n}", f"edge {u}-{v}", along(*ends, (0.36, 0.64)[n % 2]))
        )
        same[u, v] += 1
    there = {vertex for edge in position for vertex in edge}
    items += [Item(disc(*point, 6, "joint"), f"j-{v}") for v, point in at.items() if isinstance(v, str) and v in there]
    touches, goes = list[tuple[Touch, ...]](), dict[Touch, Touch]()
    for option in options:
        cut = board.touched(position, option)
        touches.append(tuple(touch(f"e-{n}") for n, edge in enumerate(position) if edge == cut))
        goes.update({one: one | fallen(position, option, cut) for one in touches[-1]})
    return Scene(wide, high, tuple(items), tuple(touches), goes=goes)


def kept(first: Edges, position: Edges) -> list[int]:
    """For each edge its number in the first picture."""
    numbers = defaultdict[Edge, list[int]](list)
    for n, edge in enumerate(first):
        numbers[edge].append(n)
    return [numbers[edge].pop(0) for edge in position]


def fallen(before: Edges, after: Edges, cut: str | Edge) -> Touch:
    """The edges that fall with the one that is cut, and the joints that go."""
    left, keys = Counter(after), list[str]()
    for n, edge in enumerate(before):
        if left[edge] == 0 and edge != cut:
            keys.append(f"e-{n}")
    gone = {v for edge in before for v in edge} - {v for edge in after for v in edge}
    return touch(*keys, *(f"j-{v}" for v in gone))


def grown(edges: Edges, ground: str) -> tuple[dict[Hashable, Point], float, float]:
    """Where vertices stand, and where each edge to the ground meets it: by edge number and vertex."""
    depth, beside = depths(edges, ground), defaultdict[Node, list[Node]](list)
    roots: dict[Node, tuple[int, str]] = {}
    for n, (u, v) in enumerate(edges):
        ends: list[Node] = [((str(n), side), 0) if end == ground else end for side, end in (("u", u), ("v", v))]
        roots.update({end: (n, ground) for end in ends if isinstance(end, tuple)})
        beside[ends[0]].append(ends[1])
        beside[ends[1]].append(ends[0])
    rows: list[list[Node]] = [[] for _ in range(1 + max(depth.values(), default=0))]
    for node in beside:
        rows[depth[node] if isinstance(node, str) else 0].append(node)
    x = placed(rows, beside, defaultdict(float), APART)
    left, right = min(x.values(), default=0), max(x.values(), default=0)
    high = STEP * (len(rows) - 1) + 50
    at: dict[Hashable, Point] = {}
    for node, across in x.items():
        level = depth[node] if isinstance(node, str) else 0
        at[roots.get(node, node)] = across - left + 40, high - 8 - STEP * level
    return at, max(right - left + 80, 160), high


def along(one: Point, other: Point, share: float) -> Point:
    """The point that divides the way between two, so that values on neighbouring edges keep apart."""
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def depths(edges: Edges, ground: str) -> dict[str, int]:
    """The distance of each vertex from the ground."""
    beside, depth = neighbours(edges), {ground: 0}
    for vertex in (queue := [ground]):
        for other in beside.get(vertex, []):
            if other not in depth:
                depth[other] = depth[vertex] + 1
                queue.append(other)
    return depth


def stalk(start: Point, end: Point, copies: int, loop: bool) -> str:
    """An edge; parallel ones and those within a layer bend, and a loop goes round."""
    (x, y), (to_x, to_y) = start, end
    if loop:
        size = 26 + 12 * copies
        return curve(f"M{figure(x)} {figure(y)}c{-size} {-size * 1.6} {size} {-size * 1.6} 0 0", "stalk")
    bend = 16 * ((copies + 1) // 2) * (-1) ** copies + (26 if abs(y - to_y) < 1 else 0)
    middle = (x + to_x) / 2 + bend * (abs(y - to_y) >= 1), (y + to_y) / 2 - (bend if abs(y - to_y) < 1 else 0)
    return curve(
        f"M{figure(x)} {figure(y)}Q{figure(middle[0])} {figure(middle[1])} {figure(to_x)} {figure(to_y)}", "stalk"
    )


@lasting
@picture.register
def graph(board: Graph, position: Edges, options: Sequence[Edges], rules: Ruleset[Any], past: Sequence[Edges]) -> Scene:
    """The components side by side, vertices with their names; what is left of a graph stays where it was."""
    first = past[0] if past and neighbours(position).keys() <= neighbours(past[0]).keys() else position
    if len(neighbours(first)) > MOST_VERTICES or not position:
        return in_words(board.show(position) if position else "nothing is left")
    at, wide, high = spread(first)
    there = neighbours(position)
    number = {v: n for n, v in enumerate(there)}
    items = [Item(line(*at[u], *at[v], "edge"), f"e-{n}") for n, (u, v) in enumerate(position) if u != v]
    items += [Item(named(v, *at[v]), f"v-{n}", f"vertex {v}", at[v]) for v, n in number.items()]
    touches = tuple((touch(f"v-{number[str(board.touched(position, option))]}"),) for option in options)
    goes = {only: only | vanished(position, option, number) for (only,), option in zip(touches, options, strict=True)}
    return Scene(wide, high, tuple(items), touches, goes=goes)


def named(vertex: str, x: float, y: float) -> str:
    """A vertex with its name in it."""
    return disc(x, y, 16, "vertex") + words(x, y + 5, vertex[:6], "label" if len(vertex) < 4 else "name")


def vanished(before: Edges, after: Edges, number: Mapping[str, int]) -> Touch:
    """The vertices and edges that go with a move."""
    gone, left = number.keys() - neighbours(after).keys(), set(after)
    return touch(
        *(f"v-{number[v]}" for v in gone),
        *(f"e-{n}" for n, edge in enumerate(before) if edge not in left and edge[0] != edge[1]),
    )


def spread(edges: Edges) -> tuple[dict[str, Point], float, float]:
    """Where vertices stand, and the size of the sheet."""
    at, x, high = dict[str, Point](), 30.0, 60.0
    for part in components(edges):
        points = lattice(part) or springs(part)
        left, top = (min(point[axis] for point in points.values()) for axis in (0, 1))
        at.update({v: (p[0] - left + x, p[1] - top + 30) for v, p in points.items()})
        x = max(at[v][0] for v in points) + 70
        high = max(high, *(at[v][1] + 30 for v in points))
    return at, x - 40, high


def lattice(edges: Edges) -> dict[str, Point]:
    """The places of vertices that are called by row and column, such as r2c3; none where some are not."""
    names = {vertex: vertex[1:].split("c") for vertex in neighbours(edges) if vertex.startswith("r")}
    if len(names) < len(neighbours(edges)) or not all(
        len(n) == 2 and all(map(str.isdecimal, n)) for n in names.values()
    ):
        return {}
    return {vertex: (70.0 * int(column), 70.0 * int(row)) for vertex, (row, column) in names.items()}


def springs(edges: Edges) -> dict[str, Point]:
    """The vertices at rest, from a start on a circle."""
    beside = neighbours(edges)
    size = len(beside)
    at = {
        v: (60 * size / pi * cos(2 * pi * i / size), 60 * size / pi * sin(2 * pi * i / size))
        for i, v in enumerate(beside)
    }
    for turn in range(ROUNDS):
        heat = 24 * (1 - turn / ROUNDS)
        at = {v: moved(at[v], force(v, at, beside[v]), heat) for v in at}
    return at


def force(vertex: str, at: Mapping[str, Point], joined: Sequence[str]) -> Point:
    """The sum of the push of all vertices and the pull of those that are joined."""
    x, y = at[vertex]
    total_x = total_y = 0.0
    for other, (a, b) in at.items():
        far = max(hypot(x - a, y - b), 1)
        strength = 4900 / far**2 - (far / 70 if other in joined else 0) if other != vertex else 0
        total_x, total_y = total_x + strength * (x - a) / far * 20, total_y + strength * (y - b) / far * 20
    return total_x, total_y


def moved(point: Point, by: Point, most: float) -> Point:
    """The point moved by a force, but no farther than the heat allows."""
    size = max(hypot(*by), 1e-9)
    scale = min(size, most) / size
    return point[0] + by[0] * scale, point[1] + by[1] * scale


@picture.register
def digraph(board: Vertices, position: str, options: Sequence[str]) -> Scene:
    """The vertices in layers, the piece on its own: the target of an arrow is touched."""
    if len(board.graph) > MOST_VERTICES:
        return in_words(f"at {position} in a digraph of {len(board.graph):,} vertices")
    width = {v: max(40.0, 9.0 * len(v) + 22) for v in board.graph}
    layout = lay_out(board.graph, width, 30)
    left, right = layout.span
    top = max(layout.layer.values())
    at = {v: (layout.x[v] - left + 30, 84.0 * (top - layout.layer[v]) + 34) for v in board.graph}
    items = [
        Item(flowing(arrow(nodes, at, layout.x, left, top, (v, u) in layout.paths), f"arrow{' out' * (u == position)}"))
        for (u, v), nodes in layout.paths.items()
    ]
    items += [
        Item(
            curve(
                "M{} {}c34 -22 34 34 0 14".format(*(figure(c) for c in (at[v][0] + width[v] / 2 - 4, at[v][1] - 7))),
                "arrow",
            )
        )
        for v in board.graph
        if v in board.graph[v]
    ]
    for n, (v, (x, y)) in enumerate(at.items()):
        here = " here" if v == position else ""
        items.append(
            Item(
                disc(x, y, width[v] / 2 - 2, f"vertex{here}") + words(x, y + 5, v, "label"),
                f"v-{n}",
                f"vertex {v}",
                (x, y),
            )
        )
    number = {v: n for n, v in enumerate(at)}
    touches = tuple((touch(f"v-{number[option]}"),) for option in options)
    return Scene(right - left + 60, 84.0 * top + 70, tuple(items), touches)


def arrow(
    nodes: Sequence[Node], at: Mapping[str, Point], across: Mapping[Node, float], left: float, top: int, both: bool
) -> list[Point]:
    """The way of an arrow through its bends, shortened before its head; it makes room for one that comes back."""
    points = [
        at[node] if isinstance(node, str) else (across[node] - left + 30, 84.0 * (top - node[1]) + 34) for node in nodes
    ]
    (x, y), (to_x, to_y) = points[-2], points[-1]
    far = max(hypot(to_x - x, to_y - y), 1)
    points[-1] = to_x - (to_x - x) / far * 24, to_y - (to_y - y) / far * 24
    if both and len(points) == 2:
        points.insert(1, ((x + to_x) / 2 + (to_y - y) / far * 13, (y + to_y) / 2 - (to_x - x) / far * 13))
    return points


@picture.register
def compound(board: Compound, position: Components, options: Sequence[Components]) -> Scene:
    """The components side by side; what becomes of them is chosen from the list of moves."""
    items, x = list[Item](), 0.0
    scenes = [scene(summand) for game in position for summand in game.summands]
    high = max((one.height for one in scenes), default=40.0)
    for n, one in enumerate(scenes):
        items.append(Item(group("".join(item.body for item in one.items), x, high - one.height)))
        if n + 1 < len(scenes):
            items.append(Item(words(x + one.width + 20, high / 2, ",", "plus")))
        x += one.width + 40
    return Scene(max(x - 40, 80), high, tuple(items), ((),) * len(options))
