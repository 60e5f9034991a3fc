"""Pictures as PNG, by matplotlib's Agg renderer: the extra `plot`."""

from collections.abc import Mapping
from io import BytesIO
from typing import TYPE_CHECKING

from grundy.errors import GrundyError
from grundy.render.shapes import Path, Shape, Words, picture
from grundy.render.styles import ink

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.path import Path as Outline

__all__ = ["png"]

SCALE = 2  # pixels for a unit of the drawing: sharp on paper and on fine screens
INCH = 72  # units
FONTS = ["DejaVu Serif", "DejaVu Sans"]  # they come with matplotlib; the second has chessmen and skulls
SIDES = {"start": "left", "middle": "center", "end": "right"}
Colour = tuple[float, float, float, float] | str


def png(svg: str) -> bytes:
    """The drawing as PNG."""
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise GrundyError(
            "PNG needs matplotlib: pip install 'grundy[plot]', or write an .svg, which needs nothing"
        ) from error
    drawn = picture(svg)
    figure = Figure(figsize=(drawn.wide / INCH, drawn.high / INCH), dpi=SCALE * INCH)
    figure.patch.set_facecolor(drawn.paper)
    axes = figure.add_axes((0, 0, 1, 1), frameon=False)
    axes.set(xlim=(0, drawn.wide), ylim=(drawn.high, 0), xticks=[], yticks=[])
    for order, mark in enumerate(drawn.marks):
        paint(axes, mark, order)
    out = BytesIO()
    figure.savefig(out, format="png")
    return out.getvalue()


def paint(axes: "Axes", mark: Shape | Words, order: int) -> None:
    """Put a shape or a text on the sheet, over those before it."""
    if isinstance(mark, Words):
        return write(axes, mark, order)
    from matplotlib.patches import PathPatch

    style = mark.style
    wide = float(style.get("stroke-width", "1"))
    dashes = [float(one) / wide for one in style.get("stroke-dasharray", "").split()]
    patch = PathPatch(
        outline(mark.path),
        facecolor=seen(style, "fill", "#000"),
        edgecolor=seen(style, "stroke", "none"),
        linewidth=wide,
        linestyle=(0, tuple(dashes * (1 + len(dashes) % 2))) if dashes else "-",
        capstyle="round" if style.get("stroke-linecap") == "round" else "butt",
        zorder=order,
    )
    axes.add_patch(patch)
    return None


def write(axes: "Axes", words: Words, order: int) -> None:
    """Put a text on the sheet."""
    style = words.style
    axes.text(
        *words.at,
        words.text.replace("$", r"\$"),
        color=seen(style, "fill", "#000"),
        fontsize=float(style.get("font-size", "15px").removesuffix("px")),
        fontweight="bold" if style.get("font-weight") == "bold" else "normal",
        fontstyle="italic" if style.get("font-style") == "italic" else "normal",
        family=FONTS,
        ha=SIDES[style.get("text-anchor", "start")],
        va="baseline",
        zorder=order,
    )


def outline(path: Path) -> "Outline":
    """The path as matplotlib has it."""
    from matplotlib.path import Path as Outline

    codes = {"M": Outline.MOVETO, "L": Outline.LINETO, "C": Outline.CURVE4, "Z": Outline.CLOSEPOLY}
    steps = [(codes[kind], point) for kind, points in path for point in points or [(0.0, 0.0)]]
    return Outline([point for _, point in steps], [code for code, _ in steps])


def seen(style: Mapping[str, str], key: str, default: str) -> Colour:
    """The colour of a fill or a stroke, with its opacity."""
    found = ink(style, key, default)
    if found is None:
        return "none"
    (red, green, blue), opacity = found
    return red / 255, green / 255, blue / 255, opacity
