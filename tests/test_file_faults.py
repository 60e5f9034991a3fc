"""Every operation on every file that is written fails once, or from then on: the answer is right or refused.

A dry run counts the operations (open, read, write, sync, truncate, reserve, rename, remove); then the command is run
once for each of them and each fault. There is no traceback, nothing that was in a file is lost, and the same command,
on a disk that works again, ends with the file that an undisturbed one writes.
"""

import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from faults import MEETS, FileFaults

from grundy.cli import main
from grundy.errors import GrundyError
from grundy.solvers import sequence_recording
from grundy.solvers.sequence_file import SequenceFile

FAULTS = [(fault, lasts) for fault in ("EIO", "ENOSPC", "short") for lasts in (False, True)] + [("flip", False)]
TO, HELD = 40, 20
WHOLE_FILES = [
    "certify 'cram(3x3)' --out out",
    "certify kayles --out out",
    "export 'nim(1,2)' --format dot --out out",
    "misere kayles --to 5 --save out",
]
Said = tuple[int, str, str]  # exit code, output, errors
Run = Callable[[str], Said]
Contents = dict[str, bytes]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def run(line: str) -> Said:
        monkeypatch.setattr(sys, "argv", ["grundy", *shlex.split(line)])
        with pytest.raises(SystemExit) as end:
            main()
        assert isinstance(end.value.code, int)
        return end.value.code, *capsys.readouterr()

    return run


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the commands run; all that they write elsewhere is not watched."""
    monkeypatch.setattr(sequence_recording, "FIRST_BLOCK_VALUES", 20)
    (tmp_path / "files").mkdir()
    monkeypatch.chdir(tmp_path / "files")
    return tmp_path / "files"


def contents(folder: Path) -> Contents:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def restore(folder: Path, files: Contents) -> None:
    for path in folder.iterdir():
        path.unlink()
    for name, data in files.items():
        (folder / name).write_bytes(data)


def each_fault(run: Run, folder: Path, line: str, fault: str, lasts: bool) -> Iterator[tuple[str, Said, Said]]:
    """Each operation that meets the fault, what the command says then, and what it says on a disk that works."""
    before = contents(folder)
    with FileFaults(folder) as dry:
        right = run(line)
    assert right[0] == 0
    for number, name in enumerate(dry.done):
        if name in MEETS[fault]:
            restore(folder, before)
            with FileFaults(folder, fault, number, lasts):
                said = run(line)
            code, output, errors = said
            assert code in (0, 1, 2), said
            *warnings, last = errors.splitlines() or [""]
            assert all("damaged" in line for line in warnings), said
            assert code == 0 or (last.startswith("grundy: ") if code == 2 else "damaged" in output), said
            yield name, said, right


def values_in(path: Path) -> list[int] | None:
    """The values of a file; None where it is not there or said to be damaged."""
    try:
        with SequenceFile.open(path) as file:
            return None if file.check() else file.read(0, file.stop).tolist()
    except GrundyError:
        return None


@pytest.mark.slow
@pytest.mark.parametrize(("fault", "lasts"), FAULTS)
@pytest.mark.parametrize(("ruleset", "before"), [("octal(0.6)", 0), ("octal(0.6)", HELD), ("mock_turtles", HELD)])
def test_values_are_written(ruleset: str, before: int, fault: str, lasts: bool, folder: Path, run: Run) -> None:
    """In a file that is mapped, where values take two bytes, and in one that is written, where they take four."""
    path, line = folder / "v.seq", f"values '{ruleset}' --to {TO} --out v.seq"
    run(line)
    whole, truth = contents(folder), values_in(path)
    assert truth
    assert len(truth) == TO
    restore(folder, {})
    if before:
        run(f"values '{ruleset}' --to {before} --out v.seq")
    for name, said, right in each_fault(run, folder, line, fault, lasts):
        assert said[0] == 2 or said == right, (name, said)
        found = values_in(path)
        assert found == truth[: len(found or [])] or found is None, (name, said)
        if fault != "flip":  # the disk that flips a bit keeps another file than was written
            assert len(found or []) >= (before if said[0] else TO), (name, said)
            assert run(line) == right
            assert contents(folder) == whole, (name, said)


@pytest.mark.parametrize(("fault", "lasts"), FAULTS)
@pytest.mark.parametrize("question", ["--info", "--check", "--slice 5:35", "--rare"])
def test_values_are_read(question: str, fault: str, lasts: bool, folder: Path, run: Run) -> None:
    run(f"values 'octal(0.6)' --to {TO} --out v.seq")
    before = contents(folder)
    for name, said, right in each_fault(run, folder, f"seq v.seq {question}", fault, lasts):
        assert said == right or said[0] or "damaged" in said[2], (name, said)
        assert contents(folder) == before


@pytest.mark.slow
@pytest.mark.parametrize(("fault", "lasts"), FAULTS)
@pytest.mark.parametrize("line", WHOLE_FILES)
def test_files_are_written_whole_or_not_at_all(line: str, fault: str, lasts: bool, folder: Path, run: Run) -> None:
    run(line)
    whole = contents(folder)
    for name, said, right in each_fault(run, folder, line, fault, lasts):
        assert said[0] or said[1] == right[1], (name, said)
        left = contents(folder)
        assert fault == "flip" or left.pop("out") == whole["out"], (name, said)
        assert lasts or fault == "flip" or name == "unlink" or not left, (name, said)
