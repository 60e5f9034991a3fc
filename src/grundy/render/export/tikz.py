r"""Pictures as TikZ, for \input in a LaTeX document that loads `tikz`: nothing else is needed.

Lengths are big points, as in the drawing, with y downwards; \scalebox makes the whole larger or smaller. The colours
are defined inside the picture and forgotten after it.
"""

import re
from collections.abc import Mapping

from grundy.render.shapes import Path, Shape, Words, picture
from grundy.render.styles import ink

__all__ = ["escaped", "tikz"]

HEAD = r"\begin{tikzpicture}[x=1bp,y=-1bp,line join=round]"
COLOUR = re.compile(r"=(c[0-9A-F]{6})\b")
SIDES = {"start": "base west", "middle": "base", "end": "base east"}
SPECIAL = {
    **{sign: f"\\{sign}" for sign in "#$%&_{}"},
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "\u2217": r"$\ast$",
    "⊕": r"$\oplus$",
    "∞": r"$\infty$",
    "ω": r"$\omega$",
    "·": r"$\cdot$",
    "…": r"\ldots{}",
    "☠": r"$\dagger$",
    "♛": r"\textbf{Q}",
}


def tikz(svg: str) -> str:
    """The drawing as a `tikzpicture`."""
    body = [shape(mark) if isinstance(mark, Shape) else node(mark) for mark in picture(svg).marks]
    used = sorted({name for line in body for name in COLOUR.findall(line)})
    defined = [f"\\definecolor{{{name}}}{{HTML}}{{{name[1:]}}}" for name in used]
    return "\n".join([HEAD, *(f"  {line}" for line in (*defined, *body) if line), r"\end{tikzpicture}", ""])


def shape(mark: Shape) -> str:
    """A path with its options; nothing where nothing is seen."""
    options = [*painted(mark.style, "fill", "#000"), *painted(mark.style, "stroke", "none")]
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
    return f"\\path[{','.join(options)}] {steps(mark.path)};"


def painted(style: Mapping[str, str], key: str, default: str) -> list[str]:
    """The options for a fill or a stroke."""
    name = "draw" if key == "stroke" else "fill"
    found = ink(style, key, default)
    if found is None:
        return []
    return [f"{name}={rgb(found[0])}", *([f"{name} opacity={found[1]:g}"] if found[1] != 1 else [])]


def rgb(colour: tuple[int, int, int]) -> str:
    """The name of a colour, which tells what it is."""
    return "c{:02X}{:02X}{:02X}".format(*colour)


def steps(path: Path) -> str:
    """A path in the words of TikZ."""
    written = {"M": "{}", "L": "-- {}", "C": ".. controls {} and {} .. {}", "Z": "-- cycle"}
    return " ".join(written[kind].format(*(f"({x:.5g},{y:.5g})" for x, y in points)) for kind, points in path)


def node(words: Words) -> str:
    """A text."""
    style = words.style
    size = float(style.get("font-size", "15px").removesuffix("px"))
    face = r"\bfseries" if style.get("font-weight") == "bold" else ""
    found = ink(style, "fill", "#000")
    if found is None:
        return ""
    options = [
        f"anchor={SIDES[style.get('text-anchor', 'start')]}",
        "inner sep=0",
        f"text={rgb(found[0])}",
        f"font=\\fontsize{{{size:g}bp}}{{{1.2 * size:g}bp}}\\selectfont{face}",
    ]
    x, y = words.at
    return f"\\node[{','.join(options)}] at ({x:.5g},{y:.5g}) {{{escaped(words.text)}}};"


def escaped(text: str) -> str:
    r"""Text that LaTeX prints as it is.

    >>> escaped("50% of a_1")
    '50\\% of a\\_1'
    """
    return "".join(SPECIAL.get(letter, letter) for letter in text)
