r"""Pictures as TikZ, for \input in a LaTeX document that loads `tikz`: nothing else is needed.

Lengths are big points, as in the drawing, with y downwards; \scalebox makes the whole larger or smaller. The colours
are defined inside the picture and forgotten after it.
"""

import re

from grundy.core.latex import escape
from grundy.render.picture import Mark, Picture
from grundy.render.shapes import Outline
from grundy.render.style import Style, ink

HEAD = r"\begin{tikzpicture}[x=1bp,y=-1bp,line join=round]"
COLOUR = re.compile(r"=(c[0-9A-F]{6})\b")
SIDES = {"start": "base west", "middle": "base", "end": "base east"}


def tikz(picture: Picture) -> str:
    body = [node(mark) if mark.text else path(mark) for mark in picture.marks()]
    used = sorted({name for line in body for name in COLOUR.findall(line)})
    defined = [f"\\definecolor{{{name}}}{{HTML}}{{{name[1:]}}}" for name in used]
    return "\n".join([HEAD, *(f"  {line}" for line in (*defined, *body) if line), r"\end{tikzpicture}", ""])


def path(mark: Mark) -> str:
    options = [*paint_options(mark.style, "fill", "#000"), *paint_options(mark.style, "stroke", "none")]
    if not options:
        return ""
    if "stroke" in mark.style:
        options.append(f"line width={mark.style.get('stroke-width', '1')}bp")
    if dashes := mark.style.get("stroke-dasharray", "").split():
        pairs = dashes * (1 + len(dashes) % 2)
        pattern = " ".join(f"{'off' if n % 2 else 'on'} {one}bp" for n, one in enumerate(pairs))
        options.append(f"dash pattern={pattern}")
    if mark.style.get("stroke-linecap") == "round":
        options.append("line cap=round")
    return f"\\path[{','.join(options)}] {path_steps(mark.path)};"


def paint_options(style: Style, key: str, default: str) -> list[str]:
    name = "draw" if key == "stroke" else "fill"
    paint = ink(style, key, default)
    if paint is None:
        return []
    return [f"{name}={colour_name(paint[0])}", *([f"{name} opacity={paint[1]:g}"] if paint[1] != 1 else [])]


def colour_name(colour: tuple[int, int, int]) -> str:
    return "c{:02X}{:02X}{:02X}".format(*colour)


def path_steps(path: Outline) -> str:
    written = {"M": "{}", "L": "-- {}", "C": ".. controls {} and {} .. {}", "Z": "-- cycle"}
    return " ".join(written[kind].format(*(f"({x:.5g},{y:.5g})" for x, y in points)) for kind, points in path)


def node(mark: Mark) -> str:
    style = mark.style
    size = float(style.get("font-size", "15px").removesuffix("px"))
    face = r"\bfseries" if style.get("font-weight") == "bold" else ""
    paint = ink(style, "fill", "#000")
    if paint is None:
        return ""
    options = [
        f"anchor={SIDES[style.get('text-anchor', 'start')]}",
        "inner sep=0",
        f"text={colour_name(paint[0])}",
        f"font=\\fontsize{{{size:g}bp}}{{{1.2 * size:g}bp}}\\selectfont{face}",
    ]
    x, y = mark.at
    return f"\\node[{','.join(options)}] at ({x:.5g},{y:.5g}) {{{escape(mark.text)}}};"
