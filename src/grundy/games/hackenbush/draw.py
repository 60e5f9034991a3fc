"""Hackenbush pictures that grow from a line of earth: as SVG, and as a tree in plain characters.

In the SVG a vertex stands as high as its distance from the ground, so an edge joins neighbouring layers or vertices of
one layer. In plain characters a depth-first walk from the ground passes each edge once (Trémaux, in Lucas 1882); an
edge to a vertex that was visited before ends in the name of that vertex in brackets, and a stalk without branches
stays on one line.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence

from grundy.boards.graph_forms import Edge, Edges, neighbours
from grundy.games.hackenbush.board import Rooted
from grundy.render.layers import Node, place_nodes
from grundy.render.scenes.scene import Item, Scene, Touch, in_words, touch
from grundy.render.shapes import Drawing, Point, curve, disc, line, words
from grundy.render.text import Lines, width_of

LAYER_HEIGHT = 66.0
VERTEX_GAP = 54.0  # between neighbours in a layer
MOST_SVG_EDGES = 250
MOST_TEXT_EDGES = 200  # more never fit on a screen, and the walk recurses once for each vertex of a stalk
UPWARDS = str.maketrans("└", "┌")
Branches = dict[str, list[str]]


def draw_scene(board: Rooted, position: Edges, options: Sequence[Edges], past: Sequence[Edges]) -> Scene:
    """Stalks with round joints; what is left of the first position of a match is drawn where it stood."""
    first = past[0] if past and not Counter(position) - Counter(past[0]) else position
    if len(first) > MOST_SVG_EDGES:
        return in_words(board.show(position))
    at, wide, high = places(first, board.ground)
    items, copies = [Item(line(0, high - 6, wide, high - 6, "earth"))], Counter[Edge]()
    for n, ((u, v), old) in enumerate(zip(position, first_numbers(first, position), strict=True)):
        start, end = at[old, u] if (old, u) in at else at[u], at[old, v] if (old, v) in at else at[v]
        label = f"edge between {board.vertex_name(u)} and {board.vertex_name(v)}"
        share = (0.36, 0.64)[n % 2]  # where the value of the edge stands, so that neighbouring ones do not meet
        middle = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
        items.append(Item(draw_stalk(start, end, copies[u, v], u == v), f"e-{n}", label, middle))
        copies[u, v] += 1
    there = {vertex for edge in position for vertex in edge}
    items += [
        Item(disc(*point, 6, "joint") + words(point[0] + 9, point[1] + 15, v, "name"), f"j-{v}", at=point)
        for v, point in at.items()
        if isinstance(v, str) and v in there
    ]
    touches, goes = list[tuple[Touch, ...]](), dict[Touch, Touch]()
    for option in options:
        cut = board.target(position, option)
        touches.append(tuple(touch(f"e-{n}") for n, edge in enumerate(position) if edge == cut))
        goes.update({one: one | falling_pieces(position, option, cut) for one in touches[-1]})
    return Scene(wide, high, tuple(items), tuple(touches), goes=goes)


def first_numbers(first: Edges, position: Edges) -> list[int]:
    """For each edge of the position its number in the first one."""
    numbers = defaultdict[Edge, list[int]](list)
    for n, edge in enumerate(first):
        numbers[edge].append(n)
    return [numbers[edge].pop(0) for edge in position]


def falling_pieces(before: Edges, after: Edges, cut: str | Edge) -> Touch:
    """The edges that fall with the one that is cut, and the vertices that disappear."""
    left = Counter(after)
    edges = [f"e-{n}" for n, edge in enumerate(before) if left[edge] == 0 and edge != cut]
    vertices = {v for edge in before for v in edge} - {v for edge in after for v in edge}
    return touch(*edges, *(f"j-{v}" for v in vertices))


def places(edges: Edges, ground: str) -> tuple[dict[Hashable, Point], float, float]:
    """Where vertices stand, and where each edge to the ground meets it (by its number and vertex); width and height."""
    depth, beside = distances(edges, ground), defaultdict[Node, list[Node]](list)
    roots: dict[Node, tuple[int, str]] = {}
    for n, (u, v) in enumerate(edges):
        ends: list[Node] = [((str(n), side), 0) if end == ground else end for side, end in (("u", u), ("v", v))]
        roots.update({end: (n, ground) for end in ends if isinstance(end, tuple)})
        beside[ends[0]].append(ends[1])
        beside[ends[1]].append(ends[0])
    rows: list[list[Node]] = [[] for _ in range(1 + max(depth.values(), default=0))]
    for node in beside:
        rows[depth[node] if isinstance(node, str) else 0].append(node)
    x = place_nodes(rows, beside, defaultdict(float), VERTEX_GAP)
    left, right = min(x.values(), default=0), max(x.values(), default=0)
    high = LAYER_HEIGHT * (len(rows) - 1) + 50
    at: dict[Hashable, Point] = {}
    for node, across in x.items():
        level = depth[node] if isinstance(node, str) else 0
        at[roots.get(node, node)] = across - left + 40, high - 8 - LAYER_HEIGHT * level
    return at, max(right - left + 80, 160), high


def distances(edges: Edges, ground: str) -> dict[str, int]:
    beside, distance = neighbours(edges), {ground: 0}
    for vertex in (queue := [ground]):
        for other in beside.get(vertex, []):
            if other not in distance:
                distance[other] = distance[vertex] + 1
                queue.append(other)
    return distance


def draw_stalk(start: Point, end: Point, copies: int, loop: bool) -> Drawing:
    """An edge; parallel ones and those within a layer bend, and a loop goes round."""
    (x, y), (to_x, to_y) = start, end
    if loop:
        size = 26 + 12 * copies
        controls = [(x - size, y - 1.6 * size), (x + size, y - 1.6 * size)]
    else:
        level = abs(y - to_y) < 1
        bend = 16 * ((copies + 1) // 2) * (-1) ** copies + 26 * level
        across, down = (x + to_x) / 2 + (0 if level else bend), (y + to_y) / 2 - (bend if level else 0)
        controls = [((a + 2 * across) / 3, (b + 2 * down) / 3) for a, b in (start, end)]
    path = [("M", [start]), ("C", [*controls, end])]
    return curve(path, "reach") + curve(path, "stalk")


def draw_lines(edges: Edges, ground: str) -> Lines:
    """The tree above its line of earth, or no lines where it is too large."""
    if len(edges) > MOST_TEXT_EDGES:
        return []
    lines = draw_fork(ground, depth_first_branches(edges, ground))[:0:-1]
    return [*(line.translate(UPWARDS) for line in lines), ground + "═" * max(7, width_of(lines) - 1)]


def depth_first_branches(edges: Edges, ground: str) -> Branches:
    """What grows from each vertex: names of new vertices, and in brackets those visited before."""
    branches: Branches = {ground: []}
    used: set[int] = set()

    def visit(vertex: str) -> None:
        for place, edge in enumerate(edges):
            if vertex in edge and place not in used:
                used.add(place)
                other = edge[edge[0] == vertex]
                new = other not in branches
                branches[vertex].append(other if new else f"({other})")
                if new:
                    branches[other] = []
                    visit(other)

    visit(ground)
    return branches


def draw_fork(vertex: str, branches: Branches) -> Lines:
    """The vertex, and what grows from it on the lines after it."""
    lines, above = [vertex], branches.get(vertex, [])
    for place, branch in enumerate(above, 1):
        joint, side = ("├─", "│ ") if place < len(above) else ("└─", "  ")
        first, *others = draw_branch(branch, branches)
        lines += [joint + first, *(side + line for line in others)]
    return lines


def draw_branch(vertex: str, branches: Branches) -> Lines:
    """The vertex and what grows from it; a single branch on the same line."""
    above = branches.get(vertex, [])
    if len(above) != 1:
        return draw_fork(vertex, branches)
    first, *others = draw_branch(above[0], branches)
    return [f"{vertex}─{first}", *(" " * (len(vertex) + 1) + line for line in others)]
