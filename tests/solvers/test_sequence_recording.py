"""Sequences out of core: computed in the file itself, killed, short of memory and of disk, always the same values."""

import random
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from grundy import Budget, grundys_game, kayles, nim, octal
from grundy.boards.heaps import HeapGame
from grundy.errors import GrundyError, NotDecided
from grundy.kernels import sparse_engine as sparse
from grundy.kernels.definition import fill_by_definition, new_marks
from grundy.kernels.heap_engine import HeapEngine
from grundy.kernels.heap_rules import UNEQUAL_SPLITS, HeapRules, Values
from grundy.solvers import sequence_file, sequence_recording
from grundy.solvers.sequence_file import SequenceFile, journal_of
from grundy.solvers.sequence_recording import record
from grundy.solvers.value_sequence import ValueSequence

pytestmark = pytest.mark.slow

CODES = {
    code: HeapRules(tuple(map(int, code.replace(".", ""))))
    for code in ("0.77", "0.127", "0.376", "0.104", "0.6", "0.644", "4.56", "0.07000000000000000007")
} | {"Grundy": UNEQUAL_SPLITS}
FAR = 4_000

# A program that imports and compiles once and then forks; small lanes and blocks.
DEATHS = """
import os, random, signal, sys, time
from pathlib import Path
from grundy import octal
from grundy.kernels import sparse_engine as sparse
from grundy.solvers import sequence_file, sequence_recording
from grundy.solvers.value_sequence import ValueSequence

sparse.SPAN = 1 << 15
sequence_recording.BLOCK_VALUES = sequence_file.BLOCK_VALUES = 1 << 13
folder, chance, to = Path(sys.argv[1]), random.Random(int(sys.argv[2])), 1_000_000

def write(path):
    table = ValueSequence(octal("0.6"))
    sequence_recording.record(table, path, to, lambda reached: None)

path, whole, known = folder / "killed.seq", folder / "whole.seq", 0
write(folder / "compiled.seq")
started = time.monotonic()
write(whole)
pace = time.monotonic() - started
truth = sequence_file.SequenceFile.open(whole).values
for death in range(20):
    child = os.fork()
    if not child:
        write(path)
        os._exit(0)
    time.sleep(chance.uniform(0, pace / 4))
    while not death and not (path.exists() and len(sequence_file.SequenceFile.open(path))):
        time.sleep(0.01)  # the first has written a block, however slow the machine is
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    if path.exists():
        with sequence_file.SequenceFile.open(path) as file:
            assert not file.check()
            assert len(file) >= known
            assert (file.values == truth[: len(file)]).all()
            known = len(file)
print(known)
write(path)
for name in ("", ".journal"):
    assert Path(f"{path}{name}").read_bytes() == Path(f"{whole}{name}").read_bytes()
"""

# Memory that may grow by 24 MB: enough for small lanes, not for 24 MB of values and as much again.
SHORT = """
import resource, sys
from pathlib import Path
from grundy import octal
from grundy.kernels import sparse_engine as sparse
from grundy.solvers.sequence_recording import record
from grundy.solvers.value_sequence import ValueSequence

def used():
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmData:")[1].split()[0]) << 10

sparse.SPAN = 1 << 22
ValueSequence(octal("0.104")).extend(100_000)
limit = used() + (24 << 20)
resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
record(ValueSequence(octal("0.104")), Path(sys.argv[1]), 12_000_000, lambda reached: None)
try:
    ValueSequence(octal("0.104")).extend(12_000_000)
except MemoryError:
    print("too little for all of them")
"""

