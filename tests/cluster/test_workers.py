"""Workers: results once each, deaths told apart from neighbours, nobody left behind; real processes, really killed."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

# Item 13 kills whoever takes it; everything else is squared.
POISON = """
import os, signal
from grundy.cluster.workers import WorkerTask, WorkerCluster

def work(items):
    if 13 in items:
        os.kill(os.getpid(), signal.SIGKILL)
    return [item * item for item in items]

if __name__ == "__main__":
    with WorkerCluster(count=2) as workers:
        tasks = (WorkerTask([n, n + 1, n + 2]) for n in range(0, 24, 3))
        outcomes = list(workers.run(work, tasks))
    squares = [square for outcome in outcomes for square in outcome.result or []]
    assert sorted(squares) == [n * n for n in range(24) if n != 13], squares
    bad = [outcome for outcome in outcomes if outcome.reason]
    assert [outcome.items for outcome in bad] == [[12, 13, 14], [13], [13]], bad
    assert [outcome.tries for outcome in bad] == [1, 2, 3]
    assert [outcome.is_final for outcome in bad] == [False, False, True]
    with WorkerCluster(count=1) as workers:  # one cluster after another
        assert [outcome.result for outcome in workers.run(work, iter([WorkerTask([2, 3])]))] == [[4, 9]]
"""

# Every task tells who works on it, and then lasts for a minute.
SLOW = """
import os, sys, time
from pathlib import Path
from grundy.cluster.workers import WorkerTask, WorkerCluster

def work(items):
    Path(sys.argv[1] if len(sys.argv) > 1 else items[0][1], f"{os.getpid()}.pid").touch()
    time.sleep(60)

if __name__ == "__main__":
    with WorkerCluster(count=2) as workers:
        list(workers.run(work, (WorkerTask([(n, sys.argv[1])]) for n in range(2))))
"""


def script(folder: Path, text: str) -> list[str]:
    path = folder / "script.py"
    path.write_text(text)
    return [sys.executable, str(path)]


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except FileNotFoundError:
        return False


def wait_until(done: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_what_kills_its_worker_is_found_and_harms_nobody_else(tmp_path: Path) -> None:
    done = subprocess.run(script(tmp_path, POISON), capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT])
def test_workers_end_with_their_parent(tmp_path: Path, end: signal.Signals) -> None:
    command = [*script(tmp_path, SLOW), str(tmp_path)]
    parent = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    wait_until(lambda: len(list(tmp_path.glob("*.pid"))) == 2)
    workers = [int(path.stem) for path in tmp_path.glob("*.pid")]
    assert all(map(alive, workers))
    os.kill(parent.pid, end)
    parent.wait(60)
    wait_until(lambda: not any(map(alive, workers)), 20)
