"""A digraph as a drawing: layers by height, the value at each vertex, winning moves marked.

Solid and blue is where the next player wins, dashed and orange where the previous one does, dotted where nobody does.
"""

from collections.abc import Iterator, Mapping, Sequence

from grundy.render.layers import Arrow, Layout, lay_out
from grundy.render.picture import Picture
from grundy.render.shapes import Drawing, Point, Shape, arrow, box, words
from grundy.solvers.retrograde import Vertex, analyse

RADIUS = 21.0  # half the height of a vertex
GAP = 30.0  # between neighbours in a row
ROW_HEIGHT = 104.0  # more where rows are wide: an arrow leaves its vertex downwards
LETTER_WIDTH = 7.2  # on average
LOOP = 26.0  # room beside a vertex with an arrow to itself
# Plain colours first, for viewers that know neither variables nor media queries; then those of a dark screen.
STYLE = """
svg{background:#fffdf8}
text{fill:#222;text-anchor:middle;font:14px Georgia,serif;font-variant-numeric:tabular-nums}
.value,.key{font-size:11px;opacity:.75}
rect{fill:#fffdf8;stroke:#222;stroke-width:1.8}
.N{stroke:#0072b2}.P{stroke:#b85c00;stroke-dasharray:5 3}.D{stroke-dasharray:1 3}.here{stroke-width:4}
.move{fill:none;stroke:#222;stroke-opacity:.4;stroke-width:1.1}.tip{fill:#222;fill-opacity:.55}
.win{fill:none;stroke:#0072b2;stroke-width:2.2}.win-tip{fill:#0072b2}
@media(prefers-color-scheme:dark){svg{background:#191817}text{fill:#eae6dc}rect{fill:#191817;stroke:#eae6dc}
.N{stroke:#56b4e9}.P{stroke:#f0a030}.move{stroke:#eae6dc}.tip{fill:#eae6dc}.win{stroke:#56b4e9}.win-tip{fill:#56b4e9}}
"""
LOSING_ARROW = "move", "tip", 0.96  # classes of the line and of the head, and the scale of the head
WINNING_ARROW = "win", "win-tip", 1.38
KEY = "N the next player wins, solid · P the previous player wins, dashed · D a draw, dotted · bold arrows win"


def draw_digraph(graph: Mapping[str, Sequence[str]], misere: bool = False, position: str | None = None) -> Picture:
    vertices = analyse(graph, misere)
    width = {v: 2 * half_width(v, it) + LOOP * (v in graph[v]) for v, it in vertices.items()}
    layout = lay_out(graph, width, GAP)
    left, right = layout.span
    across = max(right - left + 2 * GAP, 0.8 * LETTER_WIDTH * len(KEY))
    sheet = LayoutSheet(layout, (across - right - left) / 2, max(ROW_HEIGHT, (right - left) / 7))
    down = sheet.height + 30
    drawing = list[Shape]()
    for tail, head in layout.paths:
        drawing += sheet.draw_arrow((tail, head), head in vertices[tail].winning_moves)
    for v in graph:
        if v in graph[v]:
            drawing += sheet.draw_loop(v, half_width(v, vertices[v]))
    for v, it in vertices.items():
        drawing += sheet.draw_vertex(v, it, misere, v == position)
    drawing += words(across / 2, down - 10, KEY, "key")
    title = f"A digraph of {len(graph):,} vertices{' under misère play' if misere else ''}"
    return Picture(across, down, tuple(drawing), title, STYLE)


def half_width(name: str, vertex: Vertex) -> float:
    return max(RADIUS, LETTER_WIDTH * len(name) / 2 + 8, LETTER_WIDTH * (len(nimber_text(vertex)) + 2) / 2.4 + 8)


def nimber_text(vertex: Vertex) -> str:
    return f"\u2217{vertex.nimber}" if isinstance(vertex.nimber, int) else str(vertex.nimber)


class LayoutSheet:
    """A layout on a sheet: its middle at x = `middle`, its layers `row` apart."""

    def __init__(self, layout: Layout, middle: float, row: float) -> None:
        self.layout, self.middle, self.row = layout, middle, row
        self.top = max(layout.layer.values())
        self.height = self.row * self.top + 2 * (RADIUS + 14)

    def y(self, layer: int) -> float:
        return self.row * (self.top - layer) + RADIUS + 14

    def points(self, arrow: Arrow) -> Iterator[Point]:
        """The points of an arrow; one that leads up, and its opposite, keep to their right."""
        layer, nodes = self.layout.layer, self.layout.paths[arrow]
        step = 1 if layer[arrow[0]] < layer[arrow[1]] else -1
        aside = -step * 7 if step > 0 or arrow[::-1] in self.layout.paths else 0
        sides = {0: -step, len(nodes) - 1: step}  # it leaves the tail on one side and reaches the head on the other
        for index, node in enumerate(nodes):
            x = self.middle + self.layout.x[node] - (aside if isinstance(node, str) else 0)
            yield x, self.y(layer[arrow[0]] + step * index) + RADIUS * sides.get(index, 0)

    def draw_arrow(self, ends: Arrow, wins: bool) -> Drawing:
        """The curve of an arrow, upright at every layer, so that it clears the vertices there."""
        (x, y), *others = self.points(ends)
        path: list[tuple[str, list[Point]]] = [("M", [(x, y)])]
        for to, below in others:
            middle = (y + below) / 2
            path.append(("C", [(x, middle), (to, middle), (to, below)]))
            x, y = to, below
        return arrow(path, *(WINNING_ARROW if wins else LOSING_ARROW))

    def draw_loop(self, v: str, half: float) -> Drawing:
        x, y = self.middle + self.layout.x[v] + half, self.y(self.layout.layer[v])
        path = ("M", [(x, y - 9)]), ("C", [(x + LOOP, y - 21), (x + LOOP, y + 21), (x, y + 9)])
        return arrow(path, *LOSING_ARROW)

    def draw_vertex(self, v: str, it: Vertex, misere: bool, here: bool) -> Drawing:
        outcome = it.misere if misere else it.outcome
        x, y, half = self.middle + self.layout.x[v], self.y(self.layout.layer[v]), half_width(v, it)
        return (
            box(x - half, y - RADIUS, 2 * half, 2 * RADIUS, f"{outcome}{' here' * here}", RADIUS)
            + words(x, y - 1, v, "")
            + words(x, y + 13, f"{outcome} {nimber_text(it)}", "value")
        )
