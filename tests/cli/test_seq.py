"""`grundy seq`: what scripts read, and one line for whatever is wrong."""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import click
import numpy as np
import pytest

from grundy import octal
from grundy.cli import seq as questions
from grundy.cli import values
from grundy.cli.common import TIMEOUT_SECONDS, budget_of
from grundy.cli.seq import seq
from grundy.errors import GrundyError
from grundy.solvers.sequence_file import HEADER, SequenceFile, journal_of


@cache
def known() -> "np.ndarray[Any, Any]":
    """The first values, found by whichever test asks first."""
    return octal("0.6").values(25_000)


@pytest.fixture(scope="module")
def officers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("seq") / "officers.seq", "octal(0.6)", known())


def write(path: Path, ruleset: str, values: Any, first: int = 0) -> Path:
    with SequenceFile.open(path, ruleset, first, "u4") as file:
        for start in range(0, len(values), 10_000):
            file.append(values[start : start + 10_000])
    return path


def ask(*arguments: object) -> int:
    code = seq.main([*map(str, arguments)], standalone_mode=False)
    assert isinstance(code, int)
    return code


def test_files_are_written_and_read_to_the_end(tmp_path: Path, officers: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float | None] = []

    def budget(timeout: float | None, *rest: Any) -> Any:
        given.append(timeout)
        return budget_of(timeout, *rest)

    monkeypatch.setattr(values, "budget_of", budget)
    monkeypatch.setattr(questions, "budget_of", budget)
    for more in [], ["--timeout", "50"]:
        values.values.main(["kayles", "--out", str(tmp_path / "k.seq"), *more], standalone_mode=False)
        values.values.main(["kayles", *more], standalone_mode=False)
        ask(officers, "--check", *more)
    assert given == [None, TIMEOUT_SECONDS, None, 50, 50, 50]


def answer(capsys: pytest.CaptureFixture[str], *arguments: object) -> Any:
    assert ask(*arguments, "--json") == 0
    return json.loads(capsys.readouterr().out)


def test_info(officers: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, officers)
    assert found == answer(capsys, officers, "--info")
    assert (found["ruleset"], found["from"], found["to"], found["bits"]) == ("octal(0.6)", 0, 25_000, 32)
    assert ask(officers) == 0
    assert "octal(0.6)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("bounds", "start", "stop"),
    [
        ("0:5", 0, 5),
        ("10^4:10^4+50", 10_000, 10_050),
        ("9_990 : 10^4 + 5 + 6", 9_990, 10_011),
        ("24999:25000", 24_999, 25_000),
        (":3", 0, 3),
        ("2**14:", 16_384, 25_000),
        ("7:7", 7, 7),
    ],
)
def test_slices(officers: Path, capsys: pytest.CaptureFixture[str], bounds: str, start: int, stop: int) -> None:
    found = answer(capsys, officers, "--slice", bounds)
    assert found == {"ruleset": "octal(0.6)", "from": start, "values": known()[start:stop].tolist()}
    assert ask(officers, "--slice", bounds) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [int(value) for line in lines for value in line.split()[1:]] == found["values"]


def test_slices_from_another_first_index(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path / "ruler.seq", "ruler", [1, 2, 1, 4, 1], first=1)
    assert answer(capsys, path, "--slice", "2:5")["values"] == [2, 1, 4]
    assert answer(capsys, path, "--slice", ":") == {"ruleset": "ruler", "from": 1, "values": [1, 2, 1, 4, 1]}
    with pytest.raises(GrundyError, match=r"holds 1:6"):
        ask(path, "--slice", "0:5")


@pytest.mark.parametrize("bounds", ["", "5", "5:3", "0:25001", "-1:5", "0:-5", "a:b", "1:2:3", "1:2+", "0:10^4000"])
def test_bad_slices(officers: Path, capsys: pytest.CaptureFixture[str], bounds: str) -> None:
    with pytest.raises(GrundyError) as caught:
        ask(officers, "--slice", bounds)
    assert len(str(caught.value)) < 300
    assert capsys.readouterr().out == ""


def test_the_rare_values_of_officers_are_those_of_grossman(officers: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, officers, "--rare", "--most", "2000")
    assert (found["count"], found["last"], found["complete"]) == (1584, 20_627, True)
    assert found["positions"] == [
        n for n, value in enumerate(known()) if (int(value) & found["mask"]).bit_count() % 2 == 0
    ]
    some = answer(capsys, officers, "--rare", "--most", "10")
    assert some == found | {"positions": found["positions"][:10], "complete": False}
    assert ask(officers, "--rare") == 0
    assert "1,584 of 25,000 values are rare (mask 0x1ee), the last at 20627\n0 1 2 4 5 8" in capsys.readouterr().out


