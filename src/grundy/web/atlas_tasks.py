"""What the workers of the web app do for the pages of the atlas."""

import re
from typing import Any, NamedTuple
from urllib.parse import urlencode

from grundy.boards.heaps import HeapGame
from grundy.cluster.atlas import AtlasRows, Cell, count_shipped, shipped_link, shipped_rows
from grundy.cluster.export import as_csv
from grundy.cluster.filters import Condition, read_condition
from grundy.cluster.ledger import read_meta
from grundy.cluster.rows import COLUMNS
from grundy.core.budget import Budget
from grundy.errors import GrundyError, NotationError, NotDecided
from grundy.expressions import parse_ruleset
from grundy.render import charts
from grundy.web.html import render
from grundy.web.limits import QUICK_SECONDS

PAGE_ROWS = 40
EQUAL_CODES = 60  # of those with the same values, on the page of a code
PLOTTED_VALUES, PLOT_SECONDS = 240, 0.6 * QUICK_SECONDS
PLAYED_HEAP = 9  # in which the game of a code is played at first
FAMILIES = {"octal": "Octal", "hexadecimal": "Hexadecimal"}
STATES = {
    "proved": ("Period proved", "proved = 1"),
    "arithmetic": ("Arithmetic period proved", "proved = 1 and saltus > 0"),
    "seen": ("Period seen, not proved", "proved = 0"),
    "open": ("No period known", "period is null"),
}
HEADINGS = {
    "ruleset": "Code",
    "period": "Period",
    "preperiod": "From",
    "saltus": "Adds",
    "known": "Known",
    "largest": "Largest",
    "rares": "Rare",
    "same_as": "Same values as",
}
BOUNDS = {
    "period_from": "period >= {}",
    "period_to": "period <= {}",
    "largest_from": "largest >= {}",
    "largest_to": "largest <= {}",
}
CODE_PATTERN = re.compile(r"[0-9A-F?]\.[0-9A-F?]*\*?")
Row = dict[str, Cell]


class AskedRows(NamedTuple):
    """What the address of a list says: which rows, in which order, and which page of them."""

    code: str = ""
    family: str = ""
    state: str = ""
    where: str = ""
    sort: str = ""
    period_from: int = 0
    period_to: int = 0
    largest_from: int = 0
    largest_to: int = 0
    falls: bool = False
    page: int = 1

    @property
    def column(self) -> str:
        return self.sort if self.sort in HEADINGS else "ruleset"

    def condition(self) -> Condition:
        """The condition on the rows; an error if a part of it cannot be read."""
        parts = [read_condition(condition) for condition in self.choices()]
        if self.where:
            parts.append(read_condition(self.where))
        return Condition(" AND ".join(part.sql for part in parts), sum((part.values for part in parts), ()))

    def choices(self) -> list[str]:
        """The conditions that the fields of the form stand for."""
        found = ["status = 'done'"]
        if self.code:
            found.append(f"ruleset like '%({like_pattern(self.code)})'")
        if self.family in FAMILIES:
            found.append(f"ruleset like '{self.family}%'")
        if self.state in STATES:
            found.append(STATES[self.state][1])
        fields = self._asdict()
        return found + [text.format(fields[name]) for name, text in BOUNDS.items() if fields[name]]

    def query(self, **changed: Any) -> str:
        """The query of a list that differs in this; nothing where it is the whole atlas from its start."""
        fields = self._replace(**changed)._asdict()
        if fields["page"] == 1:
            del fields["page"]
        down = {"down": 1} if fields.pop("falls") else {}
        return urlencode({name: value for name, value in fields.items() if value} | down)


class ListPage(NamedTuple):
    text: str
    is_wrong: bool


def like_pattern(code: str) -> str:
    """A pattern of codes as `like` takes it.

    >>> like_pattern("0.1?7*"), like_pattern("4.???")
    ('0.1_7%', '4.___')
    """
    text = f"{code}*" if code.endswith(".") else code
    if not CODE_PATTERN.fullmatch(text.upper()):
        raise GrundyError(
            f"'{code[:20]}' is no pattern of codes; write one such as 0.1?7, where ? is any digit, or 0.1*"
        )
    return text.upper().replace("?", "_").replace("*", "%")


def list_page(root: str, asked: AskedRows) -> ListPage:
    """The page with some rows; with one line where what is asked cannot be read."""
    wrong, caret, rows, total = "", "", list[Row](), 0
    try:
        condition = asked.condition()
        total = count_shipped(condition)
        rows = shipped_rows(condition, PAGE_ROWS * (asked.page - 1), PAGE_ROWS, asked.column, asked.falls)
    except NotationError as error:
        wrong, caret = error.message, error.caret
    except GrundyError as error:
        wrong = str(error)
    text = render(
        "atlas.html",
        root,
        asked=asked,
        rows=rows,
        total=total,
        all_rows=count_shipped(Condition("TRUE")),
        first=PAGE_ROWS * (asked.page - 1) + 1,
        pages=-(-total // PAGE_ROWS),
        headings=HEADINGS,
        families=FAMILIES,
        states={name: words for name, (words, _) in STATES.items()},
        wrong=wrong,
        caret=caret,
        about=read_meta(shipped_link()),
    )
    return ListPage(text, bool(wrong))


def rows_table(asked: AskedRows) -> str:
    """All rows of a list, as CSV."""
    condition = asked.condition()
    rows = shipped_rows(condition, 0, count_shipped(condition), asked.column, asked.falls)
    return as_csv(AtlasRows({}, COLUMNS, rows))


def row_page(root: str, name: str) -> str | None:
    """The page of one code; None where the atlas does not have it."""
    found = shipped_rows(Condition("ruleset = ?", (name,)), 0, 1)
    if not found:
        return None
    (row,) = found
    ruleset, alike = parse_ruleset(name), Condition("same_as = ? AND ruleset != ?", (str(row["same_as"]), name))
    assert isinstance(ruleset, HeapGame)
    values = first_values(ruleset)
    return render(
        "atlas_row.html",
        root,
        row=row,
        rules=ruleset.full_rules,
        values=values,
        picture=plot(row, values),
        equal=shipped_rows(alike, 0, EQUAL_CODES),
        equals=count_shipped(alike),
        exceptions=row["exceptions"],
        heap=PLAYED_HEAP,
    )


def plot(row: Row, values: list[int]) -> str:
    """The first values as a picture, with the period where it begins among them."""
    start, length = row["preperiod"], row["period"]
    is_seen = isinstance(start, int) and isinstance(length, int) and start + length < len(values)
    period = (int(str(start)), int(str(length))) if is_seen else None
    return charts.draw_values(values, 0, period).inline


def first_values(ruleset: HeapGame) -> list[int]:
    """As many values as there is time for."""
    from grundy.solvers.value_sequence import ValueSequence

    table = ValueSequence(ruleset, Budget(seconds=PLOT_SECONDS))
    try:
        return table.values_below(PLOTTED_VALUES)
    except NotDecided:
        return [*map(int, table.values)]
