"""Faults of an atlas: every bit and forged rows; the same rows, or one line that says it is damaged."""

import gzip
import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from faults import FailingLink

from grundy import parse
from grundy.cli.period import period
from grundy.cluster import atlas, shipped
from grundy.cluster.families import read_family
from grundy.cluster.ledger import Ledger, pack
from grundy.cluster.rows import AtlasRow
from grundy.cluster.sweep import forms_of
from grundy.errors import DamageError, GrundyError
from grundy.solvers import saved

FORGED = "octal(0.07)"
ROWS = [
    AtlasRow(f"octal(0.{n})", "octal(0.7)", 1, 0, "done", known=10, period=n, exceptions=tuple(range(n)), rules="x")
    for n in range(1, 8)
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with Ledger.open(tmp_path / "a.db", "octal(0.?)", 10) as ledger:
        ledger.add(ROWS)
    return tmp_path / "a.db"


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The atlas that comes with the package, for a test to change."""
    shutil.copy(atlas.SHIPPED_ATLAS, tmp_path / "atlas.db.gz")
    for module in (atlas, shipped):
        monkeypatch.setattr(module, "SHIPPED_ATLAS", tmp_path / "atlas.db.gz")
    return tmp_path / "atlas.db.gz"


def forge(path: Path, statement: str) -> None:
    """Change a row by hand, and give it a right checksum."""
    plain = path.with_suffix("")
    plain.write_bytes(gzip.decompress(path.read_bytes()))
    with closing(sqlite3.connect(plain)) as link, link:
        link.execute(f"UPDATE rulesets SET {statement} WHERE ruleset = ?", (FORGED,))
        row = link.execute("SELECT * FROM rulesets WHERE ruleset = ?", (FORGED,)).fetchone()
        link.execute("UPDATE rulesets SET digest = ? WHERE ruleset = ?", (saved.row_checksum(*row[:-1]), FORGED))
    path.write_bytes(gzip.compress(plain.read_bytes(), 1))


def run(*arguments: str) -> Result:
    return CliRunner().invoke(period, arguments, standalone_mode=False)


@pytest.mark.parametrize("error", [sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CORRUPT])
def test_every_statement_on_an_atlas_fails_once(error: int, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was written before stays, whichever statement fails; a writer and a reader get one line."""
    connect, new = sqlite3.connect, AtlasRow("octal(0.77)", "octal(0.77)", 1, 0, "done", known=10, period=12, rules="x")
    before, lines = atlas.read(path).rows, list[str]()
    for number in range(24):
        with monkeypatch.context() as patch:
            patch.setattr(
                sqlite3, "connect", lambda *args, at=number, **more: FailingLink(connect(*args, **more), at, error)
            )
            for use in (lambda: atlas.read(path), lambda: add_row(path, new)):
                try:
                    use()
                except GrundyError as wrong:
                    lines.append(str(wrong))
        rows = atlas.read(path).rows
        assert [row for row in rows if row["ruleset"] != "octal(0.77)"] == before
    assert len(lines) > 10
    assert not any("\n" in line for line in lines)
    assert any(row["ruleset"] == "octal(0.77)" for row in rows)


def add_row(path: Path, row: AtlasRow) -> None:
    with Ledger.open(path, "octal(0.?)", 10) as ledger:
        ledger.add([row])


def test_every_bit_of_an_atlas(path: Path) -> None:
    """Each flip is told, or changes no row; a reader gets no other error."""
    data, rows = path.read_bytes(), atlas.read(path).rows
    choose, lines = random.Random(3), set[int]()
    for _ in range(1_000):
        place, changed = choose.randrange(len(data)), bytearray(data)
        changed[place] ^= 1 << choose.randrange(8)
        path.write_bytes(changed)
        try:
            found = atlas.read(path).rows
        except GrundyError as error:
            lines.add(str(error).count("\n"))
        else:
            assert found == rows
    assert lines == {0}


def test_every_bit_of_the_shipped_atlas(
    copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Its file has a digest, so every flip is told, and the period is computed."""
    data, choose = copy.read_bytes(), random.Random(4)
    shutil.copy(saved.DATA / "digests.txt", tmp_path)
    monkeypatch.setattr(saved, "DIGESTS", tmp_path / "digests.txt")
    for _ in range(100):
        place, changed = choose.randrange(len(data)), bytearray(data)
        changed[place] ^= 1 << choose.randrange(8)
        copy.write_bytes(changed)
        saved.is_whole.cache_clear()
        caplog.clear()
        assert shipped.shipped_period(parse("octal(0.07)(1)").summands[0].ruleset) is None
        assert len(caplog.records) == 1
        assert not copy.exists()
    saved.is_whole.cache_clear()


def test_rows_are_not_lost_or_added_unnoticed(path: Path) -> None:
    for change in ("DELETE FROM rulesets WHERE period = 3", "UPDATE meta SET value = '11' WHERE key = 'limit'"):
        before = path.read_bytes()
        with closing(sqlite3.connect(path)) as link, link:
            link.execute(change)
        with pytest.raises(DamageError, match="is damaged"):
            atlas.read(path)
        with pytest.raises(DamageError, match="is damaged"):
            Ledger.open(path, "octal(0.?)", 10)
        path.write_bytes(before)
    assert len(atlas.read(path).rows) == len(ROWS)


def test_an_atlas_of_the_first_format(path: Path) -> None:
    with closing(sqlite3.connect(path)) as link, link:
        link.execute("UPDATE meta SET value = '1' WHERE key = 'format'")
    with pytest.raises(GrundyError, match=r'format 1.*make it again: `grundy sweep "octal\(0.\?\)" --limit 10'):
        atlas.read(path)


def test_rows_of_other_rules_are_swept_again(path: Path) -> None:
    with Ledger.open(path, "octal(0.?)", 10) as ledger:
        forms, _ = forms_of(read_family("octal(0.?)"), ledger.versions())
    assert sum(len(form.members) for form in forms) == 8


def test_merged_rows_say_so(path: Path, tmp_path: Path) -> None:
    with Ledger.open(tmp_path / "b.db", "octal(4.?)", 10) as ledger:
        ledger.add([AtlasRow("octal(4.1)", "octal(4.1)", 1, 0, "done", known=10)])
    assert atlas.merge(path, tmp_path / "b.db") == 1
    assert [row["ruleset"] for row in atlas.read(path).rows if row["origin"] == "merge"] == ["octal(4.1)"]


def test_false_periods_that_are_shipped(copy: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A row with a right checksum is believed, and said to be saved; --check-saved finds that it is false."""
    forge(copy, "period = 35")
    assert "period 35 from 53" in run("octal(0.07)").output
    assert "--check-saved" in run("octal(0.07)").output
    told = run("octal(0.07)", "--check-saved")
    assert "the atlas was false: octal(0.07): period 34" in str(told.exception)
    assert not copy.exists()
    assert "install grundy again" in caplog.text
    assert "period 34" in run("octal(0.07)").output


@pytest.mark.parametrize("false", ["period = 'x'", "preperiod = NULL", "exceptions = x'00'", "exceptions = 'x'"])
def test_forged_rows_of_a_wrong_kind(copy: Path, false: str) -> None:
    forge(copy, false)
    assert "period 34" in run("octal(0.07)").output


def test_a_version_of_other_rules_is_not_used(copy: Path) -> None:
    forge(copy, "rules = '000000000000', period = 35")
    assert "period 34" in run("octal(0.07)").output
    assert "rests on" not in run("octal(0.07)").output


def test_the_shipped_rows_are_of_the_rules_at_hand() -> None:
    """After a change of the rules or kernels, `python tools/stamp_stores.py` checks and stamps what is shipped."""
    rows = atlas.read(atlas.SHIPPED_ATLAS, columns=("ruleset", "rules", "origin")).rows
    versions = {row["rules"] for row in rows}
    assert versions == {saved.rules_version(parse("octal(0.07)(1)").summands[0].ruleset)}
    assert {row["origin"] for row in rows} == {"shipped"}


def test_a_packed_atlas_is_read_and_never_written(path: Path, tmp_path: Path) -> None:
    packed = tmp_path / "a.db.gz"
    pack(path, packed)
    assert atlas.read(packed).rows == atlas.read(path).rows
    with pytest.raises(GrundyError, match="is packed, and can only be read"):
        atlas.merge(packed, path)


def test_a_packed_atlas_that_is_cut_damaged_or_too_large(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = tmp_path / "a.db.gz"
    pack(path, packed)
    data = packed.read_bytes()
    for wrong in (data[:-9], b"no archive", b"", data[:40] + bytes(9) + data[49:], gzip.compress(b"no atlas" * 9)):
        packed.write_bytes(wrong)
        with pytest.raises(DamageError):
            atlas.read(packed)
    packed.write_bytes(data)
    monkeypatch.setattr("grundy.cluster.ledger.MOST_UNPACKED_BYTES", 100)
    with pytest.raises(GrundyError, match="unpacks to more than 100 bytes"):
        atlas.read(packed)
