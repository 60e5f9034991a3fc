"""Ledgers: locked, damaged, of another sweep, out of room; one line each time, and nothing lost."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from grundy.cluster import atlas
from grundy.cluster.ledger import Ledger
from grundy.cluster.rows import AtlasRow
from grundy.errors import DamageError, GrundyError

FAMILY = "octal(0.?)"
ROWS = [
    AtlasRow(f"octal(0.{n})", "octal(0.7)", 1, 0, "done", known=10, period=n, exceptions=(0, n)) for n in range(1, 6)
]

# Holds the lock until it is killed.
HOLDER = """
import sys, time
from pathlib import Path
from grundy.cluster.ledger import Ledger
ledger = Ledger.open(Path(sys.argv[1]), "octal(0.?)", 10)
print("held", flush=True)
time.sleep(60)
"""

# Writes rows under a limit of the system on the size of files, until there is no room.
FULL = """
import resource, sys
from pathlib import Path
from grundy.cluster.ledger import Ledger
from grundy.cluster.rows import AtlasRow
from grundy.errors import GrundyError
path = Path(sys.argv[1])
with Ledger.open(path, "octal(0.?)", 10) as ledger:
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))
    try:
        for n in range(10_000):
            ledger.add([AtlasRow(f"octal({n})", "x" * 1000, 1, 0, "done", exceptions=(n,))])
            print(n)
    except GrundyError as error:
        print(error)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with Ledger.open(tmp_path / "a.db", FAMILY, 10) as ledger:
        ledger.add(ROWS)
    return tmp_path / "a.db"


def names(path: Path) -> list[str]:
    return [str(row["ruleset"]) for row in atlas.read(path).rows]


def test_rows_are_kept_and_one_file_remains(path: Path) -> None:
    assert [entry.name for entry in path.parent.iterdir()] == ["a.db"]
    rows = atlas.read(path).rows
    assert [(row["ruleset"], row["period"], row["exceptions"]) for row in rows] == [
        (row.ruleset, row.period, list(row.exceptions)) for row in ROWS
    ]
    with Ledger.open(path, FAMILY, 10) as ledger:
        assert ledger.digests.keys() == {row.ruleset for row in ROWS}
        ledger.write_deaths(["octal(0.7)"], 2)
        assert ledger.deaths() == {"octal(0.7)": 2}
    with Ledger.open(path, FAMILY, 10, fresh=True) as ledger:
        assert (ledger.digests, ledger.versions(), ledger.deaths()) == ({}, {}, {})


