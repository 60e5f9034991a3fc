"""Shapes as values, from which SVG, PNG and TikZ are written. How a shape looks is said by its class alone.

A drawing is a tuple of shapes in drawing order, so drawings are joined by `+`. Coordinates grow to the right and down.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from html import escape
from itertools import chain
from math import hypot
from typing import NamedTuple

Point = tuple[float, float]
Outline = Sequence[tuple[str, Sequence[Point]]]  # M and L with a point, C with three (a cubic curve), Z with none
Drawing = tuple["Shape", ...]
ROUND = 0.5523  # of a radius: the distance of the controls of the cubic curve nearest to a quarter of a circle
ACROSS, DOWN = frozenset({"x", "cx", "x1", "x2"}), frozenset({"y", "cy", "y1", "y2"})  # attributes that are places
HEAD = (-7.5, -3.2), (0.5, 0.0), (-7.5, 3.2)  # of an arrow to the right that ends in the origin


class Shape(NamedTuple):
    """An SVG element: circle, rect, line, path or text, or a group of shapes whose origin is moved to `at`."""

    name: str
    attributes: Mapping[str, str | float]
    inside: "Drawing | str" = ()
    path: Outline = ()
    at: Point = (0, 0)

    @property
    def svg(self) -> str:
        attributes = self.attributes
        if self.path:
            attributes = {"d": "".join(letter + coordinates(points) for letter, points in self.path), **attributes}
        if self.at != (0, 0):
            attributes = {"transform": f"translate({coordinates([self.at])})", **attributes}
        return svg_element(self.name, svg_text(self.inside), attributes)

    @property
    def outline(self) -> Outline:
        """The path around the shape; empty for texts and groups."""
        sizes = {key: value for key, value in self.attributes.items() if isinstance(value, float | int)}
        if self.name == "circle":
            radius = sizes["r"]
            return rounded_box(sizes["cx"] - radius, sizes["cy"] - radius, 2 * radius, 2 * radius, radius)
        if self.name == "rect":
            return rounded_box(sizes["x"], sizes["y"], sizes["width"], sizes["height"], sizes.get("rx", 0))
        if self.name == "line":
            return ("M", [(sizes["x1"], sizes["y1"])]), ("L", [(sizes["x2"], sizes["y2"])])
        return self.path


def figure(value: float) -> str:
    return f"{round(value, 1):g}"


def coordinates(points: Sequence[Point]) -> str:
    return " ".join(figure(value) for point in points for value in point)


def svg_text(inside: Drawing | str) -> str:
    return escape(inside) if isinstance(inside, str) else "".join([shape.svg for shape in inside])


def svg_element(name: str, content: str, attributes: Mapping[str, str | float]) -> str:
    given = "".join([svg_attribute(key, value) for key, value in attributes.items()])
    return f"<{name}{given}>{content}</{name}>" if content else f"<{name}{given}/>"


@lru_cache(maxsize=4096)  # most attributes of a drawing are repeated
def svg_attribute(key: str, value: str | float) -> str:
    """An attribute as text: `kind` is the class, an underscore a hyphen; one that is empty is left out."""
    if value == "":
        return ""
    name = "class" if key == "kind" else key.replace("_", "-")
    return f' {name}="{escape(value) if isinstance(value, str) else figure(value)}"'


def tag(name: str, inside: Drawing | str = (), **attributes: str | float) -> Drawing:
    """An element; `kind` is its class, and an underscore in a name stands for a hyphen."""
    return (Shape(name, attributes, inside),)


def join(drawings: Iterable[Drawing]) -> Drawing:
    return tuple(chain.from_iterable(drawings))


def disc(x: float, y: float, radius: float, kind: str) -> Drawing:
    return tag("circle", cx=x, cy=y, r=radius, kind=kind)


def box(x: float, y: float, width: float, height: float, kind: str, corner: float = 0) -> Drawing:
    """A rectangle; `corner` is the radius of its corners."""
    return tag("rect", x=x, y=y, width=width, height=height, rx=corner or "", kind=kind)


def line(x: float, y: float, to_x: float, to_y: float, kind: str) -> Drawing:
    return tag("line", x1=x, y1=y, x2=to_x, y2=to_y, kind=kind)


def words(x: float, y: float, text: str, kind: str = "label") -> Drawing:
    """A text whose base line is at y, centred at x unless its class says otherwise."""
    return tag("text", text, x=x, y=y, kind=kind)


def group(inside: Drawing, x: float = 0, y: float = 0, kind: str = "") -> Drawing:
    return (Shape("g", {"kind": kind}, inside, at=(x, y)),)


def curve(path: Outline, kind: str) -> Drawing:
    return (Shape("path", {"kind": kind}, path=path),)


def appearance(drawing: Drawing, x: float, y: float) -> Hashable:
    """What is seen where if the origin of a drawing is put there: equal for drawings that cannot be told apart."""
    return tuple(
        (
            shape.name,
            tuple(
                (key, moved(value, x * (key in ACROSS) + y * (key in DOWN))) for key, value in shape.attributes.items()
            ),
            tuple((letter, tuple((moved(a, x), moved(b, y)) for a, b in points)) for letter, points in shape.path),
            shape.inside
            if isinstance(shape.inside, str)
            else appearance(shape.inside, x + shape.at[0], y + shape.at[1]),
        )
        for shape in drawing
    )


def moved(value: str | float, by: float) -> str | float:
    return value if isinstance(value, str) else round(value + by, 1)


def polyline(points: Sequence[Point], kind: str, closed: bool = False) -> Drawing:
    start, *others = points
    return curve([("M", [start]), *(("L", [point]) for point in others), *([("Z", [])] if closed else [])], kind)


def shift(path: Outline, x: float, y: float) -> Outline:
    return [(letter, [(a + x, b + y) for a, b in points]) for letter, points in path]


def smooth(points: Sequence[Point], kind: str) -> Drawing:
    """A closed curve through points, as smooth as cubic pieces make it (Catmull and Rom 1974)."""
    return curve([*through([points[-1], *points, *points[:2]]), ("Z", [])], kind)


def flowing_curve(points: Sequence[Point]) -> Outline:
    return through([points[0], *points, points[-1]])


def through(points: Sequence[Point]) -> Outline:
    """The curve through all points but the first and the last, which give its directions at the ends."""
    path: list[tuple[str, list[Point]]] = [("M", [points[1]])]
    for (ax, ay), (x, y), (to_x, to_y), (bx, by) in zip(points, points[1:], points[2:], points[3:], strict=False):
        controls = (x + (to_x - ax) / 6, y + (to_y - ay) / 6), (to_x - (bx - x) / 6, to_y - (by - y) / 6)
        path.append(("C", [*controls, (to_x, to_y)]))
    return path


def arrow(path: Outline, kind: str, head: str, scale: float) -> Drawing:
    """The path with a head of the class `head` at its end, eight times the scale long."""
    (x, y), (to_x, to_y) = [point for _, points in path for point in points][-2:]
    far = hypot(to_x - x, to_y - y) or 1
    cos, sin = scale * (to_x - x) / far, scale * (to_y - y) / far
    corners = [(to_x + a * cos - b * sin, to_y + a * sin + b * cos) for a, b in HEAD]
    return curve(path, kind) + polyline(corners, head, closed=True)


def rounded_box(x: float, y: float, width: float, height: float, corner: float) -> Outline:
    """A rectangle with round corners; where they meet it is a circle."""
    r = min(corner, width / 2, height / 2)
    c, right, low = r * (1 - ROUND), x + width, y + height
    if not r:
        return [("M", [(x, y)]), ("L", [(right, y)]), ("L", [(right, low)]), ("L", [(x, low)]), ("Z", [])]
    return [
        ("M", [(x + r, y)]),
        ("L", [(right - r, y)]),
        ("C", [(right - c, y), (right, y + c), (right, y + r)]),
        ("L", [(right, low - r)]),
        ("C", [(right, low - c), (right - c, low), (right - r, low)]),
        ("L", [(x + r, low)]),
        ("C", [(x + c, low), (x, low - c), (x, low - r)]),
        ("L", [(x, y + r)]),
        ("C", [(x, y + c), (x + c, y), (x + r, y)]),
        ("Z", []),
    ]


def short(number: int) -> str:
    """A number, or its length where it is too long to read."""
    text = str(number)
    return text if len(text) <= 12 else f"{text[:4]}… ({len(text)} digits)"
