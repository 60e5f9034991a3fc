"""A digraph as a drawing: layers by height, the value at each vertex, winning moves marked.

Solid and blue is where the next player wins, dashed and orange where the previous one does, dotted where nobody does.
"""

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from grundy.render.layers import Arrow, Layout, lay_out
from grundy.solvers.retrograde import Vertex, analyse

__all__ = ["draw"]

RADIUS = 21.0  # half the height of a vertex
GAP = 30.0  # between neighbours in a row
ROW = 104.0  # from layer to layer, more where rows are wide: an arrow leaves its vertex downwards
LETTER = 7.2  # the width of one, about
LOOP = 26.0  # room beside a vertex with an arrow to itself
# Plain colours first, for viewers that know neither variables nor media queries; then those of the dark.
STYLE = """
svg{background:#fffdf8}
text{fill:#222;text-anchor:middle;font:14px Georgia,serif;font-variant-numeric:tabular-nums}
.value,.key{font-size:11px;opacity:.75}
rect{fill:#fffdf8;stroke:#222;stroke-width:1.8}
.N rect{stroke:#0072b2}.P rect{stroke:#b85c00;stroke-dasharray:5 3}.D rect{stroke-dasharray:1 3}
.here rect{stroke-width:4}
path{fill:none;stroke:#222;stroke-opacity:.4;stroke-width:1.1;marker-end:url(#arrow)}
.wins{stroke:#0072b2;stroke-opacity:1;stroke-width:2.2;marker-end:url(#win)}
marker path{stroke:none;fill:#222;fill-opacity:.55;marker-end:none}#win path{fill:#0072b2;fill-opacity:1}
@media(prefers-color-scheme:dark){svg{background:#191817}text{fill:#eae6dc}rect{fill:#191817;stroke:#eae6dc}
.N rect{stroke:#56b4e9}.P rect{stroke:#f0a030}path{stroke:#eae6dc}.wins{stroke:#56b4e9}
marker path{stroke:none;fill:#eae6dc}#win path{fill:#56b4e9}}
"""
MARKER = (
    '<marker id="{}" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="{}" markerHeight="{}" orient="auto">'
    '<path d="M0 .8 8 4 0 7.2z"/></marker>'
)
WINS = ' class="wins"'
KEY = "N the next player wins, solid · P the previous player wins, dashed · D a draw, dotted · bold arrows win"


def draw(graph: Mapping[str, Sequence[str]], misere: bool = False, position: str | None = None) -> str:
    """The graph as SVG, the vertex of the position drawn bold."""
    found = analyse(graph, misere)
    width = {v: 2 * half(v, it) + LOOP * (v in graph[v]) for v, it in found.items()}
    layout = lay_out(graph, width, GAP)
    left, right = layout.span
    across = max(right - left + 2 * GAP, 0.8 * LETTER * len(KEY))
    picture = Picture(layout, (across - right - left) / 2, max(ROW, (right - left) / 7))
    title = f"A digraph of {len(graph):,} vertices{' under misère play' if misere else ''}"
    down = picture.down + 30
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across:.0f} {down:.0f}" width="{across:.0f}" '
            f'role="img"><title>{title}</title><style>{STYLE}</style><defs>{MARKER.format("arrow", 7, 7)}'
            f"{MARKER.format('win', 5, 5)}</defs>",
            *(picture.arrow(a, a[1] in found[a[0]].winning_moves) for a in layout.paths),
            *(picture.loop(v, half(v, found[v])) for v in graph if v in graph[v]),
            *(picture.vertex(v, it, misere, v == position) for v, it in found.items()),
            f'<text class="key" x="{across / 2:.0f}" y="{down - 10:.0f}">{KEY}</text></svg>\n',
        )
    )


def half(name: str, vertex: Vertex) -> float:
    """Half the width of a vertex, which holds its name and its value."""
    return max(RADIUS, LETTER * len(name) / 2 + 8, LETTER * (len(value(vertex)) + 2) / 2.4 + 8)


def value(vertex: Vertex) -> str:
    """The nimber as it is written beside a vertex."""
    return f"\u2217{vertex.nimber}" if isinstance(vertex.nimber, int) else str(vertex.nimber)


class Picture:
    """A layout on paper: its middle at `middle`, its layers `row` apart."""

    def __init__(self, layout: Layout, middle: float, row: float) -> None:
        self.layout, self.middle, self.row = layout, middle, row
        self.top = max(layout.layer.values())
        self.down = self.row * self.top + 2 * (RADIUS + 14)

    def y(self, layer: int) -> float:
        """The height of a layer on the paper."""
        return self.row * (self.top - layer) + RADIUS + 14

    def points(self, arrow: Arrow) -> Iterator[tuple[float, float]]:
        """The points of an arrow; one that leads up, and its opposite, keep to their right."""
        layer, nodes = self.layout.layer, self.layout.paths[arrow]
        step = 1 if layer[arrow[0]] < layer[arrow[1]] else -1
        aside = -step * 7 if step > 0 or arrow[::-1] in self.layout.paths else 0
        for index, node in enumerate(nodes):
            end = {0: -step, len(nodes) - 1: step}.get(
                index, 0
            )  # leave the tail on one side, reach the head on the other
            yield (
                self.middle + self.layout.x[node] - (aside if isinstance(node, str) else 0),
                self.y(layer[arrow[0]] + step * index) + RADIUS * end,
            )

    def arrow(self, arrow: Arrow, wins: bool) -> str:
        """The curve of an arrow, upright at every layer, so that it clears the vertices there."""
        (x, y), *others = self.points(arrow)
        curve = f"M{x:.1f} {y:.1f}"
        for to, below in others:
            middle = (y + below) / 2
            curve += f"C{x:.1f} {middle:.1f} {to:.1f} {middle:.1f} {to:.1f} {below:.1f}"
            x, y = to, below
        return f'<path d="{curve}"{WINS if wins else ""}/>'

    def loop(self, v: str, half: float) -> str:
        """The arrow from a vertex to itself."""
        x, y = self.middle + self.layout.x[v] + half, self.y(self.layout.layer[v])
        return f'<path d="M{x:.1f} {y - 9:.1f}c{LOOP} -12 {LOOP} 30 0 18"/>'

    def vertex(self, v: str, it: Vertex, misere: bool, here: bool) -> str:
        """A vertex with its name and its value."""
        outcome = it.misere if misere else it.outcome
        x, y, wide = self.middle + self.layout.x[v], self.y(self.layout.layer[v]), half(v, it)
        return (
            f'<g class="{outcome}{" here" * here}"><rect x="{x - wide:.1f}" y="{y - RADIUS:.1f}" '
            f'width="{2 * wide:.1f}" height="{2 * RADIUS}" rx="{RADIUS}"/>'
            f'<text x="{x:.1f}" y="{y - 1:.1f}">{escape(v)}</text>'
            f'<text class="value" x="{x:.1f}" y="{y + 13:.1f}">{outcome} {value(it)}</text></g>'
        )
