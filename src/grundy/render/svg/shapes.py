"""Shapes as SVG text. What they look like is said by their classes alone, so one style sheet serves every picture."""

from collections.abc import Sequence
from html import escape

__all__ = ["box", "curve", "disc", "figure", "flowing", "group", "line", "short", "smooth", "tag", "words"]


def figure(value: float) -> str:
    """A coordinate, to a tenth of a unit."""
    return f"{round(value, 1):g}"


def tag(name: str, content: str = "", **attributes: str | float) -> str:
    """An element; `kind` is its class, and an underscore in a name stands for a hyphen."""
    names = {"kind": "class"}
    written = "".join(
        f' {names.get(key, key.replace("_", "-"))}="{escape(value) if isinstance(value, str) else figure(value)}"'
        for key, value in attributes.items()
        if value != ""
    )
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def disc(x: float, y: float, radius: float, kind: str) -> str:
    """A circle."""
    return tag("circle", cx=x, cy=y, r=radius, kind=kind)


def box(x: float, y: float, width: float, height: float, kind: str, corner: float = 0) -> str:
    """A rectangle, its corners round if that is wanted."""
    return tag("rect", x=x, y=y, width=width, height=height, rx=corner or "", kind=kind)


def line(x: float, y: float, to_x: float, to_y: float, kind: str) -> str:
    """A straight line."""
    return tag("line", x1=x, y1=y, x2=to_x, y2=to_y, kind=kind)


def curve(path: str, kind: str) -> str:
    """A path."""
    return tag("path", d=path, kind=kind)


def words(x: float, y: float, text: str, kind: str = "label") -> str:
    """Text, centred."""
    return tag("text", escape(text), x=x, y=y, kind=kind)


def group(body: str, x: float = 0, y: float = 0, kind: str = "") -> str:
    """Shapes together, moved as one."""
    return tag("g", body, transform=f"translate({figure(x)} {figure(y)})" if x or y else "", kind=kind)


def smooth(points: Sequence[tuple[float, float]], kind: str) -> str:
    """A closed curve through points, as smooth as cubic pieces make it (Catmull and Rom 1974)."""
    around, pieces = len(points), list[str]()
    for n in range(around):
        (ax, ay), (x, y), (to_x, to_y), (bx, by) = (points[(n + k) % around] for k in (-1, 0, 1, 2))
        controls = x + (to_x - ax) / 6, y + (to_y - ay) / 6, to_x - (bx - x) / 6, to_y - (by - y) / 6
        pieces.append("C" + " ".join(map(figure, (*controls, to_x, to_y))))
    return curve(f"M{figure(points[0][0])} {figure(points[0][1])}{''.join(pieces)}z", kind)


def flowing(points: Sequence[tuple[float, float]], kind: str) -> str:
    """An open curve through points, as smooth."""
    around, pieces = [points[0], *points, points[-1]], list[str]()
    for (ax, ay), (x, y), (to_x, to_y), (bx, by) in zip(around, around[1:], around[2:], around[3:], strict=False):
        controls = x + (to_x - ax) / 6, y + (to_y - ay) / 6, to_x - (bx - x) / 6, to_y - (by - y) / 6
        pieces.append("C" + " ".join(map(figure, (*controls, to_x, to_y))))
    return curve(f"M{figure(points[0][0])} {figure(points[0][1])}{''.join(pieces)}", kind)


def short(number: int) -> str:
    """A number, or its length where it is too long to read."""
    text = str(number)
    return text if len(text) <= 12 else f"{text[:4]}… ({len(text)} digits)"
