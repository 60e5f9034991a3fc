"""Pictures as PNG, by matplotlib's Agg renderer: the extra `plot`."""

from io import BytesIO
from typing import TYPE_CHECKING

from grundy.errors import GrundyError
from grundy.render.picture import Mark, Picture
from grundy.render.shapes import Outline
from grundy.render.style import Style, ink, style_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.path import Path

SCALE = 2  # pixels for a unit of the drawing: sharp on paper and on fine screens
INCH = 72  # units
FONTS = ["DejaVu Serif", "DejaVu Sans"]  # they come with matplotlib; the second has chessmen and skulls
SIDES = {"start": "left", "middle": "center", "end": "right"}
Colour = tuple[float, float, float, float] | str


def png(picture: Picture) -> bytes:
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise GrundyError(
            "PNG needs matplotlib: pip install 'grundy[plot]', or write an .svg, which needs nothing"
        ) from error
    figure = Figure(figsize=(picture.width / INCH, picture.height / INCH), dpi=SCALE * INCH)
    figure.patch.set_facecolor(style_of(picture.style_sheet, "svg")["background"])
    axes = figure.add_axes((0, 0, 1, 1), frameon=False)
    axes.set(xlim=(0, picture.width), ylim=(picture.height, 0), xticks=[], yticks=[])
    for order, mark in enumerate(picture.marks()):
        (write if mark.text else paint)(axes, mark, order)
    out = BytesIO()
    figure.savefig(out, format="png")
    return out.getvalue()


def paint(axes: "Axes", mark: Mark, order: int) -> None:
    from matplotlib.patches import PathPatch

    style = mark.style
    wide = float(style.get("stroke-width", "1"))
    dashes = [float(one) / wide for one in style.get("stroke-dasharray", "").split()]
    patch = PathPatch(
        matplotlib_path(mark.path),
        facecolor=paint_colour(style, "fill", "#000"),
        edgecolor=paint_colour(style, "stroke", "none"),
        linewidth=wide,
        linestyle=(0, tuple(dashes * (1 + len(dashes) % 2))) if dashes else "-",
        capstyle="round" if style.get("stroke-linecap") == "round" else "butt",
        zorder=order,
    )
    axes.add_patch(patch)


def write(axes: "Axes", mark: Mark, order: int) -> None:
    style = mark.style
    axes.text(
        *mark.at,
        mark.text.replace("$", r"\$"),
        color=paint_colour(style, "fill", "#000"),
        fontsize=float(style.get("font-size", "15px").removesuffix("px")),
        fontweight="bold" if style.get("font-weight") == "bold" else "normal",
        fontstyle="italic" if style.get("font-style") == "italic" else "normal",
        family=FONTS,
        ha=SIDES[style.get("text-anchor", "start")],
        va="baseline",
        zorder=order,
    )


def matplotlib_path(path: Outline) -> "Path":
    from matplotlib.path import Path

    codes = {"M": Path.MOVETO, "L": Path.LINETO, "C": Path.CURVE4, "Z": Path.CLOSEPOLY}
    steps = [(codes[kind], point) for kind, points in path for point in points or [(0.0, 0.0)]]
    return Path([point for _, point in steps], [code for code, _ in steps])


def paint_colour(style: Style, key: str, default: str) -> Colour:
    paint = ink(style, key, default)
    if paint is None:
        return "none"
    (red, green, blue), opacity = paint
    return red / 255, green / 255, blue / 255, opacity
