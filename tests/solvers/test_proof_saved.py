"""Saved proofs: a search that was killed goes on, damage and missing rights are survived, fresh looks at nothing."""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from caches import make_cache, rules_of

from grundy import parse
from grundy.core.budget import Budget
from grundy.kernels.cache import cache_directory
from grundy.solvers import search
from grundy.solvers.proof import store
from grundy.solvers.proof.expansion import CellExpansion, expansion_of
from grundy.solvers.proof.prover import Prover
from grundy.solvers.proof.store import ProofStore
from grundy.solvers.solution import solve

pytestmark = pytest.mark.slow

GAME = "cram(3x8)"
CRAM = rules_of("cram(3x3)")


@pytest.fixture(autouse=True)
def without_the_search_over_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes too little time for these boards to be saved."""
    monkeypatch.setattr(CellExpansion, "is_compiled", False)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GRUNDY_CACHE", str(make_cache(tmp_path / "cache")))
    return tmp_path / "cache" / "proofs.sqlite"


def nodes(text: str = GAME, fresh: bool = False, misere: bool = False) -> int:
    """The number of positions that it takes to find who wins."""
    (summand,) = parse(text).summands
    prover = Prover(expansion_of(summand.ruleset), fresh)
    parts = prover.parts(summand.position)
    if misere:
        assert prover.is_lost(parts, 0, Budget(), misere=True)
        return prover.misere.nodes
    assert not prover.is_lost(parts, 0, Budget())
    return prover.normal.nodes


def with_store(path: Path, statement: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path, timeout=10)) as base, base:
        return base.execute(statement).fetchall()


def test_the_next_search_goes_on_from_the_store(cache: Path) -> None:
    first = nodes()
    assert cache.exists()
    assert nodes() < first / 4
    assert nodes(fresh=True) == first


def test_misere_play_is_saved_too(cache: Path) -> None:
    first = nodes("cram(4x6)", misere=True)
    assert first > 1_000
    assert nodes("cram(4x6)", misere=True) < 0.8 * first


def test_a_short_search_touches_no_disk(cache: Path) -> None:
    nodes("cram(3x4)")
    assert not cache.exists()


def test_fresh_writes_nothing(cache: Path) -> None:
    nodes(fresh=True)
    assert not cache.exists()


def rows(cache: Path) -> int:
    return len(with_store(cache, "SELECT fact FROM facts"))


# A search that is killed, by itself, as soon as it has saved so many rows.
KILLED = """
import os, signal, sys
from grundy import parse
from grundy.solvers.proof.expansion import CellExpansion
from grundy.solvers.proof.store import ProofStore
from grundy.solvers.solver import Solver

write, saved = ProofStore.write, 0

def strike(self, name, misere, rows, *more):
    global saved
    rows = list(rows)
    done, saved = write(self, name, misere, rows, *more), saved + len(rows)
    if saved >= int(sys.argv[1]):
        os.kill(os.getpid(), signal.SIGKILL)
    return done

ProofStore.write = strike
CellExpansion.is_compiled = False
Solver().nimber(parse("cram(5x6)"))
"""


def test_a_killed_search_goes_on(cache: Path) -> None:
    command = [sys.executable, "-m", "grundy", "solve", "cram(5x6)", "--moves", "none", "--json"]
    killed = subprocess.run([sys.executable, "-c", KILLED, "50"], timeout=300, check=False)
    assert killed.returncode == -signal.SIGKILL
    known = rows(cache)
    assert known >= 50
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["outcome"] == "N"
    assert rows(cache) >= known


def test_a_damaged_store_is_set_aside(cache: Path, caplog: pytest.LogCaptureFixture) -> None:
    cache.write_bytes(b"no database at all" * 500)
    first = nodes()
    assert cache.with_suffix(".damaged").exists()
    assert [record.getMessage().count("\n") for record in caplog.records] == [0]
    assert nodes() < first


def test_a_damaged_row_is_not_believed(cache: Path) -> None:
    first = nodes()
    with_store(cache, "UPDATE facts SET fact = 7")
    assert nodes() == first


def test_a_store_of_a_later_format_is_left_alone(cache: Path) -> None:
    with_store(cache, "PRAGMA user_version = 99")
    assert nodes() == nodes()
    assert with_store(cache, "PRAGMA user_version") == [(99,)]


def test_a_cache_that_cannot_be_made_is_no_error(cache: Path) -> None:
    shutil.rmtree(cache.parent)
    cache.parent.write_text("a file where the directory should be")
    assert nodes() == nodes()


def test_a_nimber_is_not_replaced_by_an_exclusion(cache: Path) -> None:
    saved = ProofStore()
    assert saved.write(CRAM, False, [("3x3", 0, 40)])
    assert saved.write(CRAM, False, [("3x3", ~1, 90), ("wide", 1 << 70, 90)])
    assert saved.rows(CRAM, False) == saved.find(CRAM, False, ["3x3", "3x4"]) == [("3x3", 0, 40)]


def test_what_is_shipped_is_read_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    first = nodes()
    shipped = tmp_path / "proofs.sqlite"
    with_store(cache, "PRAGMA journal_mode = DELETE")
    os.replace(cache, shipped)
    monkeypatch.setattr(store, "SHIPPED_PROOFS", shipped)
    before = shipped.read_bytes()
    assert nodes() < first / 4
    assert nodes(fresh=True) == first
    assert shipped.read_bytes() == before


def test_the_directory_is_the_users_own(monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    assert cache_directory() == cache.parent
    monkeypatch.delenv("GRUNDY_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert cache_directory().name == "grundy"


def test_solve_uses_the_store(cache: Path) -> None:
    first = solve(parse("cram(5x5)"), moves="none")
    second = solve(parse("cram(5x5)"), moves="none")
    assert first.outcome == second.outcome == "P"
    assert first.method != second.method


def test_the_shipped_store_is_made_of_closed_proofs(tmp_path: Path) -> None:
    made, tool = tmp_path / "made.sqlite", Path(__file__).parents[2] / "tools" / "make_store.py"
    games = ["--sprouts", "sprouts(5)", "--misere_sprouts", "sprouts(4)"]
    games += ["--outcome", "cram(5x5)", "--misere", "cram(4x5)", "--nimber", "cram(3x4)", "--moves", "chomp(4x5)"]
    command = [sys.executable, str(tool), *games, "--out", str(made)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    saved = ProofStore(made, read_only=True)
    assert saved.origin() == told
    assert [line.partition(":")[0] for line in told] == games[1::2]
    facts = {text: fact for text, fact, _ in saved.rows(CRAM, False)}
    assert (facts["5x5"], facts["4x3"]) == (0, 1)
    assert saved.wins(rules_of("chomp(2x2)")) == {"5,5,5,5": ["5,5,2,2"]}
    small = {text: fact for text, fact in facts.items() if text.count("_") < 12}
    assert small
    assert all(search.nimber(parse(f"cram({text})")) == fact for text, fact in small.items())
    assert {fact for _, fact, _ in saved.rows(CRAM, True)} == {1}
    assert ("0*2.AB./0*2.AB.", 0) in [row[:2] for row in saved.rows(rules_of("sprouts(5)"), False)]
    assert {row[0] for row in saved.rows(rules_of("sprouts(5)"), True)} >= {"4+[]"}
    assert [path.name for path in tmp_path.iterdir() if "made" in path.name] == ["made.sqlite"]
