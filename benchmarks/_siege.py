"""A siege: 200 requests at once to a running server, heavy ones among them, and small ones meanwhile.

`python -m benchmarks._siege URL PID` prints what came of it as JSON: the seconds and statuses of small requests to the
server at rest and under siege with the most memory that it and its processes held, and the statuses of the heavy ones.
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

__all__ = ["besieged", "small"]

REQUESTS = 200
SMALL = 60  # small requests, one after the other
PAUSE = 0.05  # seconds between them
CORNER = "rugs(2000x2000; (2000,2000))"
GETS = [
    "/play/kayles(10^12)",
    "/api/analyse?moves=all&game=kayles(10^12)",
    f"/play/{CORNER}",
    f"/api/analyse?game={CORNER}",
    "/api/analyse?game=chomp(11x12)",
    "/api/values?ruleset=octal(0.007)&from=90000&to=100000",
    "/play/cram(9x9)",
]
PAGE = os.sysconf("SC_PAGE_SIZE")
Json = dict[str, Any]


def path_graph(edges: int) -> str:
    """A long path as a list of edges."""
    return "\n".join(f"{n} {n + 1}" for n in range(edges))


def bodies() -> list[tuple[str, Json]]:
    """What is posted, and where."""
    coins = " ".join(f"({n % 2000 + 1},{n // 2000 + 1})" for n in range(200_000))
    return [
        ("/api/graph", {"text": path_graph(1_000_000)}),
        ("/api/graph", {"text": path_graph(70_000)}),
        ("/api/analyse", {"game": f"rugs(2000x2000; {coins})"}),
        ("/api/jobs", {"kind": "analyse", "game": "kayles(10^12)", "seconds": 5}),
    ]


async def storm(url: str) -> Counter[int]:
    """The statuses of all heavy requests, sent at once."""
    posts = [(path, json.dumps(body).encode()) for path, body in bodies()]
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(base_url=url, timeout=120, limits=limits) as client:
        sent = [asyncio.create_task(heavy(client, number, posts)) for number in range(REQUESTS)]
        print(flush=True)  # it has begun
        return Counter(await asyncio.gather(*sent))


async def heavy(client: httpx.AsyncClient, number: int, posts: list[tuple[str, bytes]]) -> int:
    """The status of one heavy request; every fifth is posted."""
    if number % 5 == 0:
        path, body = posts[number // 5 % len(posts)]
        headers = {"content-type": "application/json"}
        return (await client.post(path, content=body, headers=headers)).status_code
    return (await client.get(GETS[number % len(GETS)] + "%20" * (number % 5))).status_code


def small(client: httpx.Client, pid: int, first: int) -> Json:
    """Small requests one after the other, with the most memory seen meanwhile."""
    seconds, statuses, memory = list[float](), list[int](), 0
    for number in range(first, first + SMALL):
        paths = f"/api/analyse?game=nim(3,5,{number})", f"/play/nim(3,5,{number})", "/"
        begun = perf_counter()
        statuses.append(client.get(paths[number % 3]).status_code)
        seconds.append(perf_counter() - begun)
        memory = max(memory, held(pid))
        sleep(PAUSE)
    return {"seconds": seconds, "statuses": statuses, "memory": memory}


def held(pid: int) -> int:
    """The bytes that a process and those below it hold; what they share counts in each."""
    try:
        own = int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE
        below = " ".join((task / "children").read_text() for task in Path(f"/proc/{pid}/task").iterdir())
    except (OSError, IndexError):
        return 0
    return own + sum(held(int(child)) for child in below.split())


@contextmanager
def stormed(url: str) -> Iterator["subprocess.Popen[str]"]:
    """The time in which another process sends the heavy requests; at its end that prints their statuses."""
    command = [sys.executable, "-m", "benchmarks._siege", url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        process.stdout.readline()
        yield process


def besieged(url: str, pid: int) -> Json:
    """Small requests alone and under siege, and the statuses of the heavy ones."""
    with httpx.Client(base_url=url, timeout=120) as client:
        client.get("/play/nim(1)")  # the server and its workers are there
        alone = small(client, pid, 0)
        with stormed(url) as process:
            among = small(client, pid, SMALL)
            assert process.stdout
            return {"alone": alone, "among": among, "heavy": json.loads(process.stdout.readline())}


if __name__ == "__main__":
    found = besieged(sys.argv[1], int(sys.argv[2])) if len(sys.argv) > 2 else asyncio.run(storm(sys.argv[1]))
    print(json.dumps(found))
