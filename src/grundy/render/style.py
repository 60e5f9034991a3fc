"""How pictures look: style sheets for SVG, and the style of one shape, looked up in them, for PNG and TikZ.

The colours are ink on paper, one accent, and a colour-blind-safe pair; what they say is always also said by a sign or a
pattern. A selector in these sheets is one name or one class; a class beats a name, and the later of two classes the
earlier one (CSS 2, 1998). The rules for a dark screen are passed over: PNG and TikZ are light.
"""

import re
from collections.abc import Mapping
from functools import cache

Style = Mapping[str, str]
MEDIA = re.compile(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
VARIABLE = re.compile(r"var\((--[\w-]+)\)")

LIGHT = (
    "--ink:#222;--paper:#fffdf8;--faint:#6f6a60;--accent:#7a4b2a;--win:#0072b2;--lose:#b85c00;"
    "--green:#3d7a3d;--earth:#7a5c3e"
)
DARK = (
    "--ink:#eae6dc;--paper:#191817;--faint:#a39d92;--accent:#d8a078;--win:#56b4e9;--lose:#f0a030;"
    "--green:#7fbf7f;--earth:#b08a63"
)
SHAPES = """
text{fill:var(--ink);text-anchor:middle;font:15px Georgia,"Times New Roman",serif;font-variant-numeric:tabular-nums}
.count{font-size:17px}
.written{font:16px ui-monospace,monospace}
.name{font-size:12.5px}
.small{font-size:12.5px;fill:var(--faint)}
.plus{font-size:34px}
.stone{fill:var(--accent);stroke:var(--paper);stroke-width:1.5}
.held{opacity:.35}
.block{opacity:.8}
.cell{fill:var(--paper);stroke:var(--ink);stroke-width:1.4}
.tray{fill:none;stroke:var(--ink);stroke-width:1.4}
.ground{stroke:var(--ink);stroke-width:1.4}
.gap{stroke:transparent;stroke-width:28}
.slit{stroke:transparent;stroke-width:5}
.reach{fill:none;stroke:transparent;stroke-width:28}
.heads{fill:var(--ink);stroke:var(--ink);stroke-width:1.6}
.tails{fill:var(--paper);stroke:var(--ink);stroke-width:1.6}
.on-heads,.skull{fill:var(--paper)}
.skull{font-size:24px}
.queen{font-size:34px}
.sign{font-size:22px}
.offer{font-size:17px;fill:var(--faint);opacity:0}
.air{fill:transparent}
.earth{stroke:var(--earth);stroke-width:5}
.stalk{stroke:var(--green);stroke-width:6;fill:none;stroke-linecap:round}
.joint{fill:var(--paper);stroke:var(--green);stroke-width:2.5}
.edge{stroke:var(--ink);stroke-width:2;fill:none}
.vertex{fill:var(--paper);stroke:var(--ink);stroke-width:1.8}
.here{stroke-width:4;stroke:var(--accent)}
.arrow{fill:none;stroke:var(--faint);stroke-width:1.4}
.out{stroke:var(--ink);stroke-width:2}
.tip{fill:var(--faint)}
.chocolate{fill:var(--accent);stroke:var(--paper);stroke-width:2.5}
.poison{fill:var(--ink);stroke:var(--paper);stroke-width:2.5}
.gone{fill:none;stroke:var(--faint);stroke-dasharray:2 4}
.stairs{fill:none;stroke:var(--ink);stroke-width:2}
.fade-1{opacity:.92}.fade-2{opacity:.84}.fade-3{opacity:.74}.fade-4{opacity:.62}.fade-5{opacity:.48}.fade-6{opacity:.36}
.region{fill:none;stroke:var(--ink);stroke-width:1.6}
.dot,.life{fill:var(--ink)}
.spent{fill:var(--faint)}
.free{fill:var(--paper);stroke:var(--ink);stroke-width:1.8}
.chip{fill:var(--paper);stroke:var(--faint);stroke-width:1.4}
.round{fill:none;stroke:var(--accent);stroke-width:2;stroke-dasharray:3 4}
.trace{fill:var(--faint);opacity:.6}
.drawn{stroke:var(--ink);stroke-width:5;stroke-linecap:round}
.room{fill:none;stroke:transparent;stroke-width:28}
.parted{stroke:var(--ink);stroke-width:1.6;stroke-dasharray:1 5;stroke-linecap:round}
.white{fill:#fffdf8;stroke:var(--ink);stroke-width:2}
.black{fill:#222;stroke:var(--ink);stroke-width:2}
.covered{fill:var(--faint);opacity:.35}
.seam{stroke:var(--paper);stroke-width:2;stroke-linecap:round}
""".replace("\n", "")


def standalone(rules: str = SHAPES) -> str:
    """The style sheet inside a picture that stands alone, light or dark as its reader likes."""
    return f"svg{{{LIGHT};background:var(--paper)}}@media(prefers-color-scheme:dark){{svg{{{DARK}}}}}{rules}"


@cache
def rules_of(sheet: str) -> list[tuple[str, dict[str, str]]]:
    """The selectors of a style sheet with their declarations, the weakest first."""
    rules = [
        (selector.strip(), declarations(body))
        for selectors, body in RULE.findall(MEDIA.sub("", sheet))
        for selector in selectors.split(",")
    ]
    return sorted(rules, key=lambda rule: rule[0].startswith("."))


def declarations(body: str) -> dict[str, str]:
    """The declarations of a rule; the size is taken out of `font`."""
    pairs = (item.partition(":") for item in body.split(";") if ":" in item)
    values = {key.strip(): value.strip() for key, _, value in pairs}
    if size := re.match(r"[\d.]+px", values.get("font", "")):
        values["font-size"] = size[0]
    return values


@cache
def style_of(sheet: str, name: str, classes: str = "") -> Style:
    selectors = {"svg", name, *(f".{one}" for one in classes.split())}
    style = {key: value for selector, body in rules_of(sheet) if selector in selectors for key, value in body.items()}
    return {key: VARIABLE.sub(lambda found: style[found[1]], value) for key, value in style.items()}


def colour(text: str) -> tuple[int, int, int] | None:
    """The red, green and blue of a colour; None for none.

    >>> colour("#222"), colour("#0072b2"), colour("none")
    ((34, 34, 34), (0, 114, 178), None)
    """
    digits = text.removeprefix("#")
    if not re.fullmatch(r"#(?:[0-9a-f]{3}){1,2}", text):
        return None
    wide = digits if len(digits) == 6 else "".join(2 * digit for digit in digits)
    return int(wide[:2], 16), int(wide[2:4], 16), int(wide[4:], 16)


def ink(style: Style, key: str, default: str) -> tuple[tuple[int, int, int], float] | None:
    """The colour of a fill or a stroke and its opacity; None where nothing is seen."""
    rgb = colour(style.get(key, default))
    opacity = float(style.get("opacity", "1")) * float(style.get(f"{key}-opacity", "1"))
    return (rgb, opacity) if rgb and opacity else None
