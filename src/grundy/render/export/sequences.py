"""Values and tables of nimbers for other programs: CSV, JSON, LaTeX, and the b-files of the OEIS.

A b-file is ASCII, a line `n a(n)` for each value, one space between, n from the offset on, a final newline.
"""

import json
from collections.abc import Sequence

from grundy.core.ordinals import Nimber
from grundy.render.export.tikz import escaped

__all__ = ["SEQUENCES", "TABLES", "sequence", "table"]

SEQUENCES = ("csv", "json", "latex", "bfile")
TABLES = ("csv", "json", "latex")
ACROSS = 10  # values in a line of a LaTeX table


def sequence(name: str, first: int, values: Sequence[int], form: str) -> str:
    r"""The values g(first), g(first + 1), ... of a ruleset.

    >>> sequence("kayles", 0, [0, 1, 2, 3], "bfile")
    '0 0\n1 1\n2 2\n3 3\n'
    """
    numbered = enumerate(values, first)
    if form == "json":
        return json.dumps({"ruleset": name, "from": first, "values": list(values)}) + "\n"
    if form == "latex":
        return latex(name, *in_tens(first, values))
    sign, head = (",", "n,g\n") if form == "csv" else (" ", "")
    return head + "".join(f"{n}{sign}{value}\n" for n, value in numbered)


def table(name: str, origin: tuple[int, int], rows: Sequence[Sequence[Nimber]], form: str) -> str:
    r"""A table of nimbers, with the indices of its rows and columns.

    >>> table("wythoff", (0, 0), [[0, 1], [1, 2]], "csv")
    ',0,1\n0,0,1\n1,1,2\n'
    """
    top, left = origin
    if form == "json":
        plain = [[value if isinstance(value, int) else str(value) for value in row] for row in rows]
        return json.dumps({"ruleset": name, "from": [top, left], "rows": plain}) + "\n"
    across = [str(left + n) for n in range(len(rows[0]))]
    lines = [[str(top + n), *map(str, row)] for n, row in enumerate(rows)]
    if form == "latex":
        return latex(name, across, lines)
    return "".join(",".join(line) + "\n" for line in [["", *across], *lines])


def in_tens(first: int, values: Sequence[int]) -> tuple[list[str], list[list[str]]]:
    """The values in lines of ten, each named by the first of its indices."""
    start = first - first % ACROSS
    cells = [""] * (first - start) + [str(value) for value in values]
    lines = [[str(start + n), *cells[n : n + ACROSS]] for n in range(0, len(cells), ACROSS)]
    return [str(n) for n in range(ACROSS)], [line + [""] * (ACROSS + 1 - len(line)) for line in lines]


def latex(name: str, across: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    r"""A `tabular` that needs no package."""
    head = " & ".join(["", *across])
    body = [" & ".join(line) + r" \\" for line in lines]
    return "\n".join(
        [
            f"% {escaped(name)}",
            f"\\begin{{tabular}}{{r|{'r' * len(across)}}}",
            f"{head} \\\\ \\hline",
            *body,
            r"\end{tabular}",
            "",
        ]
    )
