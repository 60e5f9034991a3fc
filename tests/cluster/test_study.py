"""Rows of the atlas against tables of the rulesets themselves, and against the definition."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from zlib import crc32

import make_atlas
import numpy as np
import pytest
from oracle import nimber

from grundy.boards.heaps import HeapGame
from grundy.cluster.atlas import SHIPPED_ATLAS, read
from grundy.cluster.compare import Difference, compare, lines
from grundy.cluster.families import read_family
from grundy.cluster.rows import AtlasRow
from grundy.cluster.shipped import name_of_code, shipped_period
from grundy.cluster.study import FormGroup, Member, RulesetBounds, study
from grundy.cluster.sweep import forms_of
from grundy.core.code import Code
from grundy.explain.same import same
from grundy.expressions import parse_ruleset
from grundy.games.octal import Hexadecimal, Octal
from grundy.solvers.periods import PeriodReport
from grundy.solvers.value_sequence import ValueSequence, extend_to_period

pytestmark = pytest.mark.slow

DATA = Path(__file__).parents[1] / "data"
LIMIT = 1024


def rows_of(family: str, limit: int = LIMIT) -> dict[str, AtlasRow]:
    forms, _ = forms_of(read_family(family), {})
    return {row.ruleset: row for row in study(forms, limit)}


def table_of(ruleset: HeapGame, limit: int = LIMIT) -> ValueSequence:
    table = ValueSequence(ruleset)
    extend_to_period(table, limit)
    return table


@pytest.mark.parametrize("family", ["octal(?.?)", "octal(0.?7)", "subtraction(1..4)", "hexadecimal(0.?)"])
def test_rows_are_what_the_ruleset_itself_tells(family: str) -> None:
    rows = rows_of(family)
    assert set(rows) == {str(ruleset) for ruleset in read_family(family)}
    for ruleset in read_family(family):
        row, table = rows[str(ruleset)], table_of(ruleset)
        values = table.array_below(LIMIT).tolist() if table.is_proved else table.values_below(LIMIT)
        assert (row.largest, row.largest_at) == (max(values), values.index(max(values)))
        if table.is_proved:
            found = table.period
            assert found is not None
            told = (row.period, row.preperiod, row.saltus, row.proved, row.exceptions)
            assert told == (found.period, found.preperiod, found.saltus, 1, found.exceptions), ruleset
        if row.mask is not None:
            odd = [(value & row.mask).bit_count() + n + (row.parity or 0) for n, value in enumerate(values)]
            plain = [(value & row.mask).bit_count() for value in values]
            rare = [n for n, bits in enumerate(plain if row.parity is None else odd) if bits % 2 == 0]
            assert (row.rares, row.last_rare) == (len(rare), rare[-1] if rare else None)


def test_values_by_the_definition() -> None:
    row = rows_of("octal(0.07)", 30)["octal(0.07)"]
    values = [nimber(Octal("0.07"), (n,)) for n in range(30)]
    assert (row.largest, row.largest_at) == (max(values), values.index(max(values)))
    assert row.checksum == crc32(np.array(values, "<u4").tobytes())


def test_an_error_of_its_own_fails_a_ruleset_and_no_other() -> None:
    class Broken(Octal):
        def as_code(self) -> Code:
            raise ValueError("no code")

    good, bad = Octal("0.7"), Broken("0.77")
    rows = study([FormGroup(game, (Member(game, 1, 0),)) for game in (bad, good)], 100)
    assert [(row.status, row.reason) for row in rows] == [("failed", "ValueError: no code"), ("done", None)]


# A study that may take 4,096 megabytes, which compiles all that the next one runs; that one may take one, where 2^21
# values take four.
SHORT_OF_MEMORY = """
from grundy import octal
from grundy.cluster.study import FormGroup, Member, RulesetBounds, study
for megabytes in 4096, 1:
    form = FormGroup(octal("0.6"), (Member(octal("0.6"), 1, 0),))
    (row,) = study([form], 1 << 21, RulesetBounds(memory_bytes=megabytes << 20))
    print(row.status, row.reason)
