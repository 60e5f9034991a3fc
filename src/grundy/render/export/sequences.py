"""Values and tables of nimbers for other programs: CSV, JSON, LaTeX, and the b-files of the OEIS.

A b-file is ASCII, a line `n a(n)` for each value, one space between, n from the offset on, a final newline.
"""

import json
from collections.abc import Sequence

from grundy.core.latex import escape
from grundy.core.ordinals import Nimber

SEQUENCES = ("csv", "json", "latex", "bfile")
TABLES = ("csv", "json", "latex")
LINE_VALUES = 10  # of a LaTeX table


def sequence_text(name: str, first: int, values: Sequence[int], form: str) -> str:
    r"""The values g(first), g(first + 1), ... of a ruleset.

    >>> sequence_text("kayles", 0, [0, 1, 2, 3], "bfile")
    '0 0\n1 1\n2 2\n3 3\n'
    """
    if form == "json":
        return json.dumps({"ruleset": name, "from": first, "values": list(values)}) + "\n"
    if form == "latex":
        return latex(name, *lines_of_ten(first, values))
    sign, head = (",", "n,g\n") if form == "csv" else (" ", "")
    return head + "".join(f"{n}{sign}{value}\n" for n, value in enumerate(values, first))


def table_text(name: str, origin: tuple[int, int], rows: Sequence[Sequence[Nimber]], form: str) -> str:
    r"""A table of nimbers, with the indices of its rows and columns.

    >>> table_text("wythoff", (0, 0), [[0, 1], [1, 2]], "csv")
    ',0,1\n0,0,1\n1,1,2\n'
    """
    top, left = origin
    if form == "json":
        plain = [[value if isinstance(value, int) else str(value) for value in row] for row in rows]
        return json.dumps({"ruleset": name, "from": [top, left], "rows": plain}) + "\n"
    across = [str(left + n) for n in range(len(rows[0]))]
    lines = [[str(top + n), *map(str, row)] for n, row in enumerate(rows)]
    if form == "latex":
        marked = [[line[0], *(mark_lost(cell) for cell in line[1:])] for line in lines]
        return latex(name, across, marked)
    return "".join(",".join(line) + "\n" for line in [["", *across], *lines])


def lines_of_ten(first: int, values: Sequence[int]) -> tuple[list[str], list[list[str]]]:
    """The values in lines of ten, each named by the first of its indices."""
    start = first - first % LINE_VALUES
    cells = [""] * (first - start) + [str(value) for value in values]
    lines = [[str(start + n), *cells[n : n + LINE_VALUES]] for n in range(0, len(cells), LINE_VALUES)]
    return [str(n) for n in range(LINE_VALUES)], [line + [""] * (LINE_VALUES + 1 - len(line)) for line in lines]


def mark_lost(cell: str) -> str:
    r"""A nimber, or an outcome, in a frame where the position is lost for whoever must move."""
    return rf"\fbox{{{cell}}}" if cell in ("0", "P") else escape(cell)


def latex(name: str, across: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    r"""A `tabular` that needs no package."""
    head = [f"% {escape(name)}", f"\\begin{{tabular}}{{r|{'r' * len(across)}}}"]
    rows = [" & ".join(["", *across]) + r" \\ \hline", *(" & ".join(line) + r" \\" for line in lines)]
    return "\n".join([*head, *rows, r"\end{tabular}", ""])
