"""A drawing on a sheet: it shows itself in a notebook and is saved as SVG, PNG or TikZ, by the ending of the file."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path

from grundy.errors import GrundyError
from grundy.render.files import write_file
from grundy.render.shapes import Drawing, Outline, Point, coordinates, shift, svg_element, svg_text
from grundy.render.style import Style, style_of


@dataclass(frozen=True)
class Mark:
    """What PNG and TikZ are written from: a text whose base line is at a point, or a path."""

    style: Style
    text: str = ""
    at: Point = (0, 0)
    path: Outline = ()


@dataclass(frozen=True, repr=False)
class Picture:
    """A drawing on a sheet of a certain size, with a label for those who do not see it and its style sheet."""

    width: float
    height: float
    drawing: Drawing
    label: str
    style_sheet: str
    kind: str = ""

    def __repr__(self) -> str:
        return f"<{self.label}>"

    def _repr_svg_(self) -> str:
        return self.svg

    @property
    def svg(self) -> str:
        head = f"<title>{escape(self.label)}</title><style>{self.style_sheet}</style>"
        return self.element(head, xmlns="http://www.w3.org/2000/svg", width=self.width, height=self.height, role="img")

    @property
    def inline(self) -> str:
        """The picture as a part of a page that brings the style sheet."""
        return self.element("", width=self.width, height=self.height, role="img", aria_label=self.label)

    def element(self, head: str, **attributes: str | float) -> str:
        """The picture as an `svg` element with these attributes, what stands in `head` before its shapes."""
        view = f"0 0 {coordinates([(self.width, self.height)])}"
        return svg_element("svg", head + svg_text(self.drawing), {"kind": self.kind, "viewBox": view, **attributes})

    def png(self) -> bytes:
        """The picture as PNG; it needs the extra `plot`."""
        from grundy.render.export.png import png

        return png(self)

    def tikz(self) -> str:
        """The picture as TikZ, for a LaTeX document."""
        from grundy.render.export.tikz import tikz

        return tikz(self)

    def save(self, path: str | Path) -> None:
        write_file(path, FORMATS[picture_ending(path)](self))

    def marks(self) -> Iterator[Mark]:
        """The outlines and texts in drawing order and in place, each with its style; a group fades what it holds."""
        stack = [(shape, (0.0, 0.0), 1.0) for shape in reversed(self.drawing)]
        while stack:
            shape, (x, y), opacity = stack.pop()
            x, y = x + shape.at[0], y + shape.at[1]
            style = style_of(self.style_sheet, shape.name, str(shape.attributes.get("kind", "")))
            if (faded := opacity * float(style.get("opacity", "1"))) < 1:
                style = {**style, "opacity": f"{faded:g}"}
            if shape.outline:
                yield Mark(style, path=shift(shape.outline, x, y))
            elif isinstance(shape.inside, tuple):
                stack += [(part, (x, y), faded) for part in reversed(shape.inside)]
            elif shape.name == "text" and shape.inside:
                yield Mark(style, shape.inside, (x + float(shape.attributes["x"]), y + float(shape.attributes["y"])))


FORMATS: dict[str, Callable[[Picture], str | bytes]] = {
    ".svg": lambda picture: f"{picture.svg}\n",
    ".png": Picture.png,
    ".tex": Picture.tikz,
    ".tikz": Picture.tikz,
}


def picture_ending(path: str | Path) -> str:
    ending = Path(path).suffix.lower()
    if ending not in FORMATS:
        raise GrundyError(f"{path} does not end like a picture; name a file {', '.join(FORMATS)}")
    return ending