# A limit of the system on the size of files, as on a full disk.
FULL = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]),) * 2)
from grundy.cli import main
sys.argv[1:] = sys.argv[2:]
main()
"""


def run(program: str, *arguments: object) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-c", program, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def definition(rules: HeapRules, stop: int) -> Values:
    values = np.zeros(stop, np.uint16)
    fill_by_definition(values, 0, stop, rules.digit_array(stop), rules.distinct, new_marks(stop))
    return values


@pytest.mark.parametrize("name", CODES)
def test_lanes_that_slide_and_follow(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sparse, "SPAN", 1024)
    engine = HeapEngine(CODES[name], wish="byte lanes")
    for stop in (700, 701, 3_000, FAR):
        engine.extend(stop)
    np.testing.assert_array_equal(engine.values, definition(CODES[name], FAR))
    assert engine.sparse
    assert engine.sparse.lanes.base > 0


def test_lanes_take_the_same_room_however_far_the_heaps_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sparse, "SPAN", 1 << 12)
    engine, sizes = HeapEngine(CODES["0.104"]), set()
    for stop in (10_000, 50_000, 300_000):
        engine.extend(stop)
        assert engine.sparse
        sizes.add(len(engine.sparse.lanes.flat))
    assert len(sizes) == 1


@pytest.mark.parametrize("ruleset", [octal("0.6"), octal("0.007"), grundys_game, kayles, nim, octal("4.3")], ids=str)
def test_a_run_in_parts_gives_the_same_file(ruleset: HeapGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sequence_recording, "BLOCK_VALUES", 1 << 10)
    expected = ValueSequence(ruleset).array_below(9_000)
    for path, stops in (tmp_path / "whole.seq", [9_000]), (tmp_path / "parts.seq", [0, 3, 700, 5_000, 4_000, 9_000]):
        for stop in stops:
            table = ValueSequence(ruleset)
            record(table, path, stop, lambda reached: None)
            assert table.is_proved or (np.asarray(table.values[:stop]) == expected[: len(table.values[:stop])]).all()
    assert (tmp_path / "whole.seq").read_bytes() == (tmp_path / "parts.seq").read_bytes()
    with SequenceFile.open(tmp_path / "whole.seq") as file:
        assert (file.values == expected).all()


def test_a_table_goes_on_in_memory_after_its_file(tmp_path: Path) -> None:
    table = ValueSequence(octal("0.6"))
    record(table, tmp_path / "x.seq", 5_000, lambda reached: None)
    before = (tmp_path / "x.seq").read_bytes()
    np.testing.assert_array_equal(table.array_below(12_000), ValueSequence(octal("0.6")).array_below(12_000))
    assert (tmp_path / "x.seq").read_bytes() == before


def test_a_budget_keeps_what_was_found(tmp_path: Path) -> None:
    path, reached = tmp_path / "x.seq", [0]
    table = ValueSequence(octal("0.6"), Budget(seconds=0.5))
    with pytest.raises(NotDecided):
        record(table, path, 10**8, reached.append)
    with SequenceFile.open(path) as file:
        assert (len(file), file.check()) == (reached[-1], [])
        assert len(table.values) == len(file)
    assert path.stat().st_size < 10**8


def test_twenty_deaths_out_of_core(tmp_path: Path) -> None:
    done = run(DEATHS, tmp_path, random.randrange(1 << 30))
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 0


def test_memory_does_not_grow_with_the_sequence(tmp_path: Path) -> None:
    done = run(SHORT, tmp_path / "x.seq")
    assert (done.returncode, done.stdout) == (0, "too little for all of them\n"), done.stderr


def test_a_disk_that_is_too_small_is_seen_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(GrundyError, match=r"no space for 10,0.* GB are free; ask for fewer"):
        record(ValueSequence(octal("0.6")), tmp_path / "x.seq", 10**16, lambda reached: None)
    monkeypatch.setattr(sequence_file, "disk_usage", lambda folder: shutil.disk_usage(folder)._replace(free=20_000))
    with pytest.raises(GrundyError, match="no space for 9,000 values"):
        record(ValueSequence(octal("0.6")), tmp_path / "x.seq", 9_000, lambda reached: None)
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_fills_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "x.seq"
    values = ["values", "octal(0.6)", "--out", path]
    assert run(FULL, 1 << 20, *values, "--to", 20_000).returncode == 0
    before = path.read_bytes(), journal_of(path).read_bytes()
    done = run(FULL, 1 << 20, *values, "--to", 2_000_000)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines() == [f"grundy: no space for 1,980,000 values in {path}: File too large"]
    assert (path.read_bytes(), journal_of(path).read_bytes()) == before
    assert run(FULL, 1 << 20, *values, "--to", 30_000).returncode == 0
    with SequenceFile.open(path) as file:
        assert (file.values == octal("0.6").values(30_000)).all()
