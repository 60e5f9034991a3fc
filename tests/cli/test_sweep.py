"""`grundy sweep` and `grundy atlas` as scripts use them: files, exit codes, one line for whatever is wrong."""

import json
import os
import shlex
import signal
import socket
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from sweep_deaths import HeldSweep, children, count, rows

from grundy.cli.atlas import atlas
from grundy.errors import GrundyError, NotDecided

pytestmark = pytest.mark.slow

DATA = Path(__file__).parents[1] / "data"
FAMILY = "octal(0.?)"


def grundy(*arguments: object, expect: int = 0) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "grundy", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == expect, done
    return done


def refused(*arguments: object) -> str:
    done = grundy(*arguments, expect=2)
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    return done.stderr


def ask(capsys: pytest.CaptureFixture[str], *arguments: object) -> Any:
    atlas.main([*map(str, arguments), "--json"], standalone_mode=False)
    return json.loads(capsys.readouterr().out)


@pytest.fixture(scope="module")
def swept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sweep") / "small.db"
    found = json.loads(grundy("sweep", FAMILY, "--limit", "2^10", "--out", path, "--workers", 1, "--json").stdout)
    assert found.pop("seconds") > 0
    assert found == {
        "family": FAMILY,
        "limit": 1024,
        "file": str(path),
        "rulesets": 8,
        "standard_forms": 7,
        "done": 8,
        "failed": 0,
    }
    return path


def test_the_same_command_finds_nothing_to_do(swept: Path) -> None:
    before = rows(swept)
    assert "8 done, 0 failed" in grundy("sweep", FAMILY, "--limit", "2^10", "--out", swept).stdout
    assert rows(swept) == before


def test_another_sweep_into_the_same_file(swept: Path) -> None:
    before = swept.read_bytes()
    assert "holds octal(0.?) to 1024 values" in refused("sweep", FAMILY, "--limit", "2^11", "--out", swept)
    assert "holds octal(0.?) to 1024 values" in refused("sweep", "octal(4.?)", "--limit", "2^10", "--out", swept)
    assert swept.read_bytes() == before


def test_rows(swept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = ask(capsys, swept)
    assert [row["ruleset"] for row in found] == [f"octal(0.{n})" for n in range(8)]
    dawson = found[4]
    assert (dawson["period"], dawson["preperiod"], dawson["standard"]) == (34, 54, "octal(0.137)")
    assert dawson["exceptions"] == [0, 1, 2, 16, 18, 19, 33, 36, 53]
    chosen = ask(capsys, swept, "--where", "period is null and largest > 30", "--columns", "ruleset,largest")
    assert chosen == [{"ruleset": "octal(0.6)", "largest": found[6]["largest"]}]


def test_text(swept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    atlas.main([str(swept), "--where", "period = 34"], standalone_mode=False)
    out, err = capsys.readouterr()
    assert out.splitlines()[1].split() == ["octal(0.4)", "octal(0.137)", "34", "54", "0", "1", "9", *out.split()[-2:]]
    assert err.startswith("1 row of octal(0.?) to 1024 values (grundy ")


def test_the_shipped_atlas(capsys: pytest.CaptureFixture[str]) -> None:
    found = ask(capsys, "--where", "ruleset = 'octal(4.3)'", "--columns", "period, preperiod")
    assert found == [{"period": 2, "preperiod": 2}]


@pytest.mark.parametrize("suffix", [".csv", ".md", ".parquet"])
def test_exports(swept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], suffix: str) -> None:
    path = tmp_path / f"out{suffix}"
    atlas.main([str(swept), "--export", str(path), "--columns", "ruleset,period,exceptions"], standalone_mode=False)
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]
    rows = ask(capsys, swept, "--columns", "ruleset,period,exceptions")
    if suffix == ".parquet":
        parquet = import_module("pyarrow.parquet")
        assert parquet.read_table(path).to_pylist() == rows
    else:
        lines = path.read_text().splitlines()
        assert len(lines) == len(rows) + (1 if suffix == ".csv" else 2)
        assert str(rows[4]["exceptions"]) in lines[-4]