def test_a_failed_change_leaves_nothing(path: Path) -> None:
    with Ledger.open(path, FAMILY, 10) as ledger:
        with pytest.raises(ZeroDivisionError):
            ledger.add(AtlasRow(str(1 // n), "", 1, 0, "done") for n in (1, 0))
        assert ledger.digests.keys() == {row.ruleset for row in ROWS}


@pytest.mark.parametrize(("family", "limit"), [("octal(0.??)", 10), (FAMILY, 11)])
def test_another_sweep(path: Path, family: str, limit: int) -> None:
    for fresh in False, True:
        with pytest.raises(GrundyError, match=r"holds octal\(0.\?\) to 10 values; choose another file"):
            Ledger.open(path, family, limit, fresh)
    assert len(names(path)) == len(ROWS)


def test_one_writer_whose_death_frees_the_file(path: Path) -> None:
    holder = subprocess.Popen([sys.executable, "-c", HOLDER, str(path)], stdout=subprocess.PIPE, text=True)
    assert holder.stdout
    assert holder.stdout.readline() == "held\n"
    with pytest.raises(GrundyError, match="another process is writing"):
        Ledger.open(path, FAMILY, 10)
    assert len(names(path)) == len(ROWS)  # a reader is welcome
    os.kill(holder.pid, signal.SIGKILL)
    holder.communicate()
    with Ledger.open(path, FAMILY, 10) as ledger:
        assert len(ledger.digests) == len(ROWS)


def test_files_that_are_no_ledgers(tmp_path: Path) -> None:
    text, other = tmp_path / "notes.txt", tmp_path / "other.db"
    text.write_text("mine\n" * 999)
    with sqlite3.connect(other) as link:
        link.execute("CREATE TABLE mine (x)")
    link.close()
    for path in text, other:
        before = path.read_bytes()
        with pytest.raises(DamageError, match="no atlas"):
            Ledger.open(path, FAMILY, 10)
        with pytest.raises(DamageError, match="no atlas"):
            atlas.read(path)
        assert path.read_bytes() == before
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["notes.txt", "other.db"]
    for place in "missing/a.db", "x" * 300, ".":
        with pytest.raises(GrundyError, match="cannot"):
            Ledger.open(tmp_path / place, FAMILY, 10)
    with pytest.raises(GrundyError, match="cannot"):
        atlas.read(tmp_path / "missing.db")


def test_damage_is_told(path: Path) -> None:
    data = path.read_bytes()
    for damaged in data[:5000], data[:4096] + bytes(1000) + data[5096:], b"\0" * 100 + data[100:]:
        path.write_bytes(damaged)
        with pytest.raises(DamageError):
            Ledger.open(path, FAMILY, 10).close()
        assert path.read_bytes() == damaged


def test_a_full_disk_loses_no_row(tmp_path: Path) -> None:
    path = tmp_path / "full.db"
    done = subprocess.run([sys.executable, "-c", FULL, str(path)], capture_output=True, text=True, check=False)
    *written, said = done.stdout.splitlines()
    assert done.stderr == ""
    assert "no room" in said
    assert len(written) > 5
    assert set(names(path)) == {f"octal({n})" for n in written}


def test_merging(path: Path) -> None:
    other = path.with_name("b.db")
    better = AtlasRow("octal(0.1)", "octal(0.7)", 1, 0, "done", known=20, period=9)
    worse = AtlasRow("octal(0.2)", "octal(0.7)", 1, 0, "failed", "it killed its worker")
    new = AtlasRow("octal(4.1)", "octal(4.1)", 1, 0, "done", known=10)
    with Ledger.open(other, "octal(4.?)", 10) as ledger:
        ledger.add([better, worse, new, ROWS[2]])
    assert atlas.merge(path, other) == 2
    page = atlas.read(path)
    assert page.about["family"] == "octal(0.?); octal(4.?)"
    periods = {str(row["ruleset"]): row["period"] for row in page.rows}
    assert periods == {row.ruleset: row.period for row in [*ROWS, better, new]}
    assert atlas.merge(path, other) == 0


def test_failed_rows_are_forgotten_to_be_tried_again(path: Path) -> None:
    with Ledger.open(path, FAMILY, 10) as ledger:
        ledger.add([AtlasRow("octal(0.7)", "octal(0.7)", 1, 0, "failed", "it took more than 1 s")])
        ledger.write_deaths(["octal(0.7)"], 3)
        ledger.forget_failed()
        assert ledger.versions().keys() == {row.ruleset for row in ROWS}
        assert (ledger.count("failed"), ledger.deaths()) == (0, {})


def test_atlases_that_contradict_each_other(path: Path) -> None:
    other = path.with_name("b.db")
    with Ledger.open(other, FAMILY, 10) as ledger:
        ledger.add(
            [
                AtlasRow("octal(4.1)", "octal(4.1)", 1, 0, "done"),
                AtlasRow("octal(0.1)", "octal(0.7)", 1, 0, "done", known=10),
            ]
        )
    before = names(path)
    with pytest.raises(GrundyError, match=r"contradict each other on octal\(0.1\)"):
        atlas.merge(path, other)
    assert names(path) == before


@pytest.mark.parametrize("ask", [Ledger.meta, Ledger.versions, Ledger.deaths, Ledger.forget_failed])
def test_a_question_that_fails_is_one_line(path: Path, ask: Callable[[Ledger], object]) -> None:
    with Ledger.open(path, FAMILY, 10) as ledger:
        ledger.link.set_authorizer(lambda *_: sqlite3.SQLITE_DENY)  # in place of a disk that fails
        with pytest.raises(GrundyError, match="not authorized"):
            ask(ledger)
        ledger.link.set_authorizer(None)
