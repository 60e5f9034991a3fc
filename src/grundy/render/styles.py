"""A style sheet, as far as our drawings need one: selectors of names, classes and identities, one inside another.

The later of two rules holds, unless the earlier one names more: identities before classes before names (CSS 2, 1998).
Media queries are passed over, so that what is printed is ink on paper.
"""

import re
from collections.abc import Mapping, Sequence

__all__ = ["Sheet", "colour", "ink"]

Key = tuple[str, str, str]  # name, classes and identity of an element
MEDIA = re.compile(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
VARIABLE = re.compile(r"var\((--[\w-]+)\)")
OWN = {"background", "opacity"}  # what those inside do not inherit


class Sheet:
    """The rules of a style sheet, the weakest first."""

    def __init__(self, text: str) -> None:
        found = [
            (selector.split(), declared(body))
            for selectors, body in RULE.findall(MEDIA.sub("", text))
            for selector in selectors.split(",")
        ]
        self.rules = sorted(found, key=lambda rule: weight(rule[0]))
        self.known: dict[tuple[Key, ...], dict[str, str]] = {}

    def style(self, line: Sequence[Key], outer: Mapping[str, str]) -> dict[str, str]:
        """The style of the last element of a line of them, each inside the one before."""
        place = tuple(line)
        if place not in self.known:
            mine = {k: v for selector, body in self.rules if matches(selector, place) for k, v in body.items()}
            self.known[place] = mine
        mine = {k: v for k, v in outer.items() if k not in OWN} | self.known[place]
        faint = float(outer.get("opacity", "1")) * float(self.known[place].get("opacity", "1"))
        resolved = {k: VARIABLE.sub(lambda found: mine.get(found[1], "none"), v) for k, v in mine.items()}
        return resolved | ({"opacity": f"{faint:g}"} if faint != 1 else {})


def declared(body: str) -> dict[str, str]:
    """The declarations of a rule; `font` in short is taken apart."""
    pairs = (item.partition(":") for item in body.split(";") if ":" in item)
    found = {key.strip(): value.strip() for key, _, value in pairs}
    if short := re.match(r"([\d.]+)px", found.get("font", "")):
        found["font-size"] = short[0]
    return found


def weight(selector: Sequence[str]) -> tuple[int, int, int]:
    """How much a selector names."""
    text = " ".join(selector)
    return text.count("#"), text.count("."), len(re.findall(r"(?:^|\s)\w", text))


def matches(selector: Sequence[str], line: Sequence[Key]) -> bool:
    """Whether the selector speaks of the last element of the line."""
    *outer, last = selector
    if not fits(last, line[-1]):
        return False
    above = iter(line[:-1])
    return all(any(fits(one, element) for element in above) for one in outer)


def fits(simple: str, element: Key) -> bool:
    """Whether an element has the name, the classes and the identity that a simple selector asks for."""
    name, classes, identity = element
    for sign, word in re.findall(r"([.#]?)([\w-]+)", simple):
        if word not in {".": classes.split(), "#": [identity], "": [name]}[sign]:
            return False
    return True


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


def ink(style: Mapping[str, str], key: str, default: str) -> tuple[tuple[int, int, int], float] | None:
    """The colour of a fill or a stroke and its opacity; None where nothing is seen."""
    found = colour(style.get(key, default))
    opacity = float(style.get("opacity", "1")) * float(style.get(f"{key}-opacity", "1"))
    return (found, opacity) if found and opacity else None
