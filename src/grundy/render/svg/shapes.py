"""Shapes as SVG text. What they look like is said by their classes alone, so one style sheet serves every picture."""

from html import escape

__all__ = ["box", "curve", "disc", "figure", "group", "line", "tag", "words"]


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
