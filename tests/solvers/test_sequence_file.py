"""Files of values: killed, cut, damaged, locked, out of space; no wrong value, none lost but the block in hand."""

import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from grundy.errors import DamageError, GrundyError
from grundy.solvers import sequence_file
from grundy.solvers.sequence_file import HEADER, RECORD, SequenceFile

RULESET = "octal(0.6)"
BLOCKS = ([0, 0, 1, 2, 0], [1, 2, 3, 1, 2], [3, 4, 0, 3, 4])
VALUES = [value for block in BLOCKS for value in block]

# A program that imports once and then forks, so that a death costs milliseconds: argv is the folder and a seed.
DEATHS = """
import os, random, signal, sys, time
from pathlib import Path
import numpy as np
from grundy.solvers.sequence_file import SequenceFile

SIZE, BLOCKS = 4096, 200
TRUTH = np.random.default_rng(1).integers(0, 1 << 16, SIZE * BLOCKS).astype(np.uint16)
folder, chance = Path(sys.argv[1]), random.Random(int(sys.argv[2]))

def write(path, ready=None):
    with SequenceFile.open(path, "octal(0.6)") as file:
        if ready:
            os.write(ready, b"!")
        file.reserve(len(TRUTH) - len(file))
        while len(file) < len(TRUTH):
            file.append(TRUTH[len(file) : len(file) + SIZE])

path, whole, known = folder / "killed.seq", folder / "whole.seq", 0
started = time.monotonic()
write(whole)
pace = (time.monotonic() - started) / BLOCKS
told, ready = os.pipe()
for death in range(20):
    child = os.fork()
    if not child:
        write(path, ready)
        os._exit(0)
    if death >= 5:  # the first may die before the file is open
        os.read(told, 1)
    time.sleep(chance.uniform(0, (3 if death < 5 else 15) * pace))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    if path.exists():
        with SequenceFile.open(path) as file:
            assert not file.check()
            assert len(file) >= known
            assert (file.values == TRUTH[: len(file)]).all()
            known = len(file)
print(known // SIZE)
write(path)
assert path.read_bytes() == whole.read_bytes()
assert Path(f"{path}.journal").read_bytes() == Path(f"{whole}.journal").read_bytes()
assert not Path(f"{path}.new").exists()
"""

# Several processes that make and write the same file at the same moment: whoever is not refused has written.
RACE = """
import os, sys
from pathlib import Path
from grundy.errors import GrundyError
from grundy.solvers.sequence_file import SequenceFile

for turn in range(20):
    path = Path(sys.argv[1]) / f"{turn}.seq"
    children = []
    for number in range(4):
        child = os.fork()
        if not child:
            try:
                with SequenceFile.open(path, "nim") as file:
                    file.append([number] * 3)
            except GrundyError as error:
                assert "another process" in str(error)
                os._exit(1)
            os._exit(0)
        children.append(child)
    ends = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    assert set(ends) <= {0, 1}, ends
    with SequenceFile.open(path) as file:
        assert not file.check()
        winners = [number for number, end in enumerate(ends) if end == 0]
        assert sorted(file.values.tolist()) == [number for number in winners for _ in range(3)], (ends, file.values)
assert not list(Path(sys.argv[1]).glob("*.new"))
"""

# A real limit of the system on the size of files; the argument after the folder is that limit.
FULL = """
import resource, sys
from pathlib import Path
from grundy.errors import GrundyError
from grundy.solvers.sequence_file import SequenceFile

folder, limit, size = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

def contents():
    return [path.read_bytes() for path in sorted(folder.iterdir()) if path.suffix != ".pid"]  # a lock of other systems

try:
    with SequenceFile.open(folder / "full.seq", "nim", dtype="u1") as file:
        while True:
            before = contents()
            file.append([7] * size)
except GrundyError as error:
    print(error)
    assert not list(folder.iterdir()) or before == contents()
"""


