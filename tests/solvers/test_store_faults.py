"""Faults of the proof store: every bit, every statement, full disks, forged rows; answers are right, damage is told."""

import os
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from caches import make_cache, rules_of
from click.testing import CliRunner
from faults import FailingLink

from grundy import parse
from grundy.cli.certify import certify
from grundy.cli.solve import solve
from grundy.core.budget import Budget
from grundy.errors import GrundyError
from grundy.explain.checker import verify
from grundy.solvers import saved
from grundy.solvers.proof import store
from grundy.solvers.proof.expansion import CellExpansion, expansion_of
from grundy.solvers.proof.prover import Prover
from grundy.solvers.proof.store import SHIPPED_PROOFS, ProofStore

GAME, HARD, CRAM, SPROUTS = "cram(3x7)", "cram(5x5)", rules_of("cram(3x3)"), rules_of("sprouts(1)")
Execute = Callable[..., sqlite3.Cursor]


@pytest.fixture(autouse=True)
def without_the_search_over_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes too little time for these boards to be saved."""
    monkeypatch.setattr(CellExpansion, "is_compiled", False)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GRUNDY_CACHE", str(make_cache(tmp_path / "cache")))
    shutil.copy(SHIPPED_PROOFS, tmp_path / "shipped.sqlite")
    monkeypatch.setattr(store, "SHIPPED_PROOFS", tmp_path / "shipped.sqlite")
    return tmp_path / "cache" / "proofs.sqlite"


def is_lost(game: str = GAME) -> bool:
    (summand,) = parse(game).summands
    prover = Prover(expansion_of(summand.ruleset))
    return prover.is_lost(prover.parts(summand.position), 0, Budget())


def forge(path: Path, statement: str, table: str = "facts") -> None:
    """Change rows by hand, and give them right checksums."""
    with closing(sqlite3.connect(path)) as link, link:
        link.execute(statement)
        keys = "ruleset, misere, position" if table == "facts" else "ruleset, position"
        for row in link.execute(f"SELECT * FROM {table}").fetchall():
            cells = row[:-1]
            where = " AND ".join(f"{key} = ?" for key in keys.split(", "))
            values = saved.row_checksum(*cells), *cells[: keys.count(",") + 1]
            link.execute(f"UPDATE {table} SET checksum = ? WHERE {where}", values)


def flips(data: bytes, count: int, seed: int) -> Iterator[tuple[int, bytes]]:
    """The data with one bit changed, and where."""
    choose = random.Random(seed)
    for _ in range(count):
        place, bit = choose.randrange(len(data)), choose.randrange(8)
        changed = bytearray(data)
        changed[place] ^= 1 << bit
        yield place, bytes(changed)


def test_every_bit_of_the_shipped_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    data, copy = SHIPPED_PROOFS.read_bytes(), tmp_path / "proofs.sqlite"
    monkeypatch.setattr(saved, "DIGESTS", tmp_path / "digests.txt")
    shutil.copy(saved.DATA / "digests.txt", tmp_path)
    for _, changed in flips(data, 100, seed=1):
        copy.write_bytes(changed)
        saved.is_whole.cache_clear()
        caplog.clear()
        assert ProofStore(copy, read_only=True).rows(SPROUTS, True) == []
        assert len(caplog.records) == 1
        assert not copy.exists()
    saved.is_whole.cache_clear()
    shutil.copy(SHIPPED_PROOFS, copy)
    assert len(ProofStore(copy, read_only=True).rows(SPROUTS, True)) > 300
    saved.is_whole.cache_clear()


@pytest.mark.slow
def test_every_bit_of_a_store_without_a_digest_of_the_file(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The checksums of the rows alone: every row that is given was written. One whose key has changed is not found."""
    copy = tmp_path / "made.sqlite"
    written = {f"{'_' * n}": (n % 5 - 2, n) for n in range(1, 200)}
    made = ProofStore(copy)
    assert made.write(CRAM, False, [(text, *fact) for text, fact in written.items()])
    made.close()
    with closing(sqlite3.connect(copy)) as link:
        link.execute("PRAGMA journal_mode = DELETE")
    told = 0
    for _, changed in flips(copy.read_bytes(), 600, seed=2):
        caplog.clear()
        copy.write_bytes(changed)
        tried = ProofStore(copy)
        found = tried.rows(CRAM, False)
        tried.close()
        assert all(written.get(text) == (fact, work) for text, fact, work in found)
        told += bool(caplog.records)
        for left in tmp_path.glob("made.*"):
            left.unlink()
    assert told > 300


