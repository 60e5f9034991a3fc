"""What differs between systems: the same promises with the facilities of this one and without them."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from grundy import system

# Locks a file, and waits to be killed.
HOLDER = """
import os, sys, time
from pathlib import Path
from grundy import system
path = Path(sys.argv[1])
system.HAS_FLOCK = system.HAS_FLOCK and sys.argv[2] == "flock"
release = system.take_lock(os.open(path, os.O_RDWR), path)
print("held", flush=True)
time.sleep(600)
"""


@pytest.fixture(params=["flock", "pid"])
def kind(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The lock of this system, and that of one without any."""
    if request.param == "pid":
        monkeypatch.setattr(system, "HAS_FLOCK", False)
    return str(request.param)


def test_a_lock_has_one_holder_and_ends_with_it(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "x"
    path.touch()
    with path.open("r+") as file:
        holder = subprocess.Popen([sys.executable, "-c", HOLDER, str(path), kind], stdout=subprocess.PIPE, text=True)
        with holder:
            assert holder.stdout
            assert holder.stdout.readline() == "held\n"
            assert system.is_locked(file.fileno(), path)
            with pytest.raises(BlockingIOError):
                system.take_lock(file.fileno(), path)
            holder.kill()
        assert not system.is_locked(file.fileno(), path)
        release = system.take_lock(file.fileno(), path)
        release()
        system.take_lock(file.fileno(), path)()
    assert [entry.name for entry in tmp_path.iterdir()] == ["x"]


@pytest.mark.parametrize("was_left", [False, True])
def test_a_file_that_is_a_lock_is_not_taken_from_its_next_holder(
    was_left: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it is read, it is given back, or taken over from a process that has ended, and another process has it."""
    path, read = tmp_path / "x", Path.read_text
    release = system.create_pid_file(path)
    if was_left:
        ended = subprocess.Popen([sys.executable, "-c", ""])
        ended.wait()
        path.write_text(str(ended.pid))

    def read_late(_: Path) -> str:
        monkeypatch.undo()
        text = read(path)
        if not was_left:
            release()
        with ThreadPoolExecutor(1) as other:
            other.submit(system.create_pid_file, path).result()
        if was_left:
            return text
        raise FileNotFoundError(path)

    monkeypatch.setattr(Path, "read_text", read_late)
    with pytest.raises(BlockingIOError):
        system.create_pid_file(path)
    assert read(path) == str(os.getpid())
    assert [entry.name for entry in tmp_path.iterdir()] == ["x"]


def test_memory_is_found_in_every_way(monkeypatch: pytest.MonkeyPatch) -> None:
    known = system.physical_memory_bytes()
    assert known > 1 << 28
    monkeypatch.delattr(os, "sysconf", raising=False)
    other = system.physical_memory_bytes()
    assert abs(known - other) < 1 << 20 or other == system.ASSUMED_MEMORY_BYTES


def test_space_is_reserved_in_every_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in "one", "other":
        path = tmp_path / name
        path.write_bytes(b"abc")
        with path.open("r+b") as file:
            system.reserve_space(file.fileno(), 3, 3 << 20)
        assert path.read_bytes() == b"abc" + bytes(3 << 20)
        monkeypatch.delattr(os, "posix_fallocate", raising=False)


def test_bytes_are_written_and_read_at_a_place(tmp_path: Path) -> None:
    with (tmp_path / "x").open("w+b") as file:
        system.write_at(file.fileno(), memoryview(b"0123456789"), 0)
        system.write_at(file.fileno(), memoryview(b"ab"), 4)
        assert system.read_at(file.fileno(), 4, 3) == b"3ab6"
        assert system.read_at(file.fileno(), 9, 8) == b"89"


def test_processes_start_where_nothing_can_fork(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "fork", raising=False)
    assert system.process_context("grundy.errors").get_start_method() == "spawn"
