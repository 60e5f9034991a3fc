"""A server in a process of its own, as `grundy serve` starts it, and fixtures that share one."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest


@dataclass(frozen=True)
class Server:
    """Where a server listens, and its process."""

    url: str
    process: "subprocess.Popen[str]"

    def processes(self) -> list[int]:
        """The server and all processes below it."""
        found = [self.process.pid]
        for pid in found:
            found += children(pid)
        return found

    def delays(self) -> dict[str, float]:
        """By thread the seconds for which it could have worked but had no processor; empty where that is not told."""
        folders = [path for pid in self.processes() for path in Path(f"/proc/{pid}/task").glob("*")]
        found = dict[str, float]()
        for folder in folders:
            with suppress(OSError, IndexError):
                found[folder.name] = int((folder / "schedstat").read_text().split()[1]) / 1e9
        return found


def children(pid: int) -> list[int]:
    try:
        return [int(c) for task in Path(f"/proc/{pid}/task").iterdir() for c in (task / "children").read_text().split()]
    except OSError:
        return []


@contextmanager
def run_server(*options: str) -> Iterator[Server]:
    """A server on a free port, ended as Ctrl-C ends it."""
    command = [sys.executable, "-m", "grundy", "serve", "--port", "0", "--json", *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    try:
        yield Server(json.loads(process.stdout.readline())["url"], process)
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A running server, one for all tests of a process; its address is `server.url`."""
    with run_server() as running:
        yield running


@pytest.fixture(scope="session")
def client(server: Server) -> Iterator[httpx.Client]:
    """A client of the running server."""
    with httpx.Client(base_url=server.url, timeout=60) as it:
        yield it