@pytest.mark.slow
@pytest.mark.parametrize("error", [sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CORRUPT])
@pytest.mark.parametrize("is_there", [False, True])
def test_every_statement_fails_once(
    error: int, is_there: bool, cache: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    if is_there:
        assert not is_lost()
    connect = sqlite3.connect
    for number in range(9):  # of the statements of one connection: no use of the store has more
        if is_there and not cache.exists():
            monkeypatch.setattr(sqlite3, "connect", connect)
            is_lost()
        caplog.clear()
        monkeypatch.setattr(
            sqlite3, "connect", lambda *args, at=number, **more: FailingLink(connect(*args, **more), at, error)
        )
        assert not is_lost()
        if error == sqlite3.SQLITE_CORRUPT and number < 4:
            assert caplog.records


@pytest.mark.slow
@pytest.mark.parametrize("size", [0, 5000])
def test_a_full_disk_costs_no_answer(size: int, cache: Path) -> None:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    script = f"from grundy.cli import main; import sys; sys.argv = ['grundy', 'solve', '{HARD}']; main()"
    done = subprocess.run([sys.executable, "-c", script], preexec_fn=limit, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("cram(5x5): P")


@pytest.mark.slow
def test_files_that_are_no_stores(cache: Path, caplog: pytest.LogCaptureFixture) -> None:
    for content in (b"", b"\0" * 5000, b"SQLite format 3\0", b"text\n" * 3000):
        cache.write_bytes(content)
        assert not is_lost()
        cache.unlink(missing_ok=True)
        Path(f"{cache}-wal").unlink(missing_ok=True)
    cache.mkdir()
    assert not is_lost()
    cache.rmdir()
    assert not is_lost()
    data = cache.read_bytes()
    for length in (100, 4096, len(data) // 2, len(data) - 1):
        cache.write_bytes(data[:length])
        assert not is_lost()


def test_a_store_of_an_earlier_format_is_set_aside(cache: Path, caplog: pytest.LogCaptureFixture) -> None:
    with closing(sqlite3.connect(cache)) as link, link:
        link.execute("CREATE TABLE facts (ruleset, misere, position, fact, work, checksum)")
        link.execute("PRAGMA user_version = 1")
    made = ProofStore()
    assert made.rows(CRAM, False) == []
    assert "earlier grundy" in caplog.text
    assert cache.with_suffix(".old").exists()
    assert made.write(CRAM, False, [("3x3", 0, 9)])


def test_rows_of_other_rules_are_not_used(cache: Path) -> None:
    made, other = ProofStore(), CRAM._replace(version="0" * 12)
    assert made.write(other, False, [("3x3", 7, 90)])
    assert made.rows(CRAM, False) == made.find(CRAM, False, ["3x3"]) == []
    assert made.write(CRAM, False, [("3x3", ~1, 9)])
    assert made.find(CRAM, False, ["3x3"]) == [("3x3", ~1, 9)]


def test_the_store_stays_small(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST_BYTES", 200_000)
    made = ProofStore()
    for n in range(200):
        rows = [(f"{n}-{m}" + "x" * 60, 1, 100 * (n % 2) + m) for m in range(50)]
        assert made.write(CRAM, False, rows)
        assert cache.stat().st_size <= 200_000
    left = made.rows(CRAM, False)
    assert len(left) > 500
    assert sum(work >= 100 for _, _, work in left) > 0.7 * len(left)


def test_visitors_of_the_web_app_write_nothing(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRUNDY_SAVE", "0")
    assert not is_lost()
    assert not cache.exists()
    monkeypatch.delenv("GRUNDY_SAVE")
    assert not is_lost()
    before = cache.read_bytes()
    monkeypatch.setenv("GRUNDY_SAVE", "0")
    assert is_lost(HARD)
    assert cache.read_bytes() == before


@pytest.mark.slow
def test_false_rows_make_no_certificate(cache: Path, tmp_path: Path) -> None:
    """Rows with right checksums that say something false: the file is true, or there is none."""
    is_lost(HARD)
    true, out = cache.read_bytes(), tmp_path / "cram.cert"
    for false in ("fact = 1", "fact = ~fact"):
        cache.write_bytes(true)
        forge(cache, f"UPDATE facts SET {false}")
        told = CliRunner().invoke(certify, [HARD, "--out", str(out), "--trust", "canonical"], standalone_mode=False)
        assert told.exception is None
        assert verify(out).valid
        assert "cram(5x5) has outcome P" in verify(out).statement


@pytest.mark.slow
def test_false_rows_are_found_and_dropped(cache: Path) -> None:
    is_lost(HARD)
    forge(cache, "UPDATE facts SET fact = 1 WHERE work = (SELECT max(work) FROM facts)")
    wrong = CliRunner().invoke(solve, [HARD, "--moves", "none"], standalone_mode=False)
    assert "rests on results saved on this machine" in wrong.output
    assert wrong.output.startswith("cram(5x5): N")
    told = CliRunner().invoke(solve, [HARD, "--moves", "none", "--check-saved"], standalone_mode=False)
    assert isinstance(told.exception, GrundyError)
    assert "were false, and are dropped: computed anew it is P with nimber 0" in str(told.exception)
    again = CliRunner().invoke(solve, [HARD, "--moves", "none", "--check-saved"], standalone_mode=False)
    assert again.output.startswith("cram(5x5): P")


@pytest.mark.slow
def test_false_moves_that_are_shipped_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    copy = tmp_path / "proofs.sqlite"
    shutil.copy(SHIPPED_PROOFS, copy)
    monkeypatch.setattr(store, "SHIPPED_PROOFS", copy)
    forge(copy, "UPDATE wins SET moves = '14'", "wins")
    wrong = CliRunner().invoke(solve, ["chomp(10x14)"], standalone_mode=False)
    assert "to chomp(14)" in wrong.output
    told = CliRunner().invoke(solve, ["chomp(10x14)", "--check-saved"], standalone_mode=False)
    assert "were false" in str(told.exception)
    assert not copy.exists()
    assert "install grundy again" in caplog.text
    again = CliRunner().invoke(solve, ["chomp(10x14)", "--check-saved"], standalone_mode=False)
    assert "Winning moves (2)" in again.output


def test_forged_rows_of_a_wrong_kind(cache: Path, caplog: pytest.LogCaptureFixture) -> None:
    for false in ("fact = 'x'", "work = NULL", "fact = 1 << 61"):
        made = ProofStore()
        assert made.write(CRAM, False, [("3x3", 0, 9)])
        made.close()
        forge(cache, f"UPDATE facts SET {false}")
        caplog.clear()
        assert ProofStore().find(CRAM, False, ["3x3"]) == []
        assert caplog.records
        assert not cache.exists()


def test_two_processes_set_one_store_aside_once(cache: Path, caplog: pytest.LogCaptureFixture) -> None:
    first, second = ProofStore(), ProofStore()
    assert first.write(CRAM, False, [("3x3", 0, 9)])
    assert second.find(CRAM, False, ["3x3"])
    forge(cache, "UPDATE facts SET fact = 'x'")
    assert first.find(CRAM, False, ["3x3"]) == []
    assert first.write(CRAM, False, [("3x3", 0, 9)])
    second.find(CRAM, False, ["3x3"])
    assert ProofStore().find(CRAM, False, ["3x3"]) == [("3x3", 0, 9)]
    assert os.listdir(cache.parent).count("proofs.damaged") == 1