def run(program: str, *arguments: object) -> str:
    command = [sys.executable, "-c", program, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file of three blocks of five values."""
    with SequenceFile.open(tmp_path / "some.seq", RULESET) as file:
        for block in BLOCKS:
            file.append(block)
    return tmp_path / "some.seq"


def content(path: Path) -> tuple[bytes, bytes]:
    return path.read_bytes(), sequence_file.journal_of(path).read_bytes()


def put(path: Path, data: bytes, journal: bytes) -> None:
    for place, text in (path, data), (sequence_file.journal_of(path), journal):
        with place.open("r+b") as file:  # in place: to empty a file and to fill it again costs a sync
            file.write(text)
            file.truncate()


def can_be_completed(path: Path) -> bool:
    """Whether the next writer, going on from what there is, comes to the right values."""
    with SequenceFile.open(path, RULESET) as file:
        assert file.values.tolist() == VALUES[: len(file)]
        file.append(VALUES[len(file) :])
        assert file.check() == []
        return bool(file.values.tolist() == VALUES)


def test_twenty_deaths(tmp_path: Path) -> None:
    survived = int(run(DEATHS, tmp_path, random.randrange(1 << 30)))
    assert survived > 0


def test_a_race_to_make_the_file(tmp_path: Path) -> None:
    run(RACE, tmp_path)


def test_what_is_written_is_read(path: Path) -> None:
    with SequenceFile.open(path) as file:
        assert file.values.tolist() == VALUES
        assert file.values.dtype == np.uint16
        assert file.read(4, 11).tolist() == VALUES[4:11]
        assert file.info() | {"file": ""} == {
            "file": "",
            "ruleset": RULESET,
            "from": 0,
            "to": 15,
            "bits": 16,
            "blocks": 3,
            "bytes": HEADER.size + 30,
        }
        with pytest.raises(ValueError, match="read-only"):
            file.values[0] = 1


def test_a_file_is_raw_values_behind_its_header(path: Path) -> None:
    assert np.fromfile(path, "<u2", offset=HEADER.size).tolist() == VALUES
    assert sequence_file.journal_of(path).stat().st_size == 3 * RECORD.size


@pytest.mark.parametrize("dtype", ["u1", "u2", "u4"])
def test_widths_and_first_index(tmp_path: Path, dtype: str) -> None:
    most = int(np.iinfo(dtype).max)
    with SequenceFile.open(tmp_path / "wide.seq", "ruler", first=1, dtype=dtype) as file:
        file.append([1, most])
        before = content(file.path)
        for bad in ([3, most + 1], [3, -1]):
            with pytest.raises(GrundyError, match="do not fit"):
                file.append(bad)
        assert content(file.path) == before
        assert (file.stop, file.read(2, 3).tolist()) == (3, [most])


def test_long_arrays_fall_into_blocks(tmp_path: Path) -> None:
    values = np.arange(2 * sequence_file.BLOCK_VALUES + 7) % 1000
    seen: list[int] = []
    with SequenceFile.open(tmp_path / "long.seq", RULESET) as file:
        file.append(values)
        file.append([])
        assert file.check(seen.append) == []
        assert (file.values == values).all()
    assert seen == [sequence_file.BLOCK_VALUES, sequence_file.BLOCK_VALUES, 7]


def test_cut_anywhere(path: Path) -> None:
    data, journal = content(path)
    for kept in range(HEADER.size, len(data) + 1):
        for vouched in range(len(journal) + 1):
            put(path, data[:kept], journal[:vouched])
            whole = min((kept - HEADER.size) // 10, vouched // RECORD.size)
            with SequenceFile.open(path) as file:
                assert file.values.tolist() == VALUES[: 5 * whole]
                assert bool(file.check()) == (whole < vouched // RECORD.size)
    for kept in range(HEADER.size):
        put(path, data[:kept], journal)
        with pytest.raises(DamageError, match="no sequence file"):
            SequenceFile.open(path)


@pytest.mark.parametrize(("kept", "vouched"), [(30, 47), (30, 16), (25, 48), (19, 33), (3, 48), (0, 0), (30, 0)])
def test_the_next_writer_goes_on_from_what_is_whole(path: Path, kept: int, vouched: int) -> None:
    data, journal = content(path)
    put(path, data[: HEADER.size + kept], journal[:vouched])
    assert can_be_completed(path)
    assert path.read_bytes() == data


def test_any_flipped_bit_of_the_header_is_noticed(path: Path) -> None:
    data, journal = content(path)
    for place in range(HEADER.size):
        put(path, flip_bit(data, place), journal)
        with pytest.raises(DamageError):
            SequenceFile.open(path)


def test_any_flipped_bit_of_the_values_is_noticed(path: Path) -> None:
    data, journal = content(path)
    for place in range(HEADER.size, len(data)):
        put(path, flip_bit(data, place), journal)
        block = (place - HEADER.size) // 10
        with SequenceFile.open(path) as file:
            assert len(file.check()) == 1
            for number in range(3):
                if number != block:
                    assert file.read(5 * number, 5 * number + 5).tolist() == list(BLOCKS[number])
            with pytest.raises(DamageError, match=f"within {5 * block}:{5 * block + 5}"):
                file.read(5 * block + 4, 5 * block + 5)
        with pytest.raises(DamageError, match="damaged"):
            SequenceFile.open(path, RULESET)
        assert content(path) == (flip_bit(data, place), journal)


def test_any_flipped_bit_of_the_journal_is_noticed(path: Path) -> None:
    data, journal = content(path)
    for place in range(len(journal)):
        put(path, data, flip_bit(journal, place))
        if place >= 2 * RECORD.size:  # as torn by a death
            assert can_be_completed(path)
        else:
            with pytest.raises(DamageError, match=r"journal of .* is damaged"):
                SequenceFile.open(path)


def test_damage_of_the_journal_is_told(path: Path) -> None:
    data, journal = content(path)
    put(path, data, flip_bit(journal, 2 * RECORD.size + 3))
    with SequenceFile.open(path) as file:
        (fault,) = file.check()
        assert "the last record of the journal" in fault
        assert (len(file), file.unrecorded) == (10, 5)
    put(path, data, journal[: -RECORD.size - 5])  # as torn by a death: nothing is wrong with what it records
    with SequenceFile.open(path) as file:
        assert (len(file), file.unrecorded, file.check()) == (5, 10, [])


def flip_bit(data: bytes, place: int) -> bytes:
    return data[:place] + bytes([data[place] ^ 1 << place % 8]) + data[place + 1 :]


@pytest.mark.parametrize(("place", "kept"), [(HEADER.size + 12, 5), (-1, 10)])
def test_the_cure_in_the_message_cures(path: Path, place: int, kept: int) -> None:
    data, journal = content(path)
    put(path, flip_bit(data, len(data) + place if place < 0 else place), journal)
    with SequenceFile.open(path) as file:
        cure = file.check()[0].split("`")[1]
    subprocess.run(cure, shell=True, check=True)
    with SequenceFile.open(path) as file:
        assert (len(file), file.check()) == (kept, [])
    assert can_be_completed(path)


def test_the_journal_of_another_file_does_not_pass(path: Path) -> None:
    other = path.with_name("other.seq")
    with SequenceFile.open(other, "octal(0.7)") as file:
        file.append(VALUES[:5])
        file.append(VALUES[5:])
    put(path, path.read_bytes(), sequence_file.journal_of(other).read_bytes())
    with pytest.raises(DamageError, match="journal"):
        SequenceFile.open(path)


def test_records_do_not_change_places(path: Path) -> None:
    data, journal = content(path)
    put(path, data, journal[16:32] + journal[:16] + journal[32:])
    with pytest.raises(DamageError, match="keeps the 0 values"):
        SequenceFile.open(path)


def test_one_writer_and_any_readers(path: Path) -> None:
    with SequenceFile.open(path, RULESET) as writer:
        with pytest.raises(GrundyError, match="another process is writing"):
            SequenceFile.open(path, RULESET)
        writer.append([5])
        with SequenceFile.open(path) as reader:
            assert reader.values.tolist() == [*VALUES, 5]
    SequenceFile.open(path, RULESET).close()


def test_another_ruleset_is_refused(path: Path) -> None:
    before = content(path)
    with pytest.raises(GrundyError, match=r"octal\(0.6\) from 0, not kayles from 0"):
        SequenceFile.open(path, "kayles")
    with pytest.raises(GrundyError, match=r"octal\(0.6\) from 0, not octal\(0.6\) from 1"):
        SequenceFile.open(path, RULESET, first=1)
    assert content(path) == before


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("mine\n" * 2000)
    with pytest.raises(DamageError, match="no sequence file"):
        SequenceFile.open(notes, RULESET)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]
    assert notes.read_text() == "mine\n" * 2000


def test_a_file_and_its_journal_belong_together(path: Path) -> None:
    away = path.with_name("away.seq")
    path.rename(away)
    with pytest.raises(GrundyError, match="bring that back"):
        SequenceFile.open(path, RULESET)
    with pytest.raises(GrundyError, match=r"away.seq.journal: No such file"):
        SequenceFile.open(away)


@pytest.mark.parametrize("place", ["no/such/folder/x.seq", "x" * 300, "."])
def test_bad_places(tmp_path: Path, place: str) -> None:
    with pytest.raises(GrundyError, match="cannot open"):
        SequenceFile.open(tmp_path / place, RULESET)
    assert list(tmp_path.iterdir()) == []


def test_a_ruleset_too_long_for_a_header(tmp_path: Path) -> None:
    with pytest.raises(GrundyError, match="does not fit"):
        SequenceFile.open(tmp_path / "x.seq", "x" * 5000)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("limit", "size", "message"),
    [
        (HEADER.size - 1, 5, "no space for the header"),
        (HEADER.size + 1000, 300, "no space for 300 values"),
        (HEADER.size + 1000, 10**6, "no space for 1,000,000 values"),
        (HEADER.size + 6 * RECORD.size, 1, "no space for 1 values"),  # of the journal, which is then the longer file
    ],
)
def test_a_full_disk(tmp_path: Path, limit: int, size: int, message: str) -> None:
    said = run(FULL, tmp_path, limit, size)
    assert message in said
    assert len(said.splitlines()) == 1
    if limit > HEADER.size:
        with SequenceFile.open(tmp_path / "full.seq") as file:
            assert file.check() == []
            assert set(file.values.tolist()) <= {7}
    else:
        assert list(tmp_path.iterdir()) == []


def test_room_is_made_sure_of_and_given_back(tmp_path: Path) -> None:
    with SequenceFile.open(tmp_path / "room.seq", RULESET) as file:
        file.reserve(1000)
        assert os.path.getsize(file.path) == HEADER.size + 2000
        file.append([1, 2, 3])
    assert os.path.getsize(file.path) == HEADER.size + 6


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError(5, "Input/output error")])
@pytest.mark.parametrize("calls", [1, 2])
def test_an_interrupted_block_leaves_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException, calls: int
) -> None:
    before = content(path)
    with SequenceFile.open(path, RULESET) as file:
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", failing_sync(calls, error))
            with pytest.raises((KeyboardInterrupt, GrundyError), match=r"^$|cannot write 3 values .*: Input/output"):
                file.append([1, 2, 3])
        assert content(path) == before
        file.append([9])
        assert file.values.tolist() == [*VALUES, 9]


def failing_sync(calls: int, error: BaseException) -> Callable[[int], None]:
    """A sync that fails when it is called for the given time."""
    left = iter([None] * (calls - 1))

    def sync(file: int) -> None:
        if next(left, error) is error:
            raise error

    return sync
