r"""Text for LaTeX: special characters escaped, and the signs of the field as mathematics. No package is needed."""

SPECIAL = {
    **{sign: f"\\{sign}" for sign in "#$%&_{}"},
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"$<$",
    ">": r"$>$",
    "|": r"$|$",
    "\u2217": r"$\ast$",
    "\u2212": "$-$",
    "⊕": r"$\oplus$",
    "⊗": r"$\otimes$",
    "∞": r"$\infty$",
    "ω": r"$\omega$",
    "φ": r"$\varphi$",
    "·": r"$\cdot$",
    "×": r"$\times$",  # noqa: RUF001 (the sign itself)
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "≠": r"$\neq$",
    "→": r"$\to$",
    "√": r"$\surd$",
    "⌊": r"$\lfloor$",
    "⌋": r"$\rfloor$",
    "●": r"$\bullet$",
    "○": r"$\circ$",
    "✓": r"$\surd$",
    "…": r"\ldots{}",
    "“": "``",
    "”": "''",
    "\u2019": "'",
    "\u2013": "--",
    "☠": r"$\dagger$",
    "♚": r"\textbf{K}",
    "♛": r"\textbf{Q}",
    "♜": r"\textbf{R}",
    "♞": r"\textbf{N}",
}


def escape(text: str) -> str:
    r"""Text that LaTeX prints as it is.

    >>> escape("50% of a_1")
    '50\\% of a\\_1'
    """
    return "".join(SPECIAL.get(letter, letter) for letter in text)


def code(text: str) -> str:
    r"""An expression in typewriter type, which may be broken after commas and signs.

    >>> code("nim(3,5)")
    '\\texttt{nim(3,\\allowbreak{}5)}'
    """
    parts = escape(text)
    for sign in (",", ";", "/"):
        parts = parts.replace(sign, rf"{sign}\allowbreak{{}}")
    return rf"\texttt{{{parts}}}"
