"""200 requests at once to a running server, heavy ones among them, and small ones meanwhile.

`python -m benchmarks._web_load URL PID` prints the result as JSON: seconds and statuses of small requests to the idle
server and under load, with the most memory that the server and its processes held, and the statuses of the heavy ones.
Those are Kayles with a heap of 10^12, a coin board of 2,000 x 2,000, written short and in full, graphs of a million and
of 70,000 edges, and positions that need long searches, each in five spellings, so that few are remembered. They come
from a process of their own, and most small ones differ.
"""

import asyncio
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, sleep
from typing import Any

import httpx

__all__ = ["REQUESTS", "measure_load"]

REQUESTS = 200
SMALL_REQUESTS = 60  # one after the other
PAUSE_SECONDS = 0.05  # between them
LARGE_BOARD = "rugs(2000x2000; (2000,2000))"
GETS = [
    "/play/kayles(10^12)",
    "/api/analyse?moves=all&game=kayles(10^12)",
    f"/play/{LARGE_BOARD}",
    f"/api/analyse?game={LARGE_BOARD}",
    "/api/analyse?game=chomp(11x12)",
    "/api/values?ruleset=octal(0.007)&from=90000&to=100000",
    "/play/cram(9x9)",
]
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
Json = dict[str, Any]


def path_graph(edges: int) -> str:
    """A long path as a list of edges."""
    return "\n".join(f"{n} {n + 1}" for n in range(edges))


def posts() -> list[tuple[str, Json]]:
    """The paths and bodies of the heavy requests that are posted."""
    coins = " ".join(f"({n % 2000 + 1},{n // 2000 + 1})" for n in range(200_000))
    return [
        ("/api/graph", {"text": path_graph(1_000_000)}),
        ("/api/graph", {"text": path_graph(70_000)}),
        ("/api/analyse", {"game": f"rugs(2000x2000; {coins})"}),
        ("/api/jobs", {"kind": "analyse", "game": "kayles(10^12)", "seconds": 5}),
    ]


async def send_heavy_requests(url: str) -> Counter[int]:
    """The statuses of all heavy requests, sent at once."""
    encoded = [(path, json.dumps(body).encode()) for path, body in posts()]
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(base_url=url, timeout=120, limits=limits) as client:
        sent = [asyncio.create_task(send_heavy(client, number, encoded)) for number in range(REQUESTS)]
        print(flush=True)  # tells the other process that the load has begun
        return Counter(await asyncio.gather(*sent))


async def send_heavy(client: httpx.AsyncClient, number: int, encoded: list[tuple[str, bytes]]) -> int:
    """The status of one heavy request; every fifth is posted."""
    if number % 5 == 0:
        path, body = encoded[number // 5 % len(encoded)]
        headers = {"content-type": "application/json"}
        return (await client.post(path, content=body, headers=headers)).status_code
    return (await client.get(GETS[number % len(GETS)] + "%20" * (number % 5))).status_code


def send_small_requests(client: httpx.Client, pid: int, first: int) -> Json:
    """Small requests one after the other, with the most memory seen meanwhile."""
    seconds, statuses, memory = list[float](), list[int](), 0
    for number in range(first, first + SMALL_REQUESTS):
        paths = f"/api/analyse?game=nim(3,5,{number})", f"/play/nim(3,5,{number})", "/"
        begun = perf_counter()
        statuses.append(client.get(paths[number % 3]).status_code)
        seconds.append(perf_counter() - begun)
        memory = max(memory, memory_bytes(pid))
        sleep(PAUSE_SECONDS)
    return {"seconds": seconds, "statuses": statuses, "memory": memory}


def memory_bytes(pid: int) -> int:
    """The bytes that a process and those below it hold; what they share counts in each."""
    try:
        own = int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE_BYTES
        below = " ".join((task / "children").read_text() for task in Path(f"/proc/{pid}/task").iterdir())
    except (OSError, IndexError):
        return 0
    return own + sum(memory_bytes(int(child)) for child in below.split())


@contextmanager
def heavy_load(url: str) -> Iterator["subprocess.Popen[str]"]:
    """Another process that sends the heavy requests, and at its end prints their statuses."""
    command = [sys.executable, "-m", "benchmarks._web_load", url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        process.stdout.readline()
        yield process


def measure_load(url: str, pid: int) -> Json:
    """Small requests alone and under load, and the statuses of the heavy ones."""
    with httpx.Client(base_url=url, timeout=120) as client:
        client.get("/play/nim(1)")  # the workers have started
        alone = send_small_requests(client, pid, 0)
        with heavy_load(url) as process:
            among = send_small_requests(client, pid, SMALL_REQUESTS)
            assert process.stdout
            return {"alone": alone, "among": among, "heavy": json.loads(process.stdout.readline())}


if __name__ == "__main__":
    found = (
        measure_load(sys.argv[1], int(sys.argv[2]))
        if len(sys.argv) > 2
        else asyncio.run(send_heavy_requests(sys.argv[1]))
    )
    print(json.dumps(found))
