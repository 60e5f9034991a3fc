"""A picture as shapes in their places: our SVG with groups moved, paths made absolute, and styles looked up.

Every picture is drawn once, as SVG. PNG and TikZ are made from the shapes of that drawing, so all three look alike.
What is understood is what our drawers write: circles, boxes, lines, paths, texts, groups that are moved, arrow heads,
and style sheets of plain selectors.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import atan2, cos, sin
from xml.etree.ElementTree import Element, fromstring

from grundy.render.styles import Sheet

__all__ = ["Path", "Picture", "Shape", "Words", "picture"]

ROUND = 0.5523  # of a radius: the controls of a cubic piece that is nearest to a quarter of a circle
Point = tuple[float, float]
Path = list[tuple[str, list[Point]]]  # M and L with a point, C with three, Z with none
Style = Mapping[str, str]


@dataclass(frozen=True)
class Shape:
    """An outline with its style."""

    path: Path
    style: Style


@dataclass(frozen=True)
class Words:
    """A text whose base line is at a point."""

    at: Point
    text: str
    style: Style


@dataclass(frozen=True)
class Picture:
    """Shapes and texts in drawing order on a sheet; y grows downwards."""

    wide: float
    high: float
    paper: str
    marks: tuple[Shape | Words, ...]


def picture(svg: str) -> Picture:
    """The shapes of a drawing."""
    root = fromstring(svg)
    sheet = Sheet("".join(one.text or "" for one in root.iter() if name(one) == "style"))
    wide, high = map(float, root.attrib["viewBox"].split()[2:])
    style = sheet.style([key(root)], {})
    walk = Walk(sheet, {one.attrib["id"]: one for one in root.iter() if name(one) == "marker"}, style)
    return Picture(wide, high, style.get("background", "none"), tuple(walk.marks(root, (0, 0), [], {})))


def name(element: Element) -> str:
    """The name of an element without its namespace."""
    return element.tag.rpartition("}")[2]


def key(element: Element) -> tuple[str, str, str]:
    """What selectors look at: name, classes and identity."""
    return name(element), element.get("class", ""), element.get("id", "")


class Walk:
    """A walk through a drawing, from the sheet to its shapes."""

    def __init__(self, sheet: Sheet, markers: Mapping[str, Element], style: Style) -> None:
        self.sheet, self.markers, self.style = sheet, markers, style  # the style of the whole sheet

    def marks(
        self, element: Element, moved: Point, above: list[tuple[str, str, str]], outer: Style
    ) -> Iterator[Shape | Words]:
        """The shapes of an element and of those in it, moved by so much."""
        line = [*above, key(element)]
        style = self.sheet.style(line, outer)
        x, y = shifted(element, moved)
        if line[-1][0] == "text":
            at = float(element.attrib["x"]) + x, float(element.attrib["y"]) + y
            yield Words(at, "".join(element.itertext()), style)
        elif path := outline(element):
            placed = [(kind, [(a + x, b + y) for a, b in points]) for kind, points in path]
            yield Shape(placed, style)
            yield from self.head(placed, style)
        for child in element:
            if name(child) not in ("defs", "title", "style"):
                yield from self.marks(child, (x, y), line, style)

    def head(self, path: Path, style: Style) -> Iterator[Shape]:
        """The head of an arrow, turned as its path ends."""
        found = re.fullmatch(r"url\(#(.+)\)", style.get("marker-end", ""))
        marker = self.markers.get(found[1]) if found else None
        points = [point for _, points in path for point in points]
        if marker is None or len(points) < 2:
            return
        (a, b), (x, y) = points[-2:]
        box = float(marker.attrib["viewBox"].split()[2])
        scale = float(marker.attrib["markerWidth"]) / box * float(style.get("stroke-width", "1"))
        turned = Turn((x, y), atan2(y - b, x - a), scale, (float(marker.attrib["refX"]), float(marker.attrib["refY"])))
        for child in marker:
            placed = [(kind, [turned(point) for point in points]) for kind, points in outline(child)]
            own = self.sheet.style([key(marker), key(child)], self.style)
            yield Shape(placed, {k: v for k, v in own.items() if k != "marker-end"})


@dataclass(frozen=True)
class Turn:
    """A turn and a change of size about a point, which is put somewhere else."""

    to: Point
    angle: float
    scale: float
    about: Point

    def __call__(self, point: Point) -> Point:
        """Where a point goes."""
        x, y = (self.scale * (a - b) for a, b in zip(point, self.about, strict=True))
        return (
            self.to[0] + x * cos(self.angle) - y * sin(self.angle),
            self.to[1] + x * sin(self.angle) + y * cos(self.angle),
        )


def shifted(element: Element, moved: Point) -> Point:
    """The shift of an element inside one that is itself moved."""
    found = re.fullmatch(r"translate\(([-\d.e]+)[ ,]+([-\d.e]+)\)", element.get("transform", ""))
    return (moved[0] + float(found[1]), moved[1] + float(found[2])) if found else moved


def outline(element: Element) -> Path:
    """The outline of an element; empty for one without."""
    kind = name(element)

    def get(*keys: str) -> list[float]:
        return [float(element.get(one, "0")) for one in keys]

    if kind == "circle":
        x, y, radius = get("cx", "cy", "r")
        return rounded(x - radius, y - radius, 2 * radius, 2 * radius, radius)
    if kind == "rect":
        return rounded(*get("x", "y", "width", "height", "rx"))
    if kind == "line":
        x, y, to_x, to_y = get("x1", "y1", "x2", "y2")
        return [("M", [(x, y)]), ("L", [(to_x, to_y)])]
    return absolute(element.attrib["d"]) if kind == "path" else []


def rounded(x: float, y: float, wide: float, high: float, corner: float) -> Path:
    """A box whose corners are round; a circle is one that has nothing else."""
    r = min(corner, wide / 2, high / 2)
    c, right, low = r * (1 - ROUND), x + wide, y + high
    path: Path = [("M", [(x + r, y)]), ("L", [(right - r, y)])]
    if not r:
        return [*path, ("L", [(right, low)]), ("L", [(x, low)]), ("Z", [])]
    return [
        *path,
        ("C", [(right - c, y), (right, y + c), (right, y + r)]),
        ("L", [(right, low - r)]),
        ("C", [(right, low - c), (right - c, low), (right - r, low)]),
        ("L", [(x + r, low)]),
        ("C", [(x + c, low), (x, low - c), (x, low - r)]),
        ("L", [(x, y + r)]),
        ("C", [(x, y + c), (x + c, y), (x + r, y)]),
        ("Z", []),
    ]


SIZE = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "Z": 0}


def absolute(text: str) -> Path:
    """The path of a `d`: every letter written out, places counted from the sheet, curves cubic."""
    path: Path = []
    at = start = (0.0, 0.0)
    for letter, written in re.findall(r"([A-Za-z])([^A-Za-z]*)", text):
        numbers = [float(one) for one in re.findall(r"-?\d*\.?\d+(?:e-?\d+)?", written)]
        size = SIZE[letter.upper()]
        for n in range(0, max(len(numbers), 1), size or 1):
            further = n and letter in "Mm"  # more points after the first are lines to them
            step = piece(chr(ord(letter) - 1) if further else letter, numbers[n : n + size], at)
            path.append(step)
            at = step[1][-1] if step[1] else start
            start = at if step[0] == "M" else start
    return path


def piece(letter: str, numbers: list[float], at: Point) -> tuple[str, list[Point]]:
    """One step of a path from where it stands."""
    kind, (x, y) = letter.upper(), at if letter.islower() else (0.0, 0.0)
    if kind in "HV":
        return "L", [(numbers[0] + x, at[1]) if kind == "H" else (at[0], numbers[0] + y)]
    points = [(a + x, b + y) for a, b in zip(numbers[::2], numbers[1::2], strict=True)]
    if kind == "Q":
        (a, b), (to_x, to_y) = points
        near = [(p + 2 * (a - p) / 3, q + 2 * (b - q) / 3) for p, q in (at, (to_x, to_y))]
        return "C", [*near, (to_x, to_y)]
    return kind, points
