"""Formulas that are typed in plain characters, set as mathematics in HTML: 2^k, floor(n / 2), x1 xor x2, w*2."""

import re
from html import escape

INSIDE = r"((?:[^()]|\([^()]*\))*)"  # brackets in brackets are enough for what is written here
SIGNS = (  # in this order, after special characters were escaped
    (re.compile(rf"floor\({INSIDE}\)"), r"⌊\1⌋"),
    (re.compile(r"sqrt\((\w+)\)"), r"√\1"),
    (re.compile(r"sqrt\("), "√("),
    (re.compile(rf"\^\({INSIDE}\)"), r"<sup>\1</sup>"),
    (re.compile(r"\^(\w\(\w+\)|\w+)"), r"<sup>\1</sup>"),
    (re.compile(r"(?<=[\w)⌋>]) ?\* ?(?=[\w(⌊√])"), "·"),
    (re.compile(r"\b([a-z])(\d+)\b"), r"\1<sub>\2</sub>"),
    (re.compile(r"\bxor\b"), "⊕"),
    (re.compile(r" \(x\) "), " ⊗ "),
    (re.compile(r"&lt;="), "≤"),
    (re.compile(r"&gt;="), "≥"),
    (re.compile(r"\bw\b"), "ω"),
    (re.compile(r"(?<![a-z]{2}) - (?![a-z]{2})"), " \N{MINUS SIGN} "),
)


def set_formula(text: str) -> str:
    """The text as HTML, with what is typed as a formula in it set as mathematics.

    >>> set_formula("g(n) = 2^v(n) * floor(n / 2), x1 xor x2 <= w*2 + 1")
    'g(n) = 2<sup>v(n)</sup>·⌊n / 2⌋, x<sub>1</sub> ⊕ x<sub>2</sub> ≤ ω·2 + 1'
    """
    shown = escape(text, quote=False)
    for pattern, sign in SIGNS:
        while (after := pattern.sub(sign, shown)) != shown:
            shown = after
    return shown
