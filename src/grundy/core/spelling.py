"""What a person may have meant by a text that cannot be read: the first small change of it that can be.

Such a text is never read as if it were the changed one: the error shows that, and the person decides.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice

from grundy.errors import GrundyError

MOST_CHARACTERS = 200  # of a text that is changed
MOST_TRIES = 150  # changed texts that are read
Change = Callable[[str], str]
COUNTED = r"(?<=\d)\s*{}\s*(?=\d)"  # a sign between two numbers
GRAPHS = "path|star|cycle|complete|triangle|grid|caterpillar"
REWRITTEN: list[tuple[str, str | Callable[[re.Match[str]], str]]] = [  # patterns, and what is written for them
    (r"^\s*(?:grundy\s+)?solve\s+", ""),
    (r"\b0[xX]([\da-fA-F]{1,16})\b", lambda digits: str(int(digits[1], 16))),
    (r"\b(\d+)e\+?(\d{1,2})\b", lambda number: str(int(number[1]) * 10 ** int(number[2]))),
    (r"\b(\d{1,9})\^(\d{1,2})\s*([-+])\s*(\d{1,99})\b", lambda terms: str(sum_of(*terms.groups()))),
    (r"\b(\d+)\s*\*\s*w\b", r"w*\1"),
    (r"\)\s*(?:xor|XOR)\s*(?=[a-z])", ") + "),
    (r"(?<=[\w)])\s+x\s+(?=[a-z])", " * "),
    (r"\b(\d+)\s*,\s*(\d+)\s*,\s*(?:\.{2,3}|\u2026)\s*,\s*(\d+)", lambda numbers: span(*numbers.groups())),
    (COUNTED.format("to"), "-"),
    (r"(?<=\d)\s*,?\s*(?:\.{2,3}|\u2026)\s*(?=\))", "+"),
    (r"^[\s(]*(\d+(?:[\s,+]+\d+)*)[\s)]*$", r"nim(\1)"),
    (r"^(\w+)\s*[-=:<(]?\s*(\d[\d,\s]*)[>)]?$", r"\1(\2)"),
    (r"^(octal|hexadecimal)\s+([\dA-F.]+)\s+(\d.*)$", r"\1(\2)(\3)"),
    (r"^(octal|hexadecimal)\s+([\dA-F.]+)$", r"\1(\2)"),
    (r"^2\s*\*?\s*([a-z]\w*\(.*\))$", r"\1 + \1"),
    (r"\)\s*[,&]?\s*(?=[a-z])", ") + "),
    (r"\+\s*(\d+)\s*(?=$|\+)", r"+ nim(\1)"),
    (r"(^|\+)\s*\++", r"\1"),
    (r"\+\s*$", ""),
    (r",\s*(?=\))", ""),
    (r"[\[\]{}\"'\u2018\u2019\u201c\u201d]", ""),
    (r"\(\s*\(([^()]*)\)\s*\)", r"(\1)"),
    (r"\b\w+\s*=\s*(?=\d)", ""),
    (r"(\d)\s*[a-z]+(?=\s*[,)])", r"\1"),
    (r"\b1e\+?(?=\d)", "10^"),
    (r"(?<=\d)\.0+\b", ""),
    (r"\b0,(?=\d)", "0."),
    (COUNTED.format(r"(?:[;/+]|and)"), ","),
    (COUNTED.format(r"(?:\*|by)"), "x"),
    (COUNTED.format("[, ]"), "x"),
    (r"\((\d+\s*x\s*\d+)\)", r"(grid \1)"),
    (COUNTED.format("[x ]"), ","),
    (r"\(([^(),]*),\s*(\d+)\)$", r"(\1)(\2)"),
    (r"\(([^()]*)\)\(([^()]*)\)$", r"(\2)(\1)"),
    (r"\((\d[\d,\s]*)\)$", r"(nim(\1))"),
    (r"\((\d+),\s*(\d+)\)$", r"((\1,\2))"),
    (r"\b(\d+)\b", r"nim(\1)"),
    (rf"\b({GRAPHS})\s*\(?\s*(\d+)(?:\s*,\s*(\d+))?\s*\)?(?=\s*[;)])", r"\1 \2 \3"),
    (r"\bdouble[ -]?star\b", "double_star"),
    (r"\bC(\d+)\b", r"cycle \1"),
    (r"\bK(\d+)\b", r"complete \1"),
    (r"\bP(\d+)\b", lambda vertices: f"path {max(0, int(vertices[1]) - 1)}"),  # which is named by its edges
    (r"\bS(\d+)\b", r"star \1"),
    (r"\((\w+)\s*,\s*(\w+)\)", r"\1-\2"),
    (r"-+>?|\u2192", "-"),
    (r"\)\s*\((?=\w+\)$)", "; "),
    (r";\s*\(?(\d+)\s*,\s*(\d+)\)?\s*\)$", r"; r\1c\2)"),
    (r"(\w)\s*:\s*(?=\w)", r"\1="),
    (r"(\w+)\s*>\s*(\w+)", r"\2<\1"),
    (r"\u2264|<=", "<"),
    (r";", ","),
]
SIGNS = [  # in the last bracket: each sign of the first text is written as the one below it
    ("._", "_."),
    ("-", "."),
    (" ", "."),
    ("|I", "xx"),
    ("oO", "xx"),
    ("oO", "XX"),
    ("#", "x"),
    ("*", "x"),
    ("xX$", "ooo"),
    ("\u25cf\u25cb", "o."),
    ("\u25cf\u25cb", "x_"),
    ("01", "TH"),
    ("01", "x_"),
    ("0", "_"),
    ("BWbw", "xoxo"),
    ("<>", "LR"),
    (",", "/"),
    (";", "/"),
    (" ", "/"),
    (",", ""),
    ("x_", "10"),
]


def sum_of(base: str, exponent: str, sign: str, other: str) -> int:
    """A power and a number, added or subtracted."""
    power: int = int(base) ** int(exponent)
    return power + int(f"{sign}{other}")


def span(first: str, second: str, last: str) -> str:
    """Numbers up to the last one; with a step between them that is not 1, as they were written."""
    return f"{first}-{last}" if int(second) == int(first) + 1 else f"{first},{second},...,{last}"


def nearest(text: str, read: Callable[[str], object], unknown: str = "") -> str | None:
    """The text after one small change, or after two, that can be read; None where none is found.

    A name that is known to be `unknown` is not looked up again.
    """
    if len(text) > MOST_CHARACTERS:
        return None
    fresh = (one for one in dict.fromkeys(changed_texts(text)) if not unknown or unknown not in one)
    for candidate in islice(fresh, MOST_TRIES):
        with suppress(GrundyError, RecursionError):
            read(candidate)
            return candidate
    return None


def changed_texts(text: str) -> Iterator[str]:
    once = dict.fromkeys(to for change in (*WORDINGS, *DRAWINGS) if (to := change(text)) != text)
    yield from once
    yield from (change(to) for to in once for change in WORDINGS)


def rewrite(pattern: str, meant: str | Callable[[re.Match[str]], str]) -> Change:
    return lambda text: re.sub(pattern, meant, text).strip()


def resign(signs: str, meant: str) -> Change:
    """The change of signs in the last bracket, if no two signs that differ become the same and no number changes."""
    table = {ord(sign): meant[n : n + 1] for n, sign in enumerate(signs)}

    def change(text: str) -> str:
        head, bracket, inside = text.rpartition("(")
        others = {*inside} - {*signs}
        is_told_apart = {sign.lower() for sign in others}.isdisjoint(meant.lower())
        if not inside.strip(") ") or not is_told_apart or any(map(str.isdigit, others)):
            return text
        return f"{head}{bracket}{inside.translate(table)}"

    return change


def recase(case: Change) -> Change:
    """The change of all letters in the last bracket."""
    return lambda text: "(".join([*text.split("(")[:-1], case(text.rpartition("(")[2])])


WORDINGS: list[Change] = [
    *(rewrite(*words) for words in REWRITTEN),
    *map(recase, (str.upper, str.lower)),
    lambda text: re.sub(r"\s*(?:->|\u2192)\s*", ": ", text.replace(",", ";")),  # arrows of a digraph
]
DRAWINGS: list[Change] = [resign(*signs) for signs in SIGNS]