@pytest.mark.parametrize(("ruleset", "shift"), [("octal(0.104)", 1), ("octal(0.142)", 0), ("octal(0.204)", 1)])
def test_the_parity_of_the_heap_may_count(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], ruleset: str, shift: int
) -> None:
    values = octal(ruleset[6:-1]).values(20_001)
    found = answer(capsys, write(tmp_path / "odd.seq", ruleset, values), "--rare", "--most", "20001")
    heaps = np.arange(len(values))
    classes = [
        (int(value) & found["mask"]).bit_count() + int(n) + shift for n, value in zip(heaps, values, strict=True)
    ]
    assert found["parity"] == shift
    assert found["positions"] == [int(n) for n in heaps if classes[n] % 2 == 0]
    assert found["count"] < len(values) / 3


def test_the_mask_is_the_best_there_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    values = np.random.default_rng(3).integers(0, 64, 500)
    found = answer(capsys, write(tmp_path / "any.seq", "a game of my own", values), "--rare")
    counts = [sum((int(value) & mask).bit_count() % 2 == 0 for value in values) for mask in range(1, 64)]
    assert (found["count"], found["parity"]) == (min(counts), None)


def test_rare_values_of_few_or_wide_values(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, write(tmp_path / "none.seq", "nim", []), "--rare")
    assert (found["count"], found["last"], found["positions"], found["complete"]) == (0, None, [], True)
    assert answer(capsys, write(tmp_path / "one.seq", "nim", [0]), "--rare")["positions"] == [0]
    with pytest.raises(GrundyError, match="21 bits"):
        ask(write(tmp_path / "wide.seq", "nim", [1 << 20]), "--rare")


def test_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path / "x.seq", "octal(0.6)", known())
    assert answer(capsys, path, "--check") == {
        "file": str(path),
        "valid": True,
        "values": 25_000,
        "unrecorded": 0,
        "faults": [],
    }
    for damaged, place in (path, HEADER.size + 7), (journal_of(path), 3), (path, 100), (path, 0):
        data = damaged.read_bytes()
        damaged.write_bytes(data[:place] + bytes([data[place] ^ 4]) + data[place + 1 :])
        assert ask(path, "--check", "--json") == 1
        found = json.loads(capsys.readouterr().out)
        assert (found["valid"], len(found["faults"])) == (False, 1)
        assert ask(path, "--check") == 1
        assert len(capsys.readouterr().out.splitlines()) == 1
        with pytest.raises(GrundyError):
            ask(path, "--slice", "0:5")
        damaged.write_bytes(data)
    assert ask(path, "--check") == 0


def test_damage_elsewhere_does_not_hide_a_slice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path / "x.seq", "octal(0.6)", known())
    with path.open("r+b") as file:
        file.seek(-1, 2)
        file.write(b"\xff")
    assert answer(capsys, path, "--slice", "9990:20000")["values"] == known()[9990:20000].tolist()
    with pytest.raises(GrundyError, match="damaged within 20000:25000"):
        ask(path, "--slice", "19999:20001")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["officers.seq", "--check"], 0),
        (["officers.seq", "--slice", "5:3"], 2),
        (["officers.seq", "--slice", "0:5", "--rare"], 2),
        (["officers.seq.journal"], 2),
        (["officers.seq.journal", "--check"], 1),
        (["missing.seq", "--check"], 2),
        ([".", "--info"], 2),
    ],
)
def test_exit_codes(officers: Path, arguments: list[str], code: int) -> None:
    command = [sys.executable, "-m", "grundy", "seq", *arguments]
    done = subprocess.run(command, cwd=officers.parent, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == code, done.stderr
    assert len((done.stdout + done.stderr).splitlines()) == 1
    assert bool(done.stderr) == (code == 2)


def test_a_file_that_another_process_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path / "x.seq", "octal(0.6)", known())
    with SequenceFile.open(path, "octal(0.6)") as writer:
        writer.reserve(1000)
        for question in ["--info"], ["--check"], ["--rare"], ["--slice", "0:5"]:
            assert ask(path, *question, "--json") == 0
            out, err = capsys.readouterr()
            assert json.loads(out)
            assert err == f"another process is writing {path}; this is of the 25,000 values so far\n"
    assert ask(path, "--info") == 0
    assert capsys.readouterr().err == ""


def test_an_early_interruption_tells_what_the_file_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*arguments: object) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "x.seq"
    line = ["kayles", "--to", "5000", "--out", str(path)]
    values.values.main(line, standalone_mode=False)
    monkeypatch.setattr(SequenceFile, "resume", interrupt)  # while the values that are there are checked
    for file, held in (path, "holds the values below 5,000"), (tmp_path / "y.seq", "holds the values below 0"):
        capsys.readouterr()
        with pytest.raises((KeyboardInterrupt, click.Abort)):
            values.values.main([*line[:-1], str(file)], standalone_mode=False)
        assert capsys.readouterr().err.strip() == f"{file} {held}; the same command goes on"