"""


def test_a_ruleset_that_takes_too_long_fails_and_no_other() -> None:
    long, short = Octal("0.6"), Octal("0.7")  # the first has no period that is known, the second one at once
    bounds = RulesetBounds(seconds=1e-9)
    rows = study([FormGroup(game, (Member(game, 1, 0),)) for game in (long, short)], 1 << 22, bounds)
    assert [(row.status, row.reason) for row in rows] == [("failed", "it took more than 1e-09 s"), ("done", None)]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux bounds the memory of a part of the work")
def test_a_ruleset_that_takes_too_much_memory_fails_and_no_other() -> None:
    done = subprocess.run([sys.executable, "-c", SHORT_OF_MEMORY], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.splitlines() == ["done None", "failed it took more than 1 MB of memory"]


def test_the_shipped_atlas_has_every_code_and_its_origin() -> None:
    page = read(SHIPPED_ATLAS)
    families = ("octal(?.???)", "octal(0.????)", "hexadecimal(?.??)", "hexadecimal(0.???)")
    codes = {ruleset.as_code() for family in families for ruleset in read_family(family)}
    assert [row["ruleset"] for row in page.rows] == sorted(map(name_of_code, filter(None, codes)))
    assert {row["status"] for row in page.rows} == {"done"}
    for family in families:
        assert f'grundy sweep "{family}" --limit' in page.about["command"]
    assert {"date", "machine", "seconds", "version"} <= set(page.about)
    assert SHIPPED_ATLAS.stat().st_size < 2_000_000


def test_a_row_whose_standard_form_is_another_one_is_computed_again() -> None:
    """As before moves were left out that a pair of equal heaps makes redundant; a row with other values stops it."""
    rules = Hexadecimal("0.902")
    (before,) = study([FormGroup(rules, (Member(rules, 1, 0),))], 64)
    (kept,) = study([FormGroup(Hexadecimal("0.9"), (Member(Hexadecimal("0.9"), 1, 0),))], 64)
    rows = [*make_atlas.with_present_forms([before, kept])]
    assert {row.ruleset: row.standard for row in rows} == dict.fromkeys((str(rules), str(kept.ruleset)), kept.standard)
    assert kept in rows
    assert {row.checksum for row in rows} == {kept.checksum}
    with pytest.raises(SystemExit, match="was AtlasRow"):
        list(make_atlas.with_present_forms([replace(before, checksum=0)]))


@pytest.mark.parametrize("code", ["0.4", "0.77", "0.3", "0.0", "4.0", "0.156", "4.3", "0.45", "0.017", "0.026"])
def test_shipped_periods_are_those_found_afresh(code: str) -> None:
    shipped, table = shipped_period(Octal(code)), table_of(Octal(code), 1 << 14)
    assert (shipped is not None) == table.is_proved
    if shipped:
        assert not shipped.differs(PeriodReport(str(table.ruleset), table.period, 0, ""))
        assert shipped.saved == "shipped"
        assert json.dumps(shipped.json())


def test_named_games_are_found_by_their_code_and_open_ones_are_not() -> None:
    kayles = shipped_period(parse_ruleset("kayles"))
    assert kayles is not None
    assert kayles.json()["ruleset"] == "kayles"
    assert kayles.sentence().startswith(
        "kayles: period 12 from 71 on; proved by Guy and Smith 1956.\nExceptions: 0, 3,"
    )
    for name in "octal(0.16)", "octal(0.6)", "nim", "octal(0.77777)":
        assert shipped_period(parse_ruleset(name)) is None


def test_classes_have_the_published_equalities() -> None:
    """849 of them are by Czajka 2018; a class is proved by standard forms and periods alone."""
    rows = {str(row["ruleset"]): row for row in read(SHIPPED_ATLAS, columns=("ruleset", "same_as", "same_by")).rows}
    pairs = [line for line in lines(DATA / "octal_classes.csv") if line["same"]]
    assert len(pairs) == 849
    for line in pairs:
        one, other = (rows[f"octal({line[name]})"] for name in ("code", "same"))
        assert one["same_as"] == other["same_as"], line
        assert {one["same_by"], other["same_by"]} <= {"standard form", "periods"}


def test_classes_are_what_same_finds() -> None:
    """A sample of pairs whose values begin at the same heap."""
    columns = ("ruleset", "scale", "shift", "proved", "same_as")
    rows = read(SHIPPED_ATLAS, "same_by = 'periods' and proved = 1", columns).rows
    speakers = {row["ruleset"]: row for row in read(SHIPPED_ATLAS, columns=columns).rows}
    pairs = [(row, speakers[row["same_as"]]) for row in rows]
    alike = [(a, b) for a, b in pairs if all(a[name] == b[name] for name in ("scale", "shift"))]
    assert len(alike) > 100
    for a, b in Random(7).sample(alike, 12):
        found = same(parse_ruleset(str(a["ruleset"])), parse_ruleset(str(b["ruleset"])))
        assert found.difference is None
        assert found.theorem


def test_published_tables() -> None:
    """The differences are beyond 2^17 values, mistakes that others have found too, and two codes in OEIS."""
    found = compare(SHIPPED_ATLAS, DATA / "octal_classes.csv") + compare(SHIPPED_ATLAS, DATA / "octal_periods.csv")
    assert {difference.ruleset[6:-1] for difference in found} == {"0.16", "0.56", "0.376", "0.354", "0.104", "4.406"}
    assert not any(difference.reached for difference in found)
    found = [difference for difference in compare(SHIPPED_ATLAS, DATA / "octal_oeis.csv") if difference.reached]
    assert found == [
        Difference("octal(4.367)", "same", "octal(4.327)", None, 27),
        Difference("octal(4.377)", "same", "octal(4.327)", None, 27),
    ]
    assert compare(SHIPPED_ATLAS, DATA / "octal_mistakes.csv") == [
        Difference("octal(0.27)", "same", "octal(0.06)", None, 3),
        Difference("octal(0.314)", "same", "octal(0.31)", None, 5),
        Difference("octal(0.161)", "same", "octal(0.36)", None, 519),
    ]
