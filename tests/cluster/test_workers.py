"""Workers: results once each, deaths told apart from neighbours, nobody left behind; real processes, really killed."""

import os
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from grundy.cluster.workers import WorkerCluster, connect
from grundy.errors import GrundyError

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

# Workers load a module that kills those which find a file with a number larger than 0, and makes it smaller by one.
KILLED_AT_START = """
import os, sys
from grundy.cluster import workers

def work(items):
    return [item * item for item in items]

if __name__ == "__main__":
    try:
        with workers.WorkerCluster(count=1) as cluster:
            print([outcome.result for outcome in cluster.run(work, iter([workers.WorkerTask([2, 3])]))])
    except workers.GrundyError as error:
        print(error)
"""
SITE = """
import os, signal, sys
from pathlib import Path
left = Path(__file__).with_name("left")
if "spawn_main" in " ".join(sys.orig_argv) and int(left.read_text()):
    left.write_text(str(int(left.read_text()) - 1))
    os.kill(os.getpid(), signal.SIGKILL)
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


@pytest.mark.parametrize(
    ("kills", "said"), [(1, "[[4, 9]]"), (99, "the workers did not start, 3 times; start fewer with --workers")]
)
def test_a_worker_that_is_killed_while_it_starts(tmp_path: Path, kills: int, said: str) -> None:
    (tmp_path / "left").write_text(str(kills))
    (tmp_path / "sitecustomize.py").write_text(SITE)
    places = [str(tmp_path), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    done = subprocess.run(
        script(tmp_path, KILLED_AT_START),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(places)},
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{said}\n", "")


def listening_ports() -> set[int]:
    """The ports that this process and the processes below it listen to."""
    psutil = import_module("psutil")  # which distributed brings
    me = psutil.Process()
    links = [link for process in (me, *me.children(recursive=True)) for link in process.net_connections("inet")]
    return {link.laddr.port for link in links if link.status == "LISTEN"}


def is_greeted(port: int, security: Any) -> bool:
    """Whether what listens there says anything to one who shows these certificates."""
    context = security.get_connection_args("client")["ssl_context"]
    try:
        with socket.create_connection(("127.0.0.1", port), 10) as link, context.wrap_socket(link) as secret:
            return bool(secret.recv(8))
    except (ssl.SSLError, ConnectionError):
        return False


def test_only_who_has_the_certificates_is_heard() -> None:
    Security = import_module("distributed").Security  # noqa: N806 (a class)
    before = listening_ports()
    with WorkerCluster(count=1) as workers:
        client: Any = workers.client
        ((address, worker),) = client.scheduler_info()["workers"].items()
        addresses = [client.scheduler.address, address, worker["nanny"]]
        assert all(address.startswith("tls://") for address in addresses)
        ports = {int(address.rpartition(":")[2]) for address in addresses}
        assert listening_ports() - before == ports  # and none for pages
        for port in ports:
            assert is_greeted(port, client.security)
            assert not is_greeted(port, Security.temporary())


@pytest.mark.parametrize("says", [b"", b"HTTP/1.0 400 Bad request\r\n\r\n"])
def test_what_speaks_another_protocol_is_no_scheduler(says: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grundy.cluster.workers.CONNECT_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
        with ThreadPoolExecutor() as pool:

            def accept() -> None:
                link, _ = server.accept()
                with link, suppress(ConnectionError):
                    link.sendall(says)
                    link.recv(1)  # until the other side has closed

            accepted = pool.submit(accept)
            with pytest.raises(GrundyError, match=f"no scheduler answers at 'tcp://{address}'"):
                connect(f"tcp://{address}")
            accepted.result(10)


@pytest.mark.parametrize("address", ["", "tcp://", "nowhere:x", "ws://127.0.0.1:1", "tls://127.0.0.1:1", "tcp://[::1"])
def test_what_is_no_address(address: str) -> None:
    with pytest.raises(GrundyError, match="no scheduler answers"):
        connect(address)


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