def test_compare(swept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "table.csv"
    table.write_text(
        "# mine\ncode,same,period,preperiod\n.4,,34,53\n.7,,3,0\n.1,.2,,\n.6,,5,7\n.77,,12,71\n.3,.7,2,0\n"
    )
    found = {(row["ruleset"], row["column"]): row for row in ask(capsys, swept, "--compare", table)}
    assert {key: row["first_heap"] for key, row in found.items()} == {
        ("octal(0.4)", "preperiod"): 53,
        ("octal(0.7)", "period"): 0,
        ("octal(0.1)", "same"): 3,
        ("octal(0.6)", "period"): 7,
        ("octal(0.6)", "preperiod"): 7,
        ("octal(0.77)", "ruleset"): None,
    }
    assert found["octal(0.6)", "period"]["reached"]
    assert not found["octal(0.77)", "ruleset"]["reached"]


def test_time_for_a_question(swept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "table.csv"
    table.write_text("code,period\n.6,5\n")
    for question in [], ["--compare", str(table)]:
        with pytest.raises(NotDecided, match="within 0 s; allow more with --timeout"):
            atlas.main([str(swept), *question, "--timeout", "0"], standalone_mode=False)
        assert ask(capsys, swept, *question, "--timeout", 50, "--fresh")


def test_fresh_does_without_the_shipped_atlas() -> None:
    assert "name a file" in refused("atlas", "--fresh")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--where", "perid = 3"], "no column 'perid'"),
        (["--columns", "x"], "no column 'x'"),
        (["--export", "x.doc"], "ends in .csv, .md, .parquet"),
        (["--export", "no/such/x.csv"], "cannot write"),
        (["--compare", "missing.csv"], "cannot read missing.csv"),
        (["--compare", str(DATA / "perft.csv")], "name columns of the atlas, `code`, `ruleset` or `same`"),
        (["--merge", "missing.db"], "cannot"),
    ],
)
def test_bad_questions(swept: Path, arguments: list[str], said: str) -> None:
    with pytest.raises(GrundyError) as caught:
        atlas.main([str(swept), *arguments], standalone_mode=False)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chomp(?)"], "no family 'chomp'"),
        ([FAMILY, "--limit", "0"], "0 values a ruleset; sweep 1 to"),
        ([FAMILY, "--limit", "2^50"], "values a ruleset; sweep 1 to"),
        ([FAMILY, "--workers", "0"], "--workers"),
        ([FAMILY, "--scheduler", "nowhere"], "no scheduler answers at 'nowhere'"),
        ([FAMILY, "--scheduler", "tcp://127.0.0.1:1"], "no scheduler answers at 'tcp://127.0.0.1:1'"),
    ],
)
def test_bad_sweeps(tmp_path: Path, arguments: list[str], said: str) -> None:
    assert said in refused("sweep", *arguments, "--out", tmp_path / "x.db")
    assert "--out" in refused("sweep", FAMILY)
    assert not list(tmp_path.glob("*.lock"))


def test_failed_rulesets_are_told_and_tried_again(tmp_path: Path) -> None:
    command = ["sweep", "octal(0.6?)", "--limit", "2^16", "--out", tmp_path / "x.db", "--workers", 1]
    failed = grundy(*command, "--seconds-each", "1e-9", expect=1).stdout
    assert "0 done, 8 failed" in failed
    why = failed.splitlines()[1].split("`")[1].replace(str(tmp_path / "x.db"), f"'{tmp_path / 'x.db'}'")
    told = grundy(*shlex.split(why)[1:], "--json").stdout
    assert {row["reason"] for row in json.loads(told)} == {"it took more than 1e-09 s"}
    assert "0 done, 8 failed" in grundy(*command, expect=1).stdout
    assert "8 done, 0 failed" in grundy(*command, "--retry-failed").stdout


def test_a_budget_keeps_what_was_found(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    done = grundy("sweep", "octal(0.???)", "--out", path, "--workers", 1, "--timeout", 0.1, expect=1)
    assert "the same command goes on" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_ctrl_c_keeps_what_was_found_and_leaves_nobody_behind(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    held = HeldSweep("octal(0.??)", 1024, path)
    reached = held.allow(0.5)
    assert (
        refused("sweep", "octal(0.??)", "--limit", 1024, "--out", path)
        == f"grundy: another process is writing {path}; wait for it, or choose another file\n"
    )
    workers = children(held.driver.pid)
    os.killpg(held.driver.pid, signal.SIGINT)  # as a terminal does
    _, said = held.driver.communicate(timeout=60)
    assert held.driver.returncode == 130
    assert said.split("\n\n") == [f"{path} keeps what was found; the same command goes on", "grundy: interrupted\n"]
    assert not any(Path(f"/proc/{pid}").exists() for pid in workers)
    assert 0 < reached == count(path) < 64
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["x.allowed", "x.db"]


def test_a_scheduler_and_its_workers_elsewhere(tmp_path: Path, swept: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    host, port = address.split(":")
    dask = [sys.executable, "-m", "dask"]
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": tmp_path}
    scheduler = subprocess.Popen([*dask, "scheduler", "--host", host, "--port", port, "--no-dashboard"], **quiet)
    worker = subprocess.Popen([*dask, "worker", f"tcp://{address}", "--no-dashboard"], **quiet)
    try:
        path, ends = tmp_path / "x.db", time.monotonic() + 60
        command = ["sweep", FAMILY, "--limit", "2^10", "--out", str(path), "--scheduler", f"tcp://{address}"]
        while subprocess.run([sys.executable, "-m", "grundy", *command], capture_output=True, check=False).returncode:
            assert time.monotonic() < ends  # it is not up yet
        assert rows(path) == rows(swept)
    finally:
        for process in worker, scheduler:
            process.terminate()
            process.wait(30)
