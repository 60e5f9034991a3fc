"""Conditions: what they mean, and what is refused; nothing that is written reaches the database as it is."""

import sqlite3

import pytest

from grundy.cluster.filters import read_condition
from grundy.errors import NotationError

ROWS: list[tuple[str, int | None, int]] = [("a", 12, 8), ("b", None, 40), ("c%", 34, 2**17), ("d", None, 9)]


def chosen(text: str) -> str:
    """The names of the rows for which the condition holds."""
    link = sqlite3.connect(":memory:")
    link.execute("CREATE TABLE rulesets (ruleset, period, largest)")
    link.executemany("INSERT INTO rulesets VALUES (?, ?, ?)", ROWS)
    sql, values = read_condition(text)
    return "".join(name for (name,) in link.execute(f"SELECT ruleset FROM rulesets WHERE {sql}", values))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("period is null and largest > 30", "b"),
        ("period is not null", "ac%"),
        ("period IS NULL OR largest = 8", "abd"),
        ("not period is null and not (largest = 8)", "c%"),
        ("largest = 2^17 or ruleset = 'd'", "c%d"),
        ("largest >= 9 and largest <= 40", "bd"),
        ("period > largest", "a"),
        ("ruleset like 'c%' or ruleset like \"_\" and largest < 9", "ac%"),
        ("ruleset not like '_'", "c%"),
        ("largest <> 8.0 and largest != 9 and largest > -1.5", "bc%"),
        ('ruleset = "x\' or 1=1 --"', ""),
        ("period is null or period = 12 and largest = 9", "bd"),
        ("((period = 12))", "a"),
    ],
)
def test_conditions(text: str, names: str) -> None:
    assert chosen(text) == names


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("", 0, "expected a column"),
        ("perid is null", 0, "no column 'perid'"),
        ("period >", 8, "expected a column"),
        ("period ~ 3", 7, "expected one of ="),
        ("period is nothing", 10, "expected 'null'"),
        ("period is null and", 18, "expected a column"),
        ("(period = 1", 11, "expected ')'"),
        ("period = 1; drop table rulesets", 10, "nothing more"),
        ("ruleset = 'x", 10, "has no end"),
        ("exceptions = 1", 0, "no column 'exceptions'"),
        ("sqlite_version() = 1", 0, "no column 'sqlite_version'"),
        ("period = 2^63", 9, "smaller one"),
        ("period = (select 1)", 9, "expected a column"),
        ("not " * 51 + "period = 1", 199, "brackets and negations"),
        (" and ".join(["period = 1"] * 401), None, "more than 400 comparisons"),
    ],
)
def test_what_is_refused(text: str, place: int | None, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_condition(text)
    assert said in str(caught.value)
    assert place is None or caught.value.place == place


def test_as_many_comparisons_as_allowed() -> None:
    assert chosen(" and ".join(["largest > 8"] * 400)) == "bc%d"
    assert chosen("(" * 49 + "largest = 8" + ")" * 49) == "a"
